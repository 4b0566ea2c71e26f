import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../../base/calendar.ts';
import type { Condition, ListQuery } from '../../../base/filter.ts';
import { shortest } from '../../../base/money.ts';
import { listTransactions } from '../../../registry/operations/account/list-transactions.ts';
import { showAccount } from '../../../registry/operations/account/show-account.ts';
import { fields, isOn, on, parameter } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { amount, data, text } from '../shapes.ts';
import { answerList } from '../whole-list.ts';
import { success } from './envelope.ts';
import { movement } from './movement.ts';

const date = (description: string) =>
  parameter({ description: `${description}, yyyy-mm-dd; with \`detailed\`.` }, isLocalDate, 'date');

/** docs/rules/registrar.md#account: all rows, newest first; `until` is exclusive; dates begin at local midnight. */
export const accountRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/accounts/balance',
    operation: showAccount,
    request: {
      query: fields(
        {
          detailed: on({ description: '`true` adds the transactions.' }),
          from: date('Transactions from this day on'),
          until: date('Transactions before this day'),
        },
        ({ detailed }) => (isOn(detailed) ? [] : ['from', 'until']),
      ),
    },
    docs: {
      data: data({
        balance: amount('The available balance', '1000.0'),
        currency: text('Always EUR', 'EUR'),
        transactions: z
          .array(movement.shape)
          .optional()
          .meta({ description: 'With `detailed`, newest first' }),
      }),
    },
    handle: async (call) => {
      const { balance, currency } = await call.run(showAccount, {});
      const money = { balance: shortest(balance), currency };
      const { detailed, from, until } = call.query;
      if (!detailed) return success(money);
      const filter = { and: [...bound(call, 'gte', from), ...bound(call, 'lt', until)] };
      const sort: ListQuery['sort'] = [{ field: 'position', descending: true }];
      return answerList(call, {
        paging: { limit: undefined, offset: 0 },
        page: async ({ run }, slice, withCount) => {
          const found = await run(listTransactions, { query: { filter, sort, slice }, withCount });
          return { ...found, rows: found.rows.map((row) => movement.show(call, row)) };
        },
        body: (_, transactions) => success({ ...money, transactions }).body,
      });
    },
  }),
];

const bound = ({ calendar }: RestCall, is: 'gte' | 'lt', day: string | undefined): Condition[] =>
  day === undefined ? [] : [{ field: 'createdAt', is, value: calendar.startOf(day as LocalDate) }];
