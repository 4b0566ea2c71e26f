import { z } from 'zod';
import { showMarketShare } from '../../../registry/operations/statistics/show-market-share.ts';
import { fields, isHash, report, requestSchema, unvalidated } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { count, data, flag, schemaOf, text } from '../shapes.ts';
import { success } from './envelope.ts';
import { invalidParameter, missingParameter } from './wordings.ts';

const registrarName = text('The name of the registrar', 'Alpha Domains');
const domains = count('How many domains it had', 45);
interface Month {
  readonly iso: string;
  readonly shown: string;
}

/**
 * `q[end_date]=09.26`; undefined if it is blank. Problems name the parameter alone, or `q` if nothing of it was
 * sent.
 */
const monthsQuery = <N extends string>(whats: Readonly<Record<N, string>>) => {
  const names = Object.keys(whats) as N[];
  const month = (what: string) =>
    unvalidated({ type: 'string', description: `${what}: \`mm.yy\`; this month when it is blank.` });
  const shape = fields(Object.fromEntries(names.map((name) => [`q[${name}]`, month(whats[name])])));
  return unvalidated({ ...requestSchema(shape) }).transform((query, context) => {
    const given = isHash(query) ? query : {};
    const isNested = Object.keys(given).some((key) => key === 'q' || key.startsWith('q['));
    return Object.fromEntries(
      names.map((name) => {
        const value = given[`q[${name}]`];
        const [, month, year] = /^(0[1-9]|1[0-2])\.(\d\d)$/.exec(String(value)) ?? [];
        if (value === undefined) report(context, missingParameter(isNested ? name : 'q'));
        else if (value !== '' && !month)
          report(context, invalidParameter(name, value, 'Must be a month (mm.yy)'));
        return [name, month && { iso: `20${year}-${month}`, shown: String(value) }];
      }),
    ) as Record<N, Month | undefined>;
  });
};
const monthShape = z.object({
  name: text('The month', '09.26'),
  domains: z.array(z.tuple([registrarName, domains])).meta({ description: 'Registrars, the largest first' }),
  market_share: z
    .array(z.tuple([registrarName, z.number().meta({ description: 'Percent', examples: [33.3] })]))
    .meta({ description: 'The same, in percent that add up to 100.0' }),
});

/** docs/rules/registrar.md#statistics. */
export const statisticsRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/stats/market_share_distribution',
    operation: showMarketShare,
    extension: true,
    request: { query: monthsQuery({ end_date: 'The month' }) },
    docs: {
      data: schemaOf(
        z.array(
          z.object({
            name: registrarName,
            y: domains,
            sliced: flag('Whether this is the caller itself').optional(),
            selected: flag('The same').optional(),
          }),
        ),
      ),
    },
    handle: async (call) => {
      const { end_date: month = thisMonth(call) } = call.query;
      const { registrars } = await call.run(showMarketShare, { month: month.iso });
      return success(
        registrars.map(({ name, domains, isViewer }) => ({
          name,
          y: domains,
          ...(isViewer && { sliced: true, selected: true }),
        })),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/stats/market_share_growth_rate',
    operation: showMarketShare,
    extension: true,
    request: {
      query: monthsQuery({ end_date: 'The later month', compare_to_end_date: 'The earlier month' }),
    },
    docs: {
      id: 'statisticsShowMarketGrowth',
      data: data({ prev_data: monthShape, data: monthShape }),
    },
    handle: async (call) => {
      const { end_date: later = thisMonth(call), compare_to_end_date: earlier = thisMonth(call) } =
        call.query;
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
  }),
];

function thisMonth({ calendar, now }: RestCall): Month {
  const iso = calendar.dateOf(now).slice(0, 7);
  return { iso, shown: `${iso.slice(5)}.${iso.slice(2, 4)}` };
}
