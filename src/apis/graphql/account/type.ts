import { listBalances, mostBalances } from '../../../registry/operations/account/list-balances.ts';
import { listTransactions } from '../../../registry/operations/account/list-transactions.ts';
import { accountRows } from '../../../registry/operations/readers/rows.ts';
import type { Account, Registrar } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { enumOf } from '../enum-of.ts';
import { listField } from '../list.ts';
import { measure } from '../measures.ts';
import { rowNode } from '../row-node.ts';
import { runList } from '../run.ts';
import { newestFirst, placeOf, transactions } from '../transaction/type.ts';
import { byRegistry } from '../written.ts';

/** An account; in a command's answer it has the registrar as it is inside the transaction. */
export type ShownAccount = Account & { readonly registrar?: Registrar | null };

const BalancePeriodEnum = enumOf('BalancePeriod', 'The periods whose last balance is shown.', {
  day: 'Each calendar day.',
  month: 'Each calendar month.',
});

const DayBalanceRef = builder
  .objectRef<{ readonly day: string; readonly balance: string }>('DayBalance')
  .implement({
    description: 'The balance of an account at the end of a day.',
    fields: (t) => ({
      day: t.expose('day', {
        type: 'Date',
        description: 'The day: for a month, its last one; today while it is not over.',
      }),
      balance: t.expose('balance', {
        type: 'Decimal',
        extensions: measure('LEVEL', 'EUR'),
        description: 'The balance at the end of that day, in euros; of today, the balance now.',
      }),
      currency: currency(t),
    }),
  });

export const AccountRef = rowNode<ShownAccount>('Account', accountRows.many);

AccountRef.implement({
  description:
    'The prepaid account of a registrar, from which registrations and renewals are paid. An access token needs the scope BILLING.',
  fields: (t) => ({
    balance: t.expose('balance', {
      type: 'Decimal',
      extensions: measure('LEVEL', 'EUR'),
      description: 'The balance in euros; never below zero.',
    }),
    currency: t.exposeString('currency', {
      extensions: byRegistry,
      description: 'The currency of all its amounts: always EUR.',
    }),
    balances: t.field({
      type: [DayBalanceRef],
      nullable: true,
      description: `The balance at the end of each day or month, including days without movements; at most ${mostBalances} rows. Null when these days are refused.`,
      args: {
        from: t.arg({
          type: 'Date',
          description: 'The first day; twelve months before the last one when left out.',
        }),
        to: t.arg({ type: 'Date', description: 'The last day; today when left out or later.' }),
        per: t.arg({
          type: BalancePeriodEnum,
          defaultValue: 'month' as const,
          description: 'Whether a row is a day or a month.',
        }),
      },
      resolve: (_, { from, to, per }, context) =>
        runList(context, listBalances, { from: from ?? undefined, to: to ?? undefined, per: per ?? 'month' }),
    }),
    transactions: listField(t, transactions, {
      operation: listTransactions,
      description: 'Every movement of money on the account, newest first by default.',
      where: 'Which transactions; all of them when left out.',
      orderBy: 'How to sort them; newest first when left out.',
      usual: newestFirst,
      cursorOf: placeOf,
    }),
  }),
});
