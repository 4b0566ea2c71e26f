import type { Cursor } from '../../core/filter.ts';
import { listTransactions } from '../../operations/account/list-transactions.ts';
import { transactionRows } from '../../operations/readers/rows.ts';
import type { Account, Registrar, Transaction } from '../../operations/readers/shown.ts';
import { transactionType } from '../../rules/money/charges.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect } from '../connections.ts';
import { key, offerGroups } from '../groups.ts';
import { bigRowId, byId } from '../loading.ts';
import { sortBy } from '../order.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { toFilter } from '../where.ts';
import {
  TransactionActivityEnum,
  TransactionKindEnum,
  TransactionOrder,
  TransactionWhere,
} from './inputs.ts';

const TransactionTypeEnum = builder.enumType('TransactionType', {
  description: 'Whether money was taken from an account or put on it.',
  values: {
    DEBIT: {
      value: 'debit',
      description: 'Money was taken from the account, for a registration or renewal.',
    },
    CREDIT: { value: 'credit', description: 'Money was put on the account.' },
  } as const,
});

export const TransactionRef = builder.loadableNodeRef<Transaction, number>('Transaction', {
  id: { resolve: (transaction) => transaction.id, parse: bigRowId },
  load: async (ids, { database }) => byId(ids, await transactionRows.many(database.db, ids)),
});

TransactionRef.implement({
  description:
    "One movement of money on a registrar's account. Rows are only ever added, never changed. An access token needs the scope BILLING.",
  fields: (t) => ({
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the money moved.',
      resolve: (row, _, { calendar }) => calendar.format(row.created_at),
    }),
    description: t.string({
      nullable: true,
      description:
        'What it was for, in words: "Create tamm.ee"; null where a registry behind this one says nothing of it.',
      resolve: ({ description }) => description || null,
    }),
    type: t.field({
      type: TransactionTypeEnum,
      description: 'Whether it was taken (DEBIT) or put on the account (CREDIT).',
      resolve: (row) => transactionType(row.sum),
    }),
    activity: t.field({
      type: TransactionActivityEnum,
      description: 'What the money moved for.',
      resolve: (row) => row.activity,
    }),
    kind: t.expose('activity', {
      type: TransactionKindEnum,
      description: 'What it was for, for programs; description has the words.',
    }),
    sum: t.expose('sum', {
      type: 'Decimal',
      description: 'How much in euros: negative when it was taken, "-10.00".',
    }),
    balance: t.expose('balance', {
      type: 'Decimal',
      description: 'What was on the account right after it, in euros.',
    }),
  }),
});

type SortedField = 'position' | 'description' | 'activity' | 'sum' | 'balance';

export const newestFirst = { field: 'position', descending: true } as const;

export const placeOf = ({ position }: Transaction): Cursor => ({ value: String(position), id: position });

export const TransactionConnection = connectionOf(TransactionRef, 'transactions');

offerGroups(TransactionConnection, 'Transaction', {
  many: 'transactions',
  amounts: 'the amounts, negative where money was taken,',
  charges: true,
  keys: {
    KIND: key(TransactionKindEnum, 'What moved the money.'),
    REGISTRAR: key(RegistrarRef, 'The registrar whose account it is: of use in the ledger.'),
    ZONE: key('String', 'The zone of the domain that was paid for.'),
    CREATED_AT: key('moment', 'When the money moved.'),
  },
});

/** In a command's answer with its registrar as it is inside the transaction. */
export type ShownAccount = Account & { readonly registrar?: Registrar | null };

export const AccountRef = builder.objectRef<ShownAccount>('Account').implement({
  description: 'The prepaid account of a registrar, from which registrations and renewals are paid.',
  fields: (t) => ({
    balance: t.expose('balance', {
      type: 'Decimal',
      description: 'How many euros there are to spend; never below zero.',
    }),
    currency: t.exposeString('currency', { description: 'The currency of all its amounts: always EUR.' }),
    transactions: t.connection(
      {
        type: TransactionRef,
        description: 'Every movement of money on the account, newest first by default.',
        args: {
          where: t.arg({
            type: TransactionWhere,
            description: 'Which transactions; all of them when left out.',
          }),
          orderBy: t.arg({
            type: TransactionOrder,
            description: 'How to sort them; newest first when left out.',
          }),
        },
        resolve: (_, { where, orderBy, ...page }, context, info) =>
          connect(context, page, info, {
            operation: listTransactions,
            filter: toFilter(where, TransactionWhere, context),
            sort: sortBy(orderBy, newestFirst),
            cursorOf: (row, field) => ({ value: String(row[field as SortedField]), id: row.position }),
          }),
      },
      TransactionConnection,
    ),
  }),
});
