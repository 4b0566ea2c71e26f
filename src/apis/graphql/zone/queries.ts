import { listPrices } from '../../../registry/operations/operator/list-prices.ts';
import { listZones } from '../../../registry/operations/operator/list-zones.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { runQuery, unlessUnsupported } from '../run.ts';
import { prices, ZoneRef } from './type.ts';

builder.queryField('zones', (t) =>
  t.field({
    type: [ZoneRef],
    nullable: true,
    description: `${listZones.summary} Null in front of another registry, which does not report them.`,
    resolve: (_, __, context) => runQuery(context, listZones, {}),
  }),
);

listQuery('prices', prices, {
  operation: listPrices,
  description: `${listPrices.summary} Null in front of another registry, which does not report them.`,
  where: 'Which prices; all that you see when left out.',
  orderBy: 'How to sort them; by their first day, the latest first, when left out.',
  usual: { field: 'validFrom', descending: true },
  show: unlessUnsupported,
});
