import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../base/actor.ts';
import { admissionTopics, type Bus, type Topic } from '../../base/events.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { SingleFlight } from '../../base/single-flight.ts';
import type { Authenticator, Sender } from './authenticator.ts';

/** How often open answers are checked; changes published on the bus are checked at once. */
const checkEveryMs = 3_000;
/** Changes that may affect who is admitted. Time does, too: tokens and certificates expire. */
const topics: readonly Topic[] = [...admissionTopics, 'clock'];

/** The admitted caller, and the credentials of the request. */
export interface Admission {
  readonly actor: Actor;
  readonly sender: Sender;
}

interface Watched extends Admission {
  readonly end: () => void;
}

/**
 * Ends streams and files whose sender would now be refused, or answered with other rights: they outlive their
 * requests. The authenticator is asked again, whatever the reason (docs/rules/access.md#open-streams).
 */
export class Admissions {
  readonly #authenticator: Authenticator;
  readonly #watched = new Set<Watched>();
  /** The callers that are being checked now. */
  readonly #asked = new Map<string, SingleFlight<Actor | undefined>>();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #isStale = false;

  constructor({ authenticator, bus }: { authenticator: Authenticator; bus: Bus }) {
    this.#authenticator = authenticator;
    const check = (): void => {
      if (this.#isChecking) this.#isStale = true;
      else if (this.#watched.size > 0) this.#checkAfter(0);
    };
    for (const topic of topics) bus.subscribe(topic, check);
    bus.onMissed(check);
  }

  async holds({ actor, sender }: Admission): Promise<boolean> {
    return isDeepStrictEqual(await this.#again(sender), actor);
  }

  /** Many streams report one change at the same moment: those of one sender share the check. */
  async #again(sender: Sender): Promise<Actor | undefined> {
    const key = JSON.stringify(sender);
    const flight = getOrCreate(
      this.#asked,
      key,
      () => new SingleFlight(() => this.#authenticator.again(sender)),
    );
    try {
      return await flight.get();
    } finally {
      if (flight.isIdle) this.#asked.delete(key);
    }
  }

  /** Calls `end` once when the admission is no longer valid; returns a function that stops watching. */
  watch(admission: Admission, end: () => void): () => void {
    const watched = { actor: admission.actor, sender: admission.sender, end };
    this.#watched.add(watched);
    if (!this.#timer && !this.#isChecking) this.#checkAfter(checkEveryMs);
    return () => {
      this.#watched.delete(watched);
      if (this.#watched.size === 0) this.#stop();
    };
  }

  #checkAfter(milliseconds: number): void {
    this.#stop();
    this.#timer = setTimeout(() => void this.#checkAll(), milliseconds).unref();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #checkAll(): Promise<void> {
    this.#stop();
    this.#isChecking = true;
    this.#isStale = false;
    // Several streams of one sender are checked once.
    const found = new Map<string, Actor | undefined>();
    try {
      for (const watched of [...this.#watched]) {
        const key = JSON.stringify(watched.sender);
        if (!found.has(key)) found.set(key, await this.#authenticator.again(watched.sender));
        if (isDeepStrictEqual(found.get(key), watched.actor)) continue;
        this.#watched.delete(watched);
        watched.end();
      }
    } catch {
      // The database does not answer: nobody is admitted or ended until it does.
    }
    this.#isChecking = false;
    if (this.#watched.size > 0) this.#checkAfter(this.#isStale ? 0 : checkEveryMs);
  }
}
