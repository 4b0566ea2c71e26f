import type { AnyDocument, TypedDocument } from './document.ts';
import { liveList } from './live-list.ts';
import { isRepeatable } from './repeatable.ts';
import { type SubscribeOptions, subscription } from './subscription.ts';
import {
  bodyOf,
  type ClientOptions,
  errorOf,
  isAway,
  parsed,
  pause,
  post,
  type Variables,
  wait,
} from './wire.ts';

export type { AnyDocument, TypedDocument } from './document.ts';
export { documentId } from './document-id.ts';
export { GraphqlRequestError, type ReportedError } from './errors.ts';
export type { SubscribeOptions } from './subscription.ts';
export type { ClientOptions, Credential } from './wire.ts';

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** One page of a list, as `pick` selects it from the result. */
export interface Page<N> {
  readonly nodes: readonly N[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Variables may be left out where a document needs none. */
type Rest<V, O> =
  Record<string, never> extends V ? [variables?: V, options?: O] : [variables: V, options?: O];

export interface Client {
  /** The typed result; GraphQL errors are thrown as a GraphqlRequestError, `userErrors` are part of the result. */
  request<D = unknown, V = Variables>(
    document: TypedDocument<D, V>,
    ...rest: Rest<V, RequestOptions>
  ): Promise<D>;
  /** Every node of a list, page after page. The document has a variable `$after` and asks for `pageInfo`. */
  nodes<D, V extends { readonly after?: string | null | undefined }, N>(
    document: TypedDocument<D, V>,
    variables: V,
    pick: (data: D) => Page<N> | null | undefined,
    options?: RequestOptions,
  ): AsyncGenerator<N, void, undefined>;
  /**
   * The events of a subscription, for as long as the caller iterates. A lost stream is opened again; where
   * the document has a variable `$after` and asks for `id`, no event in between is missed. Ends with the
   * signal; errors that a retry cannot fix are thrown.
   */
  subscribe<D = unknown, V = Variables>(
    document: TypedDocument<D, V>,
    ...rest: Rest<V, SubscribeOptions>
  ): AsyncGenerator<D, void, undefined>;
  /**
   * A list as it is, as often as it changes: the whole list once it is read, and again after every change, each node in its
   * place. The document is a query with one list (`domains` or `contacts`), whose `nodes` have `name` or `code` and the field
   * of `orderBy`; with a variable `$after` and `pageInfo` all of its pages are read. A lost stream is opened again and
   * misses nothing. Ends with the signal; errors that a retry cannot fix are thrown.
   */
  liveList<D, V = Variables>(
    document: TypedDocument<D, V>,
    ...rest: Rest<V, SubscribeOptions>
  ): AsyncGenerator<readonly NodeOf<D>[], void, undefined>;
}

/** The nodes of the one list in a result. */
export type NodeOf<D> = {
  [Field in keyof D]: NonNullable<D[Field]> extends { readonly nodes: readonly (infer N)[] } ? N : never;
}[keyof D];

/** A key that makes a write repeatable: make one for each write and keep it over your own retries. */
export const idempotencyKey = (): string => crypto.randomUUID();

export function createClient(options: ClientOptions): Client {
  return {
    request: async (document, ...[variables, { signal } = {}]) =>
      (await send(options, document, (variables ?? {}) as Variables, signal)) as never,
    async *nodes(document, variables, pick, { signal } = {}) {
      let after = variables.after;
      for (;;) {
        const page = pick((await send(options, document, { ...variables, after }, signal)) as never);
        if (!page) return;
        const { nodes, pageInfo } = page;
        yield* nodes;
        if (!pageInfo.hasNextPage) return;
        if (!pageInfo.endCursor || pageInfo.endCursor === after)
          throw new TypeError(
            'The list goes on, but its page has no new endCursor: does the document use $after?',
          );
        after = pageInfo.endCursor;
      }
    },
    subscribe: (document, ...[variables, more = {}]) =>
      subscription(options, document, (variables ?? {}) as Variables, more) as never,
    liveList: (document, ...[variables, more = {}]) =>
      liveList(
        {
          request: (asked, signal) => send(options, document, asked, signal),
          subscribe: (changes, asked, how) => subscription(options, changes, asked, { ...more, ...how }),
        },
        document,
        (variables ?? {}) as Variables,
        more,
      ) as never,
  };
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

async function send(
  options: ClientOptions,
  document: AnyDocument,
  variables: Variables,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { retries = 3, longestWaitSeconds = 60 } = options;
  const body = await bodyOf(document, variables, options);
  const repeatable = isRepeatable(document, variables);
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries;
    const answer = await exchange(options, body, signal).catch((error: unknown) => {
      // It is unknown whether the request arrived: only repeatable requests are sent again.
      if (isLast || !repeatable || signal?.aborted) throw error;
      return undefined;
    });
    if (!answer) await wait(pause(attempt), signal);
    else {
      const { status } = answer.response;
      // 429 is answered before anything is done.
      const isBusy = status === 429 || (repeatable && isAway(status));
      if (isLast || !isBusy) return dataOf(answer);
      const seconds = errorOf(answer.response, undefined).retryAfterSeconds ?? pause(attempt);
      if (seconds > longestWaitSeconds) return dataOf(answer);
      await wait(seconds, signal);
    }
  }
}

async function exchange(
  options: ClientOptions,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const response = await post(options, body, 'application/graphql-response+json, application/json', signal);
  return { response, text: await response.text() };
}

function dataOf({ response, text }: Answer): unknown {
  const result = parsed(text);
  if (!response.ok || result?.errors?.length || result?.data === undefined || result.data === null)
    throw errorOf(response, result);
  return result.data;
}
