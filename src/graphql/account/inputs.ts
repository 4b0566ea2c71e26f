import type { Transaction } from '../../operations/readers/shown.ts';
import { transactionKinds } from '../../rules/money/charges.ts';
import { builder } from '../builder.ts';
import { DateTimeFilter, DecimalFilter, enumFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

type Activity = Transaction['activity'];

const activities: Readonly<Record<Activity, string>> = {
  create: 'A domain was registered.',
  renew: 'A domain was renewed.',
  add_credit: 'A prepayment that was paid, or the opening balance.',
  update_credit: 'A correction by an operator.',
  reversal: 'A prepayment whose money went back.',
};

export const TransactionActivityEnum = builder.enumType('TransactionActivity', {
  description: 'What money moves for on an account.',
  values: Object.fromEntries(
    Object.entries(activities).map(([activity, description]) => [
      activity.toUpperCase(),
      { value: activity as Activity, description },
    ]),
  ) as Record<string, { value: Activity; description: string }>,
});

const TransactionActivityFilter = enumFilter('TransactionActivityFilter', TransactionActivityEnum, {
  description: 'Conditions on what money moved for; all that are given must hold: {in: [CREATE, RENEW]}.',
  verb: 'Is',
  one: 'activity',
  many: 'activities',
});

export const TransactionOrder = orderInput('Transaction', 'transactions', {
  CREATED_AT: { value: 'position', description: 'By when the money moved.' },
  DESCRIPTION: { value: 'description', description: 'By the words of their description.' },
  ACTIVITY: { value: 'activity', description: 'By what they were for.' },
  SUM: { value: 'sum', description: 'By their amount.' },
  BALANCE: { value: 'balance', description: 'By what was on the account right after them.' },
});

/** How each came about is written down when it is made. */
export const TransactionKindEnum = builder.enumType('TransactionKind', {
  description: 'What moved the money.',
  values: Object.fromEntries(
    Object.entries(activities).map(([activity, description]) => [
      transactionKinds[activity as Activity],
      { value: activity as Activity, description },
    ]),
  ) as Record<string, { value: Activity; description: string }>,
});

const TransactionKindFilter = enumFilter('TransactionKindFilter', TransactionKindEnum, {
  description:
    'Conditions on what moved the money; all that are given must hold: {in: [REGISTRATION, RENEWAL]}.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

export const TransactionWhere = whereInput(
  'TransactionWhere',
  'Which transactions to list; all conditions that are given must hold.',
  {
    createdAt: [DateTimeFilter, 'By when the money moved: {gte: "-P30D"} is the last 30 days.'],
    kind: [TransactionKindFilter, 'By what moved the money: {eq: RENEWAL}.'],
    description: [StringFilter, 'By the words of its description: {contains: "tamm.ee"}.'],
    activity: [TransactionActivityFilter, 'By what it was for: {in: [CREATE, RENEW]}.'],
    sum: [
      DecimalFilter,
      'By its amount, negative when it was taken: {lt: "0"} is everything that was charged.',
    ],
  },
);
