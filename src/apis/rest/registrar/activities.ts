import { z } from 'zod';
import { listTransactions } from '../../../registry/operations/account/list-transactions.ts';
import { type RestRoute, route } from '../route.ts';
import { count, data } from '../shapes.ts';
import { answerList } from '../whole-list.ts';
import { success } from './envelope.ts';
import { movement } from './movement.ts';
import { allRows } from './paging.ts';
import { asking, dated, listQuery, matching, sortsOr } from './query-filters.ts';

/** Labels and values of the types, for the select boxes of clients. */
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
        field: 'kind',
        is: 'in',
        value: value.split(','),
      }),
    ),
  },
  {
    description: 'description',
    activity_type: 'kind',
    created_at: 'position',
    sum: 'amount',
    new_balance: 'balance',
    updator_str: 'actorName',
  },
  {},
  allRows,
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
        activities: z.array(movement.shape),
        count: count('How many there are in all'),
        types_for_select: z
          .array(z.tuple([z.string(), z.string()]))
          .meta({ description: 'The values of `q[activity_type_in][]`, with labels' }),
      }),
    },
    handle: async (call) => {
      const { sorts, filter } = call.query;
      const sort = sortsOr(sorts, [{ field: 'position', descending: true }]);
      const query = { filter: filter(call.calendar), sort };
      return answerList(call, {
        paging: call.query,
        page: async ({ run }, slice, withCount) => {
          const found = await run(listTransactions, { query: { ...query, slice }, withCount });
          return { ...found, rows: found.rows.map((row) => movement.show(call, row)) };
        },
        body: (_, activities, all) => success({ activities, count: all, types_for_select: types }).body,
      });
    },
  }),
];
