import { listPrices } from '../../operations/operator/list-prices.ts';
import { listZones } from '../../operations/operator/list-zones.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runQuery, unlessUnsupported } from '../run.ts';
import { toFilter } from '../where.ts';
import { PriceOrder, PriceWhere } from './inputs.ts';
import { PriceConnection, PriceRef, ZoneRef } from './type.ts';

builder.queryFields((t) => ({
  zones: t.field({
    type: [ZoneRef],
    nullable: true,
    description: `${listZones.summary} Null in front of another registry, which does not report them.`,
    resolve: (_, __, context) => runQuery(context, listZones, {}),
  }),
  prices: t.connection(
    {
      type: PriceRef,
      nullable: true,
      description: `${listPrices.summary} Null in front of another registry, which does not report them.`,
      args: {
        where: t.arg({ type: PriceWhere, description: 'Which prices; all that you see by default.' }),
        orderBy: t.arg({
          type: PriceOrder,
          description: 'The order; by their first day, the latest first, by default.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        unlessUnsupported(
          connect(context, page, info, {
            operation: listPrices,
            filter: toFilter(where, PriceWhere, context),
            sort: sortBy(orderBy, { field: 'validFrom', descending: true }),
            cursorOf: ({ id, price, valid_from, created_at }, field) =>
              field === 'createdAt'
                ? instantCursor(created_at, id)
                : { value: field === 'price' ? price : valid_from, id },
          }),
        ),
    },
    PriceConnection,
  ),
}));
