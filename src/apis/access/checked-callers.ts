import { hash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Actor, scopeOf } from '../../base/actor.ts';
import { limit } from '../../base/limits.ts';
import { lruCache } from '../../base/lru-cache.ts';
import { networkOf } from './login-throttle.ts';
import { clientOf, type ProxyTrust } from './sender.ts';

const mostKnown = limit(
  'callers that are known before they are authenticated',
  10_000,
  'Forgotten ones are checked again.',
);

/**
 * Decides whose requests share a queue: those of a registrar's users, of a service, and of all callers of a network
 * address whose credentials have not been checked yet. So nobody can fill another's queue, or have many queues.
 */
export class CheckedCallers {
  readonly #trust: ProxyTrust;
  readonly #key = randomBytes(32).toString('hex');
  readonly #owners = lruCache<string, string>(mostKnown);

  constructor(trust: ProxyTrust) {
    this.#trust = trust;
  }

  ownerOf(request: IncomingMessage): string {
    const { authorization } = request.headers;
    const known = authorization === undefined ? undefined : this.#owners.get(this.#mark(authorization));
    return known ?? networkOf(clientOf(request, this.#trust));
  }

  /** Remembers, after a request was answered, which actor its header has proved. */
  answered({ headers }: IncomingMessage, actor: Actor, status: number): void {
    const { authorization } = headers;
    if (authorization === undefined) return;
    const mark = this.#mark(authorization);
    if (actor.kind !== 'anonymous') this.#owners.set(mark, scopeOf(actor));
    else if (status === 401) this.#owners.delete(mark);
  }

  /** Hashed, because headers contain passwords. */
  #mark(authorization: string): string {
    return hash('sha256', this.#key + authorization, 'base64');
  }
}
