// The page of /ask: the question in the address, its steps, and the answer.
import '../../browser/explained.ts';
import { kindOfCaller, noteBudget, plainFetch, sessionNow } from '../../browser/caller.ts';
import { byId, download, make, say } from '../../browser/editors.ts';
import { addresses, callers, today } from '../../browser/facts.ts';
import { listsFor } from '../../browser/lists.ts';
import { hideAnswer, showAnswer, showView } from './answer.ts';
import { documentOf } from './document.ts';
import { rowsBehind } from './drill.ts';
import { addressOf, emptyQuestion, fitting, questionIn } from './question.ts';
import { statementOf } from './statement.ts';
import { drawSteps } from './steps.ts';

/** A question that costs more is asked when somebody says so. */
const freeHand = 300;
/** Once somebody has said so, a reload asks it again. */
const insistedKey = 'zonegraph:ask-insisted';

let question;
let list;
let lists = [];
/** The sandbox's caller, while nobody is signed in. */
let as;

const kindNow = () => kindOfCaller(as);
const authorizationNow = () => sessionNow()?.authorization ?? callers[as];

const fragment = () => location.hash.slice(1);
const documentNow = () => documentOf(question, list, today);

/** Shows the question of the address, or the questions to begin with. */
async function open() {
  const parts = new URLSearchParams(fragment());
  const wanted = parts.get('as');
  as = callers[wanted] ? wanted : Object.keys(callers)[0];
  byId('as-whom').hidden = Boolean(sessionNow()) || Object.keys(callers).length === 0;
  byId('as').value = as;
  byId('notice').hidden = true;
  const kind = kindNow();
  lists = await listsFor(kind);
  let asked = questionIn(fragment());
  if (parts.has('query')) asked = await questionOfQuery(parts);
  showCards(kind);
  byId('beginning').hidden = Boolean(asked);
  byId('workbench').hidden = !asked;
  if (!asked) {
    question = undefined;
    return hideAnswer();
  }
  list = lists.find(({ name }) => name === asked.data) ?? lists[0];
  question = fitting(asked.data === list.name ? asked : emptyQuestion(list.name), list);
  draw();
  ask();
}

/** Opens a query of GraphiQL as steps; says why if it has none, and what the steps leave out. */
async function questionOfQuery(parts) {
  try {
    const { questionOf } = await import(addresses['reading.js']);
    const { question: found, leftOut } = questionOf(parts.get('query'), parts.get('variables') ?? '', lists);
    if (leftOut.length > 0)
      notice(`The steps do not have all of the query. Left out: ${leftOut.join(', ')}.`);
    return { ...found, view: parts.get('view') === 'table' ? 'table' : (parts.get('kind') ?? '') };
  } catch (error) {
    notice(`This query cannot be shown as steps: ${error.message}`);
    return undefined;
  }
}

function notice(text) {
  byId('notice').hidden = false;
  byId('notice').textContent = text;
}

/** Only the questions that this caller can ask. */
function showCards(kind) {
  for (const card of document.querySelectorAll('#cards a')) {
    const steps = questionIn(card.hash.slice(1));
    const fits = lists.some(
      (one) =>
        one.name === steps.data && steps.by.every(({ key }) => one.keys.some(({ name }) => name === key)),
    );
    card.parentElement.hidden = sessionNow()
      ? !fits || (card.dataset.as === 'operator') !== (kind === 'operator')
      : false;
  }
}

/** `isDrawn` is false while somebody types: the controls stay. */
function change(next, isDrawn = true) {
  const isOtherList = next.data !== question.data;
  list = lists.find(({ name }) => name === next.data) ?? list;
  question = fitting(isOtherList ? next : { ...next, chart: sameColumns(next) ? next.chart : {} }, list);
  write(isOtherList);
  if (isDrawn) draw();
  soon();
}

/** The chosen chart stays while the columns of the answer stay. */
const sameColumns = (next) =>
  JSON.stringify([next.rows, next.by, next.show, next.compare]) ===
  JSON.stringify([question.rows, question.by, question.show, question.compare]);

function write(isNew = false) {
  const address = `#${addressOf(question, sessionNow() ? undefined : as)}`;
  if (isNew) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

function draw() {
  drawSteps({ question, lists, list, today }, change);
}

let waiting;
const soon = () => {
  clearTimeout(waiting);
  waiting = setTimeout(ask, 350);
};

const pointNumber = new Intl.NumberFormat('en-GB');
const pointsInWords = (count) => `${pointNumber.format(count)} point${count === 1 ? '' : 's'}`;

let running;
/** Asks what it costs, and then the question itself. */
async function ask(insists = false) {
  if (!question) return;
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const query = documentNow();
  showDocument(query);
  byId('problem').replaceChildren();
  const authorization = authorizationNow();
  if (!authorization) return showSignIn();
  byId('answer').ariaBusy = 'true';
  try {
    const { extensions } = await send({ query, authorization, signal, headers: { 'cost-only': 'true' } });
    const cost = extensions?.cost;
    if (cost) showPrice(cost);
    if (insists === true) sessionStorage.setItem(insistedKey, query);
    const isMeant = sessionStorage.getItem(insistedKey) === query;
    if (cost && !isMeant && cost.requested > freeHand) return showDear(cost.requested);
    const { data, errors } = await send({ query, authorization, signal });
    if (signal.aborted) return;
    if (errors) return showProblem(errors[0]);
    showAnswer({ data, question, list, document: query, title: titleNow(), onChoice: keepChart, behind });
  } catch (error) {
    if (!signal.aborted) showProblem(error);
  } finally {
    if (!signal.aborted) byId('answer').ariaBusy = 'false';
  }
}

/** A press on a number or a bar asks for its rows; the way back is the browser's. */
function behind(row, column) {
  const next = rowsBehind({
    question,
    list,
    lists,
    row,
    column,
    isRegistrar: kindNow() === 'registrar',
    today,
  });
  return (
    next &&
    (() => {
      history.pushState(null, '', `#${addressOf(next, sessionNow() ? undefined : as)}`);
      open().then(() => byId('answer-title').focus());
    })
  );
}

async function send({ query, authorization, signal, headers = {} }) {
  const response = await plainFetch('/graphql', {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: JSON.stringify({ query }),
  });
  if (sessionNow()) noteBudget(response);
  return response.json();
}

const showPrice = ({ requested, remaining }) => {
  byId('price').textContent =
    `Costs ${pointsInWords(requested)}${remaining === null ? '' : `, ${pointsInWords(remaining)} left`}`;
};

function showSignIn() {
  hideAnswer();
  byId('problem').replaceChildren(
    'Sign in to see the answer.',
    make('button', {
      type: 'button',
      className: 'compact',
      textContent: 'Sign in',
      onclick: () => byId('sign-in').showModal(),
    }),
  );
}

function showDear(requested) {
  hideAnswer();
  byId('problem').replaceChildren(
    `This question reads a lot: it costs ${pointsInWords(requested)}.`,
    make('button', { type: 'button', className: 'compact', textContent: 'Ask it', onclick: () => ask(true) }),
  );
}

const again = () =>
  make('button', { type: 'button', className: 'compact', textContent: 'Ask again', onclick: () => ask() });

/** Refusals that speak of GraphQL, in the words of the steps. */
function inStepWords(message, code) {
  const field = /^compareTo: the conditions on (\w+) are not a period/.exec(message)?.[1];
  if (field) {
    const title = list.filters.find(({ name }) => name === field)?.title ?? field;
    return `There is no earlier period to compare with: the condition on “${title}” has no beginning or no end. Choose “in the last”, “in the next” or “from … until”.`;
  }
  if (/^compareTo: this list has no past/.test(message))
    return 'There is nothing to compare with: this list has no past. Add a condition on time, such as “in the last 30 days”.';
  return code === 'TOO_MANY_GROUPS'
    ? `${message.split(':')[0]}. Choose a longer period, add a condition, or take only the first.`
    : undefined;
}

/** What can be mended with one press gets a button. */
function showProblem({ message, extensions }) {
  hideAnswer();
  const mend = (textContent, part) =>
    make('button', {
      type: 'button',
      className: 'compact',
      textContent,
      onclick: () => change({ ...question, ...part }),
    });
  const { hint, code } = extensions ?? {};
  byId('problem').replaceChildren(
    inStepWords(message, code) ?? [message, hint].filter(Boolean).join(' '),
    ...(code === 'TOO_MANY_GROUPS'
      ? [mend('Only the 100 largest', { first: '100', sort: { by: 'COUNT', direction: 'DESC' } })]
      : []),
    ...(question.compare ? [mend('Do not compare', { compare: '' })] : []),
    ...(question.where.length > 0 && code === 'BAD_USER_INPUT'
      ? [mend('Without the conditions', { where: [] })]
      : []),
    ...(code === undefined || code === 'RATE_LIMITED' ? [again()] : []),
  );
}

/** The name of the list and what it is grouped by: Domains by month of expiry and zone. */
function titleNow() {
  const keys = question.rows === 'groups' ? question.by.map(keyTitle) : [];
  const per = list.periods ? [question.per.toLowerCase()] : [];
  const by = [...per, ...keys];
  return by.length > 0 ? `${list.headline ?? list.title} by ${by.join(' and ')}` : list.title;
}
function keyTitle({ key, per }) {
  const { title, noun } = list.keys.find(({ name }) => name === key);
  // DNSSEC stays as it is.
  const word = noun ?? title.replace(/^.(?=[^A-Z])/, (first) => first.toLowerCase());
  if (!per) return word;
  return word ? `${per.toLowerCase()} of ${word}` : per.toLowerCase();
}

function keepChart({ across, value, by }) {
  question = { ...question, chart: { across, value, by } };
  write();
}

function showDocument(query) {
  byId('answer-title').textContent = titleNow();
  byId('document').textContent = query;
  const parts = new URLSearchParams({ query });
  parts.set('view', question.view === 'table' || question.rows === 'list' ? 'table' : 'chart');
  if (question.view && !['table', 'number'].includes(question.view)) parts.set('kind', question.view);
  const caller = sessionNow() || !callers[as] ? {} : { as };
  byId('in-graphiql').href = `/graphql#${new URLSearchParams([...parts, ...Object.entries(caller)])}`;
  const statement = statementOf(question, list, {
    title: titleNow(),
    today,
    isRegistrar: kindNow() === 'registrar',
  });
  byId('about-statement').textContent = statement
    ? 'The same question for the PostgreSQL that runs in this browser: to join it with another list, or to compute what the steps do not have.'
    : 'This list is not a table in SQL.';
  byId('statement').textContent = statement ?? '';
  byId('statement').hidden = byId('in-sql').parentElement.hidden = statement === undefined;
  const look = question.view === 'table' || question.rows !== 'groups' ? {} : { view: 'chart' };
  byId('in-sql').href = `/sql#${new URLSearchParams({ sql: statement ?? '', ...look, ...caller })}`;
}

for (const input of document.querySelectorAll('[name="side"]'))
  input.addEventListener('change', () => {
    for (const side of ['answer', 'sql', 'graphql']) byId(`side-${side}`).hidden = side !== input.value;
    if (input.value === 'answer') showView(question);
  });

for (const input of document.querySelectorAll('#steps [name="view"]'))
  input.addEventListener('change', () => {
    question = { ...question, view: input.value };
    write();
    showDocument(documentNow());
    showView(question);
  });

/** The whole list as a file, made by the server. */
const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/x-ndjson',
};
for (const button of document.querySelectorAll('[data-format]'))
  button.addEventListener('click', async () => {
    const { format } = button.dataset;
    button.disabled = true;
    try {
      const response = await plainFetch('/graphql?all=true', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: mediaTypes[format],
          authorization: authorizationNow(),
        },
        body: JSON.stringify({ query: documentNow() }),
      });
      if (!response.ok) throw new Error((await response.json()).errors[0].message);
      download(await response.blob(), `${titleNow().toLowerCase().replaceAll(/\W+/g, '-')}.${format}`);
    } catch (error) {
      say(`No file: ${error.message}`);
    } finally {
      button.disabled = false;
    }
  });

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    say(said);
  } catch {
    // Pages without TLS have no clipboard.
    prompt('To copy:', text);
  }
}
byId('copy-link').addEventListener('click', () =>
  copy(location.href, 'The link is copied. It contains the question but no credentials.'),
);
byId('copy-document').addEventListener('click', () => copy(documentNow(), 'The query is copied.'));
byId('copy-statement').addEventListener('click', () =>
  copy(byId('statement').textContent, 'The statement is copied.'),
);
byId('steps').addEventListener('submit', (event) => event.preventDefault());
byId('other-questions').addEventListener('click', (event) => {
  event.preventDefault();
  history.pushState(null, '', location.pathname);
  open().then(() => document.querySelector('#cards li:not([hidden]) a')?.focus());
});

byId('as').append(...Object.keys(callers).map((name) => make('option', { value: name, textContent: name })));
byId('as').addEventListener('change', ({ target }) => {
  as = target.value;
  const parts = new URLSearchParams(fragment());
  parts.set('as', as);
  history.replaceState(null, '', `#${parts}`);
  open();
});
// Following a card, and going back and forth.
addEventListener('hashchange', open);
let who = sessionNow()?.authorization;
addEventListener('zonegraph:caller', () => {
  if (who === sessionNow()?.authorization) return;
  who = sessionNow()?.authorization;
  open();
});
open();
