// The page of /sql: the statement, what it needs, and its result.
import '../../browser/explained.ts';
import { byId, element, every, factsOf, make, messageOf, one } from '../../../kit/browser/dom.ts';
import { openSignIn } from '../../browser/caller.ts';
import { drawChart, onChartChoice } from '../../browser/chart.ts';
import { download, say } from '../../browser/editors.ts';
import { load } from '../../browser/facts.ts';
import { drawTable } from '../../browser/table.ts';
import type { Row } from '../../charts/chart-columns.ts';
import type { Choice } from '../../charts/chart-model.ts';
import type { SqlExample } from '../examples.ts';
import type { Table } from '../table.ts';
import type { Writing } from './editor.ts';
import {
  cancelSql,
  forgetTables,
  loadedTables,
  loadTables,
  type Needed,
  neededFor,
  runSql,
  startSql,
} from './engine.ts';
import { filesOfResult } from './files.ts';
import { forgetResult, keepResult, keptResult, type ResultOf } from './kept-result.ts';
import type { Mistake, Result } from './orders.ts';
import { isBusy, needsInWords, number, several, showBusy, showIdle, showProgress } from './progress.ts';
import { tablesInWords } from './tables.ts';
import { textBox } from './text-box.ts';
import { authorizationNow, callerKey, kindNow, lookedAs, whoAsks } from './who.ts';

interface Facts {
  readonly tables: Readonly<Record<string, readonly Table[]>>;
  readonly examples: readonly SqlExample[];
}
const { tables: tablesByKind, examples: questions } = factsOf<Facts>();
const tablesNow = (): readonly Table[] => tablesByKind[kindNow() ?? ''] ?? [];
const examplesField = element('examples', HTMLSelectElement);

/** More than this is said to be too much for a browser, and loaded only when somebody insists. */
const mostRows = 1_000_000;
const mostMegabytes = 800;
/** More rows would make the page slow; files have all of them. */
const mostDrawn = 1000;

// The address of the page has the statement and the chart, in the fragment, which browsers do not send to the server.
const partsOfLook = ['view', 'kind', 'across', 'value', 'by'];
const fromAddress = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));
const lastKey = 'zonegraph:sql';
const firstText = fromAddress().get('sql') ?? sessionStorage.getItem(lastKey) ?? questions[0]?.sql ?? '';

let choiceOfChart: Choice = Object.fromEntries(
  [...fromAddress()].filter(([name]) => partsOfLook.slice(1).includes(name)),
);
let result: ResultOf | undefined;
let editor: Writing = textBox(firstText, () => changed());
const chosenView = (): string => one('[name="view"]:checked', HTMLInputElement).value;

load<typeof import('./editor.ts')>('editor.js').then(({ makeEditor }) => {
  const text = editor.text();
  const wasWriting = byId('editor').contains(document.activeElement);
  byId('editor').replaceChildren();
  editor = makeEditor(byId('editor'), {
    text,
    tables: tablesNow(),
    label: 'Statement',
    nonce: one('script[nonce]', HTMLScriptElement).nonce,
    onRun: () => void ask(),
    onChange: changed,
  });
  if (wasWriting) editor.goTo(text.length + 1);
});

function writeAddress(): void {
  const parts = new URLSearchParams({ sql: editor.text() });
  const as = lookedAs();
  if (as) parts.set('as', as);
  if (chosenView() !== 'table') parts.set('view', chosenView());
  if (chosenView() === 'chart')
    for (const [name, value] of Object.entries(choiceOfChart))
      if (value !== undefined) parts.set(name, value);
  history.replaceState(null, '', `#${parts}`);
}

let changing: number | undefined;
function changed(): void {
  sessionStorage.setItem(lastKey, editor.text());
  sayRows();
  clearTimeout(changing);
  changing = setTimeout(showNeeds, 500);
}

/** Shows while a statement is written what it needs that is not loaded, with its price. */
async function showNeeds(): Promise<void> {
  if (!authorizationNow() || isBusy()) return;
  const text = editor.text();
  try {
    const needed = await neededFor(text, tablesNow());
    if (text !== editor.text() || isBusy()) return;
    byId('needs').textContent =
      needed.length > 0 ? `Reads ${needsInWords(needed)} first.` : 'All its tables are loaded.';
  } catch {
    // It is still being written; what is wrong with it is said when it is run.
    if (!isBusy()) byId('needs').textContent = '';
  }
}

let running = 0;

/** Loads what is needed, and runs the statement. */
async function ask(insists = false): Promise<void> {
  if (isBusy()) return;
  if (!authorizationNow()) return openSignIn();
  const text = editor.text();
  running += 1;
  const mine = running;
  byId('problem').replaceChildren();
  showBusy('PostgreSQL is starting');
  try {
    await startSql((name) => showBusy(`${name}: filling the table again`));
    showBusy('Looking at what it needs');
    const needed = await neededFor(text, tablesNow());
    const rows = needed.reduce((sum, one) => sum + one.rows, 0);
    const megabytes = needed.reduce((sum, one) => sum + one.megabytes, 0);
    if (!insists && (rows > mostRows || megabytes > mostMegabytes)) return refuseTooMuch(needed);
    if (needed.length > 0) byId('needs').textContent = `Reads ${needsInWords(needed)}.`;
    await loadTables(needed, showProgress);
    showTables();
    showBusy('Running');
    result = { ...(await runSql(text)), text };
    keepResult(text, whoAsks(), result);
    byId('needs').textContent = 'All its tables are loaded.';
    showResult(result);
    writeAddress();
  } catch (error) {
    if (mine === running) showProblem(error);
  } finally {
    if (mine === running) showIdle();
  }
}

function refuseTooMuch(needed: readonly Needed[]): void {
  byId('problem').replaceChildren(
    `A browser holds about ${several(mostRows, 'row')} or ${mostMegabytes} MB. This needs ${needsInWords(needed)}. Name fewer columns instead of *, or read the list as a file.`,
    make('br'),
    make('button', {
      type: 'button',
      className: 'quiet compact',
      textContent: 'Read it all the same',
      onclick: () => ask(true),
    }),
  );
}

/** An error of the worker has what PostgreSQL says of it (engine.ts). */
function showProblem(error: unknown): void {
  const { message, position, hint, detail }: Mistake =
    error instanceof Error ? { ...error, message: error.message } : { message: messageOf(error) };
  const line = position
    ? editor
        .text()
        .slice(0, Number(position) - 1)
        .split('\n').length
    : undefined;
  byId('problem').replaceChildren(
    [line ? `Line ${line}: ${message}` : message, detail, hint ?? tablesInWords(message, tablesNow())]
      .filter(Boolean)
      .join('\n'),
  );
  if (position) editor.goTo(Number(position));
}

/** Columns of the same name are told apart by their place. */
function rowsOfResult({ fields, rows }: Result): { readonly columns: string[]; readonly rows: Row[] } {
  const names = fields.map(({ name }, index) =>
    fields.findIndex((other) => other.name === name) === index ? name : `${name} ${index + 1}`,
  );
  return {
    columns: names,
    rows: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']))),
  };
}

function showResult({ fields, rows }: ResultOf): void {
  byId('result').hidden = false;
  byId('beginning').hidden = true;
  sayRows();
  byId('take').hidden = fields.length === 0;
  byId('no-rows').hidden = rows.length > 0 && rows.length <= mostDrawn;
  byId('no-rows').textContent =
    rows.length > mostDrawn
      ? `The table shows the first ${number.format(mostDrawn)} rows; files have all of them.`
      : fields.length === 0
        ? 'Done.'
        : 'No rows.';
  showRows();
}

/** Below another statement than its own, the result says so. */
function sayRows(): void {
  if (!result) return;
  const { rows, milliseconds, at, text } = result;
  byId('rows').textContent = [
    `${several(rows.length, 'row')} in ${number.format(Math.round(milliseconds))} ms`,
    at ? `, as of ${at}` : '',
    text === editor.text() ? '' : ', of the statement that ran before',
  ].join('');
}

function showRows(): void {
  if (!result) return;
  const view = chosenView();
  const { columns, rows } = rowsOfResult(result);
  byId('table-view').hidden = view !== 'table' || rows.length === 0;
  byId('chart-view').hidden = view !== 'chart' || rows.length === 0;
  if (rows.length === 0) return;
  if (view === 'table') {
    drawTable(rows.slice(0, mostDrawn), columns);
    return;
  }
  const asked = result;
  drawChart({
    rows,
    columns,
    document: '',
    title: titleOf(result.text),
    choice: choiceOfChart,
    isStill: () => asked === result && chosenView() === 'chart',
  });
}

/** The comment above a statement is its title. */
const titleOf = (text: string): string => /^\s*--\s*(.+)/.exec(text)?.[1] ?? 'Result';

onChartChoice((choice) => {
  choiceOfChart = choice;
  writeAddress();
});
for (const input of every('[name="view"]', HTMLInputElement)) {
  input.checked = input.value === (fromAddress().get('view') ?? 'table');
  input.addEventListener('change', () => {
    showRows();
    writeAddress();
  });
}
for (const button of every('[data-file]', HTMLButtonElement))
  button.addEventListener('click', async () => {
    const { file = '' } = button.dataset;
    const make = filesOfResult[file];
    if (!result || !make) return;
    button.disabled = true;
    try {
      const name = titleOf(result.text).toLowerCase().replaceAll(/\W+/g, '-').slice(0, 60);
      download(await make(result), `${name}.${file}`);
    } catch (error) {
      say(`No file: ${messageOf(error)}`);
    } finally {
      button.disabled = false;
    }
  });

function showTables(): void {
  const tables = tablesNow();
  byId('tables-about').textContent = authorizationNow()
    ? 'Press a name to insert it. Domains and contacts also have a table for the end of each past day: domains_2026_06_01.'
    : 'Sign in to see your tables.';
  const open = new Set(
    every('details[open]', HTMLElement, byId('tables')).map(({ dataset }) => dataset.table),
  );
  byId('tables').replaceChildren(...tables.map((table) => tableEntry(table, open.has(table.name))));
}

function tableEntry({ name, about, columns }: Table, isOpen: boolean): HTMLElement {
  const writing = (word: string): HTMLElement =>
    make('button', { type: 'button', textContent: word, onclick: () => editor.insert(word) });
  const loaded = [...loadedTables()].filter(([, { table }]) => table.name === name);
  const rows = loaded.map(([own, read]) =>
    make(
      'li',
      {},
      `${own}: ${several(read.rows, 'row')}${read.parts > 1 ? ` in ${read.parts} parts` : ''}, read at ${read.readAt.toTimeString().slice(0, 5)}`,
    ),
  );
  const items = columns.map((column) =>
    make(
      'li',
      {},
      writing(column.name),
      make('span', { className: 'type' }, column.type),
      make('small', {}, column.about),
    ),
  );
  const entry = make(
    'details',
    { open: isOpen },
    make(
      'summary',
      {},
      make('code', {}, name),
      ...(loaded.length > 0 ? [make('span', { className: 'tag good' }, 'loaded')] : []),
    ),
    make('ul', {}, make('li', {}, writing(name), make('small', {}, about)), ...rows, ...items),
  );
  entry.dataset.table = name;
  return entry;
}

function offerExamples(): void {
  const names = new Set(tablesNow().map(({ name }) => name));
  const possible = questions.filter(
    ({ needs }) => names.size === 0 || needs.every((name) => names.has(name)),
  );
  examplesField.replaceChildren(
    make('option', { value: '', textContent: 'choose a question' }),
    ...possible.map(({ title }) => make('option', { value: title, textContent: title })),
  );
  byId('cards').replaceChildren(
    ...possible.map((example) => {
      const text = make('span', {}, example.title);
      const card = make(
        'button',
        { type: 'button', className: 'question', onclick: () => open(example) },
        text,
      );
      const drawn = element(example.view === 'chart' ? 'drawn-chart' : 'drawn-table', HTMLTemplateElement);
      card.prepend(drawn.content.cloneNode(true));
      return make('li', {}, card);
    }),
  );
}

/** Writes an example; what it costs is said beside the button that runs it. */
function open({ title, sql, view }: SqlExample): void {
  editor.write(sql);
  choiceOfChart = {};
  one(`[name="view"][value="${view ?? 'table'}"]`, HTMLInputElement).checked = true;
  examplesField.value = title;
  byId('run').focus();
}

/** Shows the questions to begin with, before there is a result. */
function showBeginning(): void {
  byId('result').hidden = true;
  byId('beginning').hidden = byId('cards').children.length === 0;
}

examplesField.addEventListener('change', () => {
  const example = questions.find(({ title }) => title === examplesField.value);
  if (example) open(example);
});
byId('run').addEventListener('click', () => ask());
byId('editor').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) ask();
});
byId('cancel').addEventListener('click', () => {
  running += 1;
  cancelSql();
  showIdle();
  say('Cancelled. What was loaded stays.');
  byId('run').focus();
});
byId('copy-link').addEventListener('click', async () => {
  writeAddress();
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is copied. It contains the statement but no rows and no credentials.');
  } catch {
    prompt('The link, to copy:', location.href);
  }
});
addEventListener('hashchange', () => {
  const text = fromAddress().get('sql');
  if (text && text !== editor.text()) editor.write(text);
});
let caller = callerKey();
addEventListener('zonegraph:caller', () => {
  if (caller === callerKey()) return;
  caller = callerKey();
  forgetTables();
  forgetResult();
  result = undefined;
  byId('problem').replaceChildren();
  byId('needs').textContent = '';
  editor.know(tablesNow());
  showTables();
  offerExamples();
  showBeginning();
  changed();
});
showTables();
offerExamples();
// A reload shows the same result without asking for it again.
result = authorizationNow() ? keptResult(editor.text(), whoAsks()) : undefined;
if (result) showResult(result);
else showBeginning();
// It starts while people read and write.
if (authorizationNow()) startSql().then(showNeeds, showProblem);
