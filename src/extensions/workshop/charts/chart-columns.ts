// The columns of an answer, by their names and cells: what kind of value each holds, its unit, and what people call it.
// Charts (chart-model.ts), tables and sentences use the same words.

/** A row of an answer: the text of each column. */
export type Row = Readonly<Record<string, string>>;

/** Returns what people call a column of an answer; undefined if the only words for it are those in its name. */
export type Words = (column: string) => string | undefined;

/** The words of a list, as /ask has them. */
interface Named {
  readonly name: string;
  readonly title: string;
  readonly column?: string;
}
export interface ListInTitles {
  readonly keys: readonly Named[];
  readonly numbers: readonly Named[];
  readonly columns: readonly Named[];
}

/** Values that are not columns: the number of rows, and all numbers of a row side by side. */
export const rowCount = 'number of rows';
export const eachNumber = 'each number';

/**
 * The meaning of the numbers of a column, by its name: the state at a moment (`level`), a part of a hundred
 * (`share`), a time that something took (`duration`), what describes several numbers (`statistic`), or an amount or a
 * count, which alone are added up.
 */
export type Role = 'level' | 'share' | 'duration' | 'statistic' | 'quantity';
const roles: readonly (readonly [Role, RegExp])[] = [
  ['level', /(^|[._])(at_?end|balance|last_?per_?period|stock)$/i],
  ['share', /(^|[._a-z])(share|rate|conversion|percent)$/i],
  ['duration', /(^|[._a-z])(days|hours|minutes|seconds)$/i],
  ['statistic', /(^|[._])(average|median|percentile|min|max|avg)$/i],
];
export const roleOf = (column: string): Role =>
  roles.find(([, names]) => names.test(column))?.[0] ?? 'quantity';

/** Shown as lines over time, and never added up. */
export const isLevel = (column: string): boolean => ['level', 'statistic'].includes(roleOf(measured(column)));
const numeric = /^-?\d+(\.\d+)?$/;
const dated = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** The type of a column: moments, numbers or texts. */
export function kindOf(rows: readonly Row[], column: string): 'time' | 'number' | 'word' {
  const cells = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
  if (cells.length === 0) return 'word';
  if (cells.every((text) => numeric.test(text))) return 'number';
  return cells.every((text) => dated.test(text) && !Number.isNaN(Date.parse(text))) ? 'time' : 'word';
}

/** Numbers that identify something and are not quantities. */
export const isKey = (column: string): boolean => /(^|\.)(number|id|year)$/i.test(column);

/** `before` holds the values of compareTo. */
export const isEarlier = (column: string): boolean => column.startsWith('before.');
export const measured = (column: string): string => column.replace(/^before\./, '');

/** All amounts of the registry are in euros. */
export function unitOf(rows: readonly Row[], value: string): string {
  const role = roleOf(measured(value));
  if (role === 'share') return '%';
  if (role === 'duration') return /(?:days|hours|minutes|seconds)$/i.exec(value)?.[0].toLowerCase() ?? '';
  return rows.some((row) => /\.\d\d$/.test(row[value] ?? '')) ? 'EUR' : '';
}

export const cents = (value: number): number => Math.round(value * 100) / 100;

/**
 * Returns what a column is called: by the words of the page, if it has some, or else by the words in its name.
 */
export const namedBy =
  (words: Words | undefined) =>
  (column: string): string =>
    words?.(column) ?? inWords(column);

/**
 * Returns what people call a column of an answer, by the words of its list (src/extensions/workshop/ask/catalog.ts);
 * undefined if the list does not have one.
 */
export function wordFor(column: string, list: ListInTitles): string | undefined {
  const earlier = isEarlier(column) ? wordFor(measured(column), list) : undefined;
  if (earlier) return `${earlier}, before`;
  const found = [...list.keys, ...list.numbers, ...list.columns].find(
    (one) => (one.column ?? one.name) === column,
  );
  return found?.title ?? otherTitles[column];
}
const otherTitles: Readonly<Record<string, string>> = {
  period: 'Period',
  day: 'Day',
  [eachNumber]: 'All numbers',
};

const known: Readonly<Record<string, string>> = {
  count: 'Number',
  [eachNumber]: 'Number',
  atEnd: 'At the end',
  at: 'Time',
};
const lowered = (text: string): string => text.replace(/^./, (first) => first.toLowerCase());

/** registrantCountryCode: Registrant country code; registrar.code: Registrar; before.count: Number before. */
export function inWords(column: string): string {
  if (isEarlier(column)) return `${inWords(measured(column))} before`;
  const name = column.replace(/\.(code|name)$/, '').replaceAll(/[._]/g, ' ');
  return (
    known[name] ??
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/^./, (first) => first.toUpperCase())
  );
}

/** The columns whose texts are names and codes that somebody has chosen: registrantName, registrar.code. */
export const isNaming = (column: string): boolean => column.includes('.') || /(name|code)$/i.test(column);

/** TOP_UP: Top up; true in the column signed: Signed. Codes and names stay as they are. */
export function valueInWords(column: string, text: string, named: (column: string) => string): string {
  if (text === 'true') return named(column);
  if (text === 'false') return `Not ${lowered(named(column))}`;
  if (!/^[A-Z]+(_[A-Z0-9]+)*$/.test(text) || text.length < 4 || isNaming(column)) return text;
  return text.slice(0, 1) + text.slice(1).toLowerCase().replaceAll('_', ' ');
}

// The date format of all our pages: 2026-11-16, 2026-11, 2026.
export type Period = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR';
const lengths = { DAY: 10, WEEK: 10, MONTH: 7, YEAR: 4 };

export function nameOfPeriod(day: string, period: Period): string {
  if (period === 'QUARTER') return `${day.slice(0, 4)} Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`;
  return (period === 'WEEK' ? 'Week of ' : '') + day.slice(0, lengths[period]);
}

const digitsOf = (number: number, digits: number): string =>
  new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, 2),
  }).format(number);

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A number alone, as people write it: 1,234, €12.00, 61.5 %, 14 days. `column` is the path to it. */
export function figureInWords(column: string, text: string): string {
  const name = lastOf(column);
  const unit = unitOf([{ [name]: text }], name);
  const number = Number(text);
  if (unit === 'EUR') return `${number < 0 ? '−' : ''}€${digitsOf(Math.abs(number), 2)}`;
  const written = digitsOf(number, 0).replace('-', '−');
  return unit === '' ? written : `${written} ${unit}`;
}

/** How a number has changed: by how much, and by which part of what it was, unless both are shares. */
export function changeInWords(
  column: string,
  text: string,
  before: string,
): { readonly change: number; readonly said: string; readonly part: string } {
  const change = cents(Number(text) - Number(before));
  const name = lastOf(column);
  const digits = /\.\d\d$/.test(text) ? change.toFixed(2) : String(change);
  const isShare = unitOf([{ [name]: text }], name) === '%';
  const part = Number(before) === 0 || isShare ? undefined : (change / Math.abs(Number(before))) * 100;
  return {
    change,
    said: isShare
      ? `${digitsOf(Math.abs(change), 0)} points`
      : figureInWords(column, digits.replace('-', '')),
    part: part === undefined ? '' : `${digitsOf(Math.abs(part), 0).replace(/\.(\d)\d$/, '.$1')} %`,
  };
}
