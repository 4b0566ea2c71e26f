import {
  type DomainStatistics,
  mostStatistics,
  noTerms,
  nothing,
  showDomainStatistics,
} from '../../../registry/operations/statistics/show-domain-statistics.ts';
import { showMarketShare } from '../../../registry/operations/statistics/show-market-share.ts';
import { beginning } from '../../../registry/rules/domain/periods.ts';
import { builder } from '../builder.ts';
import { compareToWords, EarlierPeriod } from '../earlier-period.ts';
import { GroupPeriodEnum } from '../groups.ts';
import { type Selection, selectionOf } from '../lookahead.ts';
import { tooManyRows } from '../refusals.ts';
import { runList } from '../run.ts';
import { DomainStatisticsKeyEnum, DomainStatisticsRef, MarketShareRef } from './type.ts';

builder.queryField('marketShare', (t) =>
  t.field({
    type: MarketShareRef,
    nullable: true,
    description: showMarketShare.summary,
    args: {
      month: t.arg.string({
        required: true,
        description: 'A month as yyyy-mm: the state at its end, or now for the present month.',
      }),
      compareTo: t.arg.string({ description: 'An earlier month to compare with; none when left out.' }),
    },
    resolve: (_, { month, compareTo }, context) =>
      runList(context, showMarketShare, { month, compareTo: compareTo ?? undefined }),
  }),
);

builder.queryField('domainStatistics', (t) =>
  t.field({
    type: [DomainStatisticsRef],
    nullable: true,
    description: `${showDomainStatistics.summary} Returns a row for each period between from and to, and for each key that had domains or changes in it; at most ${mostStatistics} rows.`,
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'A day in the first period.' }),
      to: t.arg({
        type: 'Date',
        required: true,
        description: 'A day in the last period; there are none after the current one.',
      }),
      per: t.arg({ type: GroupPeriodEnum, required: true, description: 'How long a period is.' }),
      by: t.arg({
        type: [DomainStatisticsKeyEnum],
        description: 'What to split the numbers by; by nothing when left out.',
      }),
      compareTo: t.arg({
        type: 'Duration',
        description: `${compareToWords} While the last period is not over, the earlier one ends on the same day.`,
      }),
    },
    resolve: async (_, { from, to, per, by, compareTo }, context, info) => {
      const terms = asksTerms(selectionOf(info));
      const ask = async (days: { from: string; to: string; lastDay?: string }) => {
        const { total, rows } = await runList(context, showDomainStatistics, {
          ...days,
          per,
          by: by ?? [],
          terms,
        });
        if (total > mostStatistics) throw tooManyRows(mostStatistics);
        return rows;
      };
      const { calendar, clock } = context;
      const earlier = compareTo ? new EarlierPeriod(compareTo, calendar) : undefined;
      earlier?.mustFit(per);
      const rows = await ask({ from, to });
      if (!earlier) return rows;
      const today = calendar.dateOf(clock.now());
      const until = to < today ? to : today;
      const isOver = beginning(calendar, until, per) < beginning(calendar, today, per);
      const keyOf = (period: string, { zone, registrar_id }: DomainStatistics) =>
        JSON.stringify([period, zone, registrar_id]);
      const then = new Map(
        (
          await ask({
            from: earlier.day(from),
            to: earlier.day(until),
            ...(!isOver && { lastDay: earlier.day(today) }),
          })
        ).map((row) => [keyOf(row.period, row), row]),
      );
      return rows.map((row) => {
        const period = earlier.period(row.period, per);
        const none = { ...row, ...nothing, period, atEnd: 0, terms: row.terms && noTerms };
        return { ...row, before: then.get(keyOf(period, row)) ?? none };
      });
    },
  }),
);

const ofTerms = ['expired', 'termsEnded', 'termsRenewed', 'renewalRate'];

/** Terms are counted only if a field about them is selected. */
function asksTerms(selection: Selection): boolean {
  const before = selection.get('before');
  return ofTerms.some((name) => selection.has(name)) || (before !== undefined && asksTerms(before));
}
