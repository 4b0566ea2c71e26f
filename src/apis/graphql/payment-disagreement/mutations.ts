import { resolvePaymentDisagreement } from '../../../registry/operations/billing/resolve-payment-disagreement.ts';
import { disagreementRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { PaymentDisagreementRef } from './type.ts';

defineMutation(resolvePaymentDisagreement, {
  show: disagreementRows.one,
  payload: result('paymentDisagreement', PaymentDisagreementRef, 'The case, which is closed now'),
});
