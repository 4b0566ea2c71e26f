import { accessTokenOf } from '../../../base/actor.ts';
import { refuseWith } from '../../../base/errors.ts';
import { add, isLess, money, negate, zero } from '../../../base/money.ts';
import {
  countedPeriod,
  domainsGuardFailure,
  guardsOf,
  maxPriceFailure,
  periodOf,
  spendLimitFailure,
  spentSince,
} from '../../rules/registrar/guards.ts';
import { lockSpending, storeSpending } from '../../store/runner/access-tokens.ts';
import type { RunningContext } from './running-context.ts';

/**
 * Refuses a write that the guards of the caller's token do not allow, once its effects are known. Spending is counted
 * under the lock of the token, in the transaction that charges it.
 */
export async function enforceGuards(context: RunningContext): Promise<void> {
  const { actor, db, now, calendar } = context;
  const guards = guardsOf(actor);
  const id = accessTokenOf(actor)?.id;
  if (!guards || id === undefined) return;
  const { effects } = context;
  const { domains, maxPrice, spendLimit } = guards;
  const changed = effects.changes.filter(({ type }) => type === 'domain').map(({ key }) => key);
  // Credits are not spending.
  const sums = effects.charges.map(({ sum }) => sum).filter((sum) => isLess(sum, zero));
  const refusal =
    (domains && domainsGuardFailure(domains, changed)) ??
    (maxPrice && maxPriceFailure(money(maxPrice), sums)) ??
    undefined;
  if (refusal) refuseWith(refusal);
  if (!spendLimit || sums.length === 0) return;
  const total = negate(add(zero, ...sums));
  const from = periodOf(spendLimit.per, now, calendar);
  const spending = await lockSpending(db, id);
  const spent = spentSince(spending, from);
  const remaining = add(money(spendLimit.amount), negate(spent));
  if (isLess(remaining, total)) refuseWith(spendLimitFailure(remaining));
  await storeSpending(db, id, { spent: add(spent, total), spent_from: countedPeriod(spending, from) });
}
