// The answer beside the steps: a table with titles for people, a chart, or a number.

import { byId, element, every, make } from '../../../kit/browser/dom.ts';
import { drawChart, onChartChoice } from '../../browser/chart.ts';
import { type Behind, drawTable } from '../../browser/table.ts';
import { isNaming, kindOf, type Row, wordFor } from '../../charts/chart-columns.ts';
import type { Choice } from '../../charts/chart-model.ts';
import { cautionIn } from '../../charts/chart-notes.ts';
import { rowsOf, theList } from '../../charts/table-rows.ts';
import type { List } from '../list.ts';
import { valueTitle } from './controls.ts';
import { pageOf } from './document.ts';
import type { Question } from './question.ts';

/** An answer, the question that it answers, and what presses on it do. */
interface Asked {
  readonly question: Question;
  readonly list: List;
  readonly title: string;
  readonly behind: Behind;
}
interface Table {
  readonly rows: readonly Row[];
  readonly columns: readonly string[];
}
interface Shown extends Asked, Table {
  readonly written: string;
  readonly different: number | undefined;
}

let shown: Shown | undefined;

const titleOf = (column: string, list: List): string => wordFor(column, list) ?? valueTitle(column);

/** yes and no, Registrant changed: what people read instead of codes. */
function cell(text: string, column: string): string {
  if (isNaming(column)) return text;
  return text === 'true' ? 'yes' : text === 'false' ? 'no' : valueTitle(text);
}

/** A date that stands for a period says so: 2026-11-01 is the whole of November. */
function headOf(column: string, { question, list }: Asked): string {
  const key = list.keys.find((one) => one.column === column)?.name;
  const per = column === 'period' ? question.per : question.by.find((one) => one.key === key)?.per;
  const title = titleOf(column, list);
  return question.rows === 'groups' && per ? `${title}, by ${per.toLowerCase()}` : title;
}

export function showAnswer({
  data,
  question,
  list,
  document: written,
  title,
  onChoice,
  behind,
}: Asked & {
  readonly data: Readonly<Record<string, { readonly totalCount?: number } | undefined>>;
  readonly document: string;
  readonly onChoice: (choice: Choice) => void;
}): void {
  const items = theList(data) ?? [];
  const { rows, columns } = rowsOf(items);
  shown = { rows, columns, question, list, written, title, behind, different: data[list.name]?.totalCount };
  onChartChoice(onChoice);
  const isCut = question.rows === 'list' && rows.length >= pageOf(question);
  byId('rows').textContent = `${isCut ? 'The first ' : ''}${rows.length} row${rows.length === 1 ? '' : 's'}`;
  byId('take').hidden = rows.length === 0;
  byId('no-rows').hidden = rows.length > 0;
  byId('no-rows').textContent = 'Nothing matches. Remove a condition, or choose a longer time.';
  showView();
}

export function hideAnswer(): void {
  shown = undefined;
  for (const id of ['table-view', 'chart-view', 'numbers', 'take', 'no-rows']) byId(id).hidden = true;
  byId('overlap').textContent = '';
  byId('rows').textContent = '';
}

const inputs = (): HTMLInputElement[] => every('#steps [name="view"]', HTMLInputElement);

/** Offers the pictures that this answer can have; those of charts are offered by the chart itself. */
function offerViews(possible: readonly string[], view: string): void {
  for (const input of inputs()) {
    input.disabled = !possible.includes(input.value);
    input.checked = input.value === view;
  }
}

const numbersIn = ({ rows, columns }: Table): string[] =>
  columns.filter((column) => kindOf(rows, column) === 'number');
const wordsIn = ({ rows, columns }: Table): string[] =>
  columns.filter((column) => kindOf(rows, column) !== 'number');

/**
 * Returns the view that was chosen, or else a number if there is one, a chart of groups, or a table of anything else.
 */
function viewOf(asked: Shown): string {
  const { question, rows } = asked;
  if (rows.length === 0) return 'table';
  if (question.view) return question.view;
  if (question.rows === 'list') return 'table';
  return wordsIn(asked).length === 0 ? 'number' : 'chart';
}

/** Draws the answer, with the picture of a later question about the same rows. */
export function showView(next = shown?.question): void {
  if (!shown || !next) return;
  const asked = { ...shown, question: next };
  shown = asked;
  const { rows, columns, question, list, written, title } = asked;
  const isSingle = rows.length === 1 && numbersIn(asked).length > 0;
  const canDraw = rows.length > 0 && wordsIn(asked).length > 0;
  let view = viewOf(asked);
  if (view === 'number' && !isSingle) view = canDraw ? 'chart' : 'table';
  if (!['number', 'table'].includes(view) && !canDraw) view = isSingle ? 'number' : 'table';
  byId('table-view').hidden = view !== 'table' || rows.length === 0;
  byId('numbers').hidden = view !== 'number';
  byId('chart-view').hidden = ['table', 'number'].includes(view) || rows.length === 0;
  byId('copy-table').hidden = byId('table-view').hidden;
  const others = ['table', ...(isSingle ? ['number'] : [])];
  if (view === 'table') drawEntitled(asked);
  byId('overlap').textContent = ['table', 'number'].includes(view)
    ? cautionIn(columns, written, asked.different)
    : '';
  if (view === 'number')
    byId('numbers').replaceChildren(
      ...numbersIn(asked).map((column) =>
        make('p', {}, make('b', {}, figureOf(rows[0]?.[column] ?? '')), titleOf(column, list)),
      ),
    );
  if (byId('chart-view').hidden) {
    offerViews([...others, ...(canDraw ? ['bars', 'line', 'stacked', 'area', 'share'] : [])], view);
    return;
  }
  drawChart({
    rows,
    columns,
    document: written,
    title,
    isTitled: false,
    words: (column) => wordFor(column, list),
    choice: { ...question.chart, ...(view !== 'chart' && { kind: view }) },
    behind: asked.behind,
    different: asked.different,
    isStill: () => asked === shown && !byId('chart-view').hidden,
  });
  const select = element('chart-kind', HTMLSelectElement);
  const kinds = [...select.options].map(({ value }) => value).filter((value) => value !== 'table');
  offerViews([...others, ...kinds], select.value);
}

/** The table with titles for people; what is behind a number is found by the names of the columns. */
function drawEntitled(asked: Shown): void {
  const { rows, columns, behind } = asked;
  const titles = columns.map((column, index) => {
    const title = headOf(column, asked);
    return columns.findIndex((other) => headOf(other, asked) === title) === index
      ? title
      : `${title} (${column})`;
  });
  const texts = rows.map((row) =>
    Object.fromEntries(
      columns.map((column, index) => [titles[index] ?? column, cell(row[column] ?? '', column)]),
    ),
  );
  const original = new Map(texts.map((text, index) => [text, rows[index]]));
  drawTable(texts, titles, {
    behind: (text, title) => behind(original.get(text) ?? {}, columns[titles.indexOf(title)] ?? ''),
  });
}

const figureOf = (text: string): string =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: /\.\d\d$/.test(text) ? 2 : 0 }).format(
    Number(text),
  );
