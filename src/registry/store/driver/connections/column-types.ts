import pg from 'pg';
import { getOrCreate } from '../../../../base/get-or-create.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const TEXT_ARRAY: number = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const NUMERIC_ARRAY = 1231;

const asText = (value: string): string => value;

function asSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number))
    throw new RangeError(`int8 value ${value} does not fit a JavaScript number`);
  return number;
}

const parseTextArray: (value: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);

/** Infinite dates and timestamps, which JavaScript does not have, become the first and last that it can represent. */
const firstDay = '0001-01-01';
export const lastDay = '9999-12-31';
const limits: Readonly<Record<string, string>> = { '-infinity': firstDay, infinity: lastDay };

const asDay = (value: string): string => limits[value] ?? value;

const parseMoment: (value: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);
const asMoment = (value: string): Date => {
  const limit = limits[value];
  return limit === undefined ? parseMoment(value) : new Date(`${limit}T00:00:00Z`);
};

const parsers = new Map<number, (value: string) => unknown>([
  [INT8, asSafeInteger],
  [INT8_ARRAY, (value) => parseTextArray(value).map((item) => (item === null ? null : asSafeInteger(item)))],
  // A float would lose cents, a Date would move a calendar day into another time zone.
  [NUMERIC, asText],
  [NUMERIC_ARRAY, parseTextArray],
  [DATE, asDay],
  [DATE_ARRAY, (value) => parseTextArray(value).map((item) => (item === null ? null : asDay(item)))],
  [TIMESTAMPTZ, asMoment],
]);

/** Converts column values to JavaScript values; passed to each client, never set globally. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    // The driver looks a parser up in several places.
    return getOrCreate(parsers, oid, () => pg.types.getTypeParser(oid) as (value: string) => unknown);
  },
};
