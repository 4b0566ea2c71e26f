// Shows the answer as JSON, a table or a chart, and downloads it.

import { chartKinds, chartOf, choicesOf, eachNumber, inWords } from '../../../core/chart-model.js';
import { rowsOf, theList } from '../../../core/table-rows.js';
import { byId, download, make, nameIn, onAnswer, say, showVariables, textIn, wordsOf } from './editors.js';
import { timeZone } from './facts.js';
import { loadCharts, savePng, saveSvg, showPicture } from './picture.js';
import { isRead, noteAsked } from './questions.js';
import { plainFetch } from './session.js';
import { drawTable } from './table.js';

const views = { json: 'JSON', table: 'table', chart: 'chart' };
export const shownAs = () => document.querySelector('[name="view"]:checked').value;

/** The request of each answer, so that the same query can be sent again for another format. */
const askedBefore = new Map();
const mostAnswers = 30;
const canonical = (text) => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
};

export async function remember(request, response) {
  noteAsked();
  if (!response.headers.get('content-type')?.includes('json') || !isRead(request.body.query)) return;
  const answer = canonical(await response.text());
  askedBefore.delete(answer);
  askedBefore.set(answer, request);
  if (askedBefore.size > mostAnswers) askedBefore.delete(askedBefore.keys().next().value);
  // GraphiQL may have shown the answer before it was stored here.
  showAnswer(textIn('response'));
}

/** The rows of the shown answer, and its query. */
let shown = {};
let isNewTable = true;
let choice;

/** The chosen charts by the text of the query, to draw the same chart when the query is sent again. */
const charts = new Map();
export const chartOfQuestion = (query) => charts.get(query);
export const drawAs = (query, chart) => charts.set(query, chart);

/** The query whose answer is shown, and the view. */
export const shownQuestion = () => ({ request: shown.request, view: shownAs(), choice });

function showAnswer(text) {
  const answer = canonical(text);
  const isSame = answer === shown.answer;
  if (isSame && shown.request === askedBefore.get(answer)) return;
  const { data, errors } = answer === undefined ? {} : JSON.parse(answer);
  const list = errors ? undefined : theList(data);
  shown = { answer, errors, request: askedBefore.get(answer), ...(list && rowsOf(list)) };
  if (list) shown.total = totalIn(data, list.length);
  isNewTable ||= !isSame;
  choice = charts.get(shown.request?.written);
  byId('take').hidden = !shown.rows || !shown.request;
  byId('rows').textContent = shown.rows
    ? `${shown.rows.length} row${shown.rows.length === 1 ? '' : 's'}`
    : '';
  showTotal();
  showView();
}

/** The number of rows of the whole list: from the answer, or from the server if the answer is only a page. */
function totalIn(data, length) {
  for (const value of Object.values(data ?? {}).filter((item) => item && typeof item === 'object')) {
    if (value.nodes || value.edges) return value.totalCount;
    const found = Array.isArray(value) ? length : totalIn(value, undefined);
    if (found !== undefined) return found;
  }
  return length;
}

const wholeNumber = new Intl.NumberFormat('en-GB');
const showTotal = () => {
  const { total } = shown;
  byId('whole-rows').textContent =
    total === undefined ? '' : ` (${wholeNumber.format(total)} row${total === 1 ? '' : 's'})`;
};

/** Fetched before a download, if the answer does not contain it. */
async function askTotal() {
  const asked = shown;
  if (!asked.request || asked.total !== undefined) return;
  asked.asking ??= askCsv('/graphql', asked.request).catch(() => undefined);
  const answer = await asked.asking;
  // Without an answer, the next attempt fetches it again.
  if (!answer) asked.asking = undefined;
  const total = Number(answer?.headers.get('x-total-count') ?? 'NaN');
  if (Number.isNaN(total)) return;
  asked.total = total;
  if (asked === shown) showTotal();
}

function askCsv(url, { body, headers: sent }) {
  const headers = new Headers(sent);
  headers.set('accept', 'text/csv');
  return plainFetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
for (const name of ['pointerenter', 'focusin']) byId('take').addEventListener(name, askTotal);

export function showView() {
  // GraphiQL has not rendered the container yet.
  if (byId('answer').hidden) return;
  const view = shownAs();
  const pane = byId('answer').parentElement;
  pane.dataset.view = view;
  const rows = shown.rows ?? [];
  byId('no-rows').hidden = view === 'json' || rows.length > 0;
  byId('no-rows').textContent = whyNothing(view);
  byId('table-view').hidden = view !== 'table' || rows.length === 0;
  byId('chart-view').hidden = view !== 'chart' || rows.length === 0;
  byId('copy-table').hidden = byId('table-view').hidden;
  // A table that is already shown keeps its sorting and the focus.
  if (view === 'table' && rows.length > 0 && isNewTable) {
    drawTable(rows, shown.columns);
    isNewTable = false;
  }
  if (view === 'chart' && rows.length > 0) drawChart();
}

function whyNothing(view) {
  if (shown.answer === undefined) return `Press play to see the answer as a ${views[view]}.`;
  if (shown.errors) return 'The query failed: see JSON for the reason.';
  if (shown.rows) return 'The list is empty.';
  return `A ${views[view]} shows one list, and this answer has none or several. For a single domain, query a list of one: domains(first: 1, where: { name: { eq: "…" } }).`;
}

function offer(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => make('option', { value, textContent: text })));
  select.value = chosen;
}
const worded = (columns) => columns.map((column) => [column, inWords(column)]);

/** The parts of an earlier choice, or of a link's, that fit these rows. */
function possible({ kind, across, value, by } = {}, keys, values) {
  return {
    ...(kind && { kind }),
    ...(keys.includes(across) && { across }),
    ...(values.includes(value) && { value }),
    ...((by === '' || (keys.includes(by) && by !== across)) && { by }),
  };
}

/** The current chart, to draw it again for a file. */
let drawn;

async function drawChart() {
  const { rows, columns, request } = shown;
  const { across, values, chosen } = choicesOf(rows, columns);
  choice = { ...chosen, ...possible(choice, across, values) };
  const query = request?.body.query ?? textIn('query');
  const chart = chartOf(rows, choice, { document: query, timeZone });
  offer(
    byId('chart-kind'),
    [...chart.kinds.map((kind) => [kind, chartKinds[kind]]), ['table', 'table']],
    chart.kind,
  );
  offer(byId('chart-across'), worded(across), choice.across);
  offer(byId('chart-value'), worded(values), choice.value);
  const others = across.filter((column) => column !== choice.across);
  offer(byId('chart-by'), [['', 'nothing'], ...worded(others)], choice.by);
  byId('chart-by').disabled = choice.value === eachNumber;
  const asked = shown;
  const { pictureOf } = await loadCharts();
  // Another answer may be shown by now.
  if (asked !== shown || shownAs() !== 'chart') return;
  const title = nameIn(query) ? wordsOf(nameIn(query)) : 'Answer';
  drawnWidth = widthOfPicture();
  drawn = { title, paper: () => pictureOf(chart, { title, width: drawnWidth, isPaper: true }) };
  showPicture(byId('picture'), pictureOf(chart, { title, width: drawnWidth }));
  byId('left-out').textContent = chart.leftOut > 0 ? `${chart.leftOut} more are not in the chart.` : '';
}

for (const [id, part] of [
  ['chart-kind', 'kind'],
  ['chart-across', 'across'],
  ['chart-value', 'value'],
  ['chart-by', 'by'],
])
  byId(id).addEventListener('change', ({ target }) => {
    if (target.value === 'table') {
      document.querySelector('[name="view"][value="table"]').click();
      return;
    }
    choice = { ...choice, [part]: target.value, ...(part === 'across' && { by: '' }) };
    if (shown.request) drawAs(shown.request.written, choice);
    drawChart();
  });
for (const input of document.querySelectorAll('[name="view"]')) input.addEventListener('change', showView);
byId('save-svg').addEventListener('click', () => drawn && saveSvg(drawn.paper(), drawn.title));
byId('save-png').addEventListener('click', () => drawn && savePng(drawn.paper(), drawn.title));

let resized;
let drawnWidth = 0;
const widthOfPicture = () => Math.max(280, byId('picture').clientWidth - 28);
// Drawing a chart changes the height of its container, which must not trigger another drawing.
new ResizeObserver(() => {
  clearTimeout(resized);
  resized = setTimeout(() => {
    if (shownAs() === 'chart' && shown.rows?.length > 0 && widthOfPicture() !== drawnWidth) drawChart();
  }, 150);
}).observe(byId('picture'));

/** Sends the same query again for another format: the whole list, unless only this page is wanted. */
byId('csv').addEventListener('click', async () => {
  const { request } = shown;
  const { body } = request;
  const url = byId('whole').checked ? '/graphql?all=true' : '/graphql';
  byId('csv').disabled = true;
  try {
    const response = await askCsv(url, request);
    if (!response.ok) throw new Error((await response.json()).errors[0].message);
    download(await response.blob(), `${body.operationName ?? nameIn(body.query) ?? 'zonegraph'}.csv`);
    if (response.headers.get('x-truncated') === 'true')
      say(`The list has ${response.headers.get('x-total-count')} rows; the file has one page of them.`);
  } catch (error) {
    say(`No file: ${error.message}`);
  } finally {
    byId('csv').disabled = false;
  }
});

// GraphiQL renders the answer's container later than this.
onAnswer((text) => {
  const pane = document.querySelector('.graphiql-response');
  if (byId('answer').parentElement !== pane) {
    pane.append(byId('answer'));
    byId('answer').hidden = false;
    showView();
    setTimeout(showVariables);
  }
  showAnswer(text);
});
