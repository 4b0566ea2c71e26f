import { BooleanFilter, DateTimeFilter, DecimalFilter, IntFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const PaymentWhere = whereInput(
  'PaymentWhere',
  'Which payments to list; all conditions that are given must hold. {stray: {eq: true}, state: {eq: "settled"}} is money that came for no invoice.',
  {
    reference: [StringFilter, 'By the reference of the payment at the provider.'],
    state: [StringFilter, 'By what the provider said of it last: {eq: "settled"}.'],
    amount: [DecimalFilter, 'By how much it was made for: {gte: "100.00"}.'],
    standingAmount: [DecimalFilter, 'By how much of it has not been given back.'],
    invoiceNumber: [IntFilter, 'By the number of the invoice that it pays: {eq: 10001}.'],
    stray: [BooleanFilter, 'By whether it belongs to no invoice that is known.'],
    occurredAt: [DateTimeFilter, 'By when it happened: {gte: "-P7D"} is the last week.'],
  },
);

export const PaymentOrder = orderInput('Payment', 'payments', {
  OCCURRED_AT: { value: 'occurredAt', description: 'By when they happened.' },
  CREATED_AT: { value: 'createdAt', description: 'By when the registry first heard of them.' },
});
