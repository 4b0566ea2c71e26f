// A result as a file, made in the browser.
import { load, timeZone } from '../../browser/facts.ts';
import { cellOfSheet } from '../../browser/table.ts';
import type { FileColumn } from '../../charts/parquet-rows.ts';
import type { Cell, Result } from './orders.ts';

/** PostgreSQL's types by number, as the scalars of our files. */
const scalars: Readonly<Record<number, string>> = {
  16: 'Boolean',
  20: 'Long',
  21: 'Int',
  23: 'Int',
  700: 'Float',
  701: 'Float',
  1082: 'Date',
  1184: 'DateTime',
};

const isDay = /^\d{4}-\d{2}-\d{2}$/;

function columnsOfResult({ fields, rows }: Result): FileColumn[] {
  return fields.map(({ name, oid }, index) => {
    const values = (): string[] => rows.flatMap((row) => row[index] ?? []);
    if (oid === 1700) return { name, ...decimalOf(values()) };
    // date_trunc answers times, even where all are days.
    if (oid === 1114)
      return { name, scalar: values().every((value) => isDay.test(value)) ? 'Date' : 'String' };
    return { name, scalar: scalars[oid] ?? 'String' };
  });
}

/** Exact where it fits. */
function decimalOf(values: readonly string[]): Omit<FileColumn, 'name'> {
  const scale = Math.max(0, ...values.map((value) => value.split('.')[1]?.length ?? 0));
  const whole = Math.max(0, ...values.map((value) => value.replace(/\..*/, '').length));
  return whole + scale <= 18 && values.every((value) => value !== 'NaN')
    ? { scalar: 'Decimal', scale }
    : { scalar: 'Float' };
}

const csvCell = (value: Cell): string => {
  if (value === null) return '';
  const plain = cellOfSheet(value);
  return /[",;\t\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

const csvOf = ({ fields, rows }: Result): Blob =>
  new Blob([
    '\ufeff',
    [fields.map(({ name }) => name), ...rows].map((row) => row.map(csvCell).join(',')).join('\n'),
    '\n',
  ]);

/** Numbers as numbers, where they are exact as such. */
const jsonValue = (value: Cell, { scalar = '' }: FileColumn): string | number | boolean | null => {
  if (value === null) return null;
  if (scalar === 'Boolean') return value === 'true';
  return ['Int', 'Float'].includes(scalar) || (scalar === 'Long' && Number.isSafeInteger(Number(value)))
    ? Number(value)
    : value;
};

function ndjsonOf(result: Result): Blob {
  const columns = columnsOfResult(result);
  const line = (row: readonly Cell[]): string =>
    `${JSON.stringify(Object.fromEntries(columns.map((column, index) => [column.name, jsonValue(row[index] ?? null, column)])))}\n`;
  return new Blob(result.rows.map(line));
}

async function xlsxOf(result: Result): Promise<Blob> {
  const [fflate, { Xlsx }] = await Promise.all([
    load<typeof import('fflate')>('fflate'),
    load<typeof import('./xlsx.ts')>('xlsx.js'),
  ]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  // Excel has one kind of number.
  const columns = columnsOfResult(result).map(({ name, scalar, scale }) => ({
    name,
    scalar: scalar === 'Long' || (scalar === 'Decimal' && scale !== 2) ? 'Number' : scalar,
  }));
  const file = new Xlsx(fflate, columns, (bytes) => parts.push(bytes));
  for (let from = 0; from < result.rows.length; from += 1000) file.add(result.rows.slice(from, from + 1000));
  file.end();
  return new Blob(parts);
}

async function parquetOf(result: Result): Promise<Blob> {
  const [writer, { ParquetRows }] = await Promise.all([
    load<typeof import('hyparquet-writer')>('hyparquet-writer'),
    load<typeof import('./parquet-rows.ts')>('parquet-rows.js'),
  ]);
  const file = new ParquetRows(writer, columnsOfResult(result), timeZone);
  for (let from = 0; from < result.rows.length; from += 10_000)
    file.add(result.rows.slice(from, from + 10_000));
  return new Blob([file.end()]);
}

export const filesOfResult: Readonly<Record<string, (result: Result) => Blob | Promise<Blob>>> = {
  csv: csvOf,
  xlsx: xlsxOf,
  parquet: parquetOf,
  ndjson: ndjsonOf,
};
