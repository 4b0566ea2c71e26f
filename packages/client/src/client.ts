import type { AnyDocument, TypedDocument } from './document.ts';
import { isAway } from './errors.ts';
import { csv, isFile, linesOf, ndjson } from './files.ts';
import { type Listening, liveList } from './live-list.ts';
import { printed } from './parsing.ts';
import { repeatable } from './repeatable.ts';
import { stoppable } from './stoppable.ts';
import { type SubscribeOptions, subscription } from './subscription.ts';
import {
  bodyOf,
  type ClientOptions,
  errorOf,
  parsed,
  pause,
  post,
  reached,
  type Variables,
  wait,
} from './wire.ts';

export type { AnyDocument, TypedDocument } from './document.ts';
export { documentId } from './document-id.ts';
export { type FailureKind, GraphqlRequestError, type ReportedError } from './errors.ts';
export { idempotencyKey } from './idempotency-key.ts';
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
  /**
   * The typed result. What is refused as a whole is thrown as a GraphqlRequestError, `userErrors` are part of the result. A
   * write without an idempotency key gets one, so that a lost answer can be asked for again.
   */
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
   * Every row of the one list in a query, however long, as the list was at one moment: read as one file (NDJSON), as fast as
   * you look. A file that ends early is thrown as INTERRUPTED, with the cursor to go on `after`.
   */
  rows<D, V = Variables>(
    document: TypedDocument<D, V>,
    ...rest: Rest<V, RequestOptions>
  ): AsyncGenerator<RowOf<D>, void, undefined>;
  /** The same as a CSV file, in chunks of whole lines: for downloads, and for what reads CSV. */
  csv<V = Variables>(
    document: TypedDocument<unknown, V>,
    ...rest: Rest<V, RequestOptions>
  ): AsyncGenerator<string, void, undefined>;
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
  ): AsyncGenerator<readonly RowOf<D>[], void, undefined>;
}

/** The rows of the one list in a result, at whatever depth: of edges that show nothing else, their nodes. */
export type RowOf<D> = D extends readonly (infer Row)[]
  ? Row extends { readonly node: infer Node }
    ? keyof Row extends 'node'
      ? Node
      : Row
    : Row extends object
      ? Row
      : never
  : D extends object
    ? { [Field in keyof D]: RowOf<NonNullable<D[Field]>> }[keyof D]
    : never;

export function createClient(options: ClientOptions): Client {
  return {
    request: async (document, ...[variables, { signal } = {}]) =>
      (await ask(options, document, (variables ?? {}) as Variables, signal)) as never,
    async *nodes(document, variables, pick, { signal } = {}) {
      let after = variables.after;
      for (;;) {
        const page = pick((await ask(options, document, { ...variables, after }, signal)) as never);
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
    async *rows(document, ...[variables, { signal } = {}]) {
      for await (const lines of file(options, ndjson, document, (variables ?? {}) as Variables, signal))
        for (const line of lines.split('\n')) if (line) yield JSON.parse(line);
    },
    csv: (document, ...[variables, { signal } = {}]) =>
      file(options, csv, document, (variables ?? {}) as Variables, signal),
    subscribe: (document, ...[variables, more = {}]) =>
      stoppable(
        (signal) => subscription(options, document, (variables ?? {}) as Variables, { ...more, signal }),
        more.signal,
      ) as never,
    liveList: (document, ...[variables, more = {}]) =>
      stoppable((signal) => {
        const reach = {
          request: (asked: Variables) => ask(options, document, asked, signal),
          subscribe: (changes: AnyDocument, asked: Variables, how: Listening) =>
            subscription(options, changes, asked, { ...more, ...how, signal }),
        };
        return liveList(reach, document, (variables ?? {}) as Variables, { ...more, signal });
      }, more.signal) as never,
  };
}

interface Answer {
  readonly response: Response;
  /** Undefined of a file, which is read as it comes. */
  readonly text: string | undefined;
}

async function ask(
  options: ClientOptions,
  document: AnyDocument,
  variables: Variables,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const accept = 'application/graphql-response+json, application/json';
  const { response, text = '' } = await send(options, document, variables, { accept, signal });
  const result = parsed(text);
  if (!response.ok || result?.errors?.length || result?.data === undefined || result.data === null)
    throw errorOf(response, result);
  return result.data;
}

async function* file(
  options: ClientOptions,
  format: typeof csv,
  document: AnyDocument,
  variables: Variables,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const { accept } = format;
  const url = String(options.url);
  const address = `${url}${url.includes('?') ? '&' : '?'}all=true`;
  const { response, text } = await send(options, document, variables, { accept, signal, address });
  if (text !== undefined) throw errorOf(response, parsed(text));
  // What begins after a cursor is a part by the caller's will.
  const isPart = response.headers.has('x-truncated') && !/\bafter:/.test(printed(document));
  yield* linesOf(response, format, { signal, isPart });
}

interface Asking {
  readonly accept: string;
  readonly signal: AbortSignal | undefined;
  readonly address?: string;
}

/** The answer, after as many attempts as it takes and may take. */
async function send(
  options: ClientOptions,
  document: AnyDocument,
  variables: Variables,
  asking: Asking,
): Promise<Answer> {
  const { retries = 3, longestWaitSeconds = 60, trustedDocuments = false } = options;
  const { signal } = asking;
  const request = repeatable(document, variables, trustedDocuments);
  const { isRepeatable } = request;
  const body = await bodyOf(request.document, request.variables, options);
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries;
    const answer = await exchange(options, body, asking).catch((error: unknown) => {
      // It is unknown whether the request arrived: only repeatable requests are sent again.
      if (isLast || !isRepeatable || signal?.aborted) throw error;
      return undefined;
    });
    if (!answer) await wait(pause(attempt), signal);
    else {
      const { status } = answer.response;
      const refusal = errorOf(answer.response, parsed(answer.text ?? ''));
      // 429 is answered before anything is done.
      const isBusy = refusal.isPassing && (status === 429 || (isRepeatable && isAway(status)));
      if (isLast || !isBusy) return answer;
      const seconds = refusal.retryAfterSeconds ?? pause(attempt);
      if (seconds > longestWaitSeconds) return answer;
      await wait(seconds, signal);
    }
  }
}

async function exchange(
  options: ClientOptions,
  body: string,
  { accept, signal, address }: Asking,
): Promise<Answer> {
  const response = await post(options, body, accept, signal, address);
  return { response, text: isFile(response) ? undefined : await reached(response.text(), signal) };
}
