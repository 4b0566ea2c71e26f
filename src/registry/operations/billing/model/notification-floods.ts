import { failure, refuseWith } from '../../../../base/errors.ts';
import { limit } from '../../../../base/limits.ts';
import { recentEvents } from '../../../store/billing/payments.ts';
import { spendBudget } from '../../../store/runner/rate-budgets.ts';
import type { OperationContext } from '../../operation.ts';

/** A provider repeats itself every few minutes; more notifications than this are from somebody else. */
const windowMs = 60_000;
const mostOfOnePayment = limit(
  'notifications of one payment in a minute',
  300,
  'A provider repeats itself every few minutes; more are from somebody else.',
);
const mostFromOneAddress = limit(
  'notifications about unknown payments from one address in a minute',
  240,
  'Anybody may send them.',
);
export const mostStrays = limit(
  'notifications about unknown payments that are kept',
  1_000,
  'Anybody may send them.',
);

/** Notifications of known payments are kept, so the stored rows are counted. */
export async function refuseFlood({ db, now }: OperationContext, reference: string): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  if ((await recentEvents(db, reference, since, mostOfOnePayment)) >= mostOfOnePayment)
    refuseWith(tooManyNotifications());
}

/**
 * A notification about an unknown payment costs its sender a point, which is refunded when the provider knows
 * the payment.
 */
export async function chargeSender({ db, now, request }: OperationContext): Promise<string> {
  const sender = `notification:${request.network ?? request.via}`;
  if ((await spendBudget(db, sender, 1, now, windowMs)).used > mostFromOneAddress)
    refuseWith(tooManyNotifications());
  return sender;
}

export const tooManyNotifications = () =>
  failure('RATE_LIMITED', 'Too many notifications; try again in a minute', {
    details: { retryAfterSeconds: windowMs / 1000 },
  });
