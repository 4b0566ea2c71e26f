// Starts GraphiQL with the example tabs, the tabs of the last visit, or the query of a link.

import './graphiql-fixes.ts';
import './explained.ts';
import './session.ts';
import './kept-answer.ts';
import './boards.ts';
import './own-schema.ts';
import './price.ts';
import { byId, first } from '../../kit/browser/dom.ts';
import { signedInAs } from './caller.ts';
import { nameIn, textIn, type Written } from './editors.ts';
import { addressOf, examples, headersOf } from './facts.ts';
import type { FirstLook } from './first-answer.ts';
import { keepFirstAnswer } from './hand-over.ts';
import { headersFor, linkedQuestion, openQuestion, showLook } from './questions.ts';

interface TabState {
  readonly tabs: readonly Written[];
  readonly activeTabIndex: number;
}
declare const firstLook: FirstLook;
declare const MonacoEnvironment: { getWorkerUrl: (id: string, label: string) => string };
declare const YogaGraphiQL: { renderYogaGraphiQL(place: HTMLElement, options: object): void };

const workers: Readonly<Record<string, string>> = {
  editorWorkerService: addressOf('editor-worker.js'),
  json: addressOf('json-worker.js'),
  graphql: addressOf('graphql-worker.js'),
};
MonacoEnvironment.getWorkerUrl = (_, label) => workers[label] ?? '';

// A link's query is stored as the one that GraphiQL opens.
const linked = linkedQuestion();
if (linked) {
  const address = new URL(location.pathname, location.href);
  address.searchParams.set('query', linked.query);
  history.replaceState({}, '', address);
  showLook(linked);
}

const keptBefore = (key: string): string | null => localStorage.getItem(`graphiql:${key}`);
const state = keptState();
// GraphiQL stores nothing for a tab that was never edited, though it is open.
const openQuery =
  new URL(location.href).searchParams.get('query') ??
  keptBefore('query') ??
  state?.tabs[state.activeTabIndex]?.query ??
  null;
const openTab = state?.tabs.findLast(({ query }) => query === openQuery);

function keptState(): TabState | null {
  try {
    const found: TabState | null = JSON.parse(keptBefore('tabState') ?? 'null');
    return Array.isArray(found?.tabs) ? found : null;
  } catch {
    // The stored state is not GraphiQL's, so it starts afresh.
    return null;
  }
}

// GraphiQL opens the tab that has the query and the variables stored last; headers are not stored, so it gets the
// default ones. Variables are stored half a second late, but those of the tab itself are always right.
const withHeaders = (state: TabState): string =>
  JSON.stringify({
    ...state,
    tabs: state.tabs.map((tab) =>
      tab === openTab ? tab : { ...tab, headers: tab.headers ?? headersOf(tab.query) },
    ),
  });

const ofGraphiql = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('graphiql:'));
const storage = {
  getItem: (key: string): string | null | undefined => {
    if (key === 'graphiql:tabState') return state && withHeaders(state);
    if (key === 'graphiql:query') return openQuery;
    if (key === 'graphiql:variables' && linked) return linked.variables;
    if (key === 'graphiql:variables' && openTab) return openTab.variables;
    return localStorage.getItem(key);
  },
  setItem: (key: string, value: string): void => localStorage.setItem(key, value),
  removeItem: (key: string): void => localStorage.removeItem(key),
  clear: (): void => {
    for (const key of ofGraphiql()) localStorage.removeItem(key);
  },
  get length(): number {
    return ofGraphiql().length;
  },
};

const isFirstVisit = state === null;
const hasRoomForDocs = matchMedia('(min-width: 100rem)').matches;
// On a phone an empty variables editor would take the query's space; it opens by itself if there are variables.
const hasRoomForTools = matchMedia('(min-width: 50rem)').matches;
const defaultHeaders = headersFor({ query: openQuery, as: linked?.as });

// A link's query comes before the examples, in place of the one that it is.
const isLinked = isFirstVisit && openQuery !== null;
// A caller who is already signed in sees only the examples for its kind.
const examplesFor = (kind: string | null): readonly Written[] =>
  examples.filter(({ kinds }) => kind === null || kinds.includes(kind));
const ownExamples = examplesFor(signedInAs());
const tabs: readonly Written[] = isLinked
  ? [
      { query: openQuery, variables: linked?.variables ?? null, headers: defaultHeaders ?? null },
      ...ownExamples.filter(({ query }) => nameIn(query) !== nameIn(openQuery)),
    ]
  : ownExamples;

// Following a link on this page does not reload it.
addEventListener('hashchange', () => {
  const question = linkedQuestion();
  if (question) openQuestion(question);
});

YogaGraphiQL.renderYogaGraphiQL(byId('root'), {
  endpoint: '/graphql',
  title: '',
  logo: '<span></span>',
  defaultTabs: tabs,
  defaultHeaders,
  defaultEditorToolsVisibility: hasRoomForTools && 'variables',
  shouldPersistHeaders: false,
  isHeadersEditorEnabled: true,
  storage,
  ...(isFirstVisit && hasRoomForDocs && { visiblePlugin: 'Documentation Explorer' }),
});

/**
 * Somebody new saw an answer beside the first example, which only reads; GraphiQL gets it as if it had asked
 * (session.ts).
 */
async function answerFirst({ query, headers }: Written): Promise<void> {
  if (!headers) return;
  const shown = await firstLook.answer;
  for (let tries = 0; tries < 150; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const play = first('.graphiql-execute-button', HTMLButtonElement);
    if (!play || play.disabled || document.getElementById('first-look')) continue;
    if (textIn('query') === query) play.click();
    else if (shown) keepFirstAnswer(shown);
    return;
  }
}
const [firstTab] = tabs;
if (isFirstVisit && !linked && openQuery === null && signedInAs() === null && firstTab) answerFirst(firstTab);
