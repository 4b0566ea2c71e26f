import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../../core/calendar.ts';
import { failure, refuseWith } from '../../../core/errors.ts';
import { periodsOf } from '../../rules/domain/periods.ts';
import { registrarListed } from '../../rules/visibility.ts';
import { type DomainFlow, domainFlows, gained } from '../../store/registry/domain-statistics.ts';
import { readMirror } from '../../store/registry/mirror.ts';
import { defineQuery } from '../operation.ts';

export interface DomainStatistics
  extends Pick<
    DomainFlow,
    'zone' | 'registrar_id' | 'registered' | 'renewed' | 'transferred_in' | 'transferred_out' | 'deleted'
  > {
  /** The first day. */
  readonly period: LocalDate;
  readonly atEnd: number;
}

const date = z.string().refine(isLocalDate);

export const mostStatistics = 1000;

/**
 * Counts for each period how many domains were registered, renewed, transferred and deleted, and how many existed at
 * its end, for a registrar's own domains or for all. The counts at the end are computed backwards from the present
 * number, and the answer is refused when it would have too many rows.
 */
export const showDomainStatistics = defineQuery({
  name: 'statistics.show-domains',
  summary:
    'Shows for each period how many domains were registered, renewed, transferred and deleted, and how many there were at its end.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  facade: 'mirror',
  countsAll: true,
  input: z.object({
    from: date,
    to: date,
    per: z.enum(['day', 'week', 'month', 'quarter', 'year']),
    by: z.array(z.enum(['zone', 'registrar'])),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'AUTHORIZATION'],
  graphql: 'Query.domainStatistics',
  run: async ({ db, now, calendar, actor, config }, { from, to, per, by }) => {
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
    const { days, next } = periodsOf(calendar, { from, to: until, per }, mostStatistics + 1);
    if (days.length > mostStatistics) return { total: days.length, rows: [] };
    // Counts go back from the present: if the last period is over, the time since then is one more period.
    const [first, ...later] = (next > today ? days : [...days, next]).map((day) => calendar.startOf(day));
    if (!first) return { total: 0, rows: [] };
    // A mirror has only those domains of other registrars that somebody has looked up.
    const registrarId = listed ?? (config.upstream && (await readMirror(db))?.registrar_id);
    const keys = { zone: by.includes('zone'), registrar: by.includes('registrar') };
    const rows = statisticsOf(
      days,
      await domainFlows(db, calendar, { beginnings: [first, ...later], by: keys, registrarId }),
      by.length === 0,
    );
    return { total: rows.length, rows: rows.length > mostStatistics ? [] : rows };
  },
});

export const nothing = { registered: 0, renewed: 0, transferred_in: 0, transferred_out: 0, deleted: 0 };

/** Computes from the present back to the first period. A key is shown if it has any number; a single key always is. */
function statisticsOf(
  days: readonly LocalDate[],
  flows: readonly DomainFlow[],
  isWhole: boolean,
): DomainStatistics[] {
  const keys = new Map<
    string,
    { key: Pick<DomainFlow, 'zone' | 'registrar_id' | 'registrar_code'>; at: Map<number, DomainFlow> }
  >();
  if (isWhole)
    keys.set('[null,null]', { key: { zone: null, registrar_id: null, registrar_code: null }, at: new Map() });
  for (const flow of flows) {
    const name = JSON.stringify([flow.zone, flow.registrar_id]);
    const found = keys.get(name) ?? { key: flow, at: new Map<number, DomainFlow>() };
    found.at.set(flow.period, flow);
    keys.set(name, found);
  }
  const rows = Array.from(keys.values()).flatMap(({ key: { zone, registrar_id, registrar_code }, at }) => {
    let held = (at.get(0)?.held ?? 0) - gained(at.get(days.length + 1));
    const ofKey = [];
    for (let index = days.length; index >= 1; index -= 1) {
      const flow = at.get(index);
      if (isWhole || flow || held !== 0) {
        const { registered, renewed, transferred_in, transferred_out, deleted } = flow ?? nothing;
        ofKey.push({
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
        });
      }
      held -= gained(flow);
    }
    return ofKey;
  });
  const place = (row: (typeof rows)[number]): string =>
    JSON.stringify([row.period, row.zone ?? '\uffff', row.registrar_code ?? '\uffff']);
  return rows.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}
