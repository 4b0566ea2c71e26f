import { z } from 'zod';
import { isLocalDate } from '../../core/calendar.ts';
import type { Condition } from '../../core/filter.ts';
import { shortest } from '../../core/money.ts';
import { listTransactions } from '../../operations/account/list-transactions.ts';
import { showAccount } from '../../operations/account/show-account.ts';
import type { Transaction } from '../../operations/readers/shown.ts';
import { transactionType } from '../../rules/money/charges.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { amount, data, moment, named, text } from '../shapes.ts';
import { success } from './envelope.ts';
import { given, isOn } from './paging.ts';
import { invalidParameter } from './params.ts';

const transactionShape = named(
  'Transaction',
  z.object({
    created_at: moment('When it happened'),
    description: text('What it was for', 'Create tamm.ee'),
    type: z.enum(['debit', 'credit']).meta({ description: 'Whether it was taken or put on the account' }),
    sum: amount('How much; negative when it was taken', '-10.0'),
    balance: amount('The balance after it', '990.0'),
  }),
);

/** docs/rules/registrar.md#account: all rows, newest first; `until` is exclusive; dates begin at local midnight. */
export const accountRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/accounts/balance',
    operation: showAccount,
    docs: {
      query: {
        detailed: { description: '`true` adds the transactions.', schema: { type: 'string' } },
        from: { description: 'Transactions from this day on.', schema: { type: 'string', format: 'date' } },
        until: { description: 'Transactions before this day.', schema: { type: 'string', format: 'date' } },
      },
      data: data({
        balance: amount('What there is to spend', '1000.0'),
        currency: text('Always EUR', 'EUR'),
        transactions: z
          .array(transactionShape)
          .optional()
          .meta({ description: 'With `detailed`, newest first' }),
      }),
    },
    handle: async (call) => {
      const { balance, currency } = await call.run(showAccount, {});
      const money = { balance: shortest(balance), currency };
      if (!isOn(call.query, 'detailed')) return success(money);
      const { rows } = await call.run(listTransactions, {
        query: {
          filter: { and: [...bound(call, 'from', 'gte'), ...bound(call, 'until', 'lt')] },
          sort: [{ field: 'position', descending: true }],
          slice: { by: 'offset', limit: everything, offset: 0 },
        },
        withCount: false,
      });
      return success({ ...money, transactions: rows.map((row) => transaction(row, call)) });
    },
  },
];

const everything = 2 ** 31 - 1;

function bound({ query, calendar }: RestCall, name: 'from' | 'until', is: 'gte' | 'lt'): Condition[] {
  const date = given(query, name);
  if (date === undefined) return [];
  if (!isLocalDate(date)) return invalidParameter(name, date, 'Must be a date (yyyy-mm-dd)');
  return [{ field: 'createdAt', is, value: calendar.startOf(date) }];
}

function transaction(row: Transaction, { calendar }: RestCall): z.infer<typeof transactionShape> {
  return {
    created_at: calendar.format(row.created_at),
    description: row.description,
    type: transactionType(row.sum),
    sum: shortest(row.sum),
    balance: shortest(row.balance),
  };
}
