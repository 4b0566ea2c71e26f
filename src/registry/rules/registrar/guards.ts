import { type Actor, accessTokenOf, type Guards } from '../../../base/actor.ts';
import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import { isLess, type Money, negate, zero } from '../../../base/money.ts';
import { normaliseLookup } from '../domain/domain-name.ts';

/** The rules of the guards of access tokens (docs/rules/access.md#guards). */

export const guardsOf = (actor: Actor): Guards | undefined => accessTokenOf(actor)?.guards;

/** A refusal that names the guard, and what it still allows. */
export const guardFailure = (guard: keyof Guards, why: string, left?: unknown): Failure =>
  failure('AUTHORIZATION', `Authorization error: the guard ${guard} of this access token ${why}`, {
    details: { guard, ...(left !== undefined && { left }) },
  });

/** Nobody can agree to a write that no dry run can show. */
export const noDryRunFailure = (guard: 'outcomeNeeded' | 'approvalNeeded'): Failure =>
  guardFailure(guard, 'forbids writes that no dry run can show: use a token without this guard, or sign in');

/** The most that may wait, so that a program cannot flood a person. */
export const tooManyWaiting = (most: number): Failure =>
  guardFailure('approvalNeeded', `lets at most ${most} writes wait: a person has to decide on some first`, 0);

export const tooMuchWaiting = (): Failure =>
  guardFailure('approvalNeeded', 'lets no more wait: the writes that wait are too large together', 0);

/** What lets people decide is left out of this registry: the write must not be done without them. */
export const nobodyDecides = (): Failure =>
  guardFailure('approvalNeeded', 'needs a person to agree, and nobody can be asked here: sign in instead');

export const isOfGuard = ({ details }: Failure): boolean => details?.guard !== undefined;

interface GuardedOperation {
  readonly operation: string;
  /** No dry run can show the effects of the write. */
  readonly isUnforeseeable: boolean;
  readonly movesClock: boolean;
}

interface Write extends GuardedOperation {
  readonly input: unknown;
  readonly isShown: boolean;
  readonly isDryRun: boolean;
}

/** Why the guards refuse every write of this kind, whatever its input. */
export function guardOnAll(
  { outcomeNeeded, approvalNeeded, domains, spendLimit }: Guards,
  { operation, isUnforeseeable, movesClock }: GuardedOperation,
): Failure | undefined {
  if ((outcomeNeeded || approvalNeeded) && isUnforeseeable)
    return noDryRunFailure(outcomeNeeded ? 'outcomeNeeded' : 'approvalNeeded');
  if (spendLimit && movesClock)
    return guardFailure(
      'spendLimit',
      'forbids moving the clock, which would start another spending period: use a token without this guard, or sign in',
    );
  return domains && !touchesNothing(operation) && !operation.startsWith('domain.')
    ? guardFailure('domains', leaves(domains), domains)
    : undefined;
}

/** Checks the guards before anything is looked up. */
export function guardBefore(guards: Guards, write: Write): Failure | undefined {
  const { outcomeNeeded, domains } = guards;
  const { operation, input, isShown, isDryRun } = write;
  const always = guardOnAll(guards, write);
  if (always) return always;
  if (outcomeNeeded && !isShown && !isDryRun)
    return guardFailure(
      'outcomeNeeded',
      'requires a dry run first: send it with dryRun (REST: Dry-Run: true), then with its outcome as ifOutcome (REST: If-Outcome)',
    );
  return domains && !touchesNothing(operation) ? domainsGuardFailure(domains, namesIn(input)) : undefined;
}

/** Tells whether the operation is about messages: one that was read is not an object of the registry. */
export const touchesNothing = (operation: string): boolean => operation.startsWith('notification.');

/** The first of these domains that the guard does not name. */
export function domainsGuardFailure(
  domains: readonly string[],
  names: readonly string[],
): Failure | undefined {
  const forbidden = names.find((name) => !isWithin(domains, normaliseLookup(name)));
  return forbidden === undefined ? undefined : guardFailure('domains', leaves(domains), domains);
}

export const leaves = (domains: readonly string[]): string =>
  `allows only ${domains.slice(0, 10).join(', ')}${domains.length > 10 ? ', ...' : ''}`;

const isWithin = (domains: readonly string[], name: string): boolean =>
  domains.includes(name) || domains.includes(`*${name.slice(name.indexOf('.'))}`);

/** The domains that an input names: one, several, or several with their codes or changes. */
export function namesIn(input: unknown): string[] {
  const {
    name,
    names = [],
    transfers = [],
    rows = [],
  } = input as {
    name?: string;
    names?: readonly string[];
    transfers?: readonly { name: string }[];
    rows?: readonly { name: string }[];
  };
  return [...(name === undefined ? [] : [name]), ...names, ...[...transfers, ...rows].map((one) => one.name)];
}

/** The refusal if a single charge is more than the guard allows. */
export function maxPriceFailure(maxPrice: Money, sums: readonly Money[]): Failure | undefined {
  return sums.some((sum) => isLess(maxPrice, negate(sum)))
    ? guardFailure('maxPrice', `allows ${maxPrice} for one charge`, maxPrice)
    : undefined;
}

export const spendLimitFailure = (remaining: Money): Failure =>
  guardFailure('spendLimit', `leaves ${remaining}`, remaining);

/** The first day of the period that now belongs to. */
export function periodOf(per: 'DAY' | 'MONTH', now: Date, calendar: Calendar): LocalDate {
  const today = calendar.dateOf(now);
  return per === 'DAY' ? today : `${today.slice(0, 8)}01`;
}

interface Spending {
  readonly spent: Money;
  readonly spent_from: LocalDate | null;
}

/** The period to count in: the later one, for a write that began before midnight and comes after one of the new day. */
export const countedPeriod = ({ spent_from }: Spending, from: LocalDate): LocalDate =>
  spent_from !== null && spent_from > from ? spent_from : from;

/** The amount spent in the period that began on this day, or in a later one. */
export const spentSince = (spending: Spending, from: LocalDate): Money =>
  spending.spent_from === countedPeriod(spending, from) ? spending.spent : zero;

/** The states of a write that waits for a person: the detail `state` of APPROVAL_NEEDED. */
export const waitingStates = ['WAITING', 'APPROVED', 'DECLINED', 'ENDED', 'VOID'] as const;
