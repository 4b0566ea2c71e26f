import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../../base/calendar.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { periodsOf } from '../../rules/domain/periods.ts';
import { registrarListed } from '../../rules/visibility.ts';
import { type DomainRenewals, domainRenewals } from '../../store/registry/domain-renewals.ts';
import { type DomainFlow, domainFlows, gained } from '../../store/registry/domain-statistics.ts';
import { defineQuery } from '../operation.ts';

export interface DomainStatistics
  extends Pick<
    DomainFlow,
    'zone' | 'registrar_id' | 'registered' | 'renewed' | 'transferred_in' | 'transferred_out' | 'deleted'
  > {
  /** The first day. */
  readonly period: LocalDate;
  readonly atEnd: number;
  /** The terms that ended in the period; undefined unless they were asked for. */
  readonly terms: TermsEnded | undefined;
}

type TermsEnded = Pick<DomainRenewals, 'ended' | 'expired' | 'prolonged'>;

const date = z.string().refine(isLocalDate);

export const mostStatistics = limit('periods of domain statistics', 1000, 'More than a chart shows.');

/**
 * Counts for each period how many domains were registered, renewed, transferred and deleted, and how many existed at
 * its end, for a registrar's own domains or for all, and how many of the terms that ended were renewed. The counts at
 * the end are computed backwards from the present number, and the answer is refused when it would have too many rows.
 */
export const showDomainStatistics = defineQuery({
  name: 'statistics.show-domains',
  summary:
    'Shows for each period how many domains were registered, renewed, transferred, expired and deleted, how many there were at its end, and the renewal rate.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  countsAll: true,
  input: z.object({
    from: date,
    to: date,
    per: z.enum(['day', 'week', 'month', 'quarter', 'year']),
    by: z.array(z.enum(['zone', 'registrar'])),
    /** The day after which nothing counts in the last period; its own last one when left out. */
    lastDay: date.optional(),
    /** True if the terms that ended are counted too, which takes longer. */
    terms: z.boolean(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'AUTHORIZATION'],
  graphql: 'Query.domainStatistics',
  run: async ({ db, now, calendar, actor, onlyRegistrar }, { from, to, lastDay, per, by, terms }) => {
    const listed = registrarListed(actor);
    if (listed !== undefined && by.includes('registrar'))
      refuseWith(
        failure('AUTHORIZATION', 'Authorization error: only operators can group by REGISTRAR', {
          path: ['by'],
        }),
      );
    if (from > to)
      refuseWith(failure('PARAMETER_VALUE_SYNTAX', 'from must not be after to', { path: ['from'] }));
    const today = calendar.dateOf(now);
    const until = to < today ? to : today;
    const { days, next: whole } = periodsOf(calendar, { from, to: until, per }, mostStatistics + 1);
    const cut = lastDay && calendar.plusDays(lastDay, 1);
    const next = cut && cut < whole ? cut : whole;
    if (days.length > mostStatistics) return { total: days.length, rows: [] };
    // Counts go back from the present: if the last period is over, the time since then is one more period.
    const [first, ...later] = (next > today ? days : [...days, next]).map((day) => calendar.startOf(day));
    if (!first) return { total: 0, rows: [] };
    const registrarId = listed ?? (await onlyRegistrar?.(db));
    const keys = { zone: by.includes('zone'), registrar: by.includes('registrar') };
    const asked = { beginnings: [first, ...later] as const, by: keys, registrarId };
    const flows = await domainFlows(db, calendar, asked);
    const renewals = terms ? await domainRenewals(db, { ...asked, until: now }) : undefined;
    const rows = statisticsOf(days, flows, renewals, by.length === 0);
    return { total: rows.length, rows: rows.length > mostStatistics ? [] : rows };
  },
});

export const nothing = { registered: 0, renewed: 0, transferred_in: 0, transferred_out: 0, deleted: 0 };
export const noTerms: TermsEnded = { ended: 0, expired: 0, prolonged: 0 };

type Key = Pick<DomainFlow, 'zone' | 'registrar_id' | 'registrar_code'>;
const nameOf = ({ zone, registrar_id }: Key): string => JSON.stringify([zone, registrar_id]);

/** Computes from the present back to the first period. A key is shown if it has any number; a single key always is. */
function statisticsOf(
  days: readonly LocalDate[],
  flows: readonly DomainFlow[],
  renewals: readonly DomainRenewals[] | undefined,
  isWhole: boolean,
): DomainStatistics[] {
  const keys = new Map<
    string,
    { key: Key; at: Map<number, DomainFlow>; ended: Map<number, DomainRenewals> }
  >();
  const ofKey = (key: Key) => {
    const found = keys.get(nameOf(key)) ?? { key, at: new Map(), ended: new Map() };
    keys.set(nameOf(key), found);
    return found;
  };
  if (isWhole) ofKey({ zone: null, registrar_id: null, registrar_code: null });
  for (const flow of flows) ofKey(flow).at.set(flow.period, flow);
  for (const renewal of renewals ?? []) ofKey(renewal).ended.set(renewal.period, renewal);
  const rows = Array.from(keys.values()).flatMap(
    ({ key: { zone, registrar_id, registrar_code }, at, ended }) => {
      let held = (at.get(0)?.held ?? 0) - gained(at.get(days.length + 1));
      const ofPeriods = [];
      for (let index = days.length; index >= 1; index -= 1) {
        const flow = at.get(index);
        if (isWhole || flow || held !== 0 || ended.has(index)) {
          const { registered, renewed, transferred_in, transferred_out, deleted } = flow ?? nothing;
          ofPeriods.push({
            period: days[index - 1] ?? '',
            zone,
            registrar_id,
            registrar_code,
            registered,
            renewed,
            transferred_in,
            transferred_out,
            deleted,
            atEnd: held,
            terms: renewals && (ended.get(index) ?? noTerms),
          });
        }
        held -= gained(flow);
      }
      return ofPeriods;
    },
  );
  const place = (row: (typeof rows)[number]): string =>
    JSON.stringify([row.period, row.zone ?? '\uffff', row.registrar_code ?? '\uffff']);
  return rows.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}
