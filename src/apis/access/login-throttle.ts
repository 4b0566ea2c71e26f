import ipaddr from 'ipaddr.js';
import type { LRUCache } from 'lru-cache';
import { limit } from '../../base/limits.ts';
import { lruCache } from '../../base/lru-cache.ts';
import type { Peers } from '../../base/peers.ts';

/** Wrong passwords of one origin: a user, an address, or a user at an address that it signed in from before. */
interface Origin {
  wrong: number;
  /** Attempts that were refused without a check during the wait. */
  refused: number;
  /** The moment at which the last attempt began or was found to be wrong. */
  lastAt: number;
  lastWrongAt: number;
  /** Attempts without a known outcome yet. */
  underWay: number;
}

interface ThrottleLimits {
  /** The number of wrong ones without a wait. */
  readonly free: number;
  readonly longestWaitMs: number;
}

const limits = {
  // Short, because guesses from elsewhere must not lock the user out of a new address for long.
  user: { free: 5, longestWaitMs: 60_000 },
  // An address may be a whole office.
  address: { free: 20, longestWaitMs: 15 * 60_000 },
  pair: { free: 10, longestWaitMs: 60_000 },
} as const satisfies Record<string, ThrottleLimits>;

const shortestWaitMs = limit(
  'milliseconds that wrong passwords make an origin wait, at first',
  5000,
  'A typing error costs seconds.',
);
const expiresAfterMs = 15 * 60_000;
const mostOrigins = limit(
  'origins of wrong passwords that are remembered',
  10_000,
  'The oldest are forgotten.',
);
/**
 * The number of guesses at a user from its own address after which that address counts as unknown, until it has been
 * quiet.
 */
const flood = 1000;

/** The counters that a caller's next password affects. */
export interface ThrottleCheck {
  /** Milliseconds until a password may be tried; 0 when it may be tried now. */
  readonly waitMs: number;
  /**
   * Counts before the outcome is known, so that parallel attempts get no more guesses than sequential ones.
   */
  begin(): { right(): void; wrong(): void };
  refuse(): void;
}

/**
 * Counts wrong passwords across the processes of one port (docs/decisions/0013). A user at an address that it
 * signed in from before has a separate count: it is not locked out by guesses at its name from elsewhere, or
 * by others at its address.
 */
export class LoginThrottle {
  readonly #origins: Readonly<Record<Kind, Origins>> = {
    user: lruCache(mostOrigins),
    address: lruCache(mostOrigins),
    pair: lruCache(mostOrigins),
  };
  #floods = false;
  readonly #now: () => number;
  readonly #peers: Peers | undefined;
  readonly #topic: string;

  /** `topic` is what is guessed; each topic has its own counts. */
  constructor(now: () => number, peers?: Peers, topic = 'guesses') {
    this.#now = now;
    this.#topic = topic;
    this.#peers = peers;
    peers?.hear(topic, (news) => this.#count(...(news as [Step, readonly Count[]])));
  }

  /** Returns the check for an unknown caller. */
  ofStranger(username: string, address: string): ThrottleCheck {
    return this.#throttleCheck([
      { kind: 'user', name: username },
      { kind: 'address', name: networkOf(address) },
    ]);
  }

  /** Returns the check for a caller at this address who has only a token. */
  ofAddress(address: string): ThrottleCheck {
    return this.#throttleCheck([{ kind: 'address', name: networkOf(address) }]);
  }

  /** Returns the check for a user at one of its own addresses. */
  ofFamiliar(username: string, address: string): ThrottleCheck {
    return this.#throttleCheck([{ kind: 'pair', name: pairOf(username, address) }]);
  }

  /**
   * Returns the check for a caller with a secret that cannot be guessed, such as a link; only such callers count.
   */
  ofHolder(secret: string): ThrottleCheck {
    return this.#throttleCheck([{ kind: 'user', name: `holder ${secret}` }]);
  }

  /** Tells whether a user was guessed at so often from its own address that the address counts as unknown. */
  isFlooded(username: string, address: string): boolean {
    if (!this.#floods) return false;
    return (this.#known({ kind: 'pair', name: pairOf(username, address) })?.refused ?? 0) >= flood;
  }

  #throttleCheck(counts: readonly Count[]): ThrottleCheck {
    const step = (what: Step): void => {
      this.#count(what, counts);
      this.#peers?.publish(this.#topic, [what, counts]);
    };
    return {
      waitMs: Math.max(...counts.map((count) => this.#waitMs(count))),
      begin: () => {
        step('begun');
        return { right: () => step('right'), wrong: () => step('wrong') };
      },
      refuse: () => step('refused'),
    };
  }

  #count(step: Step, counts: readonly Count[]): void {
    for (const count of counts) {
      const origin = step === 'begun' ? this.#oneMore(count) : this.#known(count);
      if (!origin) continue;
      if (step === 'right' || step === 'wrong') origin.underWay = Math.max(0, origin.underWay - 1);
      if (step === 'wrong') origin.lastAt = origin.lastWrongAt = this.#now();
      if (step === 'right') {
        origin.wrong = Math.max(0, origin.wrong - 1);
        // A correct password does not lengthen anyone's wait.
        if (origin.underWay === 0) origin.lastAt = origin.lastWrongAt;
      }
      if (step === 'refused') origin.refused += 1;
      if (count.kind === 'pair' && origin.refused >= flood) this.#floods = true;
    }
  }

  #waitMs(count: Count): number {
    const { free, longestWaitMs } = limits[count.kind];
    const { wrong = 0, lastAt = 0 } = this.#known(count) ?? {};
    if (wrong < free) return 0;
    return Math.max(0, lastAt + Math.min(longestWaitMs, shortestWaitMs * 2 ** (wrong - free)) - this.#now());
  }

  #known({ kind, name }: Count): Origin | undefined {
    const origin = this.#origins[kind].get(name);
    return origin && this.#now() - origin.lastAt < expiresAfterMs ? origin : undefined;
  }

  #oneMore(count: Count): Origin {
    const origin = this.#known(count) ?? { wrong: 0, refused: 0, lastAt: 0, lastWrongAt: 0, underWay: 0 };
    origin.wrong += 1;
    origin.underWay += 1;
    origin.lastAt = this.#now();
    this.#origins[count.kind].set(count.name, origin);
    return origin;
  }
}

/** The least recently used entries are evicted: memory is bounded whatever callers send. */
type Origins = LRUCache<string, Origin>;

type Kind = keyof typeof limits;

/** The events of a guess. */
type Step = 'begun' | 'right' | 'wrong' | 'refused';

interface Count {
  readonly kind: Kind;
  readonly name: string;
}

const pairOf = (username: string, address: string): string => `${networkOf(address)} ${username}`;

/** One subscriber has all 2^64 IPv6 addresses of its network. */
export const networkOf = (address: string): string => networkOfBits(address, 64);

/** One customer of a provider may have all networks of a site, and thousands of them. */
export const siteOf = (address: string): string => networkOfBits(address, 48);

function networkOfBits(address: string, bits: number): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString();
}
