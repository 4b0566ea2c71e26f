// Shows the answer as JSON, a table or a chart, and downloads it.

import {
  type Answer,
  byId,
  element,
  every,
  type GraphError,
  make,
  messageOf,
  one,
} from '../../kit/browser/dom.ts';
import type { Row, Words } from '../charts/chart-columns.ts';
import type { Choice } from '../charts/chart-model.ts';
import { cautionIn, overlapIn } from '../charts/chart-notes.ts';
import { rowsOf, theList } from '../charts/table-rows.ts';
import { type Body, behindAnswer, statementFor, wordsFor } from './behind.ts';
import { plainFetch } from './caller.ts';
import { chosenChart, drawChart, onChartChoice } from './chart.ts';
import {
  download,
  execute,
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
import { chartOfQuestion, drawAs, shownAs } from './look.ts';
import { isRead, noteAsked } from './questions.ts';
import { type Behind, drawTable } from './table.ts';

/** A request, and the whole text of the editor when it was sent. */
export interface Sent {
  readonly body: Body;
  readonly headers: Headers;
  readonly written: string;
}
/** An answer that is shown: its rows, its request, and what is found of it later. */
interface Shown {
  readonly answer?: string | undefined;
  readonly errors?: readonly GraphError[] | undefined;
  readonly request?: Sent | undefined;
  readonly rows?: readonly Row[];
  readonly columns?: readonly string[];
  total?: number | undefined;
  different?: number | undefined;
  behind?: Behind | undefined;
  words?: Promise<Words>;
  asking?: Promise<Response | undefined> | undefined;
}

const views: Readonly<Record<string, string>> = {
  json: 'JSON',
  table: 'table',
  chart: 'chart',
  sql: 'statement',
};

/** The request of each answer, so that the same query can be sent again for another format. */
const askedBefore = new Map<string | undefined, Sent>();
const mostAnswers = 30;
const canonical = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
};

export async function remember(request: Sent, response: Response): Promise<void> {
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
export function recall(text: string, request: Sent): void {
  askedBefore.set(canonical(text), request);
  setAnswer(text);
}

/** The rows of the shown answer, and its query. */
let shown: Shown = {};
let isNewTable = true;
let choice: Choice | undefined;

/** The query whose answer is shown, and the view. */
export interface ShownQuestion {
  readonly request: Sent | undefined;
  readonly view: string;
  readonly choice: Choice | undefined;
}
export const shownQuestion = (): ShownQuestion => ({
  request: shown.request,
  view: shownAs(),
  choice: shownAs() === 'chart' ? chosenChart() : undefined,
});

function showAnswer(text: string): void {
  const answer = canonical(text);
  const isSame = answer === shown.answer;
  if (isSame && shown.request === askedBefore.get(answer)) return;
  const { data, errors }: Answer<object> = answer === undefined ? {} : JSON.parse(answer);
  const list = errors ? undefined : theList(data);
  // The same rows keep their order in the table.
  const { rows, columns } = shown;
  const made = isSame && rows && columns ? { rows, columns } : list && rowsOf(list);
  shown = { answer, errors, request: askedBefore.get(answer), ...made };
  if (list) shown.total = totalIn(data, list.length);
  shown.different = countIn(data);
  isNewTable ||= !isSame;
  choice = chartOfQuestion(shown.request?.written ?? '');
  findBehind(shown);
  byId('take').hidden = !shown.rows || !shown.request;
  byId('rows').textContent = shown.rows
    ? `${shown.rows.length} row${shown.rows.length === 1 ? '' : 's'}`
    : '';
  showTotal();
  showView();
}

/** Finds what a press on the numbers of an answer does, a moment after the answer is shown. */
async function findBehind(asked: Shown): Promise<void> {
  if (!asked.rows || !asked.request) return;
  const { behind, total } = (await behindAnswer(asked.request.body)) ?? {};
  asked.behind = behind;
  if (
    total &&
    asked.different === undefined &&
    overlapIn(asked.columns ?? [], asked.request.body.query) !== ''
  )
    asked.different = await countOf(total, asked.request);
  if (asked !== shown || !behind) return;
  isNewTable = true;
  showView();
}

/** How many different rows there are behind groups that overlap; undefined if that cannot be asked now. */
async function countOf(query: string, { headers }: Sent): Promise<number | undefined> {
  try {
    const response = await plainFetch('/graphql', {
      method: 'POST',
      headers: new Headers([...headers, ['accept', 'application/json']]),
      body: JSON.stringify({ query }),
    });
    const { data }: Answer<object> = await response.json();
    return countIn(data, 'totalCount');
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsIn = (data: unknown): readonly Fields[] =>
  Object.values(data ?? {}).filter((item) => item && typeof item === 'object');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** `totalCount` beside groups. */
function countIn(data: unknown, beside = 'groups'): number | undefined {
  for (const value of fieldsIn(data)) {
    const found = value[beside] === undefined ? countIn(value, beside) : numberOf(value.totalCount);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The number of rows of the whole list: from the answer, or from the server if the answer is only a page. */
function totalIn(data: unknown, length?: number): number | undefined {
  for (const value of fieldsIn(data)) {
    if (value.nodes || value.edges) return numberOf(value.totalCount);
    const found = Array.isArray(value) ? length : totalIn(value);
    if (found !== undefined) return found;
  }
  return length;
}

const wholeNumber = new Intl.NumberFormat('en-GB');
const showTotal = (): void => {
  const { total } = shown;
  byId('whole-rows').textContent =
    total === undefined ? '' : ` (${wholeNumber.format(total)} row${total === 1 ? '' : 's'})`;
};

/** Fetched before a download, if the answer does not contain it. */
async function askTotal(): Promise<void> {
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

const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

function askFile(format: string, url: string, { body, headers: sent }: Sent): Promise<Response> {
  const headers = new Headers(sent);
  headers.set('accept', mediaTypes[format] ?? '*/*');
  return plainFetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
for (const name of ['pointerenter', 'focusin']) byId('take').addEventListener(name, askTotal);

function showView(): void {
  // GraphiQL has not rendered the container yet.
  if (byId('answer').hidden) return;
  const view = shownAs();
  byId('answer').parentElement?.setAttribute('data-view', view);
  const rows = shown.rows ?? [];
  const mending = shown.errors ? mends(shown.errors) : [];
  byId('no-rows').hidden = (['json', 'sql'].includes(view) && mending.length === 0) || rows.length > 0;
  byId('no-rows').replaceChildren(whyNothing(view), ...mending);
  dispatchEvent(new Event('zonegraph:shown'));
  byId('table-view').hidden = view !== 'table' || rows.length === 0;
  byId('chart-view').hidden = view !== 'chart' || rows.length === 0;
  byId('copy-table').hidden = byId('table-view').hidden;
  // A table that is already shown keeps its sorting and the focus.
  if (view === 'table' && rows.length > 0 && isNewTable) {
    drawTable(rows, shown.columns ?? [], { behind: shown.behind });
    isNewTable = false;
  }
  byId('overlap').textContent = view === 'table' ? overlapNow() : '';
  if (view === 'chart' && rows.length > 0) drawShown();
  byId('sql-view').hidden = view !== 'sql';
  if (view === 'sql') showStatement();
}

const titleOf = (query: string): string => wordsOf(nameIn(query) ?? 'Answer');

/** The question of the editor, for the PostgreSQL that runs in the browser. */
async function showStatement(): Promise<void> {
  const query = textIn('query');
  const title = titleOf(query);
  const found = await variablesNow()
    .then((variables) => statementFor({ query, variables }, title))
    .catch(() => undefined);
  if (shownAs() !== 'sql') return;
  byId('about-statement').textContent = found
    ? 'The same question for the PostgreSQL that runs in this browser, with your lists as tables.'
    : 'This query asks for no single list that is a table. In SQL your lists are tables to begin with.';
  byId('statement').hidden = found === undefined;
  byId('statement').textContent = found?.sql ?? '';
  element('in-sql', HTMLAnchorElement).href = found?.href ?? '/sql';
}
const variablesNow = async (): Promise<object> => JSON.parse(textIn('variables') || '{}');
onWriting(['query', 'variables', 'headers'], 400, () => {
  if (shownAs() === 'sql') showStatement();
});

/** A correction without thinking: how it is said, when, and what it does to the query. */
interface Mending {
  readonly text: string;
  readonly suits: (about: NonNullable<GraphError['extensions']>, query: string) => boolean | undefined;
  readonly mend: (query: string) => string;
}
const mendings: readonly Mending[] = [
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
        // The comma before it may stay: a document means the same without commas.
        .replace(/\bcompareTo:\s*("[^"]*"|\$\w+)/, '')
        .replace(/\bbefore\s*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/, ''),
  },
];

function mends(errors: readonly GraphError[]): HTMLElement[] {
  const query = textIn('query');
  return mendings
    .filter(({ suits }) => errors.some(({ extensions }) => suits(extensions ?? {}, query)))
    .map(({ text, mend }) =>
      make('button', {
        type: 'button',
        textContent: text,
        onclick: () => {
          setQuery(mend(query));
          execute();
        },
      }),
    );
}

function whyNothing(view: string): string {
  if (shown.answer === undefined) return `Press play to see the answer as a ${views[view]}.`;
  if (shown.errors) return shown.errors.map(({ message }) => `${message}. `).join('');
  if (shown.rows) return 'The list is empty.';
  return `A ${views[view]} shows one list, and this answer has none or several. For a single domain, query a list of one: domains(first: 1, where: { name: { eq: "…" } }).`;
}

/** Said below the table; the chart says it itself. */
const overlapNow = (): string =>
  cautionIn(shown.columns ?? [], shown.request?.body.query ?? textIn('query'), shown.different);

/** Draws the chart of the shown answer; its choice is kept for the query. */
function drawShown(): Promise<void> {
  const asked = shown;
  const { rows = [], columns = [], request, behind, different } = asked;
  if (request) asked.words ??= wordsFor(request.body);
  const { words } = asked;
  const document = request?.body.query ?? textIn('query');
  const title = titleOf(document);
  const isStill = (): boolean => asked === shown && shownAs() === 'chart';
  return drawChart({ rows, columns, document, title, choice, behind, different, words, isStill });
}

onChartChoice((changed) => {
  choice = changed;
  if (shown.request) drawAs(shown.request.written, changed);
});
addEventListener('zonegraph:look', showView);
for (const input of every('[name="view"]', HTMLInputElement)) input.addEventListener('change', showView);
/** Sends the same query again for another format: the whole list, unless only this page is wanted. */
async function take(format: string, button: HTMLButtonElement): Promise<void> {
  const { request } = shown;
  if (!request) return;
  const { body } = request;
  const url = element('whole', HTMLInputElement).checked ? '/graphql?all=true' : '/graphql';
  button.disabled = true;
  try {
    const response = await askFile(format, url, request);
    if (!response.ok) {
      const answer: Answer<object> = await response.json();
      throw new Error(answer.errors?.[0]?.message);
    }
    download(await response.blob(), `${body.operationName ?? nameIn(body.query) ?? 'zonegraph'}.${format}`);
    if (response.headers.get('x-truncated') === 'true')
      say(`The list has ${response.headers.get('x-total-count')} rows; the file has one page of them.`);
  } catch (error) {
    say(`No file: ${messageOf(error)}`);
  } finally {
    button.disabled = false;
  }
}
const csv = element('csv', HTMLButtonElement);
csv.addEventListener('click', () => take('csv', csv));
for (const button of every('[data-format]', HTMLButtonElement))
  button.addEventListener('click', () => take(button.dataset.format ?? 'csv', button));

// GraphiQL renders the answer's container later than this.
onAnswer((text) => {
  const pane = one('.graphiql-response', HTMLElement);
  if (byId('answer').parentElement !== pane) {
    pane.append(byId('answer'));
    byId('answer').hidden = false;
    showView();
    setTimeout(showVariables);
  }
  showAnswer(text);
});
