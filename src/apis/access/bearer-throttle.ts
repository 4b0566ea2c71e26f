import { failure, refuseWith } from '../../base/errors.ts';
import { lruCache } from '../../base/lru-cache.ts';
import type { Metrics } from '../../base/metrics.ts';
import { fingerprint } from '../../base/secrets.ts';
import { prefixOf } from '../../registry/rules/registrar/access-tokens.ts';
import type { LoginThrottle } from './login-throttle.ts';

const cacheSize = 10_000;

interface BearerThrottleParts {
  readonly guesses: LoginThrottle;
  readonly metrics: Metrics;
  /** Tells whether a token with this hash exists or existed. */
  readonly wasGiven: (hash: string) => Promise<boolean>;
}

/**
 * Counts wrong bearer tokens by address, like wrong passwords. A token is checked first, which is cheap: a right one
 * is accepted whatever others at its address have guessed, and only wrong ones have to wait. A token that was wrong
 * before, or was valid once, is not a new guess.
 */
export class BearerThrottle {
  readonly #parts: BearerThrottleParts;
  readonly #wrong = lruCache<string, true>(cacheSize);

  constructor(parts: BearerThrottleParts) {
    this.#parts = parts;
  }

  /** Returns the result of `find` for the token; refuses a wrong one while this address is throttled. */
  async check<T>(
    token: string,
    address: string,
    find: () => Promise<T | undefined> | T | undefined,
  ): Promise<T | undefined> {
    const found = await find();
    if (found !== undefined) return found;
    const { guesses, metrics, wasGiven } = this.#parts;
    const throttleCheck = guesses.ofAddress(address);
    if (throttleCheck.waitMs > 0) {
      throttleCheck.refuse();
      metrics.token('refused');
      const seconds = Math.max(1, Math.ceil(throttleCheck.waitMs / 1000));
      return refuseWith(
        failure(
          'RATE_LIMITED',
          `Too many wrong tokens. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
          { details: { retryAfterSeconds: seconds } },
        ),
      );
    }
    const hash = fingerprint(token);
    if (this.#wrong.get(hash)) return undefined;
    this.#wrong.set(hash, true);
    // An expired token was not guessed.
    if (prefixOf(token) !== undefined && (await wasGiven(hash))) return undefined;
    throttleCheck.begin().wrong();
    metrics.token('wrong');
    return undefined;
  }
}
