import { listTransactions } from '../../operations/account/list-transactions.ts';
import { showAccount } from '../../operations/account/show-account.ts';
import { transactionType } from '../../rules/charges.ts';
import { type Account, type Transaction, transactionsById } from '../../store/accounts.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { bigRowId, byId } from '../loading.ts';
import { nodeIsVisible } from '../node-visibility.ts';
import { runList } from '../run.ts';
import { DateTimeFilter, DecimalFilter, StringFilter, toFilter } from '../where.ts';

const TransactionTypeEnum = builder.enumType('TransactionType', {
  description: 'Which way money went.',
  values: {
    DEBIT: { value: 'debit', description: 'It was charged.' },
    CREDIT: { value: 'credit', description: 'It was added.' },
  } as const,
});

export const TransactionRef = builder.loadableNodeRef<Transaction, number>('Transaction', {
  id: { resolve: (transaction) => transaction.id, parse: bigRowId },
  load: async (ids, { database }) => byId(ids, await transactionsById(database.db, ids)),
});

TransactionRef.implement({
  description: 'One row of the ledger: money that was charged or added.',
  fields: (t) => ({
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: (row, _, { calendar }) => calendar.format(row.created_at),
    }),
    description: t.exposeString('description', { description: 'What it was for.' }),
    type: t.field({
      type: TransactionTypeEnum,
      description: 'Which way the money went.',
      resolve: (row) => transactionType(row.sum),
    }),
    sum: t.expose('sum', { type: 'Decimal', description: 'How much; negative when charged.' }),
    balance: t.expose('balance', { type: 'Decimal', description: 'The balance after it.' }),
  }),
});

export const TransactionConnection = connectionOf(TransactionRef, 'transactions');

nodeIsVisible<Transaction>(
  'Transaction',
  (row, actor) =>
    actor.kind === 'operator' || (actor.kind === 'registrar' && actor.registrarId === row.registrar_id),
);

interface TransactionWhereShape {
  and?: TransactionWhereShape[] | null;
  or?: TransactionWhereShape[] | null;
  not?: TransactionWhereShape | null;
  createdAt?: typeof DateTimeFilter.$inferInput | null;
  description?: typeof StringFilter.$inferInput | null;
  sum?: typeof DecimalFilter.$inferInput | null;
}

export const TransactionWhere = builder.inputRef<TransactionWhereShape>('TransactionWhere').implement({
  description: 'Which transactions: all conditions given must hold.',
  fields: (t) => ({
    and: t.field({ type: [TransactionWhere], description: 'All of these hold.' }),
    or: t.field({ type: [TransactionWhere], description: 'At least one of these holds.' }),
    not: t.field({ type: TransactionWhere, description: 'This does not hold.' }),
    createdAt: t.field({ type: DateTimeFilter, description: 'By time.' }),
    description: t.field({ type: StringFilter, description: 'By what it was for.' }),
    sum: t.field({ type: DecimalFilter, description: 'By amount.' }),
  }),
});

export const transactionKinds = { createdAt: 'moment', sum: 'money' } as const;

const AccountRef = builder.objectRef<Account>('Account').implement({
  description: "A registrar's prepaid account.",
  fields: (t) => ({
    balance: t.expose('balance', { type: 'Decimal', description: 'What is there to spend.' }),
    currency: t.exposeString('currency', { description: 'Always EUR.' }),
    transactions: t.connection(
      {
        type: TransactionRef,
        description: 'What was charged and added, newest first.',
        args: { where: t.arg({ type: TransactionWhere, description: 'Which ones; all when left out.' }) },
        resolve: (_, { where, ...page }, context) =>
          connect(context, page, {
            operation: listTransactions,
            filter: toFilter(where, transactionKinds, context),
            sort: { field: 'createdAt', descending: true },
            cursorOf: (row) => instantCursor(row.created_at, row.id),
          }),
      },
      TransactionConnection,
    ),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: AccountRef,
    nullable: true,
    description: showAccount.summary,
    resolve: (_, __, context) => runList(context, showAccount, {}),
  }),
);
