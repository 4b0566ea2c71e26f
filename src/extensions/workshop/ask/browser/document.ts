// The GraphQL of a question: a document without variables, which everything else here accepts as well.
import type { Filter, List } from '../list.ts';
import { type Condition, orderOf, type Question } from './question.ts';

const text = (value: string): string => JSON.stringify(value);
const dayAfter = (day: string): string => shifted(day, 'D', 1);

/** A day so many days, weeks, months or years later; a month is never longer than it is. */
export function shifted(day: string, unit: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (unit === 'D' || unit === 'W') date.setUTCDate(date.getUTCDate() + count * (unit === 'W' ? 7 : 1));
  else {
    const wanted = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + count * (unit === 'Y' ? 12 : 1));
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(wanted, last));
  }
  return date.toISOString().slice(0, 10);
}

export const isDay = (value: string | undefined): value is string => /^\d{4}-\d{2}-\d{2}$/.test(value ?? '');
const isCount = (value: string | undefined): boolean => /^\d{1,4}$/.test(value ?? '');
export const isNumber = (value: string | undefined): value is string =>
  /^-?\d{1,12}(\.\d{1,4})?$/.test(value ?? '');
const units = ['D', 'W', 'M', 'Y'];
const span = ([count, unit = '']: readonly string[]): string | undefined =>
  isCount(count) && units.includes(unit) ? `P${Number(count)}${unit}` : undefined;
const now = '"PT0S"';

/** Writes a condition; nothing while a part of it is missing. */
type Write = (values: readonly string[], filter: Filter) => string | false | undefined;
type Ways = Readonly<Record<string, Write>>;

/** The conditions of time by their words. */
const moments: Ways = {
  next: (values) => span(values) && `{ gte: ${now}, lt: "${span(values)}" }`,
  last: (values, { ahead }) => span(values) && `{ gte: "-${span(values)}"${ahead ? `, lt: ${now}` : ''} }`,
  older: (values) => span(values) && `{ lt: "-${span(values)}" }`,
  later: (values) => span(values) && `{ gte: "${span(values)}" }`,
  past: () => `{ lt: ${now} }`,
  future: () => `{ gte: ${now} }`,
  // The last day is part of it.
  between: ([from, to]) =>
    (isDay(from) || isDay(to)) &&
    `{ ${[isDay(from) && `gte: "${from}"`, isDay(to) && `lt: "${dayAfter(to)}"`].filter(Boolean).join(', ')} }`,
  empty: () => '{ isNull: true }',
  filled: () => '{ isNull: false }',
};
const several = (values: readonly string[]): string[] => values.filter((value) => value !== '');
const texts: Ways = {
  is: ([value]) => value && `{ eq: ${text(value)} }`,
  not: ([value]) => value && `{ ne: ${text(value)} }`,
  contains: ([value]) => value && `{ contains: ${text(value)} }`,
  starts: ([value]) => value && `{ startsWith: ${text(value)} }`,
  any: ([value]) => {
    const items = (value ?? '').split(/[\s,;]+/).filter(Boolean);
    return items.length > 0 && `{ in: [${items.map(text).join(', ')}] }`;
  },
  empty: () => '{ isNull: true }',
  filled: () => '{ isNull: false }',
};
/** Whole numbers, and amounts of money, which are texts in GraphQL. */
const numbersAs = (shown: (value: string) => string | number): Ways => ({
  atLeast: ([value]) => isNumber(value) && `{ gte: ${shown(value)} }`,
  atMost: ([value]) => isNumber(value) && `{ lte: ${shown(value)} }`,
  is: ([value]) => isNumber(value) && `{ eq: ${shown(value)} }`,
  within: ([from, to]) => isNumber(from) && isNumber(to) && `{ gte: ${shown(from)}, lte: ${shown(to)} }`,
});
const listsOf =
  (word: string): Write =>
  (values) =>
    several(values).length > 0 && `{ ${word}: [${several(values).map(text).join(', ')}] }`;
const oneOf =
  (word: string): Write =>
  (values) =>
    several(values).length > 0 && `{ ${word}: [${several(values).join(', ')}] }`;

/** How each kind of condition is written. */
export const conditions: Readonly<Record<Filter['kind'], Ways>> = {
  moment: moments,
  day: moments,
  text: texts,
  number: numbersAs((value) => Math.round(Number(value))),
  amount: numbersAs(text),
  choice: { in: oneOf('in'), out: oneOf('notIn') },
  states: { any: listsOf('containsAny'), without: listsOf('notContains') },
  texts: { any: listsOf('containsAny'), without: listsOf('notContains') },
  yesno: { yes: () => '{ eq: true }', no: () => '{ eq: false }' },
};

function condition({ field, op, values }: Condition, list: List): string | undefined {
  // Kept as it was written in GraphQL.
  if (op === 'own') return values[0];
  const filter = list.filters.find(({ name }) => name === field);
  const written = filter && conditions[filter.kind][op]?.(values, filter);
  return written ? `${field}: ${written}` : undefined;
}

function whereOf(question: Question, list: List): string | undefined {
  const parts = question.where.flatMap((one) => condition(one, list) ?? []);
  const nameOf = (part: string): string => part.slice(0, part.indexOf(':'));
  const first = parts.filter(
    (part, index) => parts.findIndex((other) => nameOf(other) === nameOf(part)) === index,
  );
  // A field that is asked for twice needs a condition of its own.
  const others = parts.filter((part) => !first.includes(part));
  const all =
    others.length > 0 ? [...first, `and: [${others.map((part) => `{ ${part} }`).join(', ')}]`] : first;
  return all.length > 0 ? `where: { ${all.join(', ')} }` : undefined;
}

const call = (name: string, args: readonly (string | false | undefined)[]): string => {
  const said = args.filter(Boolean);
  return said.length > 0 ? `${name}(${said.join(', ')})` : name;
};
const block = (head: string, lines: readonly string[]): string[] => [
  `${head} {`,
  ...lines.map((line) => `  ${line}`),
  '}',
];
export const isPage = (value: string): boolean => isCount(value) && Number(value) > 0;

/** The columns of a row, in the order of the steps. */
export function selectionOf(question: Question, list: List): string[] {
  if (question.rows === 'list')
    return list.columns.filter(({ name }) => question.columns.includes(name)).map(({ selects }) => selects);
  const keys =
    question.rows === 'number'
      ? []
      : question.by.flatMap(({ key }) => list.keys.find(({ name }) => name === key)?.selects ?? []);
  const shown = list.numbers.filter(({ name }) => question.show.includes(name)).map(({ selects }) => selects);
  const begin = list.periods ? [list.periods.includes('QUARTER') ? 'period' : 'day'] : [];
  return [...begin, ...keys, ...shown, ...(question.compare ? [`before { ${shown.join(' ')} }`] : [])];
}

function groupsOf(question: Question, list: List): string[] {
  const by = question.rows === 'number' ? [] : question.by;
  const keys = by.map(({ key, per }) => `{ field: ${key}${per ? `, per: ${per}` : ''} }`);
  const { first, atLeast, compare } = question;
  const sort = question.rows === 'number' ? undefined : orderOf(question, list);
  const isSorted = sort && list.groupOrders.includes(sort.by);
  const args = [
    `by: [${keys.join(', ')}]`,
    isSorted && `orderBy: { field: ${sort.by}, direction: ${sort.direction} }`,
    isPage(first) && `first: ${Number(first)}`,
    isPage(atLeast) && `having: { count: { gte: ${Number(atLeast)} } }`,
    compare && `compareTo: "${compare}"`,
  ];
  return block(call('groups', args), selectionOf(question, list));
}

/** How many rows a page has. */
export const pageOf = ({ first }: Pick<Question, 'first'>): number =>
  isPage(first) ? Math.min(100, Number(first)) : 50;

function listOf(
  question: Question,
  list: List,
): { readonly args: readonly (string | false | undefined)[]; readonly lines: readonly string[] } {
  const { sort } = question;
  const orderBy =
    sort &&
    list.orders.some(({ name }) => name === sort.by) &&
    `orderBy: { field: ${sort.by}, direction: ${sort.direction} }`;
  return {
    args: [orderBy, `first: ${pageOf(question)}`],
    lines: block('nodes', selectionOf(question, list)),
  };
}

/** The period of a row, from the first to the last day. */
function daysOf({ where: [period] }: Question, today: string): [string, string] {
  const { op, values } = period ?? { op: 'last', values: [] };
  if (op === 'between')
    return [isDay(values[0]) ? values[0] : shifted(today, 'Y', -1), isDay(values[1]) ? values[1] : today];
  const [count, unit = 'M'] = span(values) ? values : ['12'];
  return [shifted(today, unit, -Number(count)), today];
}

/** Rows count in several groups of these, so the number of different ones stands beside them. */
const inSeveral: Readonly<Record<string, readonly string[]>> = {
  domains: ['STATUS', 'NAMESERVER_HOSTNAME'],
  reservations: ['STATUS'],
};
const overlaps = ({ rows, by }: Question, { name }: List): boolean =>
  rows === 'groups' && by.some(({ key }) => inSeveral[name]?.includes(key));

/** How many rows the question is about; undefined for periods. */
export function totalOf(question: Question, list: List): string | undefined {
  if (list.periods) return undefined;
  const asOf = question.asOf && `asOf: ${text(question.asOf)}`;
  const inside = block(call(list.way.at(-1) ?? '', [asOf, whereOf(question, list)]), ['totalCount']);
  return block(
    'query Total',
    list.way.slice(0, -1).reduceRight((inner, name) => block(name, inner), inside),
  ).join('\n');
}

export function documentOf(question: Question, list: List, today: string): string {
  const inside = (): string[] => {
    const name = list.way.at(-1) ?? '';
    if (list.periods) {
      const [from, to] = daysOf(question, today);
      const by =
        list.keys.length > 0 &&
        question.by.length > 0 &&
        `by: [${question.by.map(({ key }) => key).join(', ')}]`;
      const compare = question.compare && `compareTo: "${question.compare}"`;
      const args = [`from: "${from}"`, `to: "${to}"`, `per: ${question.per}`, by, compare];
      return block(call(name, args), selectionOf(question, list));
    }
    const asOf = question.asOf && `asOf: ${text(question.asOf)}`;
    const where = whereOf(question, list);
    if (question.rows !== 'list') {
      const different = overlaps(question, list) ? ['totalCount'] : [];
      return block(call(name, [asOf, where]), [...different, ...groupsOf(question, list)]);
    }
    const { args, lines } = listOf(question, list);
    return block(call(name, [asOf, where, ...args]), lines);
  };
  const lines = list.way.slice(0, -1).reduceRight((inner, name) => block(name, inner), inside());
  return block('query Ask', lines).join('\n');
}
