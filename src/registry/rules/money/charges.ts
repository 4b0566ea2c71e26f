import { type Failure, failure } from '../../../base/errors.ts';
import { type Money, negate } from '../../../base/money.ts';

/** The operations that a registrar pays for (docs/rules/registrar.md#charges); everything else is free. */
export type PricedOperation = 'create' | 'renew';

export interface Charge {
  readonly activity: PricedOperation;
  readonly description: string;
  readonly sum: Money;
}

export const chargeFor = (operation: PricedOperation, domainName: string, price: Money): Charge => ({
  activity: operation,
  description: `${operation === 'create' ? 'Create' : 'Renew'} ${domainName}`,
  sum: negate(price),
});

/** The causes of movements in the ledger, and their descriptions. */
export const transactionKinds = {
  create: 'REGISTRATION',
  renew: 'RENEWAL',
  add_credit: 'TOP_UP',
  reversal: 'REFUND',
  update_credit: 'ADJUSTMENT',
} as const;
export type LedgerActivity = keyof typeof transactionKinds;

/** The type in the registrar API: the cause decides, not the sign (docs/rules/registrar.md#account). */
export const movementType = (activity: LedgerActivity): 'credit' | 'debit' =>
  activity === 'add_credit' ? 'credit' : 'debit';

export const priceMissing = (): Failure =>
  failure('BILLING_FAILURE', 'Active price missing for this operation!', { path: ['period'] });

/** Registration and renewal have different messages (docs/rules/registrar.md#registration, #renewal). */
export const fundsMissing = (operation: PricedOperation): Failure =>
  failure(
    'BILLING_FAILURE',
    operation === 'create' ? 'Billing failure - credit balance low' : 'Not enough funds for renew domains',
  );
