// Shows the rows of an answer as a table that can be sorted by any column and copied to a spreadsheet.
import { byId, every, first, make } from '../../kit/browser/dom.ts';
import { kindOf, type Row } from '../charts/chart-columns.ts';
import { say } from './editors.ts';
import { timeZone } from './facts.ts';

/** Returns what a press on a number does; undefined where it does nothing. */
export type Behind = (row: Row, column: string) => (() => void) | undefined;

interface Sorting {
  readonly column: string;
  readonly down: boolean;
}

const collator = new Intl.Collator('en', { numeric: true });
const comparing = (column: string, isNumber: boolean): ((one: Row, other: Row) => number) =>
  isNumber
    ? (one, other) => Number(one[column] || 'NaN') - Number(other[column] || 'NaN')
    : (one, other) => collator.compare(one[column] ?? '', other[column] ?? '');

// The Swedish locale formats times as all our pages do: 2026-11-16 05:47.
const registryMoment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });

/** Timestamps in the registry's time zone; everything else unchanged. */
const cellText = (text = ''): string =>
  /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text))
    ? registryMoment.format(new Date(text))
    : text;

/** Texts of this length are sentences and may wrap; names stay on one line. */
const longestName = 60;

let inTable: {
  readonly columns: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly given: readonly Row[] | undefined;
  readonly sorting: Sorting | undefined;
} = { columns: [], lines: [], given: undefined, sorting: undefined };

/** Rows that are drawn again keep their order. */
export function drawTable(
  rows: readonly Row[],
  columns: readonly string[],
  {
    sorting = sortingOf(rows),
    behind = () => undefined,
  }: { readonly sorting?: Sorting | undefined; readonly behind?: Behind | undefined } = {},
): void {
  const numbers = new Set(columns.filter((column) => kindOf(rows, column) === 'number'));
  const sorted = sorting ? rows.toSorted(comparing(sorting.column, numbers.has(sorting.column))) : rows;
  const head = columns.map((column) => {
    const isSorted = sorting?.column === column;
    const direction = isSorted && !sorting.down ? 'ascending' : 'descending';
    const button = make('button', {
      type: 'button',
      textContent: column,
      onclick: () => {
        drawTable(rows, columns, { sorting: { column, down: isSorted && !sorting.down }, behind });
        first('#table-view [aria-sort] button', HTMLElement)?.focus();
      },
    });
    const cell = make('th', { scope: 'col', className: numbers.has(column) ? 'number' : '' }, button);
    if (isSorted) cell.ariaSort = direction;
    return cell;
  });
  const ordered = sorting?.down ? sorted.toReversed() : sorted;
  const lines = ordered.map((row) => columns.map((column) => cellText(row[column])));
  inTable = { columns, lines, given: rows, sorting };
  const classOf = (text: string, column: string): string =>
    numbers.has(column) ? 'number' : text.length > longestName ? 'long' : '';
  const cell = (text: string, column: string, row: Row): HTMLElement => {
    const open = numbers.has(column) && text !== '' && text !== '0' ? behind(row, column) : undefined;
    const shown = open
      ? make('button', { type: 'button', className: 'behind', title: 'See the rows', onclick: open }, text)
      : text;
    return make('td', { className: classOf(text, column) }, shown);
  };
  const body = ordered.map((row) =>
    make('tr', {}, ...columns.map((column) => cell(cellText(row[column]), column, row))),
  );
  const place = byId('table-view');
  const { activeElement } = document;
  const focused = place.contains(activeElement) ? activeElement?.textContent : undefined;
  place.replaceChildren(
    make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...body)),
  );
  every('th button', HTMLElement, place)
    .find(({ textContent }) => textContent === focused)
    ?.focus();
}

function sortingOf(rows: readonly Row[]): Sorting | undefined {
  return inTable.given === rows ? inTable.sorting : undefined;
}

/**
 * Spreadsheets run text that begins like a formula, so it is escaped as in CSV files; tabs and line breaks would end
 * the cell.
 */
export function cellOfSheet(text: string): string {
  const plain = text.replaceAll(/[\t\r\n]/g, ' ');
  const isFormula = /^\s*[=+@]/.test(plain) || (/^\s*-/.test(plain) && Number.isNaN(Number(plain)));
  return isFormula ? `'${plain}` : plain;
}

byId('copy-table').addEventListener('click', async () => {
  const { columns, lines } = inTable;
  const text = [columns, ...lines].map((line) => line.map(cellOfSheet).join('\t')).join('\n');
  try {
    await navigator.clipboard.writeText(text);
    say(`${lines.length} row${lines.length === 1 ? ' is' : 's are'} copied, to paste into a spreadsheet.`);
  } catch {
    say('Only pages with TLS can copy: download the CSV file instead.');
  }
});
