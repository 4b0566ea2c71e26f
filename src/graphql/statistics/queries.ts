import { showMarketShare } from '../../operations/statistics/show-market-share.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { MarketShareRef } from './type.ts';

builder.queryField('marketShare', (t) =>
  t.field({
    type: MarketShareRef,
    nullable: true,
    description: showMarketShare.summary,
    args: {
      month: t.arg.string({
        required: true,
        description: 'A month as yyyy-mm: as it was when it was over, or as it is now.',
      }),
      compareTo: t.arg.string({ description: 'An earlier month to compare with; none when left out.' }),
    },
    resolve: (_, { month, compareTo }, context) =>
      runList(context, showMarketShare, { month, compareTo: compareTo ?? undefined }),
  }),
);
