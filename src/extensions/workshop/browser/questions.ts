// The history of queries, saved queries, and links to share. All of it stays in this browser and contains no
// credentials.
import { byId, element, make } from '../../kit/browser/dom.ts';
import type { Choice } from '../charts/chart-model.ts';
import { goToTab, hasVariables, nameIn, openInNewTab, say, textIn, wordsOf } from './editors.ts';
import { callers, examples, headersOf } from './facts.ts';
import { chartOfQuestion, drawAs, showAs, shownAs } from './look.ts';

/**
 * A query as somebody keeps it: with how its answer is shown, and as which of the sandbox's published callers it is
 * sent.
 */
interface Kept {
  readonly query: string;
  readonly variables?: string | null;
  readonly as?: string | null | undefined;
  readonly view?: string;
  readonly chart?: Choice | undefined;
  readonly name?: string;
  readonly at?: string;
}

const kept = (key: string): readonly Kept[] => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`zonegraph:${key}`) ?? 'null');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
};
const keep = (key: string, questions: readonly Kept[]): void =>
  localStorage.setItem(`zonegraph:${key}`, JSON.stringify(questions));

export const isRead = (query: string): boolean =>
  !query.split('\n').some((line) => /^mutation\b/.test(line.trimStart()));
const isSame = (one: Kept, other: Kept): boolean =>
  one.query === other.query && one.variables === other.variables;
const cacheSize = 50;

const present = (): Kept => ({ query: textIn('query'), variables: textIn('variables'), as: presentCaller() });

/** Returns which of the sandbox's published callers the open tab uses: a name, not a secret. */
export function presentCaller(): string | undefined {
  const headers = textIn('headers');
  return Object.keys(callers).find((name) => headers.includes(JSON.stringify(callers[name])));
}

/** The latest query comes first. Mutations are left out, because they may contain passwords. */
export function noteAsked(): void {
  const question = { ...present(), at: new Date().toISOString() };
  if (!isRead(question.query)) return;
  keep(
    'history',
    [question, ...kept('history').filter((other) => !isSame(other, question))].slice(0, cacheSize),
  );
}

/** How the answer is shown: the view, and the chart if one was chosen. */
const presentLook = (): Pick<Kept, 'view' | 'chart'> => ({
  view: shownAs(),
  chart: chartOfQuestion(textIn('query')),
});

const partsOfChart = ['kind', 'across', 'value', 'by'] as const;

/** Returns a link with the question in the fragment of the URL, which browsers do not send to the server. */
function linkTo({ query, variables, as, view = 'json', chart }: Kept, path = location.pathname): string {
  const parts = new URLSearchParams({ query });
  if (variables && hasVariables(variables)) parts.set('variables', variables);
  if (view !== 'json') parts.set('view', view);
  if (view === 'chart')
    for (const part of partsOfChart) {
      const value = chart?.[part];
      if (value !== undefined) parts.set(part, value);
    }
  if (as) parts.set('as', as);
  return `${location.origin}${path}#${parts}`;
}

/** The query in a link's URL; `as` names one of the sandbox's published callers. */
export function linkedQuestion(): (Kept & { readonly variables: string }) | undefined {
  const parts = new URLSearchParams(location.hash.slice(1));
  const query = parts.get('query');
  if (!query) return undefined;
  return {
    query,
    variables: parts.get('variables') ?? '',
    view: parts.get('view') ?? 'json',
    chart: Object.fromEntries([...parts].filter(([name]) => partsOfChart.some((part) => part === name))),
    as: parts.get('as'),
  };
}

/** The view at the time when the link was made or the query was saved. */
export function showLook({ query, view, chart }: Pick<Kept, 'query' | 'view' | 'chart'>): void {
  if (chart) drawAs(query, chart);
  showAs(view);
}

/** The caller it was sent as, or the one of its example; in the sandbox every query has one. */
export function headersFor({
  as,
  query,
}: {
  readonly as?: string | null | undefined;
  readonly query: string | null;
}): string | undefined {
  const authorization = callers[as ?? ''];
  return authorization === undefined
    ? (headersOf(query) ?? examples[0]?.headers ?? undefined)
    : JSON.stringify({ authorization }, null, 2);
}

function titleOf({ name, query }: Kept): string {
  const named = nameIn(query);
  const begin = () =>
    query
      .replaceAll(/#.*|\s+/g, ' ')
      .trim()
      .slice(0, 60);
  return name ?? (named === undefined ? begin() : wordsOf(named));
}

const questionsDialog = element('questions', HTMLDialogElement);

/** A question that is open in a tab is shown there. */
export function openQuestion(question: Kept): void {
  showLook(question);
  const asked = { ...question, headers: headersFor(question) };
  if (!goToTab(asked)) openInNewTab(asked);
  questionsDialog.close();
}

// The Swedish locale formats times as all our pages do: 2026-11-16 05:47.
const moment = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });

/** The whole comment above a query, or its first line if there is none. */
function descriptionOf({ query }: Kept): string {
  const lines = query.trim().split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  const comment = lines.slice(0, end).map((line) => line.replace(/^#+/, '').trim());
  return comment.join(' ') || (lines[0] ?? '');
}

function entry(question: Kept, detail?: string, forget?: () => void): HTMLElement {
  const open = make('button', { type: 'button', className: 'open', onclick: () => openQuestion(question) });
  open.append(make('strong', {}, titleOf(question)), make('small', {}, detail ?? descriptionOf(question)));
  const item = make('li', {}, open);
  if (forget)
    item.append(
      make(
        'button',
        { type: 'button', className: 'forget', ariaLabel: `Forget ${titleOf(question)}`, onclick: forget },
        '×',
      ),
    );
  return item;
}

function listQuestions(): void {
  const saved = kept('saved');
  const fill = (id: string, items: readonly HTMLElement[], none: string): void =>
    byId(id).replaceChildren(...(items.length > 0 ? items : [make('li', { className: 'none' }, none)]));
  const forget = (key: string, question: Kept) => (): void => {
    keep(
      key,
      kept(key).filter((other) => !(isSame(other, question) && other.name === question.name)),
    );
    listQuestions();
  };
  fill(
    'saved-questions',
    saved.map((question) => entry(question, undefined, forget('saved', question))),
    'None yet: give the open query a name above.',
  );
  fill(
    'asked-questions',
    kept('history').map((question) =>
      entry(question, moment.format(new Date(question.at ?? 0)), forget('history', question)),
    ),
    'None yet: queries that you send are kept here.',
  );
  fill(
    'example-questions',
    examples.map((example) => entry({ ...example, name: example.title })),
    '',
  );
}

const nameField = element('question-name', HTMLInputElement);
byId('questions-open').addEventListener('click', () => {
  nameField.value = wordsOf(nameIn(textIn('query')) ?? '');
  listQuestions();
  questionsDialog.showModal();
});
byId('save-question').addEventListener('submit', (event) => {
  event.preventDefault();
  const name = nameField.value.trim();
  keep('saved', [
    { ...present(), ...presentLook(), name },
    ...kept('saved').filter((other) => other.name !== name),
  ]);
  listQuestions();
  say(`Saved as ${name}.`);
});
byId('forget-history').addEventListener('click', () => {
  keep('history', []);
  listQuestions();
});
byId('open-steps').addEventListener('click', () => {
  location.href = linkTo({ ...present(), ...presentLook() }, '/ask');
});
byId('copy-link').addEventListener('click', async () => {
  const link = linkTo({ ...present(), ...presentLook() });
  try {
    await navigator.clipboard.writeText(link);
    say('The link is copied. It contains the query but no credentials.');
  } catch {
    // Pages without TLS have no clipboard.
    prompt('The link, to copy:', link);
  }
});
