import pg from 'pg';
import { remembered } from '../../core/remembered.ts';

const INT8 = 20;
const DATE = 1082;
const NUMERIC = 1700;
const TEXT_ARRAY: number = 1009;
const TIMESTAMPTZ: number = 1184;
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

const parseAnyTextArray: (value: string) => string[] = pg.types.getTypeParser(TEXT_ARRAY);

/** Most arrays hold a few plain words or nothing; quotes, with which all else is written, and nulls are left to the driver. */
function parseTextArray(value: string): string[] {
  if (value === '{}') return [];
  const isPlain = !value.includes('"') && !value.includes('NULL') && !value.startsWith('{', 1);
  return isPlain ? value.slice(1, -1).split(',') : parseAnyTextArray(value);
}

const parseAnyMoment: (value: string) => Date = pg.types.getTypeParser(TIMESTAMPTZ);

/** Connections speak UTC, in which a moment is nearly what JavaScript reads fastest; the rest is left to the driver. */
function parseMoment(value: string): Date {
  return value.length >= 22 && value.endsWith('+00') && value[10] === ' '
    ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`)
    : parseAnyMoment(value);
}

const parsers = new Map<number, (value: string) => unknown>([
  [TEXT_ARRAY, parseTextArray],
  [TIMESTAMPTZ, parseMoment],
  [INT8, asSafeInteger],
  [INT8_ARRAY, (value) => parseTextArray(value).map((item) => (item === null ? null : asSafeInteger(item)))],
  // A float would lose cents, a Date would move a calendar day into another time zone.
  [NUMERIC, asText],
  [NUMERIC_ARRAY, parseTextArray],
  [DATE, asText],
  [DATE_ARRAY, parseTextArray],
]);

/** How column values become JavaScript values; given to each client, never set globally. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    // The driver looks for one in several places.
    return remembered(parsers, oid, () => pg.types.getTypeParser(oid) as (value: string) => unknown);
  },
};
