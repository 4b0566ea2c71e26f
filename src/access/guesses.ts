import ipaddr from 'ipaddr.js';
import { BoundedMemory } from '../core/remembered.ts';

/** Wrong passwords of one origin: a user, an address, or a user at an address that it signed in from before. */
interface Origin {
  wrong: number;
  /** Refused without a look while it had to wait. */
  refused: number;
  lastAt: number;
}

interface Patience {
  /** So many wrong ones are nobody's business. */
  readonly free: number;
  readonly longestWaitMs: number;
}

const patience = {
  // Short: whoever guesses at a user from elsewhere must not keep its owner out of a new address for long.
  user: { free: 5, longestWaitMs: 60_000 },
  // An address may be a whole office.
  address: { free: 20, longestWaitMs: 15 * 60_000 },
  pair: { free: 10, longestWaitMs: 60_000 },
} as const satisfies Record<string, Patience>;

const shortestWaitMs = 5000;
const forgottenAfterMs = 15 * 60_000;
const mostOrigins = 10_000;
/** Guesses at a user from its own address, after which that address is a stranger's until it has been quiet. */
const flood = 1000;

/** What a caller's next password counts against. */
export interface Suspicion {
  /** Milliseconds until a password may be tried; nothing when it may be tried now. */
  readonly waitMs: number;
  /** Counted before the outcome is known, so that many at the same time get no more than many in a row. */
  begin(): { right(): void; wrong(): void };
  refuse(): void;
}

/**
 * Counts wrong passwords, in this process (docs/decisions/0013). A user at an address that it signed in from before
 * has a count of its own: it is not kept out by what others try elsewhere, at its name or behind its address.
 */
export class Guesses {
  readonly #users: Origins = new BoundedMemory(mostOrigins);
  readonly #addresses: Origins = new BoundedMemory(mostOrigins);
  readonly #pairs: Origins = new BoundedMemory(mostOrigins);
  #floods = false;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Of somebody of whom nothing is known. */
  ofStranger(username: string, address: string): Suspicion {
    return this.#suspicion([
      { among: this.#users, name: username, patience: patience.user },
      { among: this.#addresses, name: networkOf(address), patience: patience.address },
    ]);
  }

  /** Of a user at an address of its own. */
  ofFamiliar(username: string, address: string): Suspicion {
    return this.#suspicion([
      { among: this.#pairs, name: pairOf(username, address), patience: patience.pair },
    ]);
  }

  /** Whether so much was guessed at a user from its own address that this address is nobody's any more. */
  isFlooded(username: string, address: string): boolean {
    if (!this.#floods) return false;
    return (this.#known(this.#pairs, pairOf(username, address))?.refused ?? 0) >= flood;
  }

  #suspicion(counts: readonly Count[]): Suspicion {
    return {
      waitMs: Math.max(...counts.map((count) => this.#waitMs(count))),
      begin: () => {
        const origins = counts.map(({ among, name }) => this.#oneMore(among, name));
        return {
          right: () => {
            for (const origin of origins) origin.wrong -= 1;
          },
          wrong: () => {
            for (const origin of origins) origin.lastAt = this.#now();
          },
        };
      },
      refuse: () => {
        for (const { among, name } of counts) {
          const origin = this.#known(among, name);
          if (origin) origin.refused += 1;
          if (among === this.#pairs && origin && origin.refused >= flood) this.#floods = true;
        }
      },
    };
  }

  #waitMs({ among, name, patience: { free, longestWaitMs } }: Count): number {
    const { wrong = 0, lastAt = 0 } = this.#known(among, name) ?? {};
    if (wrong < free) return 0;
    return Math.max(0, lastAt + Math.min(longestWaitMs, shortestWaitMs * 2 ** (wrong - free)) - this.#now());
  }

  #known(among: Origins, name: string): Origin | undefined {
    const origin = among.get(name);
    return origin && this.#now() - origin.lastAt < forgottenAfterMs ? origin : undefined;
  }

  #oneMore(among: Origins, name: string): Origin {
    const origin = this.#known(among, name) ?? { wrong: 0, refused: 0, lastAt: 0 };
    origin.wrong += 1;
    origin.lastAt = this.#now();
    among.set(name, origin);
    return origin;
  }
}

/** Who was not heard of longest goes when there are too many: memory is bounded whatever callers think up. */
type Origins = BoundedMemory<string, Origin>;

interface Count {
  readonly among: Origins;
  readonly name: string;
  readonly patience: Patience;
}

const pairOf = (username: string, address: string): string => `${networkOf(address)} ${username}`;

/** Who has one IPv6 address has the other 2^64 of its network. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString();
}
