import { z } from 'zod';
import { isOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { marketParts } from '../../rules/registrar/market-share.ts';
import { domainFlows, gained } from '../../store/registry/domain-statistics.ts';
import { defineQuery, type OperationContext } from '../operation.ts';

/** `yyyy-mm`; a month counts as it was at its end, the current one as it is now. */
const month = z.string();

/**
 * Shows each registrar's share of all domains at the end of a month, and of an earlier one to compare it with. The
 * numbers are the present ones less the gains since then, and test registrars are left out
 * (docs/rules/registrar.md#statistics).
 */
export const showMarketShare = defineQuery({
  name: 'statistics.show-market-share',
  summary: "Shows each registrar's share of all domains in a month, and in an earlier one to compare with.",
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  countsAll: true,
  input: z.object({ month, compareTo: month.optional() }),
  errors: ['PARAMETER_VALUE_SYNTAX'],
  rest: 'GET /registry/v1/stats/market_share_growth_rate',
  graphql: 'Query.marketShare',
  run: async (context, { month, compareTo }) => {
    const now = await countsIn(context, month, 'month');
    const before = compareTo === undefined ? [] : await countsIn(context, compareTo, 'compareTo');
    return {
      month,
      compareTo: compareTo ?? null,
      registrars: marketParts(now, before).map((part) => ({
        ...part,
        isViewer: isOf(part.registrarId, context.actor),
      })),
    };
  },
});

/**
 * The number of domains of each registrar at the end of a month: the present number, less the gains since. Test
 * registrars are left out.
 */
async function countsIn({ db, calendar }: OperationContext, month: string, field: string) {
  if (!/^[12]\d{3}-(0[1-9]|1[0-2])$/.test(month))
    return refuseWith(failure('PARAMETER_VALUE_SYNTAX', 'Must be a month (yyyy-mm)', { path: [field] }));
  const end = calendar.startOf(calendar.datePlus(`${month}-01`, { months: 1 }));
  const counts = new Map<number, { registrar_id: number; name: string; count: number }>();
  const flows = await domainFlows(db, calendar, {
    beginnings: [end],
    by: { zone: false, registrar: true },
    registrarId: undefined,
  });
  for (const flow of flows) {
    const { registrar_id, registrar_name: name, is_test, held } = flow;
    if (registrar_id === null || name === null || is_test) continue;
    const before = counts.get(registrar_id)?.count ?? 0;
    counts.set(registrar_id, { registrar_id, name, count: before + held - gained(flow) });
  }
  return Array.from(counts.values()).filter(({ count }) => count > 0);
}
