import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { stopwatch } from './clock.ts';
import { Unavailable } from './errors.ts';
import { RoundRobinQueue } from './fair-semaphore.ts';

export interface AdmissionLimits {
  /** For so long requests are begun in one turn of the event loop. */
  readonly sliceMs?: number;
  /** After so long whoever waits is refused, and so is who comes while another of the same caller has waited so long. */
  readonly longestWaitMs?: number;
  readonly longestQueue?: number;
}

/** Tried in one turn of the event loop, at most. */
const startedPerTick = 64;

interface Waiting {
  readonly age: () => number;
  readonly begin: (isTooLate: boolean) => void;
}

/**
 * Node begins all requests that have arrived in one turn of the event loop, however many they are, and accepts one new
 * connection in each: with two hundred busy connections, others would wait for seconds. So requests are begun for some
 * milliseconds of a turn, the rest in the next ones, in turn by who calls. While nobody waits, nothing is queued.
 */
export class Admission {
  readonly #line = new RoundRobinQueue<Waiting>();
  readonly #limits: Required<AdmissionLimits>;
  #turn: (() => number) | undefined;
  #isScheduled = false;

  constructor({ sliceMs = 10, longestWaitMs = 5_000, longestQueue = 2_000 }: AdmissionLimits = {}) {
    this.#limits = { sliceMs, longestWaitMs, longestQueue };
  }

  /** Begins now or later; `isTooLate` when it shall be refused. */
  enter(owner: string, begin: Waiting['begin']): void {
    if (this.#line.size === 0 && !this.#isOver()) this.#begin(begin, false);
    else if (this.#isHopeless(owner)) begin(true);
    else {
      this.#line.join(owner, { age: stopwatch(), begin });
      this.#schedule();
    }
  }

  get waiting(): number {
    return this.#line.size;
  }

  #isHopeless(owner: string): boolean {
    const { longestQueue, longestWaitMs } = this.#limits;
    return this.#line.size >= longestQueue || (this.#line.firstOf(owner)?.age() ?? 0) > longestWaitMs;
  }

  /** Whether this turn of the event loop has taken long enough. */
  #isOver(): boolean {
    return this.#turn !== undefined && this.#turn() > this.#limits.sliceMs;
  }

  #begin(begin: Waiting['begin'], isTooLate: boolean): void {
    if (!this.#turn) {
      this.#turn = stopwatch();
      setImmediate(() => {
        this.#turn = undefined;
      });
    }
    begin(isTooLate);
  }

  // Each in a callback of its own: what it does at once is done before the next one begins.
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const steps = Math.min(this.#line.size, startedPerTick);
    for (let step = 0; step < steps; step += 1) setImmediate(() => this.#next());
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#line.size > 0) this.#schedule();
    });
  }

  #next(): void {
    const next = this.#isOver() ? undefined : this.#line.next()?.item;
    if (next) this.#begin(next.begin, next.age() > this.#limits.longestWaitMs);
  }
}

const refused = new WeakSet<IncomingMessage>();

/** Throws for a request that has waited too long to be begun. */
export function refuseIfTooLate(request: IncomingMessage): void {
  if (refused.has(request))
    throw new Unavailable('Command failed: the registry has too much to do at the moment; try again', {
      waitSeconds: 1,
    });
}

/** Asked by who must not wait, and answered from what is known. */
const isUrgent = (url = ''): boolean => /^\/(?:livez|readyz|metrics)(?:$|[?/])/.test(url);

/** To be called before anybody else listens to the server's requests. */
export function admitFairly(server: Server, limits?: AdmissionLimits): Admission {
  const admission = new Admission(limits);
  const handlers = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const begin = (isTooLate: boolean): void => {
      if (isTooLate) refused.add(request);
      for (const handle of handlers) handle.call(server, request, response);
    };
    // Nobody waits in another's queue without knowing its password.
    if (isUrgent(request.url)) begin(false);
    else admission.enter(request.headers.authorization ?? String(request.socket.remoteAddress), begin);
  });
  return admission;
}
