import { createParser } from 'eventsource-parser';
import type { AnyDocument } from './document.ts';
import { GraphqlRequestError } from './errors.ts';
import { operationsOf } from './parsing.ts';
import {
  bodyOf,
  type ClientOptions,
  errorOf,
  parsed,
  pause,
  post,
  type Result,
  reached,
  type Variables,
  wait,
} from './wire.ts';

export interface SubscribeOptions {
  /** Ends the subscription, and with it the loop that listens. */
  readonly signal?: AbortSignal;
  /**
   * Called with true each time the stream is open and with false each time it is lost: data read elsewhere
   * may be stale then.
   */
  readonly onConnection?: (isOpen: boolean) => void;
  /**
   * A stream that is silent for longer counts as lost: 45 seconds by default. The server sends a keep-alive
   * every 12.
   */
  readonly silenceSeconds?: number;
}

/** A stream that was open for this long has found a working server: the pauses start again from the shortest. */
const steadyMs = 10_000;

interface Options extends SubscribeOptions {
  /** Called when the server has ended the stream: the next one begins anew, and not after the last event. */
  readonly onEnd?: () => void;
}

export async function* subscription(
  options: ClientOptions,
  document: AnyDocument,
  given: Variables,
  { signal, onConnection, onEnd, silenceSeconds = 45 }: Options,
): AsyncGenerator<unknown, void, undefined> {
  const resumes = operationsOf(document).some(({ variableDefinitions }) =>
    variableDefinitions?.some(({ variable }) => variable.name.value === 'after'),
  );
  let variables = given;
  let isPlace = false;
  for (let attempt = 0; !signal?.aborted; attempt += 1) {
    const body = await bodyOf(document, variables, options);
    const line = new Line(signal, silenceSeconds);
    let seconds: number | undefined;
    try {
      const response = await line.hear(post(options, body, 'text/event-stream', line.signal));
      const openedAt = Date.now();
      // Where the stream begins: from there it goes on if it is lost before it has told anything.
      const place = resumes && response?.ok ? response.headers.get('stream-place') : null;
      if (place) variables = { ...variables, after: place };
      isPlace ||= place !== null;
      if (response?.ok) onConnection?.(true);
      const beginAnew = (): void => {
        variables = given;
        isPlace = false;
        onEnd?.();
      };
      const ended = (): void => {
        if (onEnd) beginAnew();
      };
      for await (const result of response ? resultsIn(response, line, ended) : []) {
        const { data } = result;
        if (response?.ok && !result.errors?.length && data) {
          if (resumes) variables = { ...variables, after: idIn(data) };
          isPlace = false;
          attempt = 0;
          yield data;
        } else if (response) {
          const refusal = errorOf(response, result);
          // An id of before a reset that nobody heard of.
          if ((onEnd || isPlace) && variables !== given && isAbout('after', refusal)) beginAnew();
          else seconds = mendedAfter(refusal, options);
          break;
        }
      }
      if (Date.now() - openedAt > steadyMs) attempt = 0;
      if (response?.ok) onConnection?.(false);
    } finally {
      line.close();
    }
    // The signal ends the wait early, and with it the loop.
    await wait(seconds ?? pause(attempt), signal).catch(() => undefined);
  }
}

/** One connection: closed with its caller, or when it is silent for too long. */
class Line {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #silenceMs: number;
  readonly close = (): void => {
    this.#caller?.removeEventListener('abort', this.close);
    this.#controller.abort();
  };

  constructor(caller: AbortSignal | undefined, silenceSeconds: number) {
    this.#caller = caller;
    this.#silenceMs = silenceSeconds * 1000;
    caller?.addEventListener('abort', this.close);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * The next result; undefined when the connection is lost. Errors of the caller's own functions are passed
   * through.
   */
  async hear<T>(coming: Promise<T>): Promise<T | undefined> {
    const timer = setTimeout(this.close, this.#silenceMs);
    try {
      return await coming;
    } catch (error) {
      const isLost = error instanceof GraphqlRequestError && error.kind === 'UNREACHABLE';
      if (isLost || this.signal.aborted) return undefined;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Results until the server ends the stream or the connection is lost. A refusal may arrive as a result or as
 * a plain answer.
 */
async function* resultsIn(
  response: Response,
  line: Line,
  ended: () => void,
): AsyncGenerator<Result, void, undefined> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await line.hear(reached(response.text(), line.signal));
    if (text !== undefined) yield parsed(text) ?? {};
    return;
  }
  const results: Result[] = [];
  let isComplete = false;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'next') results.push(parsed(data) ?? {});
      isComplete ||= event === 'complete';
    },
  });
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  while (!isComplete) {
    const chunk = await line.hear(reached(reader.read(), line.signal));
    if (!chunk?.value) return;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
    yield* results.splice(0);
  }
  ended();
}

const isAbout = (argument: string, error: GraphqlRequestError): boolean =>
  error.kind === 'INVALID' && error.argument?.[0] === argument;

/** How long to wait before the next attempt; a refusal that a retry would repeat is thrown. */
function mendedAfter(
  refusal: GraphqlRequestError,
  { longestWaitSeconds = 60 }: ClientOptions,
): number | undefined {
  const { isPassing, retryAfterSeconds } = refusal;
  if (!isPassing || (retryAfterSeconds ?? 0) > longestWaitSeconds) throw refusal;
  return retryAfterSeconds;
}

/** The id of the last event, after which the next stream continues. */
function idIn(data: object): string {
  const [reported] = Object.values(data) as ({ readonly id?: unknown } | null)[];
  if (typeof reported?.id === 'string') return reported.id;
  throw new TypeError('The document has a variable $after, but does not ask for the id to go on after');
}
