// Starts GraphiQL on the example tabs, and mends what would keep somebody from using them.
const { tabs: examples } = JSON.parse(document.getElementById('facts').textContent);

const worker = (id) => {
  const source = document.getElementById(id).textContent;
  return URL.createObjectURL(new Blob([source], { type: 'application/javascript' }));
};
const workers = {
  editorWorkerService: worker('editor-worker'),
  json: worker('json-worker'),
  graphql: worker('graphql-worker'),
};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] };

// Tabs can be dragged. The library behind it measures them while the page is still growing, keeps offsets of hundreds
// of pixels, and applies them when a tab gets the focus: the tab jumps away from under the mouse before the click is
// complete. A tab that stays where it is can be clicked: no press begins a drag, and graphiql-style.ts undoes the offset.
addEventListener(
  'pointerdown',
  (event) => {
    if (event.target instanceof Element && event.target.closest('.graphiql-tab')) event.stopPropagation();
  },
  { capture: true },
);

// GraphiQL reads a document a tenth of a second after it changed, and until then runs it by the name of the last one:
// whoever chooses a tab and presses play faster than that is heard when it has.
const readingTakes = 200;
let reading;
let waiting;
addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('.graphiql-tab-button')) return;
  clearTimeout(reading);
  waiting = undefined;
  reading = setTimeout(() => {
    reading = undefined;
    waiting?.click();
    waiting = undefined;
  }, readingTakes);
});
addEventListener(
  'click',
  (event) => {
    const play = event.target instanceof Element && event.target.closest('.graphiql-execute-button');
    if (!play || reading === undefined) return;
    event.stopPropagation();
    waiting = play;
  },
  { capture: true },
);

// The icons call themselves by the minified names of their components ("wze icon"); the buttons have names already.
addEventListener(
  'pointerover',
  (event) => {
    if (event.target instanceof Element) event.target.closest('svg')?.querySelector('title')?.remove();
  },
  { capture: true },
);

// Headers are not kept, so tabs that were kept come back without any: an example gets its own again.
const nameIn = (query) => /^(?!#).*(?:query|mutation|subscription)\s+([a-zA-Z0-9_]+)/m.exec(query ?? '')?.[1];
const headersByName = new Map(examples.map(({ query, headers }) => [nameIn(query), headers]));
const headersOf = (query) => headersByName.get(nameIn(query)) ?? null;

const kept = (key) => localStorage.getItem(`graphiql:${key}`);
const openQuery = new URL(location.href).searchParams.get('query') ?? kept('query');

const state = keptState();
const openTab = state?.tabs.findLast(({ query }) => query === openQuery);

function keptState() {
  try {
    const found = JSON.parse(kept('tabState'));
    return Array.isArray(found?.tabs) ? found : null;
  } catch {
    // Not what GraphiQL has written: it begins anew.
    return null;
  }
}

// GraphiQL opens the tab that has the query and the variables that were kept last, and no headers: it gets the default
// ones. Variables are kept half a second late; those of the tab itself are always right.
const withHeaders = () =>
  JSON.stringify({
    ...state,
    tabs: state.tabs.map((tab) =>
      tab === openTab ? tab : { ...tab, headers: tab.headers ?? headersOf(tab.query) },
    ),
  });

const storage = {
  getItem: (key) => {
    if (key === 'graphiql:tabState') return state && withHeaders();
    if (key === 'graphiql:variables' && openTab) return openTab.variables;
    return localStorage.getItem(key);
  },
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
  clear: () => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('graphiql:')) localStorage.removeItem(key);
  },
  get length() {
    return Object.keys(localStorage).filter((key) => key.startsWith('graphiql:')).length;
  },
};

const isFirstVisit = state === null;
const hasRoomForDocs = matchMedia('(min-width: 100rem)').matches;
const defaultHeaders = headersOf(openQuery) ?? examples[0].headers ?? undefined;

// Somebody who comes by a link finds what it asks in front of the examples.
const isLinked = isFirstVisit && openQuery !== null && !headersByName.has(nameIn(openQuery));
const tabs = isLinked
  ? [{ query: openQuery, variables: null, headers: defaultHeaders ?? null }, ...examples]
  : examples;

// A new tab that is out of sight would be looked for.
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('.graphiql-tab-add'))
    setTimeout(() => document.querySelector('.graphiql-tab-active')?.scrollIntoView({ inline: 'end' }), 50);
});

// What is one list can be taken away as CSV: the same request again, which only reads, asked for in another form.
const csvButton = document.getElementById('csv');
const plainFetch = globalThis.fetch;

globalThis.fetch = async (url, init = {}) => {
  const response = await plainFetch(url, init);
  const { query, operationName } = typeof init.body === 'string' ? JSON.parse(init.body) : {};
  if (!query || operationName === 'IntrospectionQuery') return response;
  csvButton.hidden = true;
  const isRead = /^\s*(query\b|\{)/.test(query);
  if (isRead && response.headers.get('content-type')?.includes('json')) offerCsv(init, response.clone());
  return response;
};

async function offerCsv(init, response) {
  const { data, errors } = await response.json();
  const [list, ...others] = Object.values(data ?? {});
  csvButton.hidden = Boolean(errors) || others.length > 0 || !(list?.nodes ?? list?.edges);
  csvButton.onclick = () => downloadCsv(init);
}

async function downloadCsv(init) {
  const headers = new Headers(init.headers);
  headers.set('accept', 'text/csv');
  const response = await plainFetch('/graphql', { method: 'POST', headers, body: init.body });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = response.ok ? `${JSON.parse(init.body).operationName ?? 'zonegraph'}.csv` : 'error.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

// Another tab shows another answer.
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('.graphiql-tab, .graphiql-tab-add'))
    csvButton.hidden = true;
});

YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  endpoint: '/graphql',
  title: '<a href="/">Zonegraph</a>',
  logo: document.getElementById('mark').innerHTML,
  defaultTabs: tabs,
  defaultHeaders,
  shouldPersistHeaders: false,
  isHeadersEditorEnabled: true,
  storage,
  ...(isFirstVisit && hasRoomForDocs && { visiblePlugin: 'Documentation Explorer' }),
});
