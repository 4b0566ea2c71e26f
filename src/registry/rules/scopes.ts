import {
  type Actor,
  includesRole,
  isPermitted,
  isSwitched,
  type OperatorRole,
  type Permit,
  rolesWith,
  type Scope,
  scopesOf,
  usernameOf,
} from '../../base/actor.ts';
import { type Failure, failure, refuseWith } from '../../base/errors.ts';

/**
 * The scope that an operation requires of an access token. SIGN_IN means that no token is enough: the user has to sign
 * in.
 */
export type NeededScope = Scope | 'SIGN_IN';

/** The facts about an operation that the rule needs. */
export interface Scoped {
  readonly kind: 'query' | 'command' | 'external-command';
  readonly permits: readonly Permit[];
  /** The role that operators need, if it permits operators: those may call it whose role includes this one. */
  readonly operators?: OperatorRole;
  readonly graphql?: string;
  /**
   * The scope that a token needs. Each operation declares it: it does not have a default
   * (docs/rules/access.md#scopes).
   */
  readonly scope: NeededScope;
  /**
   * Says whether a session that was opened by switching users may call it, if its kind and scope do not decide that.
   */
  readonly afterSwitching?: 'permitted' | 'refused';
}

/**
 * A session that was opened by switching users cannot manage access or change settings, so that nothing it does
 * outlasts the link (docs/rules/self-service.md#switching-users).
 */
export const isPermittedAfterSwitching = ({ kind, scope, afterSwitching }: Scoped): boolean =>
  kind === 'query' || (afterSwitching ?? (scope === 'SIGN_IN' ? 'refused' : 'permitted')) === 'permitted';

/**
 * The scopes that an access token needs for an operation, the same at both APIs. SECRETS alone writes nothing, so WRITE
 * is needed with it. Operators' tokens have no BILLING: money is read and moved with READ and WRITE there.
 */
export function scopesOfOperation(
  { kind, graphql, scope }: Scoped,
  caller?: Actor['kind'],
): readonly NeededScope[] {
  if (scope === 'SECRETS') return ['WRITE', scope];
  if (scope === 'BILLING' && caller === 'operator')
    return [kind === 'query' || graphql?.startsWith('Query.') ? 'READ' : 'WRITE'];
  return [scope];
}

/** Why a caller may not use an operation: its role, then its credentials; undefined if it may. */
export const authorizationFailure = (actor: Actor, operation: Scoped): Failure | undefined =>
  isPermitted(actor, operation.permits) ? scopeFailure(actor, operation) : failure('AUTHORIZATION');

/**
 * Returns why the caller's role or credentials do not suffice; undefined if an operator has the role, and the caller
 * has signed in or its token has the scope.
 */
export function scopeFailure(actor: Actor, operation: Scoped): Failure | undefined {
  const { operators } = operation;
  const unfit = operators && roleFailure(actor, operators);
  if (unfit) return unfit;
  if (isSwitched(actor) && !isPermittedAfterSwitching(operation))
    return failure(
      'AUTHORIZATION',
      `Authorization error: not available after switching users, sign in as ${usernameOf(actor)} instead`,
    );
  const scopes = scopesOf(actor);
  if (!scopes) return undefined;
  const needed = scopesOfOperation(operation, actor.kind).find(
    (one) => one !== 'READ' && !scopes.some((scope) => scope === one),
  );
  if (!needed) return undefined;
  return failure('AUTHORIZATION', `Authorization error: ${needs(needed)}`, { details: { scope: needed } });
}

/** Why an operator may not do it: the role includes less than this one. */
const roleFailure = (actor: Actor, operators: OperatorRole): Failure | undefined =>
  actor.kind === 'operator' && !includesRole(actor.role, operators)
    ? failure(
        'AUTHORIZATION',
        `Authorization error: this is for operators with the role ${rolesWith(operators)}, and yours is ${actor.role}`,
        { details: { operators } },
      )
    : undefined;

/** Refuses an operator whose role does not include this one, if that depends on the object. */
export function refuseUnless(actor: Actor, operators: OperatorRole): void {
  const unfit = roleFailure(actor, operators);
  if (unfit) refuseWith(unfit);
}

const needs = (needed: NeededScope): string =>
  needed === 'SIGN_IN'
    ? 'access tokens cannot do this, sign in instead'
    : `this needs an access token with the scope ${needed}`;

/** Transfer codes, auth info and other secrets. */
export const seesSecrets = (actor: Actor): boolean => hasScope(actor, 'SECRETS');

/** The whole URLs of webhooks, in which there may be a secret. */
export const seesWebhookUrls = (actor: Actor): boolean =>
  seesSecrets(actor) && !(actor.kind === 'operator' && actor.role === 'VIEWER');

/** Movements of money and invoices of the caller's registrar. */
export const seesMoney = (actor: Actor): boolean => hasScope(actor, 'BILLING');

const hasScope = (actor: Actor, scope: Scope): boolean => scopesOf(actor)?.includes(scope) ?? true;
