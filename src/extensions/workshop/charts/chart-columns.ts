// The columns of an answer, by their names and cells: what kind of value each holds, its unit, and what people call it.
// Charts (chart-model.js), tables and sentences use the same words.

/** Values that are not columns: the number of rows, and all numbers of a row side by side. */
export const rowCount = 'number of rows';
export const eachNumber = 'each number';

/**
 * What the numbers of a column are, by its name: the state at a moment (`level`), a part of a hundred (`share`), a time that
 * something took (`duration`), what describes several numbers (`statistic`), or an amount or a count, which alone are added up.
 */
const roles = {
  level: /(^|[._])(at_?end|balance|last_?per_?period|stock)$/i,
  share: /(^|[._a-z])(share|rate|conversion|percent)$/i,
  duration: /(^|[._a-z])(days|hours|minutes|seconds)$/i,
  statistic: /(^|[._])(average|median|percentile|min|max|avg)$/i,
};
export const roleOf = (column) => Object.keys(roles).find((role) => roles[role].test(column)) ?? 'quantity';

/** Shown as lines over time, and never added up. */
export const isLevel = (column) => ['level', 'statistic'].includes(roleOf(measured(column)));
const numeric = /^-?\d+(\.\d+)?$/;
const dated = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** The type of a column: moments, numbers or texts. */
export function kindOf(rows, column) {
  const cells = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
  if (cells.length === 0) return 'word';
  if (cells.every((text) => numeric.test(text))) return 'number';
  return cells.every((text) => dated.test(text) && !Number.isNaN(Date.parse(text))) ? 'time' : 'word';
}

/** Numbers that identify something and are not quantities. */
export const isKey = (column) => /(^|\.)(number|id|year)$/i.test(column);

/** `before` holds the values of compareTo. */
export const isEarlier = (column) => column.startsWith('before.');
export const measured = (column) => column.replace(/^before\./, '');

/** All amounts of the registry are in euros. */
export function unitOf(rows, value) {
  const role = value !== undefined && roleOf(measured(value));
  if (role === 'share') return '%';
  if (role === 'duration') return /(days|hours|minutes|seconds)$/i.exec(value)[0].toLowerCase();
  return rows.some((row) => /\.\d\d$/.test(row[value] ?? '')) ? 'EUR' : '';
}

export const cents = (value) => Math.round(value * 100) / 100;

/** What a column is called: by the words of the page, if it has some, or else by the words in its name. */
export const namedBy = (words) => (column) => words?.(column) ?? inWords(column);

/** What people call a column of an answer, by the words of its list (src/extensions/workshop/ask/catalog.ts); undefined if that has none. */
export function wordFor(column, list) {
  const earlier = column.startsWith('before.') && wordFor(column.slice(7), list);
  if (earlier) return `${earlier}, before`;
  const found = [...list.keys, ...list.numbers, ...list.columns].find(
    (one) => (one.column ?? one.name) === column,
  );
  return found?.title ?? { period: 'Period', day: 'Day', [eachNumber]: 'All numbers' }[column];
}

const known = { count: 'Number', [eachNumber]: 'Number', atEnd: 'At the end', at: 'Time' };
const lowered = (text) => text.replace(/^./, (first) => first.toLowerCase());

/** registrantCountryCode: Registrant country code; registrar.code: Registrar; before.count: Number before. */
export function inWords(column) {
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
export const isNaming = (column) => column.includes('.') || /(name|code)$/i.test(column);

/** TOP_UP: Top up; true in the column signed: Signed. Codes and names stay as they are. */
export function valueInWords(column, text, named) {
  if (text === 'true') return named(column);
  if (text === 'false') return `Not ${lowered(named(column))}`;
  if (!/^[A-Z]+(_[A-Z0-9]+)*$/.test(text) || text.length < 4 || isNaming(column)) return text;
  return text[0] + text.slice(1).toLowerCase().replaceAll('_', ' ');
}

// The date format of all our pages: 2026-11-16, 2026-11, 2026.
const lengths = { DAY: 10, WEEK: 10, MONTH: 7, YEAR: 4 };

export function nameOfPeriod(day, period) {
  if (period === 'QUARTER') return `${day.slice(0, 4)} Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`;
  return (period === 'WEEK' ? 'Week of ' : '') + day.slice(0, lengths[period]);
}

const digitsOf = (number, digits) =>
  new Intl.NumberFormat('en-GB', {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, 2),
  }).format(number);

/** A number alone, as people write it: 1,234, €12.00, 61.5 %, 14 days. `column` is the path to it. */
export function figureInWords(column, text) {
  const [name] = column.split('.').slice(-1);
  const unit = unitOf([{ [name]: text }], name);
  const number = Number(text);
  if (unit === 'EUR') return `${number < 0 ? '−' : ''}€${digitsOf(Math.abs(number), 2)}`;
  const written = digitsOf(number, 0).replace('-', '−');
  return unit === '' ? written : `${written} ${unit}`;
}

/** How a number has changed: by how much, and by which part of what it was, unless both are shares. */
export function changeInWords(column, text, before) {
  const change = cents(Number(text) - Number(before));
  const [name] = column.split('.').slice(-1);
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
