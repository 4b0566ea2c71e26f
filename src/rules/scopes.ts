import { type Actor, type Permit, type Scope, scopesOf } from '../core/actor.ts';
import { type Failure, failure } from '../core/errors.ts';

/** What the rule needs to know of an operation. */
export interface Scoped {
  readonly kind: 'query' | 'command' | 'outside-command';
  readonly permits: readonly Permit[];
  readonly graphql?: string;
  /** Where its kind and its permits do not tell: it shows money, gives a secret this once, or makes credentials. */
  readonly scope?: 'BILLING' | 'SECRETS' | 'SIGN_IN';
}

/**
 * What an access token must be for, decided by what the operation is, at both doors: what a registrar's billing users
 * do is BILLING, what reads is READ, all else is WRITE, and SECRETS too where a secret is made that nobody else would
 * ever know. SIGN_IN: no token will do, somebody has to sign in. Of operators' tokens, which know no BILLING, money is read and moved like everything else
 * (docs/rules/access.md#scopes).
 */
export function scopesOfOperation(
  { kind, permits, graphql, scope }: Scoped,
  caller?: Actor['kind'],
): readonly (Scope | 'SIGN_IN')[] {
  if (scope === 'SIGN_IN') return [scope];
  if (scope === 'SECRETS') return ['WRITE', scope];
  if ((scope ?? permits.includes('registrar:billing')) && caller !== 'operator') return ['BILLING'];
  return [kind === 'query' || graphql?.startsWith('Query.') ? 'READ' : 'WRITE'];
}

/** Undefined: the caller has signed in, or its token is for this. */
export function lackOfScope(actor: Actor, operation: Scoped): Failure | undefined {
  const scopes = scopesOf(actor);
  if (!scopes) return undefined;
  const needed = scopesOfOperation(operation, actor.kind).find(
    (one) => one !== 'READ' && !scopes.some((scope) => scope === one),
  );
  if (!needed) return undefined;
  return failure('AUTHORIZATION', `Authorization error: ${lackOf(needed)}`, { details: { scope: needed } });
}

export const lackOf = (needed: Scope | 'SIGN_IN'): string =>
  needed === 'SIGN_IN'
    ? 'no access token can do this, sign in instead'
    : `this needs an access token with the scope ${needed}`;

/** Transfer codes, auth info and whatever else is a secret. */
export const seesSecrets = (actor: Actor): boolean => hasScope(actor, 'SECRETS');

/** Movements of money and invoices of the caller's registrar. */
export const seesMoney = (actor: Actor): boolean => hasScope(actor, 'BILLING');

const hasScope = (actor: Actor, scope: Scope): boolean => scopesOf(actor)?.includes(scope) ?? true;
