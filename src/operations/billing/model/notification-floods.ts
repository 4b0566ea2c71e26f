import { failure, refuseWith } from '../../../core/errors.ts';
import { recentEvents } from '../../../store/billing/payments.ts';
import { spendBudget } from '../../../store/runner/rate-budgets.ts';
import type { OperationContext } from '../../operation.ts';

/** A provider repeats itself every few minutes; whoever sends more than this is somebody else. */
const windowMs = 60_000;
const mostOfOnePayment = 300;
const mostFromOneAddress = 240;
/** So many notifications of payments that nobody knows are kept at a time. */
export const mostStrays = 1_000;

/** Of a payment that we know: its notifications are kept, so they are counted there. */
export async function refuseFlood({ db, now }: OperationContext, reference: string): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  if ((await recentEvents(db, reference, since, mostOfOnePayment)) >= mostOfOnePayment)
    refuseWith(tooManyNotifications());
}

/** Asking about a payment that we do not know costs its sender a point, given back when the provider knows it. */
export async function payFor({ db, now, request }: OperationContext): Promise<string> {
  const sender = `notification:${request.network ?? request.via}`;
  if ((await spendBudget(db, sender, 1, now, windowMs)).used > mostFromOneAddress)
    refuseWith(tooManyNotifications());
  return sender;
}

export const tooManyNotifications = () =>
  failure('RATE_LIMITED', 'Too many notifications; try again in a minute', {
    details: { retryAfterSeconds: windowMs / 1000 },
  });
