// Starts GraphiQL on the example tabs, and mends what would keep somebody from using them.
const { tabs } = JSON.parse(document.getElementById('facts').textContent);

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
let readAt = 0;
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('.graphiql-tab-button')) readAt = Date.now() + readingTakes;
});
addEventListener(
  'click',
  (event) => {
    const play = event.target instanceof Element && event.target.closest('.graphiql-execute-button');
    if (!play || Date.now() >= readAt) return;
    event.stopPropagation();
    setTimeout(() => play.click(), readAt - Date.now());
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
const headersByName = new Map(tabs.map(({ query, headers }) => [nameIn(query), headers]));
const headersOf = (query) => headersByName.get(nameIn(query)) ?? null;

const kept = (key) => localStorage.getItem(`graphiql:${key}`);
const openQuery = new URL(location.href).searchParams.get('query') ?? kept('query');

// The tab that will be open is recognised by having no headers; it gets the default ones.
function withHeaders(state) {
  if (!state) return state;
  const parsed = JSON.parse(state);
  for (const tab of parsed.tabs ?? [])
    if (tab.query !== openQuery || (tab.variables ?? '') !== (kept('variables') ?? ''))
      tab.headers ??= headersOf(tab.query);
  return JSON.stringify(parsed);
}

const storage = {
  getItem: (key) =>
    key === 'graphiql:tabState' ? withHeaders(localStorage.getItem(key)) : localStorage.getItem(key),
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

const isFirstVisit = kept('tabState') === null;
const hasRoomForDocs = matchMedia('(min-width: 90rem)').matches;

YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  endpoint: '/graphql',
  title: '<a href="/">Zonegraph</a>',
  logo: document.getElementById('mark').innerHTML,
  defaultTabs: tabs,
  defaultHeaders: headersOf(openQuery) ?? tabs[0].headers ?? undefined,
  shouldPersistHeaders: false,
  isHeadersEditorEnabled: true,
  storage,
  ...(isFirstVisit && hasRoomForDocs && { visiblePlugin: 'Documentation Explorer' }),
});
