import { failure, refuseWith } from '../core/errors.ts';
import { LruCache } from '../core/lru-cache.ts';
import { fingerprint } from '../core/secrets.ts';
import { prefixOf } from '../rules/registrar/access-tokens.ts';
import { type LoginThrottle, networkOf } from './login-throttle.ts';

const cacheSize = 10_000;

/**
 * Counts wrong bearer tokens by address, as wrong passwords are. A token that was right at an address before is not kept
 * out by what others try there, and one that was wrong
 * before, or good once, is no new guess.
 */
export class BearerThrottle {
  readonly #guesses: LoginThrottle;
  readonly #wasGiven: (hash: string) => Promise<boolean>;
  readonly #right = new LruCache<string, true>(cacheSize);
  readonly #wrong = new LruCache<string, true>(cacheSize);

  constructor(guesses: LoginThrottle, wasGiven: (hash: string) => Promise<boolean>) {
    this.#guesses = guesses;
    this.#wasGiven = wasGiven;
  }

  /** Whoever `look` finds behind the token; refuses to look while who guesses at this address has to wait. */
  async check<T>(
    token: string,
    address: string,
    look: () => Promise<T | undefined> | T | undefined,
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
    const found = await look();
    if (found !== undefined) this.#right.set(here, true);
    else if (!this.#wrong.get(hash)) {
      this.#wrong.set(hash, true);
      // Who has a token that has ended has not guessed it.
      if (prefixOf(token) === undefined || !(await this.#wasGiven(hash))) throttleCheck.begin().wrong();
    }
    return found;
  }
}
