import { listPrices } from '../../operations/operator/list-prices.ts';
import { listZones } from '../../operations/operator/list-zones.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { PriceRef, ZoneRef } from './type.ts';

builder.queryFields((t) => ({
  zones: t.field({
    type: [ZoneRef],
    nullable: true,
    description: listZones.summary,
    resolve: (_, __, context) => runList(context, listZones, {}),
  }),
  prices: t.field({
    type: [PriceRef],
    nullable: true,
    description: listPrices.summary,
    args: {
      zone: t.arg.string({
        description: 'Only prices of the zone with this name, such as ee; of all zones when left out.',
      }),
    },
    resolve: (_, { zone }, context) => runList(context, listPrices, { zone: zone ?? undefined }),
  }),
}));
