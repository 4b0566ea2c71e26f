// The data of a chart: pure functions, tested without a browser.

/** Chosen when somebody wants the rows themselves counted. */
export const rowCount = 'number of rows';

const measures = ['sum', 'count', 'average', 'min', 'max'];
const numeric = /^-?\d+(\.\d+)?$/;
const dated = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** The type of a column: moments, numbers or texts. */
export function kindOf(rows, column) {
  const cells = rows.map((row) => row[column] ?? '').filter((text) => text !== '');
  if (cells.length === 0) return 'word';
  if (cells.every((text) => numeric.test(text))) return 'number';
  return cells.every((text) => dated.test(text)) ? 'time' : 'word';
}

/** By what one can look at the rows, and how one would begin: by time first, the most telling number. */
export function choicesOf(rows, columns) {
  const kinds = new Map(columns.map((column) => [column, kindOf(rows, column)]));
  const keys = columns.filter((column) => !measures.includes(column));
  const values = columns.filter((column) => kinds.get(column) === 'number' && !isKey(column));
  const known = measures.filter((name) => values.includes(name));
  const times = keys.filter((column) => kinds.get(column) === 'time');
  const words = keys.filter((column) => kinds.get(column) === 'word' || isKey(column));
  const isGrouped = known.length > 0;
  const [across, by] = isGrouped ? [...times, ...words] : [...times, ...words].slice(0, 1);
  return {
    across: [...times, ...words],
    values: [...new Set([...known, ...values, ...(isGrouped ? [] : [rowCount])])],
    chosen: { across, value: known[0] ?? values[0] ?? rowCount, by: isSplit(rows, across, by) ? by : '' },
  };
}

/** Numbers that name something. */
const isKey = (column) => /(^|\.)(number|id|year)$/i.test(column);

/** A second key says something only where one of the first kind has several of it, or where it has several at all. */
const isSplit = (rows, across, by) =>
  by !== undefined && across !== undefined && new Set(rows.map((row) => row[by])).size > 1;

export const periods = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

/** The period that the question names, or the coarsest that all days begin. */
export function periodOf(document, days) {
  const named = /\bper:\s*(DAY|WEEK|MONTH|QUARTER|YEAR)\b/.exec(document)?.[1];
  return named ?? periods.findLast((period) => days.every((day) => beginOf(day, period) === day));
}

const iso = (date) => date.toISOString().slice(0, 10);
const utc = (day) => new Date(`${day}T00:00:00Z`);

function beginOf(day, period) {
  const date = utc(day);
  if (period === 'WEEK') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (period === 'MONTH') date.setUTCDate(1);
  if (period === 'QUARTER') date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3, 1);
  if (period === 'YEAR') date.setUTCMonth(0, 1);
  return iso(date);
}

const steps = {
  DAY: (date) => date.setUTCDate(date.getUTCDate() + 1),
  WEEK: (date) => date.setUTCDate(date.getUTCDate() + 7),
  MONTH: (date) => date.setUTCMonth(date.getUTCMonth() + 1),
  QUARTER: (date) => date.setUTCMonth(date.getUTCMonth() + 3),
  YEAR: (date) => date.setUTCFullYear(date.getUTCFullYear() + 1),
};

/** More would be a second of drawing that nobody can read. */
const mostSteps = 2000;

/** Every period from the first to the last, also those in which nothing was. */
function everyPeriod(days, period) {
  const [first, last] = [days[0], days.at(-1)];
  const all = [];
  for (const date = utc(first); iso(date) <= last && all.length < mostSteps; steps[period](date))
    all.push(iso(date));
  return new Set([...all, ...days]).size === all.length ? all : days;
}

/** Numbers that belong to each other are added up; those of which that would be nonsense are not. */
const together = {
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
};
const sumOf = (values) => Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100;
export const canBeStacked = (value) => together[value] === undefined;

/** The label on the axis for a row without a value. */
const nothing = 'none';

/** More bars than this are no picture any more. */
export const mostBars = 60;

/**
 * A line over time or bars over words, each point with its value and, where there is a second key, its part. What is
 * left out is listed in `leftOut`, never cut silently.
 */
export function chartOf(rows, { across, value, by }, document = '') {
  const isTime = kindOf(rows, across) === 'time';
  const placed = isTime ? rows.filter((row) => row[across]) : rows;
  const placeOf = (row) => (isTime ? row[across].slice(0, 10) : row[across] || nothing);
  const partOf = (row) => (by ? row[by] || nothing : '');
  const parts = [...new Set(placed.map(partOf))];
  const days = isTime ? [...new Set(placed.map(placeOf))].sort() : [];
  const period = isTime ? periodOf(document, days) : undefined;
  const all = isTime ? everyPeriod(days, period) : [...new Set(placed.map(placeOf))];
  const places = isTime ? all : all.slice(0, mostBars);
  const found = new Map();
  for (const row of placed) {
    const key = JSON.stringify([placeOf(row), partOf(row)]);
    found.set(key, [...(found.get(key) ?? []), value === rowCount ? 1 : Number(row[value] || 0)]);
  }
  const points = places.flatMap((place) =>
    parts.flatMap((part) => {
      const values = found.get(JSON.stringify([place, part]));
      // Nothing in a period is nothing, which a line has to show; a bar of nothing is no bar.
      if (!values) return isTime && canBeStacked(value) ? [{ place, part, value: 0 }] : [];
      return [{ place, part, value: (together[value] ?? sumOf)(values) }];
    }),
  );
  return {
    kind: isTime ? 'line' : 'bars',
    points,
    places,
    parts: by ? parts : [],
    period,
    leftOut: all.length - places.length + (rows.length - placed.length),
    isMoney: rows.some((row) => /\.\d\d$/.test(row[value] ?? '')),
  };
}
