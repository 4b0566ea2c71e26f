import type { AnyDocument } from './document.ts';
import { documentId } from './document-id.ts';
import { GraphqlRequestError, type ReportedError } from './errors.ts';
import { textOf } from './parsing.ts';

/** A secret, or a function that returns it: called for each request, and once more when the server has refused it. */
export type Credential = string | ((refused: boolean) => string | Promise<string>);

export interface ClientOptions {
  /** The GraphQL endpoint, such as http://127.0.0.1:4000/graphql. */
  readonly url: string | URL;
  /** An access token (`zg_...`), or a function that returns it: the one way for pages in a browser. */
  readonly token?: Credential;
  /** The whole Authorization header, for callers without an access token: `Basic ...`. */
  readonly authorization?: Credential;
  /** Sends the id of each document instead of its text: required by a server with TRUSTED_DOCUMENTS_ONLY. */
  readonly trustedDocuments?: boolean;
  /** The maximum number of retries of a request: 3 by default. */
  readonly retries?: number;
  /** The longest Retry-After that is waited for: 60 seconds by default. Longer ones are thrown to the caller. */
  readonly longestWaitSeconds?: number;
  /** Another fetch, for proxies and agents. */
  readonly fetch?: typeof fetch;
}

export type Variables = Readonly<Record<string, unknown>>;

export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly ReportedError[];
}

const ids = new WeakMap<object, Promise<string>>();

async function named(
  document: AnyDocument,
  { trustedDocuments = false }: ClientOptions,
): Promise<{ query: string } | { documentId: string }> {
  if (!trustedDocuments) return { query: textOf(document) };
  if (typeof document === 'string') return { documentId: await documentId(document) };
  const id = ids.get(document) ?? documentId(document);
  ids.set(document, id);
  return { documentId: await id };
}

export const bodyOf = async (
  document: AnyDocument,
  variables: Variables,
  options: ClientOptions,
): Promise<string> => JSON.stringify({ ...(await named(document, options)), variables });

/** Sends the request, and again with new credentials when they are refused: nothing has been done then. */
export async function post(
  options: ClientOptions,
  body: string,
  accept: string,
  signal: AbortSignal | undefined,
  address = options.url,
): Promise<Response> {
  const { fetch: fetchIt = fetch } = options;
  const send = (authorization: string | undefined): Promise<Response> =>
    reached(
      fetchIt(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept,
          ...(authorization !== undefined && { authorization }),
        },
        body,
        ...(signal && { signal }),
      }),
      signal,
    );
  const first = await authorizationOf(options, false);
  const response = await send(first);
  if (response.status !== 401) return response;
  const second = await authorizationOf(options, true);
  if (second === first) return response;
  await response.body?.cancel();
  return send(second);
}

/** What fetch and its bodies throw is different in every runtime: here it is one failure. Who gives up hears his own reason. */
export async function reached<T>(coming: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await coming;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new GraphqlRequestError({ kind: 'UNREACHABLE', message: 'The server cannot be reached', cause });
  }
}

async function authorizationOf(
  { token, authorization }: ClientOptions,
  refused: boolean,
): Promise<string | undefined> {
  const credential = token ?? authorization;
  const given = typeof credential === 'function' ? await credential(refused) : credential;
  return given === undefined || token === undefined ? given : `Bearer ${given}`;
}

export function errorOf({ status, headers }: Response, result: Result | undefined): GraphqlRequestError {
  return new GraphqlRequestError({
    status,
    errors: result?.errors ?? [],
    data: result?.data ?? null,
    retryAfterSeconds: secondsIn(headers.get('retry-after')),
  });
}

function secondsIn(header: string | null): number | undefined {
  const seconds = Number.parseInt(header ?? '', 10);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

export function parsed(text: string): Result | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** 0.1, 0.2, 0.4 ... up to 20 seconds, and up to half as much again so that many clients do not return together. */
export const pause = (attempt: number): number => Math.min(0.1 * 2 ** attempt, 20) * (1 + Math.random() / 2);

export function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
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
