// The answer beside the steps: a table with titles for people, a chart, or a number.

import { drawChart, onChartChoice } from '../../browser/chart.ts';
import { byId, make } from '../../browser/editors.ts';
import { drawTable } from '../../browser/table.ts';
import { isNaming, kindOf, wordFor } from '../../charts/chart-columns.ts';
import { cautionIn } from '../../charts/chart-notes.ts';
import { rowsOf, theList } from '../../charts/table-rows.ts';
import { valueTitle } from './controls.ts';
import { pageOf } from './document.ts';

let shown;

const titleOf = (column, list) => wordFor(column, list) ?? valueTitle(column);

/** yes and no, Registrant changed: what people read instead of codes. */
function cell(text = '', column) {
  if (isNaming(column)) return text;
  return text === 'true' ? 'yes' : text === 'false' ? 'no' : valueTitle(text);
}

/** A date that stands for a period says so: 2026-11-01 is the whole of November. */
function headOf(column, { question, list }) {
  const key = list.keys.find((one) => one.column === column)?.name;
  const per = column === 'period' ? question.per : question.by.find((one) => one.key === key)?.per;
  const title = titleOf(column, list);
  return question.rows === 'groups' && per ? `${title}, by ${per.toLowerCase()}` : title;
}

export function showAnswer({ data, question, list, document: written, title, onChoice, behind }) {
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

export function hideAnswer() {
  shown = undefined;
  for (const id of ['table-view', 'chart-view', 'numbers', 'take', 'no-rows']) byId(id).hidden = true;
  byId('overlap').textContent = '';
  byId('rows').textContent = '';
}

const inputs = () => [...document.querySelectorAll('#steps [name="view"]')];

/** The pictures that this answer can have: those of charts are offered by the chart itself. */
function offerViews(possible, view) {
  for (const input of inputs()) {
    input.disabled = !possible.includes(input.value);
    input.checked = input.value === view;
  }
}

const numbersIn = ({ rows, columns }) => columns.filter((column) => kindOf(rows, column) === 'number');
const wordsIn = ({ rows, columns }) => columns.filter((column) => kindOf(rows, column) !== 'number');

/** Without a choice: a number if there is one, a chart of groups, a table of anything else. */
function viewOf({ question, rows }) {
  if (rows.length === 0) return 'table';
  if (question.view) return question.view;
  if (question.rows === 'list') return 'table';
  return wordsIn(shown).length === 0 ? 'number' : 'chart';
}

/** Draws the answer, with the picture of a later question about the same rows. */
export function showView(next = shown?.question) {
  if (!shown) return;
  shown.question = next;
  const { rows, columns, question, list, written, title } = shown;
  const isSingle = rows.length === 1 && numbersIn(shown).length > 0;
  const canDraw = rows.length > 0 && wordsIn(shown).length > 0;
  let view = viewOf(shown);
  if (view === 'number' && !isSingle) view = canDraw ? 'chart' : 'table';
  if (!['number', 'table'].includes(view) && !canDraw) view = isSingle ? 'number' : 'table';
  byId('table-view').hidden = view !== 'table' || rows.length === 0;
  byId('numbers').hidden = view !== 'number';
  byId('chart-view').hidden = ['table', 'number'].includes(view) || rows.length === 0;
  byId('copy-table').hidden = byId('table-view').hidden;
  const others = ['table', ...(isSingle ? ['number'] : [])];
  if (view === 'table') drawEntitled(shown);
  byId('overlap').textContent = ['table', 'number'].includes(view)
    ? cautionIn(columns, written, shown.different)
    : '';
  if (view === 'number')
    byId('numbers').replaceChildren(
      ...numbersIn(shown).map((column) =>
        make('p', {}, make('b', {}, figureOf(rows[0][column])), titleOf(column, list)),
      ),
    );
  if (byId('chart-view').hidden)
    return offerViews([...others, ...(canDraw ? ['bars', 'line', 'stacked', 'area', 'share'] : [])], view);
  const asked = shown;
  drawChart({
    rows,
    columns,
    document: written,
    title,
    isTitled: false,
    words: (column) => wordFor(column, list),
    choice: { ...question.chart, ...(view !== 'chart' && { kind: view }) },
    behind: shown.behind,
    different: shown.different,
    isStill: () => asked === shown && !byId('chart-view').hidden,
  });
  const kinds = [...byId('chart-kind').options]
    .map(({ value }) => value)
    .filter((value) => value !== 'table');
  offerViews([...others, ...kinds], byId('chart-kind').value);
}

/** The table with titles for people; what is behind a number is found by the names of the columns. */
function drawEntitled({ rows, columns, question, list, behind }) {
  const titles = columns.map((column, index) => {
    const title = headOf(column, { question, list });
    return columns.findIndex((other) => headOf(other, { question, list }) === title) === index
      ? title
      : `${title} (${column})`;
  });
  const texts = rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [titles[index], cell(row[column], column)])),
  );
  const original = new Map(texts.map((text, index) => [text, rows[index]]));
  drawTable(texts, titles, {
    behind: (text, title) => behind(original.get(text), columns[titles.indexOf(title)]),
  });
}

const figureOf = (text) =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: /\.\d\d$/.test(text) ? 2 : 0 }).format(
    Number(text),
  );
