// Starts GraphiQL with the example tabs, the tabs of the last visit, or the query of a link.

import './graphiql-fixes.ts';
import './explained.ts';
import './session.ts';
import './kept-answer.ts';
import './boards.ts';
import './own-schema.ts';
import './price.ts';
import { signedInAs } from './caller.ts';
import { byId, nameIn, textIn } from './editors.ts';
import { addresses, examples, headersOf } from './facts.ts';
import { keepFirstAnswer } from './hand-over.ts';
import { headersFor, linkedQuestion, openQuestion, showLook } from './questions.ts';

const workers = {
  editorWorkerService: addresses['editor-worker.js'],
  json: addresses['json-worker.js'],
  graphql: addresses['graphql-worker.js'],
};
self.MonacoEnvironment.getWorkerUrl = (_, label) => workers[label];

// A link's query is stored as the one that GraphiQL opens.
const linked = linkedQuestion();
if (linked) {
  const address = new URL(location.pathname, location.href);
  address.searchParams.set('query', linked.query);
  history.replaceState({}, '', address);
  showLook(linked);
}

const keptBefore = (key) => localStorage.getItem(`graphiql:${key}`);
const state = keptState();
// GraphiQL stores nothing for a tab that was never edited, though it is open.
const openQuery =
  new URL(location.href).searchParams.get('query') ??
  keptBefore('query') ??
  state?.tabs[state.activeTabIndex]?.query ??
  null;
const openTab = state?.tabs.findLast(({ query }) => query === openQuery);

function keptState() {
  try {
    const found = JSON.parse(keptBefore('tabState'));
    return Array.isArray(found?.tabs) ? found : null;
  } catch {
    // The stored state is not GraphiQL's, so it starts afresh.
    return null;
  }
}

// GraphiQL opens the tab that has the query and the variables stored last; headers are not stored, so it gets the default
// ones. Variables are stored half a second late, but those of the tab itself are always right.
const withHeaders = () =>
  JSON.stringify({
    ...state,
    tabs: state.tabs.map((tab) =>
      tab === openTab ? tab : { ...tab, headers: tab.headers ?? headersOf(tab.query) },
    ),
  });

const ofGraphiql = () => Object.keys(localStorage).filter((key) => key.startsWith('graphiql:'));
const storage = {
  getItem: (key) => {
    if (key === 'graphiql:tabState') return state && withHeaders();
    if (key === 'graphiql:query') return openQuery;
    if (key === 'graphiql:variables' && linked) return linked.variables;
    if (key === 'graphiql:variables' && openTab) return openTab.variables;
    return localStorage.getItem(key);
  },
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
  clear: () => {
    for (const key of ofGraphiql()) localStorage.removeItem(key);
  },
  get length() {
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
const examplesFor = (kind) => examples.filter(({ kinds }) => kind === null || kinds.includes(kind));
const ownExamples = examplesFor(signedInAs());
const tabs = isLinked
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

/** Somebody new saw an answer beside the first example, which only reads; GraphiQL gets it as if it had asked (session.js). */
async function answerFirst({ query, headers }) {
  if (!headers) return;
  const shown = await firstLook.answer;
  for (let tries = 0; tries < 150; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const play = document.querySelector('.graphiql-execute-button');
    if (!play || play.disabled || document.getElementById('first-look')) continue;
    if (textIn('query') === query) play.click();
    else if (shown) keepFirstAnswer(shown);
    return;
  }
}
if (isFirstVisit && !linked && openQuery === null && signedInAs() === null && tabs.length > 0)
  answerFirst(tabs[0]);
