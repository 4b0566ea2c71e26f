import { isLocalDate } from '../../core/calendar.ts';
import type { Condition } from '../../core/filter.ts';
import { shortest } from '../../core/money.ts';
import { listTransactions } from '../../operations/account/list-transactions.ts';
import { showAccount } from '../../operations/account/show-account.ts';
import { transactionType } from '../../rules/charges.ts';
import type { Transaction } from '../../store/accounts.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { success } from './envelope.ts';
import { given, isOn } from './paging.ts';
import { invalidParameter } from './params.ts';

/** reference/registrar.md 3: all rows, newest first; `until` is exclusive; dates begin at local midnight. */
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
    },
    handle: async (call) => {
      const { balance, currency } = await call.run(showAccount, {});
      const data = { balance: shortest(balance), currency };
      if (!isOn(call.query, 'detailed')) return success(data);
      const { rows } = await call.run(listTransactions, {
        query: {
          filter: { and: [...bound(call, 'from', 'gte'), ...bound(call, 'until', 'lt')] },
          sort: [{ field: 'createdAt', descending: true }],
          slice: { by: 'offset', limit: everything, offset: 0 },
        },
        withCount: false,
      });
      return success({ ...data, transactions: rows.map((row) => transaction(row, call)) });
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

function transaction(row: Transaction, { calendar }: RestCall): object {
  return {
    created_at: calendar.format(row.created_at),
    description: row.description,
    type: transactionType(row.sum),
    sum: shortest(row.sum),
    balance: shortest(row.balance),
  };
}
