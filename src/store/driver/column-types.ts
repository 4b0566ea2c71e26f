import pg from 'pg';
import { remembered } from '../../core/remembered.ts';

const INT8 = 20;
const DATE = 1082;
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

const parsers = new Map<number, (value: string) => unknown>([
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
