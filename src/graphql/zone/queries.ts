import { listPrices } from '../../operations/operator/list-prices.ts';
import { listZones } from '../../operations/operator/list-zones.ts';
import { listPricesOfAllDays } from '../../operations/operator/lists.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { PriceOrder, PriceWhere } from './inputs.ts';
import { PriceConnection, PriceRef, ZoneRef } from './type.ts';

builder.queryFields((t) => ({
  zones: t.field({
    type: [ZoneRef],
    nullable: true,
    description: `${listZones.summary} Null in front of another registry, which does not tell them.`,
    resolve: (_, __, context) => runQuery(context, listZones, {}),
  }),
  prices: t.field({
    type: [PriceRef],
    nullable: true,
    description: `${listPrices.summary} Null in front of another registry, which does not tell them.`,
    args: {
      zone: t.arg.string({
        description: 'Only prices of the zone with this name, such as ee; of all zones when left out.',
      }),
      where: t.arg({ type: PriceWhere, description: 'Which of them; all when left out.' }),
    },
    resolve: (_, { zone, where }, context) =>
      runQuery(context, listPrices, {
        zone: zone ?? undefined,
        where: toFilter(where, PriceWhere, context),
      }),
  }),
  priceList: t.connection(
    {
      type: PriceRef,
      nullable: true,
      description: listPricesOfAllDays.summary,
      args: {
        where: t.arg({ type: PriceWhere, description: 'Which prices; those of all days when left out.' }),
        orderBy: t.arg({
          type: PriceOrder,
          description: 'How to sort them; the last to begin first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listPricesOfAllDays,
          filter: toFilter(where, PriceWhere, context),
          sort: sortBy(orderBy, { field: 'validFrom', descending: true }),
          cursorOf: ({ id, price, valid_from, created_at }, field) =>
            field === 'createdAt'
              ? instantCursor(created_at, id)
              : { value: field === 'price' ? price : valid_from, id },
        }),
    },
    PriceConnection,
  ),
}));
