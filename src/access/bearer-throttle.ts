import { failure, refuseWith } from '../core/errors.ts';
import { lruCache } from '../core/lru-cache.ts';
import { fingerprint } from '../core/secrets.ts';
import { prefixOf } from '../rules/registrar/access-tokens.ts';
import { type LoginThrottle, networkOf } from './login-throttle.ts';

const cacheSize = 10_000;

/**
 * Counts wrong bearer tokens by address, like wrong passwords. A token that was right at an address before is
 * not throttled by the guesses of others there, and one that was wrong before, or valid once, is no new
 * guess.
 */
export class BearerThrottle {
  readonly #guesses: LoginThrottle;
  readonly #wasGiven: (hash: string) => Promise<boolean>;
  readonly #right = lruCache<string, true>(cacheSize);
  readonly #wrong = lruCache<string, true>(cacheSize);

  constructor(guesses: LoginThrottle, wasGiven: (hash: string) => Promise<boolean>) {
    this.#guesses = guesses;
    this.#wasGiven = wasGiven;
  }

  /** Returns what `find` finds for the token; refuses while guesses at this address are throttled. */
  async check<T>(
    token: string,
    address: string,
    find: () => Promise<T | undefined> | T | undefined,
  ): Promise<T | undefined> {
    const hash = fingerprint(token);
    const here = `${networkOf(address)} ${hash}`;
    const throttleCheck = this.#guesses.ofAddress(address);
    if (!this.#right.get(here) && throttleCheck.waitMs > 0) {
      throttleCheck.refuse();
      const seconds = Math.max(1, Math.ceil(throttleCheck.waitMs / 1000));
      return refuseWith(
        failure(
          'RATE_LIMITED',
          `Too many wrong tokens. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
          { details: { retryAfterSeconds: seconds } },
        ),
      );
    }
    const found = await find();
    if (found !== undefined) this.#right.set(here, true);
    else if (!this.#wrong.get(hash)) {
      this.#wrong.set(hash, true);
      // An expired token was not guessed.
      if (prefixOf(token) === undefined || !(await this.#wasGiven(hash))) throttleCheck.begin().wrong();
    }
    return found;
  }
}
