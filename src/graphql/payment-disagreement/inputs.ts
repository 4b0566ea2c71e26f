import { DateTimeFilter, enumFilter, StringFilter } from '../filters.ts';
import { whereInput } from '../where.ts';
import { KindEnum } from './type.ts';

const KindFilter = enumFilter('PaymentDisagreementKindFilter', KindEnum, {
  description: 'Conditions on the way in which the two differ; all that are given must hold.',
  verb: 'Is',
  one: 'kind of disagreement',
  many: 'kinds of disagreement',
});

export const PaymentDisagreementWhere = whereInput(
  'PaymentDisagreementWhere',
  'Which disagreements to list; all conditions that are given must hold.',
  {
    kind: [KindFilter, 'By the way in which the two differ: {eq: PAID_TWICE}.'],
    paymentReference: [StringFilter, 'By the reference of the payment at the provider.'],
    raisedAt: [DateTimeFilter, 'By when they were first seen: {gte: "-P7D"} is the last week.'],
    resolvedAt: [DateTimeFilter, 'By when they were dealt with; {isNull: true} are the open ones.'],
  },
);
