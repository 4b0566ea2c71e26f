import { z } from 'zod';
import { showMarketShare } from '../../operations/statistics/show-market-share.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { count, data, flag, schemaOf, text } from '../shapes.ts';
import { success } from './envelope.ts';
import { invalidParameter, missingParameter } from './params.ts';

const registrarName = text('The name of the registrar', 'Alpha Domains');
const domains = count('How many domains it had', 45);
const month = (what: string) => ({
  description: `${what}: \`mm.yy\`; this month when it is blank.`,
  schema: { type: 'string' },
  required: true,
});
const monthShape = z.object({
  name: text('The month', '09.26'),
  domains: z
    .array(z.tuple([registrarName, domains]))
    .meta({ description: 'Registrars, those with most first' }),
  market_share: z
    .array(z.tuple([registrarName, z.number().meta({ description: 'Percent', examples: [33.3] })]))
    .meta({ description: 'The same, in percent that add up to 100.0' }),
});

/** docs/rules/registrar.md#statistics. */
export const statisticsRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/stats/market_share_distribution',
    operation: showMarketShare,
    extension: true,
    docs: {
      query: { 'q[end_date]': month('The month') },
      data: schemaOf(
        z.array(
          z.object({
            name: registrarName,
            y: domains,
            sliced: flag('That this is the caller itself').optional(),
            selected: flag('The same').optional(),
          }),
        ),
      ),
    },
    handle: async (call) => {
      const { registrars } = await call.run(showMarketShare, { month: monthOf(call, 'end_date').iso });
      return success(
        registrars.map(({ name, domains, isViewer }) => ({
          name,
          y: domains,
          ...(isViewer && { sliced: true, selected: true }),
        })),
      );
    },
  },
  {
    method: 'GET',
    path: '/stats/market_share_growth_rate',
    operation: showMarketShare,
    extension: true,
    docs: {
      query: {
        'q[end_date]': month('The later month'),
        'q[compare_to_end_date]': month('The earlier month'),
      },
      data: data({ prev_data: monthShape, data: monthShape }),
    },
    handle: async (call) => {
      const later = monthOf(call, 'end_date');
      const earlier = monthOf(call, 'compare_to_end_date');
      const { registrars } = await call.run(showMarketShare, { month: later.iso, compareTo: earlier.iso });
      return success({
        prev_data: {
          name: earlier.shown,
          domains: registrars.map(({ name, domainsBefore }) => [name, domainsBefore]),
          market_share: registrars.map(({ name, shareBefore }) => [name, shareBefore]),
        },
        data: {
          name: later.shown,
          domains: registrars.map(({ name, domains }) => [name, domains]),
          market_share: registrars.map(({ name, share }) => [name, share]),
        },
      });
    },
  },
];

/** `q[end_date]=09.26`. */
function monthOf({ query, calendar, now }: RestCall, name: string): { iso: string; shown: string } {
  const given = query[`q[${name}]`];
  if (given === undefined)
    return missingParameter(
      Object.keys(query).some((key) => key === 'q' || key.startsWith('q[')) ? name : 'q',
    );
  if (given === '') {
    const iso = calendar.dateOf(now).slice(0, 7);
    return { iso, shown: `${iso.slice(5)}.${iso.slice(2, 4)}` };
  }
  const [, month, year] = /^(0[1-9]|1[0-2])\.(\d\d)$/.exec(String(given)) ?? [];
  if (month === undefined) return invalidParameter(name, given, 'Must be a month (mm.yy)');
  return { iso: `20${year}-${month}`, shown: String(given) };
}
