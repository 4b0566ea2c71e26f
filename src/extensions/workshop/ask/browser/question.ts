// A question as its steps, and as the address of the page: #data=domains&where=expiresAt~next~30~D&by=ZONE&show=count.
// Each value of a step is escaped, so that texts may hold any sign.

export const emptyQuestion = (data) => ({
  data,
  asOf: '',
  where: [],
  /** groups, list or number. */
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

const whole = (parts) => parts.map((part) => encodeURIComponent(part)).join('~');
const taken = (text) =>
  text.split('~').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      // An address that somebody has changed by hand.
      return part;
    }
  });
const partsOfChart = ['across', 'value', 'divided'];

/** The text after # of the address. */
export function addressOf(question, as) {
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
  for (const name of partsOfChart) {
    const value = chart[name === 'divided' ? 'by' : name];
    if (value !== undefined) parts.set(name, value);
  }
  if (as) parts.set('as', as);
  return parts.toString();
}

/** Undefined if the address has no question. What a list does not have is left out later (fitting). */
export function questionIn(text) {
  const parts = new URLSearchParams(text);
  const data = parts.get('data');
  if (!data) return undefined;
  const [sortBy, direction] = taken(parts.get('sort') ?? '');
  const divided = parts.get('divided');
  return {
    ...emptyQuestion(data),
    asOf: parts.get('asOf') ?? '',
    where: parts.getAll('where').map((one) => {
      const [field, op = '', ...values] = taken(one);
      return { field, op, values };
    }),
    rows: parts.get('rows') ?? 'groups',
    by: parts.getAll('by').map((one) => {
      const [key, per = ''] = taken(one);
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
      ...(parts.has('across') && { across: parts.get('across') }),
      ...(parts.has('value') && { value: parts.get('value') }),
      ...(divided !== null && { by: divided }),
    },
  };
}

/** Groups come in the order of time, and others with the most first, unless somebody wants another order. */
export function orderOf({ sort, by }, list) {
  if (sort || by.length === 0) return sort;
  const isInTime = by.some(({ key }) => list.keys.find(({ name }) => name === key)?.isTime);
  return !isInTime && list.groupOrders.includes('COUNT') ? { by: 'COUNT', direction: 'DESC' } : undefined;
}

const periodNames = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];
const monthsIn = { MONTH: 1, QUARTER: 3, YEAR: 12 };

/** Whether whole periods are compared with each other, as by quarter with a quarter ago, but not with a month ago. */
export function comparesWhole(compare, { by, per, rows }, list) {
  const periods = list.periods ? [per] : rows === 'groups' ? by.map((one) => one.per).filter(Boolean) : [];
  const [, count, unit] = /^-?P(\d+)([DWMY])$/.exec(compare) ?? [];
  if (!unit) return true;
  const inMonths = Number(count) * ({ M: 1, Y: 12 }[unit] ?? 0);
  return periods.every((period) => {
    if (period === 'DAY') return true;
    if (period === 'WEEK') return unit === 'W' || (unit === 'D' && count % 7 === 0);
    return inMonths > 0 && inMonths % monthsIn[period] === 0;
  });
}

/** The question without what its list does not have, and with what it needs. */
export function fitting(question, list) {
  const has = (items, name) => items.some((item) => item.name === name);
  const by = question.by
    .filter(({ key }) => has(list.keys, key))
    .map(({ key, per }) => ({
      key,
      per: list.keys.find(({ name }) => name === key).isTime
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
