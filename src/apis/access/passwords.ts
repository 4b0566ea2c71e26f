import { hash, randomBytes } from 'node:crypto';
import { stopwatch } from '../../base/clock.ts';
import { type Failure, failure, refuseWith } from '../../base/errors.ts';
import type { Bus } from '../../base/events.ts';
import type { SlotRequest } from '../../base/fair-semaphore.ts';
import { limit } from '../../base/limits.ts';
import { lruCache } from '../../base/lru-cache.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Peers } from '../../base/peers.ts';
import { decoyHash, hashesAreMany, verifyPassword } from '../../base/secrets.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import { storedSettings } from '../../registry/store/registry/settings.ts';
import { noteSignIns, type SigningIn, signInCandidate } from '../../registry/store/runner/sign-ins.ts';
import { type LastUses, notedEveryMs } from './last-uses.ts';
import { LoginThrottle, networkOf, type ThrottleCheck } from './login-throttle.ts';

/** How long a user's data are valid unless a change is published, and when they are read again. */
const validForMs = 30_000;
const renewedAfterMs = 20_000;
/** How long a wrong password is refused without the database, unless a change is published. */
const refusedForMs = 5_000;
/** Open streams see a change within seconds, even if it was not published. */
const rereadForStreamsAfterMs = 2_000;
/** How long an unused password is recognised without hashing. */
const knownForMs = 3_600_000;
const cacheSize = 10_000;
const mostAddresses = limit('addresses of one user that are known', 100, 'More than a user has.');
/** Stands for the stored hash of an unknown user: its dummy hash differs between processes. */
const noHash = '';

export interface PasswordParts {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly bus: Bus;
  readonly lastUses: LastUses;
  /** The other processes on the same port, which the same attacker may reach. */
  readonly peers?: Peers | undefined;
}

/** A user with the right password. */
export interface SignedIn {
  readonly user: SigningIn;
  readonly allowListOn: boolean;
}

/** The age of a read of a user, and the number of changes that had been published by then. */
interface Read {
  readonly generation: number;
  readonly age: () => number;
}

interface CachedSignIn extends SignedIn, Read {
  /** Addresses from which it passed every check. */
  readonly addresses: Set<string>;
  /** The moment at which the sign-in was last noted; undefined if it has not been noted yet. */
  notedAt: Date | undefined;
  renewing: boolean;
}

/**
 * Checks users' passwords. Hashing is slow on purpose, so each password is hashed once: concurrent checks
 * share the result, which is cached while the stored hash is the same. A user's data are read again before
 * they expire. Guessing is throttled before anything is hashed.
 */
export class Passwords {
  readonly #database: Database;
  readonly #metrics: Metrics;
  /** Counts wrong passwords and tokens. */
  readonly throttle: LoginThrottle;
  readonly #lastUses: LastUses;
  readonly #peers: Peers | undefined;
  readonly #key: string;
  readonly #right = lruCache<string, CachedSignIn>(cacheSize);
  /** The stored hash that a password did not match; repeating the same attempt is not a new guess. */
  readonly #wrong = lruCache<string, string>(cacheSize);
  /** Passwords that were wrong at the last read: refused without the database until that read is too old. */
  readonly #refused = lruCache<string, Read>(cacheSize);
  readonly #attempts = new Map<string, Promise<CachedSignIn>>();
  readonly #hashes = new Map<string, Promise<boolean>>();
  readonly #decoy = decoyHash();
  #generation = 0;

  constructor({ database, metrics, bus, lastUses, peers }: PasswordParts) {
    this.#database = database;
    this.#lastUses = lastUses;
    this.#metrics = metrics;
    this.#peers = peers;
    this.throttle = new LoginThrottle(stopwatch(), peers);
    this.#key = peers?.key ?? randomBytes(32).toString('hex');
    peers?.hear('wrong passwords', (news) => this.#wrong.set(...(news as [string, string])));
    const readAgain = (): void => {
      this.#generation += 1;
    };
    bus.subscribe('api_user', readAgain);
    bus.subscribe('setting', readAgain);
    bus.onMissed(readAgain);
  }

  /** Refuses when it is wrong, or when the caller has to wait. */
  async check(username: string, password: string, address: string): Promise<SignedIn> {
    const key = this.#keyOf(username, password);
    const refused = this.#refused.get(key);
    if (refused && this.#isCurrent(refused, refusedForMs)) return refuseWith(wrongPassword());
    const known = this.#right.get(key);
    if (
      known?.user.active &&
      this.#isCurrent(known) &&
      known.addresses.has(address) &&
      !this.throttle.isFlooded(username, address)
    ) {
      if (known.age() > renewedAfterMs) this.#renew(key, known, password, address);
      return known;
    }
    return this.#attempt(key, username, password, address);
  }

  /**
   * Signs in again with a password that was right, without hashing it; undefined if it is unknown or no longer valid.
   */
  async again(username: string, password: string): Promise<SignedIn | undefined> {
    const key = this.#keyOf(username, password);
    const known = this.#right.get(key);
    if (!known) return undefined;
    const generation = this.#generation;
    if (known.generation === generation && known.age() < rereadForStreamsAfterMs)
      return known.user.active ? known : undefined;
    const { user } = await this.#database.lookUp((db) => signInCandidate(db, username, ''));
    if (!user?.active || user.password_hash !== known.user.password_hash) return undefined;
    return this.#cache(key, user, { generation, addresses: known.addresses, notedAt: known.notedAt });
  }

  /**
   * Called when every other check has passed: from now on the address is one of the user's own. Further calls from
   * there are recorded later, in batches.
   */
  async welcome(signedIn: SignedIn, address: string, now: Date): Promise<void> {
    const known = signedIn as CachedSignIn;
    const isKnownHere = known.addresses.has(address);
    if (isKnownHere && known.notedAt && isSameMinute(known.notedAt, now)) return;
    known.notedAt = now;
    if (known.addresses.size >= mostAddresses) known.addresses.clear();
    known.addresses.add(address);
    const seen = { userId: known.user.id, network: networkOf(address), at: now };
    // While the primary is unavailable nothing can be written, so it is not tried.
    if (isKnownHere || this.#database.replicas?.standIn) this.#lastUses.signIn(seen);
    else await noteSignIns(this.#database.db, [seen]);
  }

  #isCurrent({ generation, age }: Read, forMs = validForMs): boolean {
    return generation === this.#generation && age() < forMs;
  }

  /**
   * While the old result is valid, nobody waits for the new one; if that fails, the next caller checks again.
   */
  #renew(key: string, known: CachedSignIn, password: string, address: string): void {
    if (known.renewing) return;
    known.renewing = true;
    this.#attempt(key, known.user.username, password, address).catch(() => {
      known.renewing = false;
    });
  }

  /** One attempt for each password and address at a time; nobody joins one that began before a change. */
  #attempt(key: string, username: string, password: string, address: string): Promise<CachedSignIn> {
    const name = `${key} ${address} ${this.#generation}`;
    const running = this.#attempts.get(name);
    if (running) return running;
    const attempt = this.#verify(key, username, password, address).finally(() => this.#attempts.delete(name));
    this.#attempts.set(name, attempt);
    return attempt;
  }

  async #verify(key: string, username: string, password: string, address: string): Promise<CachedSignIn> {
    // Data read before a change must not outlive it.
    const generation = this.#generation;
    const network = networkOf(address);
    const { user, familiar } = await this.#database.lookUp((db) => signInCandidate(db, username, network));
    const stored = user?.password_hash ?? this.#decoy;
    const storedOrNone = user?.password_hash ?? noHash;
    if (this.#wrong.get(key) === storedOrNone) {
      this.#refused.set(key, { generation, age: stopwatch() });
      return refuseWith(wrongPassword());
    }
    const known = this.#right.get(key);
    const isCached = known?.user.password_hash === stored && known.age() < knownForMs;
    const wasHere = familiar || known?.addresses.has(address) === true;
    const atHome = wasHere && !this.throttle.isFlooded(username, address);
    if (!(isCached && atHome)) {
      const throttleCheck = atHome
        ? this.throttle.ofFamiliar(username, address)
        : this.throttle.ofStranger(username, address);
      this.#refuseIfTooEarly(throttleCheck, atHome);
      // Users at their own addresses share the slots of their registrar; others those of their network.
      const owner = atHome && user ? `registrar:${user.registrar_id}` : networkOf(address);
      const slot = { owner, urgent: atHome };
      if (!isCached && !(await this.#matches(key, password, stored, throttleCheck, slot))) {
        this.#wrong.set(key, storedOrNone);
        this.#refused.set(key, { generation, age: stopwatch() });
        this.#peers?.publish('wrong passwords', [key, storedOrNone]);
        return refuseWith(wrongPassword());
      }
    }
    if (!user) return refuseWith(wrongPassword());
    const addresses = known?.addresses ?? new Set<string>();
    // The password of a disabled user who keeps calling must not be hashed each time.
    const found = await this.#cache(key, user, { generation, addresses, notedAt: known?.notedAt });
    return user.active ? found : refuseWith(wrongPassword());
  }

  async #cache(
    key: string,
    user: SigningIn,
    rest: Pick<CachedSignIn, 'generation' | 'addresses' | 'notedAt'>,
  ): Promise<CachedSignIn> {
    const settings = await this.#database.lookUp(storedSettings);
    const allowListOn = settings.get('api_ip_whitelist_enabled') === 'true';
    const found: CachedSignIn = { user, allowListOn, age: stopwatch(), renewing: false, ...rest };
    this.#right.set(key, found);
    return found;
  }

  #keyOf(username: string, password: string): string {
    return hash('sha256', `${this.#key}\0${username}\0${password}`, 'base64');
  }

  /** Hashes the same password once, however many requests wait for it. */
  async #matches(
    key: string,
    password: string,
    stored: string,
    throttleCheck: ThrottleCheck,
    slot: SlotRequest,
  ): Promise<boolean> {
    const name = `${key} ${stored}`;
    const running = this.#hashes.get(name);
    if (running) return running;
    const counted = throttleCheck.begin();
    const check = verifyPassword(password, stored, slot)
      .then((matches) => {
        if (matches) counted.right();
        else counted.wrong();
        this.#metrics.password(matches ? 'right' : 'wrong');
        return matches;
      })
      .finally(() => this.#hashes.delete(name));
    this.#hashes.set(name, check);
    return check;
  }

  #refuseIfTooEarly(throttleCheck: ThrottleCheck, atHome: boolean): void {
    const crowded = !atHome && hashesAreMany();
    if (throttleCheck.waitMs === 0 && !crowded) return;
    throttleCheck.refuse();
    this.#metrics.password('refused');
    refuseWith(tryLater(crowded ? crowd : guesswork, Math.max(1, Math.ceil(throttleCheck.waitMs / 1000))));
  }
}

/** A clock can be set back. */
const isSameMinute = (noted: Date, now: Date): boolean =>
  now >= noted && now.getTime() - noted.getTime() < notedEveryMs;

const wrongPassword = (): Failure => failure('INVALID_AUTHORIZATION_INFORMATION');

const guesswork = 'Too many wrong passwords';
const crowd = 'Too many passwords are waiting to be checked';

const tryLater = (why: string, seconds: number): Failure =>
  failure('RATE_LIMITED', `${why}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, {
    details: { retryAfterSeconds: seconds },
  });
