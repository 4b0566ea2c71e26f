import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { stopwatch } from './clock.ts';
import { Unavailable } from './errors.ts';
import { RoundRobinQueue } from './fair-semaphore.ts';
import { getOrCreate } from './get-or-create.ts';
import { limit } from './limits.ts';
import { usualWaitMs, waitPreferred } from './prefer-wait.ts';

export interface AdmissionLimits {
  /** How long requests are started in one iteration of the event loop. */
  readonly sliceMs?: number;
  /**
   * A request that has waited longer is refused, and so is a new one if the caller's first one has waited
   * longer. A request may ask for another limit (`Prefer: wait`).
   */
  readonly longestWaitMs?: number;
  readonly longestQueue?: number;
  /** How many requests of one caller are in progress at once; further ones wait. */
  readonly atOnce?: number;
}

const longestCountedMs = limit(
  'milliseconds for which a request counts as in progress',
  1_000,
  "A stream or a long report would block its caller's others.",
);
const retryMs = 100;

/** The most requests started in one iteration of the event loop. */
const startedPerTick = 64;

interface Waiting {
  readonly age: () => number;
  readonly longestWaitMs: number;
  /** Calls `leave` when it has ended. */
  readonly begin: (isTooLate: boolean, waitedMs: number, leave: () => void) => void;
}

/**
 * Node starts all requests that have arrived in one iteration of the event loop, however many, and accepts
 * one new connection in each: with two hundred busy connections, others would wait for seconds. So requests
 * are started for some milliseconds of an iteration and the rest in the next ones, round-robin by caller.
 * While nothing waits, nothing is queued.
 *
 * A request in progress continues as soon as the database answers, ahead of those that wait. So a caller has only a few
 * in progress and the rest wait here; otherwise they would wait for the database, ahead of other callers' requests.
 */
export class Admission {
  readonly #queue = new RoundRobinQueue<Waiting>();
  readonly #limits: Required<AdmissionLimits>;
  /** How long each request in progress has run, the oldest of a caller first. */
  readonly #running = new Map<string, Set<() => number>>();
  #iteration: (() => number) | undefined;
  #isScheduled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    sliceMs = 10,
    longestWaitMs = usualWaitMs,
    longestQueue = 8_000,
    atOnce = 16,
  }: AdmissionLimits = {}) {
    this.#limits = { sliceMs, longestWaitMs, longestQueue, atOnce };
  }

  /** Starts the request now or later; `isTooLate` if it must be refused. */
  enter(owner: string, begin: Waiting['begin'], longestWaitMs = this.#limits.longestWaitMs): void {
    if (this.#queue.size === 0 && !this.#isOver() && this.#mayHave(owner)) this.#begin(owner, begin);
    else if (this.#isHopeless(owner, longestWaitMs)) begin(true, 0, () => {});
    else {
      this.#queue.join(owner, { age: stopwatch(), longestWaitMs, begin });
      this.#schedule();
    }
  }

  get waiting(): number {
    return this.#queue.size;
  }

  #isHopeless(owner: string, longestWaitMs: number): boolean {
    const { longestQueue } = this.#limits;
    return (
      this.#queue.size >= longestQueue ||
      this.#queue.sizeOf(owner) >= Math.max(1, longestQueue / 4) ||
      (this.#queue.firstOf(owner)?.age() ?? 0) > longestWaitMs
    );
  }

  /** Tells whether this iteration of the event loop has taken long enough. */
  #isOver(): boolean {
    return this.#iteration !== undefined && this.#iteration() > this.#limits.sliceMs;
  }

  readonly #mayHave = (owner: string): boolean => {
    const running = this.#running.get(owner);
    if (!running || running.size < this.#limits.atOnce) return true;
    for (const age of running) {
      if (age() < longestCountedMs) break;
      running.delete(age);
    }
    return running.size < this.#limits.atOnce;
  };

  #begin(owner: string, begin: Waiting['begin'], isTooLate = false, waitedMs = 0): void {
    if (!this.#iteration) {
      this.#iteration = stopwatch();
      setImmediate(() => {
        this.#iteration = undefined;
      });
    }
    const age = stopwatch();
    const running = getOrCreate(this.#running, owner, () => new Set<() => number>());
    running.add(age);
    begin(isTooLate, waitedMs, () => {
      running.delete(age);
      if (running.size === 0 && this.#running.get(owner) === running) this.#running.delete(owner);
      if (this.#queue.size > 0) this.#schedule();
    });
  }

  // Each in its own callback: its synchronous part is done before the next one starts.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const steps = Math.min(this.#queue.size, startedPerTick);
    for (let step = 0; step < steps; step += 1) setImmediate(() => this.#next());
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#queue.size === 0) return;
      if (this.#queue.hasFor(this.#mayHave)) this.#schedule();
      // Requests in progress call this when they end; long-running ones no longer count.
      else
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined;
          this.#schedule();
        }, retryMs).unref();
    });
  }

  #next(): void {
    const next = this.#isOver() ? undefined : this.#queue.next(this.#mayHave);
    if (!next) return;
    const { owner, item } = next;
    const waitedMs = item.age();
    this.#begin(owner, item.begin, waitedMs > item.longestWaitMs, waitedMs);
  }
}

const refused = new WeakSet<IncomingMessage>();
const waited = new WeakMap<IncomingMessage, number>();

const shortestWaitMs = limit(
  'milliseconds that any request waits for its turn, at least',
  1000,
  'Even one that does not want to queue waits for some turns of the event loop.',
);

/** How long the sender will still wait, by its header or the default. */
export const remainingWaitMs = (request: IncomingMessage): number =>
  Math.max(0, waitOf(request) - (waited.get(request) ?? 0));

/** Anonymous callers cannot ask for a longer wait. */
const waitOf = ({ headers }: IncomingMessage): number =>
  (headers.authorization === undefined ? undefined : waitPreferred(headers.prefer)) ?? usualWaitMs;

/** Throws for a request that has waited too long. */
export function refuseIfTooLate(request: IncomingMessage): void {
  if (refused.has(request))
    throw new Unavailable('Command failed: the registry is too busy at the moment; try again', {
      waitSeconds: 1,
    });
}

/** Probes must not wait, and are answered from memory. */
const isUrgent = (url = ''): boolean => /^\/(?:livez|readyz|metrics)(?:$|[?/])/.test(url);

/**
 * Call this before any other listener for the server's requests is added. `ownerOf` returns the caller of a request,
 * whose credentials may not have been checked yet.
 */
export function admitFairly(
  server: Server,
  ownerOf: (request: IncomingMessage) => string,
  limits?: AdmissionLimits,
): Admission {
  const admission = new Admission(limits);
  const handlers = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const begin: Waiting['begin'] = (isTooLate, waitedMs, leave) => {
      response.once('close', leave);
      if (isTooLate) refused.add(request);
      if (waitedMs > 0) waited.set(request, waitedMs);
      for (const handle of handlers) handle.call(server, request, response);
    };
    if (isUrgent(request.url)) begin(false, 0, () => {});
    else admission.enter(ownerOf(request), begin, Math.max(shortestWaitMs, waitOf(request)));
  });
  return admission;
}
