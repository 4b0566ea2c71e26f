// Pure functions: which tables and columns a statement needs, and the query that reads them.

import type { Table, TableColumn } from '../table.ts';

/** A table that a statement names; `day` for that of the end of a day in the past. */
export interface NamedTable {
  readonly name: string;
  readonly table: Table;
  readonly day?: string;
}

/** Strings, quoted identifiers and comments are passed over; what is left are words and stars. */
const tokens =
  /(?<skip>'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|"(?<quoted>(?:[^"]|"")*)"|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<sign>[*.,()])/g;

function* partsOf(sql: string): Generator<string> {
  for (const { groups = {} } of sql.matchAll(tokens)) {
    if (groups.skip !== undefined) continue;
    yield groups.quoted ?? groups.word?.toLowerCase() ?? groups.sign ?? '';
  }
}

/** The words of a statement. */
export const wordsIn = (sql: string): ReadonlySet<string> => new Set(partsOf(sql));

/** Tells whether all columns are asked for: `select *` or `d.*`, but not `count(*)` or `2 * 3`. */
function wantsAll(sql: string): boolean {
  const parts = [...partsOf(sql)];
  return parts.some(
    (part, index) => part === '*' && ['select', 'distinct', 'all', ',', '.'].includes(parts[index - 1] ?? ''),
  );
}

const ofDay = /^(.+)_(\d{4})_(\d{2})_(\d{2})$/;

/** The tables that a statement may name: also those of a day in the past, `domains_2026_06_01`. */
export function tablesIn(sql: string, tables: readonly Table[]): NamedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  return [...wordsIn(sql)].flatMap((name) => {
    const [, past, year, month, day] = ofDay.exec(name) ?? [];
    const [table, ofPast] = [byName.get(name), byName.get(past ?? '')];
    if (table) return [{ name, table }];
    return ofPast?.hasPast ? [{ name, table: ofPast, day: `${year}-${month}-${day}` }] : [];
  });
}

/**
 * The columns of a table that a statement names, in the order of the table; one at least, so that its rows are read.
 */
export function columnsIn(sql: string, { columns }: Pick<Table, 'columns'>): readonly TableColumn[] {
  if (wantsAll(sql)) return columns;
  const words = wordsIn(sql);
  const named = columns.filter(({ name }) => words.has(name));
  return named.length > 0 ? named : columns.slice(0, 1);
}

const pageSize = 100;

/** The query for the rows of a table; the server reads on from page to page itself. */
export function documentOf(
  { way, hasPast }: Pick<Table, 'way' | 'hasPast'>,
  columns: readonly Pick<TableColumn, 'selects'>[],
  day?: string,
  most = pageSize,
): string {
  const past = hasPast && day;
  const list = way.at(-1);
  const args = `first: ${Math.max(1, Math.min(most, pageSize))}, after: $after${past ? ', asOf: $asOf' : ''}`;
  const rows = `${list}(${args}) { nodes { ${columns.map(({ selects }) => selects).join(' ')} } }`;
  const inside = way.slice(0, -1).reduceRight((text, name) => `${name} { ${text} }`, rows);
  return `query Table($after: String${past ? ', $asOf: DateTimeOrDuration' : ''}) { ${inside} }`;
}

/** The query for the number of rows. */
export function countOf({ way, hasPast }: Table, day?: string): string {
  const past = hasPast && day;
  const list = `${way.at(-1)}${past ? '(asOf: $asOf)' : ''} { totalCount }`;
  const inside = way.slice(0, -1).reduceRight((text, name) => `${name} { ${text} }`, list);
  return `query Count${past ? '($asOf: DateTimeOrDuration)' : ''} { ${inside} }`;
}

/** The end of a day in the time zone of the registry, as a time with its offset. */
export function endOfDay(day: string, timeZone: string): string {
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day)
    throw new Error(`${day} is not a day of the calendar.`);
  const next = midnight.getTime() + 86_400_000;
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  const local = (at: number): number => Date.parse(`${format.format(new Date(at)).replace(' ', 'T')}Z`);
  // The offset is applied twice, because it may change on that day.
  let at = next - (local(next) - next);
  at = next - (local(at) - at);
  return new Date(at - 1).toISOString();
}

/** How much a row occupies in the browser, roughly: a fixed part and each column. */
const widths: Readonly<Record<string, number>> = {
  integer: 4,
  boolean: 1,
  date: 4,
  timestamptz: 8,
  numeric: 10,
  'text[]': 40,
  jsonb: 120,
};
export const megabytesOf = (rows: number, columns: readonly TableColumn[]): number =>
  (rows * (60 + columns.reduce((sum, { type }) => sum + (widths[type] ?? 20), 0))) / 1e6;

/** Says which tables there are, after a statement that names one that does not exist. */
export function tablesInWords(message: string, tables: readonly Table[]): string {
  if (!/^relation ".*" does not exist$/.test(message)) return '';
  const past = tables.filter(({ hasPast }) => hasPast).map(({ name }) => name);
  const ofDays =
    past.length > 0
      ? ` ${past.join(' and ')} also have a table for each past day: ${past[0]}_2026_06_01.`
      : '';
  return `Your tables are ${tables.map(({ name }) => name).join(', ')}.${ofDays}`;
}
