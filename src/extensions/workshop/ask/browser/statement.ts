// The SQL of a question, for the PostgreSQL of /sql, with the same numbers. What has no words there is named in its
// first lines.
import type { Column, List } from '../list.ts';
import { isDay, isNumber, isPage, pageOf, shifted } from './document.ts';
import { type Condition, orderOf, type Question } from './question.ts';

/** Columns of tables that have another name than the key or the filter. */
const otherNames: Readonly<Record<string, string>> = {
  status: 'statuses',
  nameserverHostname: 'nameservers',
  nameserverHostnames: 'nameservers',
  registrantName: 'registrant.name',
  registrantCode: 'registrant.code',
  registrantCountryCode: 'registrant.ident.countryCode',
  identType: 'ident.type',
  ident: 'ident.code',
  countryCode: 'ident.countryCode',
  addressCity: 'address.city',
  addressCountryCode: 'address.countryCode',
  invoiceNumber: 'invoice.number',
};
/** A column of a table as SQL. */
interface InSql {
  readonly sql: string;
  readonly type: string;
}

/** The expressions for fields that do not have a column, but follow from one. */
const computed: Readonly<Record<string, InSql>> = {
  'domains.zone': { sql: "substring(name from position('.' in name) + 1)", type: 'text' },
  'domains.signed': { sql: 'jsonb_array_length(dnssec_keys) > 0', type: 'boolean' },
  'invoices.bulk': { sql: 'coalesce(cardinality(children), 0) > 0', type: 'boolean' },
  'registrars.suspended': { sql: 'suspended_at is not null', type: 'boolean' },
};
const amounts: Readonly<Record<string, string>> = {
  domainEvents: 'months / 12.0',
  'account.transactions': 'amount',
  ledger: 'amount',
  invoices: 'amount',
  payments: 'amount',
  registrars: 'balance',
};

const fieldNamed = (name: string): string =>
  name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const array = (values: readonly string[]): string => `array[${values.map(literal).join(', ')}]`;

/** The column behind a key, a filter or an order. */
function columnOf(list: List, name: string): InSql | undefined {
  const names = [name, `${name}.code`, otherNames[name]];
  const inSql = ({ sql, type = '' }: Column): InSql[] => (sql ? [{ sql, type }] : []);
  return (
    computed[`${list.name}.${name}`] ??
    names.flatMap((one) => list.columns.filter((column) => column.name === one).flatMap(inSql))[0]
  );
}

const unitWords: Readonly<Record<string, string>> = { D: 'days', W: 'weeks', M: 'months', Y: 'years' };
const intervalOf = ([count, unit = '']: readonly string[]): string | undefined =>
  /^\d{1,4}$/.test(count ?? '') && unitWords[unit]
    ? `interval '${Number(count)} ${unitWords[unit]}'`
    : undefined;
const literalLike = (value: string): string => value.replaceAll(/[\\%_]/g, '\\$&');
const itemsIn = (text = ''): string[] => text.split(/[\s,;]+/).filter(Boolean);

interface About {
  readonly now: string;
  readonly ahead: boolean;
  readonly isOfNumbers: boolean;
  readonly isArray: boolean;
}
type Sentence = (it: string, values: readonly string[], about: About) => string | false | undefined;

/** A condition by its sentence; nothing while a part of it is missing. */
const sentences: Readonly<Record<string, Sentence>> = {
  next: (it, values, { now }) =>
    intervalOf(values) && `${it} >= ${now} and ${it} < ${now} + ${intervalOf(values)}`,
  last: (it, values, { now, ahead }) =>
    intervalOf(values) && `${it} >= ${now} - ${intervalOf(values)}${ahead ? ` and ${it} < ${now}` : ''}`,
  older: (it, values, { now }) => intervalOf(values) && `${it} < ${now} - ${intervalOf(values)}`,
  later: (it, values, { now }) => intervalOf(values) && `${it} >= ${now} + ${intervalOf(values)}`,
  past: (it, _, { now }) => `${it} < ${now}`,
  future: (it, _, { now }) => `${it} >= ${now}`,
  between: (it, [from, to]) =>
    [isDay(from) && `${it} >= ${literal(from)}`, isDay(to) && `${it} < ${literal(shifted(to, 'D', 1))}`]
      .filter(Boolean)
      .join(' and '),
  empty: (it) => `${it} is null`,
  filled: (it) => `${it} is not null`,
  is: (it, [value], { isOfNumbers }) =>
    value && (isOfNumbers ? isNumber(value) && `${it} = ${value}` : `${it} = ${literal(value)}`),
  not: (it, [value]) => value && `${it} <> ${literal(value)}`,
  contains: (it, [value]) => value && `${it} ilike ${literal(`%${literalLike(value)}%`)}`,
  starts: (it, [value]) => value && `${it} ilike ${literal(`${literalLike(value)}%`)}`,
  any: (it, values, { isArray }) => {
    const items = isArray ? values.filter(Boolean) : itemsIn(values[0]);
    if (items.length === 0) return undefined;
    return isArray ? `${it} && ${array(items)}` : `${it} = any (${array(items)})`;
  },
  without: (it, values) => values.some(Boolean) && `not ${it} && ${array(values.filter(Boolean))}`,
  in: (it, values) => values.length > 0 && `${it} in (${values.map(literal).join(', ')})`,
  out: (it, values) => values.length > 0 && `${it} not in (${values.map(literal).join(', ')})`,
  yes: (it) => it,
  no: (it) => `not (${it})`,
  atLeast: (it, [value]) => isNumber(value) && `${it} >= ${value}`,
  atMost: (it, [value]) => isNumber(value) && `${it} <= ${value}`,
  within: (it, [from, to]) => isNumber(from) && isNumber(to) && `${it} between ${from} and ${to}`,
};

function conditionInSql({ field, op, values }: Condition, list: List, leftOut: string[]): string[] {
  const filter = list.filters.find(({ name }) => name === field);
  const column = filter && columnOf(list, field);
  if (!filter || !column) {
    leftOut.push(op === 'own' ? `the condition ${values[0]}` : `the condition on ${filter?.title ?? field}`);
    return [];
  }
  const { kind, ahead } = filter;
  const written = sentences[op]?.(column.sql, values, {
    ahead: ahead === true,
    now: column.type === 'date' ? 'current_date' : 'now()',
    isOfNumbers: kind === 'number' || kind === 'amount',
    isArray: kind === 'texts' || kind === 'states',
  });
  return written ? [written] : [];
}

/** The keys as columns; of a list of texts each one is a row of its own. */
interface KeyInSql {
  readonly name: string;
  readonly sql: string;
  readonly join?: string;
}

function keysInSql({ by }: Question, list: List, leftOut: string[]): KeyInSql[] {
  const used = new Set<string>();
  return by.flatMap(({ key, per }): KeyInSql[] => {
    const title = list.keys.find(({ name }) => name === key)?.title ?? key;
    const field = fieldNamed(key);
    const column = columnOf(list, field);
    if (!column) {
      leftOut.push(`the group ${title}`);
      return [];
    }
    const plain = per ? per.toLowerCase() : key.toLowerCase();
    const name = used.has(plain) ? `${plain}_of_${key.toLowerCase()}` : plain;
    used.add(name);
    if (per) return [{ name, sql: `date_trunc('${per.toLowerCase()}', ${column.sql})::date` }];
    if (!column.type.endsWith('[]')) return [{ name, sql: column.sql }];
    const each = `each_${name}`;
    return [{ name, sql: each, join: `left join unnest(${column.sql}) as ${each} on true` }];
  });
}

const numbersInSql = (
  amount: string | undefined,
  keys: readonly KeyInSql[],
): Readonly<Record<string, string>> => {
  // A share is of the row's own first group where there are two.
  const [first] = keys;
  const whole = first && keys.length > 1 ? `partition by ${first.sql}` : '';
  return {
    count: 'count(*)',
    share: `round(100.0 * count(*) / sum(count(*)) over (${whole}), 2)`,
    ...(amount && {
      sum: `sum(${amount})`,
      sumShare: `round(100.0 * sum(${amount}) / sum(sum(${amount})) over (${whole}), 2)`,
      charged: `-sum(${amount})`,
      average: `round(avg(${amount}), 2)`,
      median: `percentile_cont(0.5) within group (order by ${amount})`,
      percentile: `percentile_cont(0.9) within group (order by ${amount})`,
      min: `min(${amount})`,
      max: `max(${amount})`,
    }),
  };
};

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const titled = (title: string, leftOut: readonly string[], lines: readonly string[]): string =>
  [`-- ${title}`, ...leftOut.map((one) => `-- Left out: ${one.replaceAll('\n', ' ')}`), ...lines].join('\n');
const clause = (word: string, parts: readonly string[], glue = ', '): string[] =>
  parts.length > 0 ? [`${word} ${parts.join(glue)}`] : [];

/**
 * domains, or domains_2026_06_01 for the end of a day; a question of a day is about its beginning, the end of the day
 * before.
 */
function tableOf({ asOf }: Question, table: string, today: string): string {
  if (!asOf) return table;
  const [, count, unit = ''] = /^-P(\d{1,4})([DWMY])$/.exec(asOf) ?? [];
  const date = asOf.slice(0, 10);
  const day = count ? shifted(today, unit, -Number(count)) : isDay(asOf) ? shifted(date, 'D', -1) : date;
  return isDay(day) ? `${table}_${day.replaceAll('-', '_')}` : table;
}
/** There are tables of whole days only. */
const isTimeOfDay = ({ asOf }: Question): boolean => Boolean(asOf) && !isDay(asOf);

type WriteLines = (
  question: Question,
  list: List,
  from: string,
  where: readonly string[],
  leftOut: string[],
) => string[];

const ofGroups: WriteLines = (question, list, from, where, leftOut) => {
  const keys = question.rows === 'number' ? [] : keysInSql(question, list, leftOut);
  const known = numbersInSql(amounts[list.name], keys);
  // The numbers are in the order in which they are shown.
  const shown = list.numbers
    .map(({ name }) => name)
    .filter((name) => question.show.includes(name) && known[name]);
  for (const name of question.show)
    if (!known[name]) leftOut.push(list.numbers.find((one) => one.name === name)?.title ?? name);
  if (question.compare) leftOut.push('the comparison');
  const sort = keys.length > 0 ? orderOf(question, list) : undefined;
  const places = keys.map((_, index) => String(index + 1));
  const sum = amounts[list.name] && `sum(${amounts[list.name]})`;
  const by = sort?.by === 'COUNT' ? 'count(*)' : sort?.by === 'SUM' ? sum : undefined;
  const named = [
    ...keys.map(({ name, sql }) => [sql, name] as const),
    ...(shown.length > 0 ? shown : ['count']).map((name) => [known[name] ?? '', snake(name)] as const),
  ];
  const selected = named.map(([sql, name]) => (sql === name ? sql : `${sql} as ${name}`));
  const source = [
    [`from ${from}`, ...keys.flatMap(({ join }) => join ?? [])].join('\n'),
    ...clause('where', where, '\n  and '),
    ...clause('group by', places),
  ];
  const orderBy = (first: string | undefined): string[] =>
    clause(
      'order by',
      first
        ? [`${first}${sort?.direction === 'DESC' ? ' desc nulls last' : ''}`, ...places]
        : places.map((place) => `${place}${sort?.direction === 'DESC' ? ' desc' : ''}`),
    );
  const least = keys.length > 0 && isPage(question.atLeast) ? Number(question.atLeast) : undefined;
  const limit = keys.length > 0 && isPage(question.first) ? [`limit ${Number(question.first)}`] : [];
  // A share is of all groups, also of those that are not shown.
  if (least && shown.some((name) => name.toLowerCase().includes('share')))
    return [
      `select ${named.map(([, name]) => name).join(', ')}`,
      `from (select ${[...selected, 'count(*) as group_size', ...(by ? [`${by} as group_order`] : [])].join(',\n  ')}`,
      ...source,
      ') as all_groups',
      `where group_size >= ${least}`,
      ...orderBy(by && 'group_order'),
      ...limit,
    ];
  return [
    `select ${selected.join(',\n  ')}`,
    ...source,
    ...(least ? [`having count(*) >= ${least}`] : []),
    ...orderBy(by),
    ...limit,
  ];
};

const ofRows: WriteLines = (question, list, from, where, leftOut) => {
  const columns = list.columns.filter(({ name }) => question.columns.includes(name));
  const { sort } = question;
  const column = sort && columnOf(list, fieldNamed(sort.by));
  if (sort && !column) leftOut.push('the order');
  return [
    `select ${columns.map(({ sql }) => sql).join(', ')}`,
    `from ${from}`,
    ...clause('where', where, '\n  and '),
    ...(column ? [`order by ${column.sql}${sort?.direction === 'DESC' ? ' desc' : ''}`] : []),
    `limit ${pageOf(question)}`,
  ];
};

const kindsOfEvents: Readonly<Record<string, string>> = {
  registered: "kind = 'REGISTERED'",
  renewed: "kind = 'RENEWED'",
  expired: "kind = 'EXPIRED'",
  deleted: "kind = 'DELETED'",
  transferredIn: "kind = 'TRANSFERRED' and direction = 'IN'",
  transferredOut: "kind = 'TRANSFERRED' and direction = 'OUT'",
};

interface Asking {
  readonly title: string;
  readonly today: string;
  readonly isRegistrar: boolean;
}

/** Growth is counted from events; what there was at the end of a period cannot be. */
function ofPeriods(
  question: Question,
  list: List,
  { isRegistrar, today }: Asking,
  leftOut: string[],
): string[] {
  const { op, values } = question.where[0] ?? { op: 'last', values: [] };
  const [from, to]: [string, string] =
    op === 'between'
      ? [isDay(values[0]) ? values[0] : shifted(today, 'Y', -1), isDay(values[1]) ? values[1] : today]
      : [shifted(today, values[1] ?? 'M', -Number(values[0] ?? 12)), today];
  const per = question.per.toLowerCase();
  const begin = `date_trunc('${per}', date ${literal(from)})`;
  if (list.name === 'account.balances') {
    const end = `begins + interval '1 ${per}'`;
    return [
      `select least(${end} - interval '1 day', now())::date as day,`,
      `  coalesce((select sum(amount) from transactions where created_at < ${end}), 0) as balance`,
      `from generate_series(${begin}, least(date ${literal(to)}, current_date), interval '1 ${per}') as begins`,
      'order by 1',
    ];
  }
  const shown = question.show.filter(
    (name) => kindsOfEvents[name] && (isRegistrar || !name.startsWith('transferred')),
  );
  for (const name of question.show)
    if (!shown.includes(name)) leftOut.push(list.numbers.find((one) => one.name === name)?.title ?? name);
  const keys = question.by.flatMap(({ key }) => columnsOfEvents[key] ?? []);
  const places = ['1', ...keys.map((_, index) => String(index + 2))];
  return [
    `select ${[
      `date_trunc('${per}', at)::date as ${per}`,
      ...keys,
      ...(shown.length > 0
        ? shown.map((name) => `count(*) filter (where ${kindsOfEvents[name]}) as ${snake(name)}`)
        : ['count(*) as events']),
    ].join(',\n  ')}`,
    'from domain_events',
    `where at >= ${begin} and at < date ${literal(to)} + 1`,
    ...clause('group by', places),
    ...clause('order by', places),
  ];
}

const columnsOfEvents: Readonly<Record<string, string>> = { REGISTRAR: 'registrar_code', ZONE: 'zone' };

/** The statement, or undefined if the list is not a table for this caller. */
export function statementOf(question: Question, list: List, asking: Asking): string | undefined {
  const { title, today } = asking;
  const leftOut: string[] = [];
  if (list.periods) return titled(title, leftOut, ofPeriods(question, list, asking, leftOut));
  if (!list.table) return undefined;
  if (isTimeOfDay(question)) leftOut.push('the time of day: the table is of the end of its day');
  const where = question.where.flatMap((one) => conditionInSql(one, list, leftOut));
  const write = question.rows === 'list' ? ofRows : ofGroups;
  const lines = write(question, list, tableOf(question, list.table, today), where, leftOut);
  return titled(title, leftOut, lines);
}
