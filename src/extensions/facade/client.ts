import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { CircuitBreaker } from '../../base/circuit-breaker.ts';
import { stopwatch } from '../../base/clock.ts';
import { failure, refuseWith, wrongSecret } from '../../base/errors.ts';
import { FairSemaphore } from '../../base/fair-semaphore.ts';
import { limit } from '../../base/limits.ts';
import { isStorableText, pathOfText, withoutTrailing } from '../../base/text.ts';
import { spanHere, traced } from '../../base/tracing.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { Throttle } from './throttle.ts';
import { filesOf } from './tls-files.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { LostAnswer, UpstreamError } from './upstream-error.ts';

/** A call of the registrar API, below its prefix. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The caller of requests. Its requests never take all connections, and alternate with those of other callers.
 */
export interface Asker {
  readonly owner: string;
  readonly slots: FairSemaphore;
  /**
   * A pass of the mirror, for which nobody waits. It has its own timeout, and neither opens nor obeys the circuit
   * breaker.
   */
  readonly isBackground: boolean;
}

/** Extensions of the API that a registry may support: it lists them in a header of its answers. */
export type ApiExtension = 'idempotency-key' | 'dry-run' | 'if-outcome' | 'details';

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const prefixes = ['/registry/v1', '/repp/v1'] as const;
const largestAnswer = limit(
  'bytes of an answer of the registry behind a facade',
  64 * 1024 * 1024,
  'No page of it is larger.',
);
const attempts = 4;
/**
 * The longest time that a caller waits in all, and at most `callerTimeoutMs` between two attempts: the mirror can be
 * shown instead.
 */
const callersWaitMs = 10_000;
const callerTimeoutMs = 2_000;
const longestPauseMs = limit(
  'milliseconds for which the circuit breaker stays open',
  60_000,
  'The registry is tried again within a minute.',
);
const longestRestMs = limit(
  'milliseconds for which the circuit breaker stays open at first',
  5_000,
  'Less where requests time out earlier.',
);

/** Codes of errors before anything was sent: the change was certainly not made. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** Refuses text that no path can contain and no registry can store: half of a surrogate pair, or U+0000. */
export function checkTexts(input: unknown): void {
  const path = pathOfText(input, (text) => !isStorableText(text));
  if (path) refuseWith(failure('PARAMETER_VALUE_SYNTAX', undefined, { path }));
}

/** Refuses a code that no header can contain as a wrong one: no domain can have it. */
export function checkCodes(headers: UpstreamRequest['headers'] = {}): void {
  const isSent = (value: string): boolean => !/[^\t\x20-\x7e\x80-\xff]/.test(value);
  if (!Object.values(headers).every(isSent)) refuseWith(wrongSecret('Authorization error'));
}

/**
 * The client of the upstream registry, with one pool of connections. Reads are tried again, a bounded number of times;
 * changes never. After several failures in a row the circuit breaker stops requests for a while.
 */
export class UpstreamClient {
  readonly #pool: Pool;
  readonly #config: UpstreamConfig;
  readonly #authorization: string;
  readonly #breaker: CircuitBreaker;
  readonly #onRest: (error: UpstreamError | undefined) => void;
  readonly #supported = new Set<ApiExtension>();
  /**
   * One of the connections is reserved for changes, and one of the others is kept free from bulk reads, if there are
   * enough.
   */
  readonly #all: FairSemaphore;
  readonly #questions: FairSemaphore;
  readonly #throttle = new Throttle();
  #isHeard = false;
  #isClosed = false;
  #prefix: string | undefined;
  #searching: Promise<string> | undefined;
  /** The last failure, if no request has succeeded since. */
  #lastError: UpstreamError | undefined;
  /** The number of calls, for metrics. */
  calls = 0;

  /**
   * `onRest` is called when requests are suspended for a while, with the reason, and when the registry
   * answers again.
   */
  constructor(config: UpstreamConfig, onRest: (error: UpstreamError | undefined) => void = () => {}) {
    this.#onRest = onRest;
    const { origin, pathname } = new URL(config.url);
    this.#config = config;
    this.#breaker = new CircuitBreaker({
      failures: 5,
      restMs: Math.min(longestRestMs, config.timeoutMs),
    });
    this.#all = new FairSemaphore(config.concurrency);
    this.#questions = new FairSemaphore(Math.max(1, config.concurrency - 1));
    this.#prefix = pathname === '/' ? undefined : withoutTrailing(pathname, '/');
    this.#authorization = `Basic ${Buffer.from(`${config.username}:${config.password}`).toString('base64')}`;
    this.#pool = new Pool(origin, {
      connections: config.concurrency,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: Math.max(config.timeoutMs, config.passTimeoutMs),
      bodyTimeout: Math.max(config.timeoutMs, config.passTimeoutMs),
      connect: { timeout: Math.min(config.timeoutMs, 10_000), ...filesOf(config) },
    });
  }

  asker(isBackground = false): Asker {
    return { owner: randomUUID(), slots: new FairSemaphore(atOnce(this.#config)), isBackground };
  }

  /** Tells whether the registry supports the extension. Before its first answer, a read is sent to find out. */
  async supports(extension: ApiExtension): Promise<boolean> {
    if (!this.#isHeard) await this.read({ path: '/accounts/balance' });
    return this.isKnownToSupport(extension);
  }

  /** Tells by the answers so far whether the registry supports the extension. */
  isKnownToSupport(extension: ApiExtension): boolean {
    return this.#supported.has(extension);
  }

  /** Sends a read; a refusal is an answer too. */
  async read(
    request: Omit<UpstreamRequest, 'method' | 'body'>,
    { owner, slots, isBackground }: Asker = this.asker(),
  ): Promise<Envelope> {
    const { timeoutMs, passTimeoutMs } = this.#config;
    const elapsed = stopwatch();
    const longestMs = Math.min(timeoutMs, callersWaitMs);
    const remainingMs = (): number => (isBackground ? passTimeoutMs : longestMs - elapsed());
    let isBegun = false;
    let tookMs = stopwatch();
    const ask = () => {
      isBegun = true;
      tookMs = stopwatch();
      const get = { ...request, method: 'GET' } as const;
      return isBackground ? this.#exchange(get, remainingMs()) : this.#answered(get, remainingMs());
    };
    const queue = (work: typeof ask) =>
      slots.run(() => this.#questions.run(() => this.#all.run(work), { owner }));
    // Half of the time is left for the registry: waiting in our own queue must not count as an outage.
    const inTurn = () =>
      isBackground
        ? queue(ask)
        : withTimeout<Envelope>(Math.max(0, remainingMs() - longestMs / 2), (start) => queue(start(ask)));
    for (let attempt = 1; ; attempt += 1) {
      isBegun = false;
      try {
        return await inTurn();
      } catch (error) {
        const failure = asUpstreamError(error);
        const pause = pauseAfter(failure, attempt);
        const longest = isBackground ? longestPauseMs : Math.min(callerTimeoutMs, remainingMs());
        // No retry while the circuit breaker is open; a slow page of a pass is asked for with fewer rows instead
        // (mirror.ts).
        const isHopeless = isBackground ? tookMs() >= slowAfterMs(this.#config) : this.#breaker.isOpen;
        const isFinal =
          !isBegun ||
          failure.kind === 'credentials' ||
          failure.kind === 'unreadable' ||
          isHopeless ||
          this.#isClosed;
        if (isFinal || attempt >= attempts || pause > longest) throw failure;
        await sleep(pause);
      }
    }
  }

  /** Sends a change once. Throws `UpstreamError` when it was certainly not made, `LostAnswer` when nobody knows. */
  send(request: UpstreamRequest): Promise<Envelope> {
    const { timeoutMs } = this.#config;
    const ask = () => this.#answered(request, timeoutMs);
    return withTimeout(timeoutMs, (start) => this.#all.run(start(ask), { urgent: true }));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#pool.destroy();
  }

  async #answered(request: UpstreamRequest, withinMs: number): Promise<Envelope> {
    if (!this.#breaker.admits())
      throw new UpstreamError(
        this.#lastError?.kind ?? 'away',
        'it has failed several times in a row and is not called for a while',
      );
    try {
      const envelope = await this.#exchange(request, withinMs);
      this.#note(undefined);
      return envelope;
    } catch (error) {
      this.#note(asUpstreamError(error));
      throw error;
    }
  }

  #note(error: UpstreamError | undefined): void {
    const wasOpen = this.#breaker.isOpen;
    this.#lastError = error;
    // A registry that throttles us is up.
    if (error && error.kind !== 'throttled') this.#breaker.failed();
    else this.#breaker.succeeded();
    if (this.#breaker.isOpen !== wasOpen) this.#onRest(error);
  }

  /** Sends the request, unless the registry's rate limit is used up. */
  async #exchange(request: UpstreamRequest, withinMs: number): Promise<Envelope> {
    const waitMs = this.#throttle.remainingMs;
    if (waitMs > 0)
      throw new UpstreamError('throttled', 'its rate limit is used up', {
        waitSeconds: Math.ceil(waitMs / 1000),
      });
    const isRead = request.method === 'GET';
    const prefix = this.#prefix ?? (await this.#searchPrefix(withinMs));
    let raw: Raw;
    try {
      raw = await this.#call(prefix, request, withinMs);
    } catch (error) {
      if (isRead || isBeforeSending(error)) throw asUpstreamError(error);
      throw new LostAnswer('no answer to a write arrived', { cause: error });
    }
    const envelope = this.#discreet(envelopeOf(raw));
    if (envelope instanceof UpstreamError) {
      // A proxy's answer, or half an answer: the registry may have made the change.
      const mayBeDone = raw.status < 400 || raw.status >= 500;
      if (!isRead && envelope.kind !== 'throttled' && mayBeDone)
        throw new LostAnswer(envelope.particulars, { cause: envelope, status: raw.status });
      throw envelope;
    }
    if (envelope.ok || envelope.isFromRegistry) this.#isHeard = true;
    if (!envelope.ok && envelope.isFault && !isRead)
      throw new LostAnswer('it reported a failure', {
        cause: new UpstreamError('away', `status ${raw.status}`),
        status: raw.status,
      });
    return envelope;
  }

  /** Some registries repeat the password in a refusal: their messages go to callers and into the log. */
  #discreet(reported: Envelope | UpstreamError): Envelope | UpstreamError {
    const { password } = this.#config;
    const secrets = [password, encodeURIComponent(password), this.#authorization];
    const hidden = (text: string): string =>
      secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
    if (reported instanceof UpstreamError) {
      const { kind, particulars, waitSeconds } = reported;
      return new UpstreamError(kind, hidden(particulars), waitSeconds === undefined ? {} : { waitSeconds });
    }
    if (reported.ok) return reported;
    return { ...reported, failure: { ...reported.failure, message: hidden(reported.failure.message) } };
  }

  /** The API has two possible prefixes. Found once, by the first request. */
  #searchPrefix(withinMs: number): Promise<string> {
    this.#searching ??= this.#findPrefix(withinMs)
      .then(
        (found) => {
          this.#prefix = found;
          return found;
        },
        (error: unknown) => {
          throw asUpstreamError(error);
        },
      )
      .finally(() => {
        this.#searching = undefined;
      });
    return this.#searching;
  }

  async #findPrefix(withinMs: number): Promise<string> {
    for (const prefix of prefixes) {
      const raw = await this.#call(prefix, { method: 'GET', path: '/accounts/balance' }, withinMs);
      if (raw.status === 404) continue;
      // A proxy's page does not show that the API is there.
      const answer = this.#discreet(envelopeOf(raw));
      if (answer instanceof UpstreamError) throw answer;
      return prefix;
    }
    throw new UpstreamError(
      'unreadable',
      `found at neither ${prefixes.join(' nor ')}: put the path into UPSTREAM_URL`,
    );
  }

  #call(prefix: string, request: UpstreamRequest, withinMs: number): Promise<Raw> {
    this.calls += 1;
    return traced(
      spanHere()?.start(`upstream ${request.method}`, 'client', {
        'http.request.method': request.method,
        'server.address': new URL(this.#config.url).hostname,
      }),
      () => this.#transfer(prefix, request, withinMs),
      ({ status }) => ({ 'http.response.status_code': status }),
    );
  }

  async #transfer(
    prefix: string,
    { method, path, query, body, headers }: UpstreamRequest,
    withinMs: number,
  ): Promise<Raw> {
    const answer = await this.#pool.request({
      method,
      path: prefix + path,
      query: query ?? {},
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'zonegraph',
        authorization: this.#authorization,
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: method === 'GET' ? null : JSON.stringify(body ?? null),
      // Limits the whole exchange: undici's own timeouts begin again with each part of the body.
      signal: AbortSignal.timeout(Math.max(1, Math.round(withinMs))),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > largestAnswer) throw new UpstreamError('unreadable', 'an answer is larger than 64 MiB');
      chunks.push(chunk);
    }
    this.#learn(answer.headers['zonegraph-capabilities']);
    this.#throttle.note(answer.statusCode, answer.headers);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: Buffer.concat(chunks).toString('utf8'),
    };
  }

  #learn(reported: string | string[] | undefined): void {
    for (const name of String(reported ?? '').split(','))
      if (/^\s*(idempotency-key|dry-run|if-outcome|details)\s*$/i.test(name))
        this.#supported.add(name.trim().toLowerCase() as ApiExtension);
  }
}

/**
 * A slower page of a pass delays callers, if the registry serves one request at a time: half of their timeout is
 * left.
 */
export const slowAfterMs = ({ timeoutMs }: UpstreamConfig): number => timeoutMs / 2;

/** The number of reads that one asker sends at the same time. */
const atOnce = ({ concurrency }: UpstreamConfig): number => Math.max(1, concurrency - 2);

/** Rejects a request that has not left the queue in time: it is never sent. */
function withTimeout<T>(
  withinMs: number,
  queue: (start: (work: () => Promise<T>) => () => Promise<T>) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const busy = new UpstreamError('away', 'no connection became free in time');
    let isLate = false;
    const timeout = setTimeout(() => {
      isLate = true;
      reject(busy);
    }, withinMs);
    queue((work) => async () => {
      clearTimeout(timeout);
      if (isLate) throw busy;
      return work();
    }).then(resolve, reject);
  });
}

function asUpstreamError(error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  if (error instanceof LostAnswer && error.cause instanceof UpstreamError) return error.cause;
  const { message, code } = (error instanceof LostAnswer ? error.cause : error) as Error & { code?: string };
  return new UpstreamError('away', [code, message].filter(Boolean).join(': '), { cause: error });
}

function isBeforeSending(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return syscall === 'connect' || (typeof code === 'string' && beforeSending.test(code));
}

const pauseAfter = ({ waitSeconds = 0 }: UpstreamError, attempt: number): number =>
  Math.max(waitSeconds * 1000, 100 * 2 ** attempt * (0.5 + Math.random()));
