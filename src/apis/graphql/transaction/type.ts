import { transaction } from '../../../registry/entities/transaction.ts';
import { transactionRows } from '../../../registry/operations/readers/rows.ts';
import type { Transaction } from '../../../registry/operations/readers/shown.ts';
import { transactionKinds } from '../../../registry/rules/money/charges.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { cursorAt, cursorColumns, plainFields } from '../entity-fields.ts';
import { enumFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';
import { byPeople } from '../written.ts';

type Activity = Transaction['activity'];

const activities: Readonly<Record<Activity, string>> = {
  create: 'A domain was registered.',
  renew: 'A domain was renewed.',
  add_credit: 'A prepayment that was paid, or the opening balance.',
  update_credit: 'A correction by an operator.',
  reversal: 'The credit of a prepayment was taken back: it was refunded, or its invoice is no longer paid.',
};

const TransactionKindEnum = builder.enumType('TransactionKind', {
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

export const TransactionRef = rowNode<Transaction>('Transaction', transactionRows.many);

TransactionRef.implement({
  description:
    "One movement of money on a registrar's account. Rows are only ever added, never changed. An access token needs the scope BILLING.",
  fields: (t) => ({
    ...plainFields(t, transaction, { kind: TransactionKindEnum }),
    currency: currency(t),
    description: t.string({
      nullable: true,
      extensions: byPeople,
      description: 'Its description: "Create tamm.ee"; null where an upstream registry does not report it.',
      resolve: ({ description }) => description || null,
    }),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar whose account it is.',
      resolve: ({ registrar_id }) => registrar_id,
    }),
  }),
});

export const transactions = listOf(TransactionRef, transaction, {
  many: 'transactions',
  amounts: 'the amounts (negative where money was debited)',
  charges: true,
  level: 'The balance',
  filters: { kind: TransactionKindFilter },
  orders: { CREATED_AT: { value: 'position', description: 'By time of the movement.' } },
  keys: {
    KIND: key(TransactionKindEnum, 'What moved the money.'),
    REGISTRAR: key(RegistrarRef, 'The registrar whose account it is, for the ledger.'),
    ZONE: key('String', 'The zone of the domain that was paid for.'),
  },
});

export const newestFirst = { field: 'position', descending: true } as const;

/** The position distinguishes movements. */
export const placeOf = (row: Transaction, field: string) => ({
  ...cursorAt(row, columns[field] ?? 'position'),
  id: row.position,
});

const columns: Readonly<Record<string, string>> = cursorColumns(transaction);
