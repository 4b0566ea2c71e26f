// A question as its steps, and as the address of the page: #data=domains&where=expiresAt~next~30~D&by=ZONE&show=count.
// Each value of a step is escaped, so that texts may hold any sign.

import type { List, Named } from '../list.ts';

/**
 * A condition by its sentence: `op` is one of those in which.ts, or `own` for one that is kept as it was written in
 * GraphQL.
 */
export interface Condition {
  readonly field: string;
  readonly op: string;
  values: string[];
}
export interface GroupKey {
  readonly key: string;
  /** The period, for a key that is a time; '' for others. */
  readonly per: string;
}
export interface Sort {
  readonly by: string;
  readonly direction: string;
}
export interface Question {
  readonly data: string;
  readonly asOf: string;
  readonly where: readonly Condition[];
  /** groups, list or number. */
  readonly rows: string;
  readonly by: readonly GroupKey[];
  readonly per: string;
  readonly show: readonly string[];
  readonly columns: readonly string[];
  readonly sort: Sort | undefined;
  readonly first: string;
  readonly atLeast: string;
  readonly compare: string;
  readonly view: string;
  readonly chart: { readonly across?: string; readonly value?: string; readonly by?: string };
}

export const emptyQuestion = (data: string): Question => ({
  data,
  asOf: '',
  where: [],
  rows: 'groups',
  by: [],
  per: 'MONTH',
  show: [],
  columns: [],
  sort: undefined,
  first: '',
  atLeast: '',
  compare: '',
  view: '',
  chart: {},
});

const whole = (parts: readonly string[]): string => parts.map((part) => encodeURIComponent(part)).join('~');
const taken = (text: string): string[] =>
  text.split('~').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // An address that somebody has changed by hand.
      return part;
    }
  });
/** The text after # of the address. */
export function addressOf(question: Question, as?: string): string {
  const parts = new URLSearchParams({ data: question.data });
  const { asOf, where, rows, by, per, show, columns, sort, first, atLeast, compare, view, chart } = question;
  if (asOf) parts.set('asOf', asOf);
  for (const { field, op, values } of where) parts.append('where', whole([field, op, ...values]));
  if (rows !== 'groups') parts.set('rows', rows);
  for (const { key, per: period } of by) parts.append('by', whole(period ? [key, period] : [key]));
  if (per !== 'MONTH') parts.set('per', per);
  for (const name of show) parts.append('show', name);
  for (const name of columns) parts.append('column', name);
  if (sort) parts.set('sort', whole([sort.by, sort.direction]));
  for (const [name, value] of Object.entries({ first, atLeast, compare, view }))
    if (value) parts.set(name, value);
  for (const [name, value] of Object.entries({ across: chart.across, value: chart.value, divided: chart.by }))
    if (value !== undefined) parts.set(name, value);
  if (as) parts.set('as', as);
  return parts.toString();
}

/**
 * Reads the question in an address; undefined if it does not have one. What a list does not have is left out later
 * (fitting).
 */
export function questionIn(text: string): Question | undefined {
  const parts = new URLSearchParams(text);
  const data = parts.get('data');
  if (!data) return undefined;
  const [sortBy, direction] = taken(parts.get('sort') ?? '');
  const [across, value, divided] = [parts.get('across'), parts.get('value'), parts.get('divided')];
  return {
    ...emptyQuestion(data),
    asOf: parts.get('asOf') ?? '',
    where: parts.getAll('where').map((one) => {
      const [field = '', op = '', ...values] = taken(one);
      return { field, op, values };
    }),
    rows: parts.get('rows') ?? 'groups',
    by: parts.getAll('by').map((one) => {
      const [key = '', per = ''] = taken(one);
      return { key, per };
    }),
    per: parts.get('per') ?? 'MONTH',
    show: parts.getAll('show'),
    columns: parts.getAll('column'),
    sort: sortBy ? { by: sortBy, direction: direction === 'DESC' ? 'DESC' : 'ASC' } : undefined,
    first: parts.get('first') ?? '',
    atLeast: parts.get('atLeast') ?? '',
    compare: parts.get('compare') ?? '',
    view: parts.get('view') ?? '',
    chart: {
      ...(across != null && { across }),
      ...(value != null && { value }),
      ...(divided != null && { by: divided }),
    },
  };
}

/** Groups come in the order of time, and others with the most first, unless somebody wants another order. */
export function orderOf({ sort, by }: Pick<Question, 'sort' | 'by'>, list: List): Sort | undefined {
  if (sort || by.length === 0) return sort;
  const isInTime = by.some(({ key }) => list.keys.find(({ name }) => name === key)?.isTime);
  return !isInTime && list.groupOrders.includes('COUNT') ? { by: 'COUNT', direction: 'DESC' } : undefined;
}

const periodNames = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];
const monthsIn: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/**
 * Tells whether whole periods are compared with each other, as by quarter with a quarter ago, but not with a month
 * ago.
 */
export function comparesWhole(
  compare: string,
  { by, per, rows }: Pick<Question, 'by' | 'per' | 'rows'>,
  list: List,
): boolean {
  const periods = list.periods ? [per] : rows === 'groups' ? by.map((one) => one.per).filter(Boolean) : [];
  const [, count, unit] = /^-?P(\d+)([DWMY])$/.exec(compare) ?? [];
  if (!unit) return true;
  const inMonths = Number(count) * (unit === 'M' ? 1 : unit === 'Y' ? 12 : 0);
  return periods.every((period) => {
    if (period === 'DAY') return true;
    if (period === 'WEEK') return unit === 'W' || (unit === 'D' && Number(count) % 7 === 0);
    return inMonths > 0 && inMonths % (monthsIn[period] ?? 1) === 0;
  });
}

/** The question without what its list does not have, and with what it needs. */
export function fitting(question: Question, list: List): Question {
  const has = (items: readonly Named[], name: string): boolean => items.some((item) => item.name === name);
  const by = question.by
    .filter(({ key }) => has(list.keys, key))
    .map(({ key, per }) => ({
      key,
      per: list.keys.find(({ name }) => name === key)?.isTime
        ? periodNames.includes(per)
          ? per
          : 'MONTH'
        : '',
    }));
  const per = list.periods?.includes(question.per) ? question.per : 'MONTH';
  const rows = list.periods
    ? 'groups'
    : ['groups', 'list', 'number'].includes(question.rows)
      ? question.rows
      : 'groups';
  const show = question.show.filter((name) => has(list.numbers, name));
  const begin = list.periods ? list.begins : ['count'];
  const columns = question.columns.filter((name) => has(list.columns, name));
  const begins = list.begins.filter((name) => has(list.columns, name));
  return {
    ...question,
    rows,
    by,
    asOf: list.hasPast ? question.asOf : '',
    where: list.periods
      ? [
          question.where.find(({ field }) => field === 'period') ?? {
            field: 'period',
            op: 'last',
            values: ['12', 'M'],
          },
        ]
      : question.where.filter(({ field, op }) => op === 'own' || has(list.filters, field)),
    per,
    show: show.length > 0 ? show : begin.filter((name) => has(list.numbers, name)),
    columns:
      columns.length > 0
        ? columns
        : begins.length > 0
          ? begins
          : list.columns.slice(0, 4).map(({ name }) => name),
    compare:
      list.compares && comparesWhole(question.compare, { by, per, rows }, list) ? question.compare : '',
  };
}
