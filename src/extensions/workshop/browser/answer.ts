// Shows the answer as JSON, a table or a chart, and downloads it.

import { cautionIn, overlapIn } from '../charts/chart-notes.ts';
import { rowsOf, theList } from '../charts/table-rows.ts';
import { behindAnswer, statementFor, wordsFor } from './behind.ts';
import { plainFetch } from './caller.ts';
import { chosenChart, drawChart, onChartChoice } from './chart.ts';
import {
  byId,
  download,
  make,
  nameIn,
  onAnswer,
  onWriting,
  say,
  setAnswer,
  setQuery,
  showVariables,
  textIn,
  wordsOf,
} from './editors.ts';
import { isRead, noteAsked } from './questions.ts';
import { drawTable } from './table.ts';

const views = { json: 'JSON', table: 'table', chart: 'chart', sql: 'statement' };
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

/** An answer that was shown before the page was loaded again. */
export function recall(text, request) {
  askedBefore.set(canonical(text), request);
  setAnswer(text);
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
export const shownQuestion = () => ({
  request: shown.request,
  view: shownAs(),
  choice: shownAs() === 'chart' ? chosenChart() : undefined,
});

function showAnswer(text) {
  const answer = canonical(text);
  const isSame = answer === shown.answer;
  if (isSame && shown.request === askedBefore.get(answer)) return;
  const { data, errors } = answer === undefined ? {} : JSON.parse(answer);
  const list = errors ? undefined : theList(data);
  // The same rows keep their order in the table.
  const made = isSame && shown.rows ? { rows: shown.rows, columns: shown.columns } : list && rowsOf(list);
  shown = { answer, errors, request: askedBefore.get(answer), ...made };
  if (list) shown.total = totalIn(data, list.length);
  shown.different = countIn(data);
  isNewTable ||= !isSame;
  choice = charts.get(shown.request?.written);
  findBehind(shown);
  byId('take').hidden = !shown.rows || !shown.request;
  byId('rows').textContent = shown.rows
    ? `${shown.rows.length} row${shown.rows.length === 1 ? '' : 's'}`
    : '';
  showTotal();
  showView();
}

/** What a press on its numbers does is found a moment later. */
async function findBehind(asked) {
  if (!asked.rows || !asked.request) return;
  const { behind, total } = (await behindAnswer(asked.request.body)) ?? {};
  asked.behind = behind;
  if (total && asked.different === undefined && overlapIn(asked.columns, asked.request.body.query) !== '')
    asked.different = await countOf(total, asked.request);
  if (asked !== shown || !behind) return;
  isNewTable = true;
  showView();
}

/** How many different rows there are behind groups that overlap; undefined if that cannot be asked now. */
async function countOf(query, { headers }) {
  try {
    const response = await plainFetch('/graphql', {
      method: 'POST',
      headers: new Headers([...headers, ['accept', 'application/json']]),
      body: JSON.stringify({ query }),
    });
    return countIn((await response.json()).data, 'totalCount');
  } catch {
    return undefined;
  }
}

/** `totalCount` beside groups. */
function countIn(data, beside = 'groups') {
  for (const value of Object.values(data ?? {}).filter((item) => item && typeof item === 'object')) {
    const found = value[beside] === undefined ? countIn(value, beside) : value.totalCount;
    if (found !== undefined) return found;
  }
  return undefined;
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
  asked.asking ??= askFile('csv', '/graphql', asked.request).catch(() => undefined);
  const answer = await asked.asking;
  // Without an answer, the next attempt fetches it again.
  if (!answer) asked.asking = undefined;
  const total = Number(answer?.headers.get('x-total-count') ?? 'NaN');
  if (Number.isNaN(total)) return;
  asked.total = total;
  if (asked === shown) showTotal();
}

const mediaTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function askFile(format, url, { body, headers: sent }) {
  const headers = new Headers(sent);
  headers.set('accept', mediaTypes[format]);
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
  const mending = shown.errors ? mends() : [];
  byId('no-rows').hidden = (['json', 'sql'].includes(view) && mending.length === 0) || rows.length > 0;
  byId('no-rows').replaceChildren(whyNothing(view), ...mending);
  dispatchEvent(new Event('zonegraph:shown'));
  byId('table-view').hidden = view !== 'table' || rows.length === 0;
  byId('chart-view').hidden = view !== 'chart' || rows.length === 0;
  byId('copy-table').hidden = byId('table-view').hidden;
  // A table that is already shown keeps its sorting and the focus.
  if (view === 'table' && rows.length > 0 && isNewTable) {
    drawTable(rows, shown.columns, { behind: shown.behind });
    isNewTable = false;
  }
  byId('overlap').textContent = view === 'table' ? overlapNow() : '';
  if (view === 'chart' && rows.length > 0) drawShown();
  byId('sql-view').hidden = view !== 'sql';
  if (view === 'sql') showStatement();
}

/** The question of the editor, for the PostgreSQL that runs in the browser. */
async function showStatement() {
  const query = textIn('query');
  const title = nameIn(query) ? wordsOf(nameIn(query)) : 'Answer';
  const found = await variablesNow()
    .then((variables) => statementFor({ query, variables }, title))
    .catch(() => undefined);
  if (shownAs() !== 'sql') return;
  byId('about-statement').textContent = found
    ? 'The same question for the PostgreSQL that runs in this browser, with your lists as tables.'
    : 'This query asks for no single list that is a table. In SQL your lists are tables to begin with.';
  byId('statement').hidden = found === undefined;
  byId('statement').textContent = found?.sql ?? '';
  byId('in-sql').href = found?.href ?? '/sql';
}
const variablesNow = async () => JSON.parse(textIn('variables') || '{}');
onWriting(['query', 'variables', 'headers'], 400, () => shownAs() === 'sql' && showStatement());

/** What can be mended without thinking: how it is said, when, and what it does to the query. */
const mendings = [
  {
    text: 'Add first: 100',
    suits: ({ code }, query) => code === 'TOO_MANY_GROUPS' && /\bgroups\s*\((?![^)]*\bfirst:)/.test(query),
    mend: (query) => query.replace(/\bgroups\s*\(/, '$&first: 100, '),
  },
  {
    text: 'Set first: 100',
    suits: ({ argument }, query) => argument?.includes('first') && /\bfirst:\s*\d+/.test(query),
    mend: (query) => query.replace(/\bfirst:\s*(?!100\b)\d+/, 'first: 100'),
  },
  {
    text: 'Do not compare',
    suits: ({ argument }, query) => argument?.includes('compareTo') && /\bcompareTo:/.test(query),
    mend: (query) =>
      query
        .replace(/,?[ \t]*\bcompareTo:\s*("[^"]*"|\$\w+)/, '')
        .replace(/\bbefore\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/, ''),
  },
];

function mends() {
  const query = textIn('query');
  return mendings
    .filter(({ suits }) => shown.errors.some(({ extensions }) => suits(extensions ?? {}, query)))
    .map(({ text, mend }) =>
      make('button', {
        type: 'button',
        textContent: text,
        onclick: () => {
          setQuery(mend(query));
          document.querySelector('.graphiql-execute-button').click();
        },
      }),
    );
}

function whyNothing(view) {
  if (shown.answer === undefined) return `Press play to see the answer as a ${views[view]}.`;
  if (shown.errors) return shown.errors.map(({ message }) => `${message}. `).join('');
  if (shown.rows) return 'The list is empty.';
  return `A ${views[view]} shows one list, and this answer has none or several. For a single domain, query a list of one: domains(first: 1, where: { name: { eq: "…" } }).`;
}

/** Said below the table; the chart says it itself. */
const overlapNow = () =>
  cautionIn(shown.columns ?? [], shown.request?.body.query ?? textIn('query'), shown.different);

/** Draws the chart of the shown answer; its choice is kept for the query. */
function drawShown() {
  const asked = shown;
  const { rows, columns, request, behind, different } = asked;
  if (request) asked.words ??= wordsFor(request.body);
  const { words } = asked;
  const document = request?.body.query ?? textIn('query');
  const title = nameIn(document) ? wordsOf(nameIn(document)) : 'Answer';
  const isStill = () => asked === shown && shownAs() === 'chart';
  return drawChart({ rows, columns, document, title, choice, behind, different, words, isStill });
}

onChartChoice((changed) => {
  choice = changed;
  if (shown.request) drawAs(shown.request.written, choice);
});
for (const input of document.querySelectorAll('[name="view"]')) input.addEventListener('change', showView);
/** Sends the same query again for another format: the whole list, unless only this page is wanted. */
async function take(format, button) {
  const { request } = shown;
  const { body } = request;
  const url = byId('whole').checked ? '/graphql?all=true' : '/graphql';
  button.disabled = true;
  try {
    const response = await askFile(format, url, request);
    if (!response.ok) throw new Error((await response.json()).errors[0].message);
    download(await response.blob(), `${body.operationName ?? nameIn(body.query) ?? 'zonegraph'}.${format}`);
    if (response.headers.get('x-truncated') === 'true')
      say(`The list has ${response.headers.get('x-total-count')} rows; the file has one page of them.`);
  } catch (error) {
    say(`No file: ${error.message}`);
  } finally {
    button.disabled = false;
  }
}
byId('csv').addEventListener('click', ({ currentTarget }) => take('csv', currentTarget));
for (const button of document.querySelectorAll('[data-format]'))
  button.addEventListener('click', () => take(button.dataset.format, button));

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
