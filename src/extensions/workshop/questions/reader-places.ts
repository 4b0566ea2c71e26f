import { stopwatch } from '../../../base/clock.ts';

interface Limits {
  /** Readers who are sent a whole list at once; one of each network. */
  readonly places: number;
  /** A reader who has let the registry wait this long in all leaves its place to others, if any are waiting. */
  readonly slowMs: number;
  readonly longestWaitMs: number;
  readonly mostWaiting: number;
  readonly mostWaitingOfNetwork: number;
}

/** A Parquet file may take a minute, and proxies give up after 75 seconds without a byte. */
const usual: Limits = {
  places: 2,
  slowMs: 10_000,
  longestWaitMs: 15_000,
  mostWaiting: 50,
  mostWaitingOfNetwork: 10,
};

/** How often slow readers are looked for while others wait. */
const lookAgainMs = 250;

interface Waiting {
  readonly network: string;
  readonly enter: (place: Place) => void;
}

/**
 * Who may be sent a whole list of a published question now. Each list occupies a database connection until it is
 * sent, so others wait in the order in which they came, one of each network in turn, and neither a network nor slow
 * readers can occupy all places.
 */
export class ReaderPlaces {
  readonly #limits: Limits;
  readonly #open = new Set<Place>();
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usual, ...limits };
  }

  /** A place, or the reason why there is none. */
  async take(network: string): Promise<Place | string> {
    const { mostWaiting, mostWaitingOfNetwork, longestWaitMs } = this.#limits;
    const ofNetwork = [...this.#waiting].filter((one) => one.network === network).length;
    if (this.#waiting.size >= mostWaiting || ofNetwork >= mostWaitingOfNetwork) return this.#refusal(network);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        network,
        enter: (place) => {
          clearTimeout(timeout);
          resolve(place);
        },
      };
      const timeout = setTimeout(() => {
        this.#waiting.delete(waiting);
        resolve(this.#refusal(network));
      }, longestWaitMs);
      this.#waiting.add(waiting);
      this.#admit();
    });
  }

  get open(): number {
    return this.#open.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  #refusal(network: string): string {
    return this.#has(network)
      ? 'A whole list is being sent to your network, which gets one at a time: try again when it has arrived'
      : 'Whole lists are being sent to other readers of published questions: try again in a minute';
  }

  readonly #has = (network: string): boolean => [...this.#open].some((place) => place.network === network);

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (this.#open.size >= this.#limits.places) break;
      if (this.#has(waiting.network)) continue;
      this.#waiting.delete(waiting);
      const place = new Place(waiting.network, () => {
        if (!this.#open.delete(place)) return;
        this.#letOthersPass(place.network);
        this.#admit();
      });
      this.#open.add(place);
      waiting.enter(place);
    }
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else this.#timer ??= setInterval(() => this.#endSlowest(), lookAgainMs).unref();
  }

  /** A network that has had its turn comes after all others. */
  #letOthersPass(network: string): void {
    for (const waiting of [...this.#waiting].filter((one) => one.network === network)) {
      this.#waiting.delete(waiting);
      this.#waiting.add(waiting);
    }
  }

  #endSlowest(): void {
    const { places, slowMs } = this.#limits;
    const somebodyWaits = [...this.#waiting].some(({ network }) => !this.#has(network));
    if (!somebodyWaits || this.#open.size < places) return;
    const [slowest] = [...this.#open].sort((one, other) => other.waitedMs - one.waitedMs);
    if (slowest && slowest.waitedMs >= slowMs) slowest.end();
  }
}

/** The place of one reader, who may be slow. */
export class Place {
  readonly network: string;
  readonly leave: () => void;
  #waitedMs = 0;
  #pause: { readonly elapsed: () => number; readonly stop: (why: string) => void } | undefined;

  constructor(network: string, leave: () => void) {
    this.network = network;
    this.leave = leave;
  }

  /** How long the registry has waited for this reader in all. */
  get waitedMs(): number {
    return this.#waitedMs + (this.#pause?.elapsed() ?? 0);
  }

  /** Called when the reader is waited for; `stop` ends its file. Returns what to call when the reader has read. */
  pause(stop: (why: string) => void): () => void {
    this.#pause = { elapsed: stopwatch(), stop };
    return () => {
      this.#waitedMs = this.waitedMs;
      this.#pause = undefined;
    };
  }

  /** Ends the file as soon as its reader is waited for. */
  end(): void {
    this.#pause?.stop('others are waiting, and the reader is slow');
  }
}
