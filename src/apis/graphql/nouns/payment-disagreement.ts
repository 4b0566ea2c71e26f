import { paymentDisagreement } from '../../../registry/entities/payment-disagreement.ts';
import {
  type DisagreementKind,
  disagreementKinds,
  readDisagreement,
} from '../../../registry/operations/billing/model/disagreements.ts';
import { resolvePaymentDisagreement } from '../../../registry/operations/billing/resolve-payment-disagreement.ts';
import { listPaymentDisagreements } from '../../../registry/operations/operator/lists.ts';
import { paymentsReferenced } from '../../../registry/operations/readers/of-invoices.ts';
import { disagreementRows } from '../../../registry/operations/readers/rows.ts';
import type { PaymentDisagreement } from '../../../registry/operations/readers/shown.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumFilter } from '../filters.ts';
import { InvoiceRef, PaymentRef } from '../invoice/type.ts';
import { listOf, listQuery } from '../list.ts';
import { batched } from '../loading.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { rowNode } from '../row-node.ts';
import { databaseId } from '../state-fields.ts';

const KindEnum = enumOf<DisagreementKind>(
  'PaymentDisagreementKind',
  "The kinds of differences between the payment provider's reports and the registry's books.",
  disagreementKinds,
);

const payments = batched(paymentsReferenced);

const PaymentDisagreementRef = rowNode<PaymentDisagreement>('PaymentDisagreement', disagreementRows.many);

PaymentDisagreementRef.implement({
  description:
    "A difference between the payment provider's report and the registry's books. Nothing is corrected automatically: an operator decides.",
  fields: (t) => ({
    databaseId: databaseId(t),
    ...plainFields(t, paymentDisagreement),
    kind: t.field({
      type: KindEnum,
      description: 'The kind of difference.',
      resolve: ({ kind }) => readDisagreement(kind).kind,
    }),
    about: t.string({
      nullable: true,
      description:
        'Further detail: the event that was reported, or the number of the invoice that could not be paid; null when there is none.',
      resolve: ({ kind }) => readDisagreement(kind).about,
    }),
    payment: t.field({
      type: PaymentRef,
      nullable: true,
      description: 'The last state of the payment at the provider; null when it was not kept.',
      resolve: ({ payment_reference }, _, context) => payments(context).load(payment_reference),
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice it is about, if that is known.',
      resolve: ({ invoice_id }) => invoice_id,
    }),
  }),
});

const KindFilter = enumFilter('PaymentDisagreementKindFilter', KindEnum, {
  description: 'Conditions on the kind of difference; all that are given must hold.',
  verb: 'Is',
  one: 'kind of disagreement',
  many: 'kinds of disagreement',
});

export const paymentDisagreements = listOf(PaymentDisagreementRef, paymentDisagreement, {
  many: 'disagreements',
  filters: { kind: KindFilter },
});

listQuery('paymentDisagreements', paymentDisagreements, {
  operation: listPaymentDisagreements,
  description: `${listPaymentDisagreements.summary} Newest first.`,
  where: 'Which disagreements; all of them, open and closed, when left out.',
  usual: { field: 'raisedAt', descending: true },
});

defineMutation(resolvePaymentDisagreement, {
  show: disagreementRows.one,
  payload: result('paymentDisagreement', PaymentDisagreementRef, 'The case, which is closed now'),
});
