// The page of /ask: the question in the address, its steps, and the answer.
import '../../browser/explained.ts';
import {
  type Answer,
  byId,
  type Cost,
  element,
  every,
  first,
  type GraphError,
  make,
  messageOf,
} from '../../../kit/browser/dom.ts';
import { kindOfCaller, noteBudget, openSignIn, plainFetch, sessionNow } from '../../browser/caller.ts';
import { download, say } from '../../browser/editors.ts';
import { callers, load, today } from '../../browser/facts.ts';
import { listsFor } from '../../browser/lists.ts';
import type { Behind } from '../../browser/table.ts';
import type { Choice } from '../../charts/chart-model.ts';
import type { List } from '../list.ts';
import { hideAnswer, showAnswer, showView } from './answer.ts';
import { documentOf } from './document.ts';
import { rowsBehind } from './drill.ts';
import { type Asked, inStepWords, titleOf } from './in-words.ts';
import { addressOf, emptyQuestion, fitting, type Question, questionIn } from './question.ts';
import { statementOf } from './statement.ts';
import { drawSteps } from './steps.ts';

/** A question that costs more is asked when somebody says so. */
const freeHand = 300;
/** The key of the query that somebody has insisted on: a reload asks it again. */
const insistedKey = 'zonegraph:ask-insisted';

let asking: Asked | undefined;
let lists: readonly List[] = [];
/** The sandbox's caller, while nobody is signed in. */
let as: string | undefined;
const asWhom = element('as', HTMLSelectElement);

const kindNow = (): string => kindOfCaller(as);
const authorizationNow = (): string | undefined => sessionNow()?.authorization ?? callers[as ?? ''];

const fragment = (): string => location.hash.slice(1);
const documentOfAsked = ({ question, list }: Asked): string => documentOf(question, list, today);

/** Shows the question of the address, or the questions to begin with. */
async function open(): Promise<void> {
  const parts = new URLSearchParams(fragment());
  const wanted = parts.get('as') ?? '';
  as = callers[wanted] ? wanted : Object.keys(callers)[0];
  byId('as-whom').hidden = Boolean(sessionNow()) || Object.keys(callers).length === 0;
  asWhom.value = as ?? '';
  byId('notice').hidden = true;
  const kind = kindNow();
  lists = await listsFor(kind);
  let asked = questionIn(fragment());
  if (parts.has('query')) asked = await questionOfQuery(parts);
  showCards(kind);
  byId('beginning').hidden = Boolean(asked);
  byId('workbench').hidden = !asked;
  const list = lists.find(({ name }) => name === asked?.data) ?? lists[0];
  if (!asked || !list) {
    asking = undefined;
    hideAnswer();
    return;
  }
  asking = { list, question: fitting(asked.data === list.name ? asked : emptyQuestion(list.name), list) };
  draw(asking);
  ask();
}

/** Opens a query of GraphiQL as steps; says why if it has none, and what the steps leave out. */
async function questionOfQuery(parts: URLSearchParams): Promise<Question | undefined> {
  try {
    const { questionOf } = await load<typeof import('./queries.ts')>('reading.js');
    const { question: found, leftOut } = questionOf(
      parts.get('query') ?? '',
      parts.get('variables') ?? '',
      lists,
    );
    if (leftOut.length > 0)
      notice(`The steps do not have all of the query. Left out: ${leftOut.join(', ')}.`);
    return { ...found, view: parts.get('view') === 'table' ? 'table' : (parts.get('kind') ?? '') };
  } catch (error) {
    notice(`This query cannot be shown as steps: ${messageOf(error)}`);
    return undefined;
  }
}

function notice(text: string): void {
  byId('notice').hidden = false;
  byId('notice').textContent = text;
}

/** Shows only the questions that this caller can ask. */
function showCards(kind: string): void {
  for (const card of every('#cards a', HTMLAnchorElement)) {
    const steps = questionIn(card.hash.slice(1));
    const fits = lists.some(
      (one) =>
        one.name === steps?.data && steps.by.every(({ key }) => one.keys.some(({ name }) => name === key)),
    );
    const isHidden = sessionNow() && (!fits || (card.dataset.as === 'operator') !== (kind === 'operator'));
    card.parentElement?.toggleAttribute('hidden', Boolean(isHidden));
  }
}

/** `isDrawn` is false while somebody types: the controls stay. */
function change(next: Question, isDrawn = true): void {
  if (!asking) return;
  const before = asking.question;
  const isOtherList = next.data !== before.data;
  const list = lists.find(({ name }) => name === next.data) ?? asking.list;
  const chart = sameColumns(next, before) ? next.chart : {};
  asking = { list, question: fitting(isOtherList ? next : { ...next, chart }, list) };
  write(asking.question, isOtherList);
  if (isDrawn) draw(asking);
  soon();
}

/** The chosen chart stays while the columns of the answer stay. */
const sameColumns = (next: Question, before: Question): boolean =>
  JSON.stringify([next.rows, next.by, next.show, next.compare]) ===
  JSON.stringify([before.rows, before.by, before.show, before.compare]);

function write(question: Question, isNew = false): void {
  const address = `#${addressOf(question, sessionNow() ? undefined : as)}`;
  if (isNew) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

function draw({ question, list }: Asked): void {
  drawSteps({ question, lists, list, today }, change);
}

let waiting: number | undefined;
const soon = (): void => {
  clearTimeout(waiting);
  waiting = setTimeout(() => ask(), 350);
};

const pointNumber = new Intl.NumberFormat('en-GB');
const pointsInWords = (count: number): string =>
  `${pointNumber.format(count)} point${count === 1 ? '' : 's'}`;

let running: AbortController | undefined;
/** Asks what it costs, and then the question itself. */
async function ask(insists = false): Promise<void> {
  if (!asking) return;
  const asked = asking;
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const query = documentOfAsked(asked);
  showDocument(asked, query);
  byId('problem').replaceChildren();
  const authorization = authorizationNow();
  if (!authorization) return showSignIn();
  byId('answer').ariaBusy = 'true';
  try {
    const { extensions } = await send({ query, authorization, signal, headers: { 'cost-only': 'true' } });
    const cost = extensions?.cost;
    if (cost) showPrice(cost);
    if (insists) sessionStorage.setItem(insistedKey, query);
    const isMeant = sessionStorage.getItem(insistedKey) === query;
    if (cost && !isMeant && cost.requested > freeHand) return showDear(cost.requested);
    const { data, errors } = await send({ query, authorization, signal });
    if (signal.aborted) return;
    const [error] = errors ?? [];
    if (error) return showProblem(asked, error);
    const title = titleOf(asked);
    const behind = behindOf(asked);
    showAnswer({ ...asked, data: data ?? {}, document: query, title, onChoice: keepChart, behind });
  } catch (error) {
    if (!signal.aborted) showProblem(asked, { message: messageOf(error) });
  } finally {
    if (!signal.aborted) byId('answer').ariaBusy = 'false';
  }
}

/** A press on a number or a bar asks for its rows; the way back is the browser's. */
const behindOf =
  (asked: Asked): Behind =>
  (row, column) => {
    const next = rowsBehind({ ...asked, lists, row, column, isRegistrar: kindNow() === 'registrar', today });
    return (
      next &&
      (() => {
        write(next, true);
        open().then(() => byId('answer-title').focus());
      })
    );
  };

async function send({
  query,
  authorization,
  signal,
  headers = {},
}: {
  readonly query: string;
  readonly authorization: string;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}): Promise<Answer<Readonly<Record<string, { readonly totalCount?: number }>>>> {
  const response = await plainFetch('/graphql', {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', authorization, ...headers },
    body: JSON.stringify({ query }),
  });
  if (sessionNow()) noteBudget(response);
  return response.json();
}

const showPrice = ({ requested, remaining }: Cost): void => {
  byId('price').textContent =
    `Costs ${pointsInWords(requested)}${remaining === null ? '' : `, ${pointsInWords(remaining)} left`}`;
};

function showSignIn(): void {
  hideAnswer();
  byId('problem').replaceChildren(
    'Sign in to see the answer.',
    make('button', {
      type: 'button',
      className: 'compact',
      textContent: 'Sign in',
      onclick: openSignIn,
    }),
  );
}

function showDear(requested: number): void {
  hideAnswer();
  byId('problem').replaceChildren(
    `This question reads a lot: it costs ${pointsInWords(requested)}.`,
    make('button', { type: 'button', className: 'compact', textContent: 'Ask it', onclick: () => ask(true) }),
  );
}

const again = (): HTMLElement =>
  make('button', { type: 'button', className: 'compact', textContent: 'Ask again', onclick: () => ask() });

/** Shows a problem, with a button for what can be mended with one press. */
function showProblem({ question, list }: Asked, { message, extensions }: GraphError): void {
  hideAnswer();
  const mend = (textContent: string, part: Partial<Question>): HTMLElement =>
    make('button', {
      type: 'button',
      className: 'compact',
      textContent,
      onclick: () => change({ ...question, ...part }),
    });
  const { hint, code } = extensions ?? {};
  byId('problem').replaceChildren(
    inStepWords(message, code, list) ?? [message, hint].filter(Boolean).join(' '),
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

function keepChart({ across, value, by }: Choice): void {
  if (!asking) return;
  const chart = {
    ...(across !== undefined && { across }),
    ...(value !== undefined && { value }),
    ...(by !== undefined && { by }),
  };
  asking = { ...asking, question: { ...asking.question, chart } };
  write(asking.question);
}

function showDocument(asked: Asked, query: string): void {
  const { question, list } = asked;
  byId('answer-title').textContent = titleOf(asked);
  byId('document').textContent = query;
  const parts = new URLSearchParams({ query });
  parts.set('view', question.view === 'table' || question.rows === 'list' ? 'table' : 'chart');
  if (question.view && !['table', 'number'].includes(question.view)) parts.set('kind', question.view);
  const caller: Record<string, string> = sessionNow() || as === undefined ? {} : { as };
  element('in-graphiql', HTMLAnchorElement).href =
    `/graphql#${new URLSearchParams([...parts, ...Object.entries(caller)])}`;
  const statement = statementOf(question, list, {
    title: titleOf(asked),
    today,
    isRegistrar: kindNow() === 'registrar',
  });
  byId('about-statement').textContent = statement
    ? 'The same question for the PostgreSQL that runs in this browser: to join it with another list, or to compute what the steps do not have.'
    : 'This list is not a table in SQL.';
  byId('statement').textContent = statement ?? '';
  const inSql = element('in-sql', HTMLAnchorElement);
  byId('statement').hidden = statement === undefined;
  inSql.parentElement?.toggleAttribute('hidden', statement === undefined);
  const look: Record<string, string> =
    question.view === 'table' || question.rows !== 'groups' ? {} : { view: 'chart' };
  inSql.href = `/sql#${new URLSearchParams({ sql: statement ?? '', ...look, ...caller })}`;
}

for (const input of every('[name="side"]', HTMLInputElement))
  input.addEventListener('change', () => {
    for (const side of ['answer', 'sql', 'graphql']) byId(`side-${side}`).hidden = side !== input.value;
    if (input.value === 'answer') showView(asking?.question);
  });

for (const input of every('#steps [name="view"]', HTMLInputElement))
  input.addEventListener('change', () => {
    if (!asking) return;
    asking = { ...asking, question: { ...asking.question, view: input.value } };
    write(asking.question);
    showDocument(asking, documentOfAsked(asking));
    showView(asking.question);
  });

/** The whole list as a file, made by the server. */
const mediaTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/x-ndjson',
};
for (const button of every('[data-format]', HTMLButtonElement))
  button.addEventListener('click', async () => {
    const { format = 'csv' } = button.dataset;
    if (!asking) return;
    const title = titleOf(asking);
    button.disabled = true;
    try {
      const response = await plainFetch('/graphql?all=true', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: mediaTypes[format] ?? '*/*',
          authorization: authorizationNow() ?? '',
        },
        body: JSON.stringify({ query: documentOfAsked(asking) }),
      });
      if (!response.ok) {
        const answer: Answer<object> = await response.json();
        throw new Error(answer.errors?.[0]?.message);
      }
      download(await response.blob(), `${title.toLowerCase().replaceAll(/\W+/g, '-')}.${format}`);
    } catch (error) {
      say(`No file: ${messageOf(error)}`);
    } finally {
      button.disabled = false;
    }
  });

async function copy(text: string, said: string): Promise<void> {
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
byId('copy-document').addEventListener('click', () =>
  copy(asking ? documentOfAsked(asking) : '', 'The query is copied.'),
);
byId('copy-statement').addEventListener('click', () =>
  copy(byId('statement').textContent ?? '', 'The statement is copied.'),
);
byId('steps').addEventListener('submit', (event) => event.preventDefault());
byId('other-questions').addEventListener('click', (event) => {
  event.preventDefault();
  history.pushState(null, '', location.pathname);
  open().then(() => first('#cards li:not([hidden]) a', HTMLElement)?.focus());
});

asWhom.append(...Object.keys(callers).map((name) => make('option', { value: name, textContent: name })));
asWhom.addEventListener('change', () => {
  as = asWhom.value;
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
