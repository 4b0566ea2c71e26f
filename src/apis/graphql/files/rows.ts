import { stringify } from 'csv-stringify/sync';
import { accepted, names } from '../../../base/accept.ts';
import { cellAt } from './cell.ts';
import type { Format } from './format.ts';

export const csv: Format = {
  type: 'text/csv; charset=utf-8',
  name: 'CSV',
  extension: 'csv',
  write: (rows, columns, areFirst) =>
    stringify(
      rows.map((row) => columns.map(({ path }) => cellAt(row, path))),
      {
        columns: columns.map(({ name }) => name),
        header: areFirst,
        bom: areFirst,
        cast: { string: keptText },
        // A spreadsheet may separate by these, whatever the file says.
        quoted_match: /[;\t]/,
      },
    ),
  // A row like all others, so that the file stays readable as a table.
  stopped: (why, columns) => stringify([columns.map((_, place) => (place === 0 ? `# stopped: ${why}` : ''))]),
};

export const ndjson: Format = {
  type: 'application/x-ndjson; charset=utf-8',
  name: 'NDJSON',
  extension: 'ndjson',
  write: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  stopped: (why) => `${JSON.stringify({ stopped: why })}\n`,
};

type MakeFormat = (timeZone: string) => Format;
const formats: MakeFormat[] = [() => csv, () => ndjson];

/** Adds a format that callers can ask for. */
export const addFormat = (make: MakeFormat): void => void formats.push(make);

/** The file format that the caller prefers; undefined if it prefers JSON. */
export function formatFor(accept: string | undefined, timeZone = 'UTC'): Format | undefined {
  const named = formats.map((make) => make(timeZone)).filter(({ type }) => names(accept, mediaTypeOf(type)));
  if (named.length === 0) return undefined;
  const [preferred] = accepted(accept, [...named.map(({ type }) => mediaTypeOf(type)), 'application/json']);
  return named.find(({ type }) => mediaTypeOf(type) === preferred);
}

/** The types of all files. */
export const fileTypes = (): string[] => formats.map((make) => mediaTypeOf(make('UTC').type));

const mediaTypeOf = (type: string): string => type.replace(/;.*/, '');

/**
 * A leading apostrophe marks text that a spreadsheet would take for a formula, also after blanks and in full-width
 * letters; a negative number is a number. A spreadsheet that separates by semicolons or tabs starts a new cell after
 * each of them and after a line break, quoted or not, so those parts are marked too (docs/rules/graph.md#files).
 */
function keptText(cell: string): string {
  // Most cells are one to every spreadsheet, and need not be split.
  if (!/[;\t\r\n]/.test(cell)) return guarded(cell);
  const [first = '', ...rest] = cell.split(/(?<=[;\t\r\n])/);
  return [/^ *[\t\r]/.test(cell) ? `'${first}` : guarded(first), ...rest.map(guarded)].join('');
}

function guarded(text: string): string {
  const begin = text.trimStart();
  const isFormula =
    /^[=+@\uFF1D\uFF0B\uFF20]/.test(begin) ||
    (/^[-\uFF0D]/.test(begin) && !/^-\d+(\.\d+)?[;\t\r\n]?$/.test(text));
  return isFormula ? `'${text}` : text;
}
