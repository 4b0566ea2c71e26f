import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, print } from 'graphql';
import { GraphqlRequestError, type ReportedError } from './errors.ts';
import { isRepeatable } from './repeatable.ts';

export { GraphqlRequestError, type ReportedError } from './errors.ts';

export interface ClientOptions {
  /** Where the graph is, such as http://127.0.0.1:4000/graphql. */
  readonly url: string;
  /** The Authorization header, or what makes it when tokens are renewed. */
  readonly authorization?: string | (() => string | Promise<string>);
  /** Sends the id of each document instead of its text: what a server with TRUSTED_DOCUMENTS_ONLY wants. */
  readonly trustedDocuments?: boolean;
  /** How often a request is sent again, at most: 3 times unless told. */
  readonly retries?: number;
  /** The longest that one Retry-After is waited for: 60 seconds unless told. Longer ones are told to the caller. */
  readonly longestWaitSeconds?: number;
  /** Another fetch, for proxies and agents. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

/** One page of a list, as `pick` finds it in the result. */
export interface Page<N> {
  readonly nodes: readonly N[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Variables may be left out where a document needs none. */
type Rest<V> =
  Record<string, never> extends V
    ? [variables?: V, options?: RequestOptions]
    : [variables: V, options?: RequestOptions];

export interface Client {
  /** The typed result; GraphQL errors are thrown as a GraphqlRequestError, `userErrors` are part of the result. */
  request<D, V>(document: TypedDocumentNode<D, V>, ...rest: Rest<V>): Promise<D>;
  /** Every node of a list, page after page. The document has a variable `$after` and asks for `pageInfo`. */
  nodes<D, V extends { readonly after?: string | null | undefined }, N>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    pick: (data: D) => Page<N> | null,
    options?: RequestOptions,
  ): AsyncGenerator<N, void, undefined>;
}

/** A key that makes a write repeatable: make one for each write and keep it over your own retries. */
export const idempotencyKey = (): string => crypto.randomUUID();

export function createClient(options: ClientOptions): Client {
  const send = sender(options);
  const request: Client['request'] = async (document, ...[variables, { signal } = {}]) =>
    (await send(document, (variables ?? {}) as Record<string, unknown>, signal)) as never;
  return {
    request,
    async *nodes(document, variables, pick, { signal } = {}) {
      let after = variables.after;
      for (;;) {
        const data = await send(document, { ...variables, after }, signal);
        const page = pick(data as never);
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
  };
}

type Send = (
  document: DocumentNode,
  variables: Record<string, unknown>,
  signal?: AbortSignal,
) => Promise<unknown>;

interface Answer {
  readonly response: Response;
  readonly text: string;
}

function sender(options: ClientOptions): Send {
  const { retries = 3, longestWaitSeconds = 60 } = options;
  return async (document, variables, signal) => {
    const body = JSON.stringify({ ...(await named(document, options)), variables });
    const repeatable = isRepeatable(document, variables);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const answer = await exchange(options, body, signal).catch((error: unknown) => {
        // Nobody knows whether the request arrived: only what does no harm twice is sent again.
        if (isLast || !repeatable || signal?.aborted) throw error;
        return undefined;
      });
      if (answer && !isLast && isBusy(answer, repeatable)) {
        const seconds = retryAfter(answer.response) ?? pause(attempt);
        if (seconds > longestWaitSeconds) return resultOf(answer);
        await wait(seconds, signal);
      } else if (answer) return resultOf(answer);
      else await wait(pause(attempt), signal);
    }
  };
}

async function exchange(options: ClientOptions, body: string, signal?: AbortSignal): Promise<Answer> {
  const { url, authorization, fetch: fetchIt = fetch } = options;
  const credentials = typeof authorization === 'function' ? await authorization() : authorization;
  const response = await fetchIt(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
      ...(credentials !== undefined && { authorization: credentials }),
    },
    body,
    ...(signal && { signal }),
  });
  return { response, text: await response.text() };
}

/** 429 is refused before anything is done. What a gateway says may come from before or after: like a lost line. */
const isBusy = ({ response: { status } }: Answer, repeatable: boolean): boolean =>
  status === 429 || (repeatable && (status === 502 || status === 503 || status === 504));

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** 0.1, 0.2, 0.4 ... seconds, and up to half as much again so that many clients do not come back together. */
const pause = (attempt: number): number => 0.1 * 2 ** attempt * (1 + Math.random() / 2);

function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function resultOf({ response, text }: Answer): unknown {
  const result = parsed(text);
  if (!response.ok || result?.errors?.length || result?.data === undefined || result.data === null)
    throw new GraphqlRequestError({
      status: response.status,
      errors: result?.errors ?? [],
      data: result?.data ?? null,
      retryAfterSeconds: retryAfter(response),
    });
  return result.data;
}

function parsed(text: string): { data?: unknown; errors?: ReportedError[] } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const ids = new WeakMap<DocumentNode, Promise<string>>();

async function named(
  document: DocumentNode,
  { trustedDocuments = false }: ClientOptions,
): Promise<{ query: string } | { documentId: string }> {
  if (!trustedDocuments) return { query: print(document) };
  const id = ids.get(document) ?? documentId(document);
  ids.set(document, id);
  return { documentId: await id };
}

/** The document's name in schema/trusted-documents.json. */
export async function documentId(document: DocumentNode): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(print(document)));
  return `sha256:${[...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
