import { z } from 'zod';
import type { Sort } from '../../core/filter.ts';
import { shortest } from '../../core/money.ts';
import { listTransactions } from '../../operations/account/list-transactions.ts';
import type { Transaction } from '../../operations/readers/shown.ts';
import { transactionType } from '../../rules/money/charges.ts';
import { type RestCall, type RestRoute, route } from '../door.ts';
import { amount, count, data, moment, named, orNull, text } from '../shapes.ts';
import { answerList } from '../whole-list.ts';
import { success } from './envelope.ts';
import { allRows } from './paging.ts';
import { asking, dated, listQuery, matching } from './query-filters.ts';

const activityShape = named(
  'AccountActivity',
  z.object({
    created_at: moment('When it happened'),
    description: orNull(text('What it was for; null where the registry does not tell', 'Create tamm.ee')),
    type: z.enum(['debit', 'credit']).meta({ description: 'Whether it was taken or put on the account' }),
    sum: amount('How much; negative when it was taken', '-10.0'),
    balance: amount('The balance after it', '990.0'),
    currency: text('Always EUR', 'EUR'),
    updator: orNull(text('Which of your users it was', 'alpha')),
  }),
);

/** What clients offer to choose from. */
const types = [
  ['Create', 'create'],
  ['Renew', 'renew'],
  ['Add credit', 'add_credit'],
  ['Update credit', 'update_credit'],
] as const;

const activitiesQuery = listQuery(
  {
    description_matches: matching('what it was for', 'description'),
    created_at_gteq: dated('when it happened', 'createdAt', 'gte'),
    created_at_lteq: dated('when it happened', 'createdAt', 'lte'),
    activity_type_in: asking(
      'one of these kinds: `create`, `renew`, `add_credit`, `update_credit`',
      (value) => ({
        field: 'activity',
        is: 'in',
        value: value.split(','),
      }),
    ),
  },
  {
    description: 'description',
    activity_type: 'activity',
    created_at: 'position',
    sum: 'sum',
    new_balance: 'balance',
    updator_str: 'actorName',
  },
  {},
  { several: true, paging: allRows },
);

/** docs/rules/self-service.md#account. */
export const activityRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/accounts',
    operation: listTransactions,
    extension: true,
    request: { query: activitiesQuery },
    docs: {
      data: data({
        activities: z.array(activityShape),
        count: count('How many there are in all'),
        types_for_select: z
          .array(z.tuple([z.string(), z.string()]))
          .meta({ description: 'What `q[activity_type_in][]` knows, with a label' }),
      }),
    },
    handle: async (call) => {
      const { sorts, filter } = call.query;
      const [first = { field: 'position', descending: true }, ...others] = sorts;
      const query = { filter: filter(call.calendar), sort: [first, ...others] as [Sort, ...Sort[]] };
      return answerList(call, {
        paging: call.query,
        page: async ({ run }, slice, withCount) => {
          const found = await run(listTransactions, { query: { ...query, slice }, withCount });
          return { ...found, rows: found.rows.map((row) => activity(row, call)) };
        },
        body: (_, activities, all) => success({ activities, count: all, types_for_select: types }).body,
      });
    },
  }),
];

const activity = (row: Transaction, { calendar }: RestCall): z.infer<typeof activityShape> => ({
  created_at: calendar.format(row.created_at),
  description: row.description || null,
  type: transactionType(row.sum),
  sum: shortest(row.sum),
  balance: shortest(row.balance),
  currency: 'EUR',
  updator: row.actor_name,
});
