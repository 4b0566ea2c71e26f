import { initiators } from '../../operations/billing/model/ownership.ts';
import {
  DateFilter,
  DateTimeFilter,
  DecimalFilter,
  enumFilter,
  IntFilter,
  StringFilter,
} from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';
import { InvoiceKindEnum, InvoiceStatusEnum } from './type.ts';

const InvoiceStatusFilter = enumFilter('InvoiceStatusFilter', InvoiceStatusEnum, {
  description:
    'Conditions on how far an invoice has come; all that are given must hold: {in: [UNPAID, OVERDUE]}.',
  verb: 'Has',
  one: 'status',
  many: 'statuses',
});

const InvoiceKindFilter = enumFilter('InvoiceKindFilter', InvoiceKindEnum, {
  description: 'Conditions on what an invoice is for; all that are given must hold: {eq: PREPAYMENT}.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

export const InvoiceWhere = whereInput(
  'InvoiceWhere',
  'Which invoices to list; all conditions that are given must hold.',
  {
    number: [IntFilter, 'By the invoice number: {gte: 10000}.'],
    status: [InvoiceStatusFilter, 'By how far they have come: {eq: PAID}.'],
    initiator: [StringFilter, 'By the service they belong to: {eq: "auction"}.', initiators],
    description: [StringFilter, 'By what they are for: {contains: "deposit"}.'],
    amount: [DecimalFilter, 'By how much is to be paid, in euros: {gte: "100.00"}.'],
    createdAt: [DateTimeFilter, 'By when they were made: {gte: "-P30D"} is the last 30 days.'],
    kind: [InvoiceKindFilter, 'By what they are for: {eq: PREPAYMENT}.'],
    dueOn: [DateFilter, 'By the last day on which they should be paid: {lte: "P7D"}.'],
    cancelledAt: [DateTimeFilter, 'By when they were called off: {isNull: true} are those that were not.'],
    overdueDays: [IntFilter, 'By how many days they have been overdue: {gte: 1}; 0 are those that are not.'],
    paidAt: [DateTimeFilter, 'By when they were paid: {isNull: true} are those that are not.'],
  },
);

export const InvoiceOrder = orderInput('Invoice', 'invoices', {
  NUMBER: { value: 'number', description: 'By the invoice number, which grows with time.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were made.' },
  DUE_ON: {
    value: 'dueOn',
    description: 'By the last day on which they should be paid; last those without one.',
  },
  OVERDUE_DAYS: {
    value: 'overdueDays',
    description: 'By how many days they have been overdue; those that are not have 0.',
  },
  TOTAL: { value: 'amount', description: 'By how much is to be paid.' },
  PAID_AT: { value: 'paidAt', description: 'By when they were paid; last those that are not.' },
});
