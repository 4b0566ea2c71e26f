// The data of a chart: pure functions without a page, for GraphiQL in the browser and for pages that the server
// renders.
//
//   const { rows, columns } = rowsOf(theList(data));                 // table-rows.ts
//   const { chosen } = choicesOf(rows, columns);                     // what one would begin with
//   const chart = chartOf(rows, { ...chosen, ...look }, { document, timeZone });
//   const svg = pictureOf(chart, { title: 'Domains by country', width: 640 });   // chart-picture.ts: a text

import {
  cents,
  eachNumber,
  inWords,
  isEarlier,
  isKey,
  isLevel,
  kindOf,
  measured,
  namedBy,
  nameOfPeriod,
  type Row,
  roleOf,
  rowCount,
  unitOf,
  valueInWords,
  type Words,
} from './chart-columns.ts';
import { daysIn, everyPeriod, periodOf } from './chart-periods.ts';
import { allKinds, type Chart, type ChartKind, stackedAs, type Value } from './chart-points.ts';

/**
 * Three columns, and one of `chartKinds`: a missing part, or a kind that does not suit the rows, falls back to the
 * default. `by` is '' where nothing is divided.
 */
export interface Choice {
  readonly across?: string | undefined;
  readonly value?: string | undefined;
  readonly by?: string | undefined;
  readonly kind?: string | undefined;
}

const measures = ['charged', 'sum', 'count', 'average', 'median', 'min', 'max', 'share'];

/** The possible choices for these rows, and the default one: by time if possible, with the most telling number. */
export function choicesOf(
  rows: readonly Row[],
  columns: readonly string[],
): {
  readonly across: string[];
  readonly values: string[];
  readonly chosen: { readonly across: string | undefined; readonly value: string; readonly by: string };
} {
  const kinds = new Map(columns.map((column) => [column, kindOf(rows, column)]));
  const keys = columns.filter((column) => !measures.includes(column) && !isEarlier(column));
  const values = columns.filter((column) => kinds.get(column) === 'number' && !isKey(column));
  const known = measures.filter((name) => values.includes(name));
  const times = keys.filter((column) => kinds.get(column) === 'time');
  const words = keys.filter((column) => kinds.get(column) === 'word' || isKey(column));
  const isGrouped = known.length > 0 || values.length > 1 || values.some(isLevel);
  const [across, by] = isGrouped ? [...times, ...words] : [...times, ...words].slice(0, 1);
  const beside = numbersBeside(rows, values);
  const isCompared = beside.some(isEarlier);
  const value =
    (isCompared ? eachNumber : known[0]) ?? (beside.length > 1 ? eachNumber : values[0]) ?? rowCount;
  const divided = value !== eachNumber && isSplit(rows, across, by) ? by : undefined;
  return {
    across: [...times, ...words],
    values: [
      ...new Set([
        ...known,
        ...values,
        ...(beside.length > 1 ? [eachNumber] : []),
        ...(isGrouped ? [] : [rowCount]),
      ]),
    ],
    chosen: { across, value, by: divided ?? '' },
  };
}

/**
 * Numbers of one kind, such as registered and deleted domains: counts, levels and shares never share an axis, nor do
 * euros and days. Of groups: the most telling number and its value in the previous period.
 */
function numbersBeside(rows: readonly Row[], columns: readonly string[]): string[] {
  const plain = columns.filter((column) => {
    const name = measured(column);
    return !measures.includes(name) && !isLevel(name) && !isKey(name);
  });
  const [first] = plain;
  if (first !== undefined) {
    const unit = unitOf(rows, first);
    const role = roleOf(measured(first));
    return plain.filter((column) => unitOf(rows, column) === unit && roleOf(measured(column)) === role);
  }
  const compared = [...measures, 'atEnd'].find(
    (name) => roleOf(name) !== 'statistic' && columns.includes(name) && columns.includes(`before.${name}`),
  );
  return compared ? [compared, `before.${compared}`] : [];
}

/** A second key is useful only if it has several values. */
const isSplit = (rows: readonly Row[], across: string | undefined, by: string | undefined): boolean =>
  by !== undefined && across !== undefined && new Set(rows.map((row) => row[by])).size > 1;

const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How the values of one place are combined: only quantities, and the shares of the parts of one whole, are added up.
 */
function together(column: string): (values: readonly number[]) => number {
  const name = measured(column);
  if (/(^|[._])min$/i.test(name)) return (values) => Math.min(...values);
  if (/(^|[._])max$/i.test(name)) return (values) => Math.max(...values);
  if (roleOf(name) === 'level') return (values) => values.at(-1) ?? 0;
  if (['statistic', 'duration'].includes(roleOf(name)) || isRate(name)) return averageOf;
  return sumOf;
}
/** Tells whether a number is a share of a whole of its own, which is not part of a common one. */
const isRate = (name: string): boolean => roleOf(name) === 'share' && !/share$/i.test(name);
const sumOf = (values: readonly number[]): number => cents(values.reduce((sum, value) => sum + value, 0));
const canBeStacked = (value: string): boolean => together(value) === sumOf;
/**
 * Tells whether the numbers of several groups make one of all of them: what is added up, the smallest and the
 * largest.
 */
const canBePooled = (value: string): boolean =>
  canBeStacked(value) || /(^|[._])(min|max)$/i.test(measured(value));

/** Returns what stands between the parentheses after a field of a document, each time it is asked for. */
export const argumentsIn = (document: string, field: string): string[] =>
  [...document.matchAll(/\b(\w+)\s*\(([^()]*)/g)]
    .filter(([, name]) => name === field)
    .map(([, , given = '']) => given);

/** `groups(by: [{ field: CREATED_AT`: createdAt, whose groups are the wholes of all shares. */
const firstKeyIn = (document: string): string | undefined =>
  argumentsIn(document, 'groups')
    .map((given) => /\bfield:\s*([A-Z_]+)/.exec(given)?.[1])
    .find(Boolean)
    ?.toLowerCase()
    .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Places {
  readonly across: string;
  placeOf(row: Row): string;
  readonly document: string;
}
/** Tells whether the shares of the rows are of several wholes, and whether each place is one of them. */
interface Wholes {
  readonly areSeveral: boolean;
  readonly isByPlace: boolean;
}

function wholesOf(
  rows: readonly Row[],
  { across, value, placeOf, document }: Places & { readonly value: string },
): Wholes {
  const column = roleOf(measured(value)) === 'share' && !isRate(measured(value)) ? value : undefined;
  const sums = new Map<string, number>();
  for (const row of column === undefined ? [] : rows)
    sums.set(placeOf(row), (sums.get(placeOf(row)) ?? 0) + Number(row[value] || 0));
  // The shares are rounded.
  const most = 100.01 + rows.length * 0.005;
  const areSeveral = [...sums.values()].reduce((sum, one) => sum + one, 0) > most;
  const firstKey = firstKeyIn(document);
  const isByPlace = firstKey ? across.split('.')[0] === firstKey : Math.max(...sums.values()) <= most;
  return { areSeveral, isByPlace };
}

/** The label on the axis for a row without a value. */
export const nothing = 'none';

/** More bars than this cannot be read, and more points than this cost the server too much. */
const mostBars = 60;
const mostPoints = 5000;

/** The kinds of charts that suit the rows, the best first. */
function kindsFor({
  isTime,
  value,
  figure,
  by,
  isMixed,
  isStackable,
}: {
  readonly isTime: boolean;
  readonly value: string;
  readonly figure: string;
  readonly by: string;
  readonly isMixed: boolean;
  readonly isStackable: boolean;
}): [ChartKind, ...ChartKind[]] {
  const fits: Readonly<Record<ChartKind, boolean>> = {
    bars: true,
    // Numbers with different meanings are not stacked: their sum means nothing.
    stacked: by !== '' && isStackable && value !== eachNumber,
    line: isTime,
    area: isTime && isStackable && value !== eachNumber,
    share: isStackable && !isMixed && value !== eachNumber && (by !== '' || !isTime),
  };
  const isLine = isTime && (isLevel(figure) || roleOf(measured(figure)) !== 'quantity');
  const begins = isLine ? 'line' : fits.stacked ? 'stacked' : 'bars';
  return [begins, ...allKinds.filter((kind) => fits[kind] && kind !== begins)];
}

/**
 * The last value of a period is the latest one, in whatever order the rows come. Movements of one moment, such as
 * bulk renewals, follow each other as they do in their list, which begins with the newest unless its first row is
 * older than its last one.
 */
function inTime(rows: readonly Row[], column: string): readonly Row[] {
  const timeOf = (row: Row | undefined): number => Date.parse(row?.[column] ?? '');
  const isUpwards = timeOf(rows[0]) < timeOf(rows.at(-1));
  return (isUpwards ? rows : rows.toReversed()).toSorted((one, other) => timeOf(one) - timeOf(other));
}

/**
 * Tells whether the groups at one place cannot be put together, and which other keys then tell them apart: shares of
 * several wholes, rates, averages and levels stand beside each other, as do shares before and now, which add up to a
 * hundred at every place.
 */
function toldApart(
  given: readonly Row[],
  by: string,
  {
    across,
    number,
    wholes,
    isEach,
    placeOf,
    document,
  }: Places & { readonly number: string; readonly wholes: Wholes; readonly isEach: boolean },
): { readonly areApart: boolean; readonly apart: readonly string[] } {
  const isGrouped = /\b(groups|domainStatistics)\b/.test(document);
  const isShare = roleOf(measured(number)) === 'share';
  const areOfOthers = wholes.areSeveral && !wholes.isByPlace;
  const areApart =
    areOfOthers || (isGrouped && (!canBePooled(number) || (isEach && isShare && wholes.areSeveral)));
  const split = isEach ? '' : by;
  const places = new Set(given.map((row) => JSON.stringify([placeOf(row), split && row[split]])));
  if (!areApart || places.size === given.length) return { areApart: areOfOthers, apart: [] };
  const keys = choicesOf(given, Object.keys(given[0] ?? {})).across;
  const others = keys.filter((key) => key !== across && key !== split && isSplit(given, across, key));
  return { areApart, apart: others };
}

/** Each number of a row becomes a row of its own. */
function spread(
  rows: readonly Row[],
  columns: readonly string[],
  named: (column: string) => string,
): readonly Row[] {
  return rows.flatMap((row) =>
    columns.map((column) => ({ ...row, [eachNumber]: row[column] ?? '', figure: named(column) })),
  );
}

/**
 * The points by place and part, each with its value, and with its start and end if values are stacked. Negative
 * values are stacked downwards from zero, positive ones upwards. Rows that are left out are counted in `leftOut`,
 * never cut silently.
 */
export function chartOf(
  given: readonly Row[],
  choice: Choice,
  {
    document = '',
    timeZone = 'UTC',
    words,
  }: { readonly document?: string; readonly timeZone?: string; readonly words?: Words | undefined } = {},
): Chart {
  const { across = '', value = '' } = choice;
  const named = namedBy(words);
  const isEach = value === eachNumber;
  const values = isEach ? choicesOf(given, Object.keys(given[0] ?? {})).values : [];
  const numbers = numbersBeside(
    given,
    values.filter((name) => name !== rowCount && name !== eachNumber),
  );
  const rows = isEach ? spread(given, numbers, named) : given;
  const isTime = kindOf(rows, across) === 'time';
  const placed = isTime ? rows.filter((row) => row[across]) : rows;
  const dayOf = daysIn(timeZone);
  const placeOf = (row: Row): string => (isTime ? dayOf(row[across] ?? '') : row[across] || nothing);
  const number = isEach ? (numbers[0] ?? '') : value;
  const wholes = wholesOf(
    given.filter((row) => !isTime || row[across]),
    { across, value: number, placeOf, document },
  );
  const { areApart, apart } = toldApart(given, choice.by ?? '', {
    across,
    number,
    wholes,
    isEach,
    placeOf,
    document,
  });
  const by = isEach ? 'figure' : ((choice.by || apart[0]) ?? '');
  const split = by ? [...new Set([by, ...apart])] : [];
  const combined = areApart && apart.length === 0 ? averageOf : together(number);
  const isStackable = canBeStacked(number) && !areApart;
  const partNames = new Map<string, string>();
  const partOf = (row: Row): string => {
    const part = split.map((key) => row[key] || nothing).join(', ');
    if (!partNames.has(part))
      partNames.set(
        part,
        split
          .map((key) =>
            key === 'figure' ? (row.figure ?? '') : valueInWords(key, row[key] || nothing, named),
          )
          .join(', '),
      );
    return part;
  };
  const allParts = [...new Set(placed.map(partOf))];
  const days = isTime ? [...new Set(placed.map(placeOf))].sort() : [];
  const period = isTime ? periodOf(document, days) : undefined;
  const all = period ? everyPeriod(days, period) : [...new Set(placed.map(placeOf))];
  const places = isTime ? all : all.slice(0, mostBars);
  const parts = allParts.slice(0, Math.max(1, Math.floor(mostPoints / Math.max(1, places.length))));
  const kept = new Set(parts);
  const found = new Map<string, number[]>();
  const inOrder =
    isTime && placed.some((row) => (row[across] ?? '').length > 10) ? inTime(placed, across) : placed;
  for (const row of inOrder) {
    const key = JSON.stringify([placeOf(row), partOf(row)]);
    const values = found.get(key) ?? [];
    found.set(key, values);
    // An empty cell has no number: a rate has none where nothing happened.
    if (value === rowCount) values.push(1);
    else if (row[value] !== '') values.push(Number(row[value]));
  }
  // In an empty period a quantity is zero, which must be visible, and a level is what it was; there is no average of
  // nothing.
  const isZero = isTime && isStackable;
  const isKept = isTime && roleOf(measured(number)) === 'level';
  const before = new Map<string, number>();
  const filled = new Set(placed.map(placeOf));
  const points = places.flatMap((place) =>
    parts.flatMap((part): Value[] => {
      const values = found.get(JSON.stringify([place, part])) ?? [];
      const last = before.get(part);
      if (values.length === 0 && isKept && last !== undefined) return [{ place, part, value: last }];
      // Nor is there a share of a period in which nothing happened.
      if (values.length === 0)
        return isZero && (filled.has(place) || !wholes.areSeveral) ? [{ place, part, value: 0 }] : [];
      const one = combined(values);
      before.set(part, one);
      return [{ place, part, value: one }];
    }),
  );
  const isMixed = points.some((point) => point.value < 0) && points.some((point) => point.value > 0);
  const meant = new Set(numbers.map(measured));
  const [only = value] = meant;
  const figure = meant.size === 1 ? only : value;
  const kinds = kindsFor({ isTime, value, figure, by, isMixed, isStackable });
  const kind = kinds.find((one) => one === choice.kind) ?? kinds[0];
  const unit = kind === 'share' ? '%' : unitOf(given, number);
  return {
    kind,
    kinds,
    isTime,
    points: stackedAs(kind, points, parts, by !== ''),
    places,
    parts: by ? parts : [],
    period,
    by: isEach ? '' : by,
    note: noteOn(kind, given, document),
    leftOut:
      (isEach ? 1 / Math.max(1, numbers.length) : 1) * (rows.length - placed.length) +
      all.length -
      places.length +
      placed.filter((row) => !kept.has(partOf(row))).length,
    unit,
    labels: {
      across: named(across) + (period ? `, by ${period.toLowerCase()}` : ''),
      value:
        kind === 'share'
          ? 'Share (%)'
          : withUnit(figure === eachNumber ? inWords(figure) : named(figure), unit),
      figure: figure === eachNumber ? inWords(figure) : named(figure),
      by: isEach ? '' : named(by),
      place: (place) => (period ? nameOfPeriod(place, period) : valueInWords(across, place, named)),
      part: (part) => partNames.get(part) ?? (isEach ? part : valueInWords(by, part, named)),
    },
  };
}

/**
 * Says what the picture does not show, where it could be taken for the whole: of some groups, or of one page of a
 * list.
 */
function noteOn(kind: ChartKind, rows: readonly Row[], document: string): string {
  const hasGroups = /\bgroups\b/.test(document);
  if (kind === 'share' && argumentsIn(document, 'groups').some((given) => /\b(first|having)\s*:/.test(given)))
    return 'The shares are of the groups shown, not of all.';
  if (argumentsIn(document, 'domainStatistics').some((given) => /\bcompareTo:/.test(given)))
    return 'While the last period is not over, the earlier one ends on the same day.';
  const first = /\b(?:first|last):\s*(\d+)|:\s*Int!?\s*=\s*(\d+)/.exec(document);
  const isPage =
    !hasGroups && /\b(nodes|edges)\b/.test(document) && rows.length >= Number(first?.[1] ?? first?.[2] ?? 0);
  return isPage ? 'The chart shows the rows of this page; groups count the whole list.' : '';
}

/** `Share in %` names its unit itself. */
const withUnit = (name: string, unit: string): string =>
  unit && !name.endsWith(unit) ? `${name} (${unit})` : name;
