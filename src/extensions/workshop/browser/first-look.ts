// What stands in the editor's place until it has loaded: the last query in a plain text box, and for somebody new the answer of the first
// example. The editor takes over what was typed, answered and pressed (hand-over.js). It costs a processor a second or more, so for somebody new
// it starts with the first thing that they do.
const early = document.getElementById('first-look');
const {
  tabs: earlyTabs,
  callers: published,
  files,
} = JSON.parse(document.getElementById('facts').textContent);
const linkedTo = new URLSearchParams(location.hash.slice(1)).get('query');
const asked = new URLSearchParams(location.search).get('query');
const written = linkedTo || (asked ?? localStorage.getItem('graphiql:query') ?? openTabBefore());
// Text that has already been typed is kept.
if (written !== null && early.value === early.defaultValue) early.defaultValue = written;

function openTabBefore() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    return tabs[activeTabIndex].query ?? null;
  } catch {
    // Nothing is stored, or something that GraphiQL did not write.
    return null;
  }
}

const about = document.getElementById('first-look-about');

/** For the scripts of the editor: `answer` promises the one that is shown, `press` presses again what was pressed last, `stop` notes no more. */
const firstLook = {
  answer: undefined,
  press: undefined,
  stop: () => removeEventListener('click', note, true),
};
globalThis.firstLook = firstLook;

addEventListener(
  'error',
  ({ target }) => {
    const isNeeded = target instanceof Element && target.matches('script, link[rel="stylesheet"]');
    if (isNeeded && early.isConnected)
      about.textContent = 'The editor did not load. Copy your text and reload the page.';
  },
  { capture: true },
);

const loaded = (name, properties) =>
  new Promise((resolve) => {
    const element = Object.assign(document.createElement(name), properties, { onload: resolve });
    // Our own styles come after those of GraphiQL.
    if (name === 'link') document.head.prepend(element);
    else document.head.append(element);
  });

async function startEditor() {
  // In the sandbox the first tab has a caller with another schema.
  if (!published.alpha)
    loaded('link', { rel: 'preload', as: 'fetch', crossOrigin: '', href: files['introspection.json'] });
  await Promise.all([
    loaded('link', { rel: 'stylesheet', href: files['graphiql.css'] }),
    loaded('script', { src: files['graphiql.js'] }),
  ]);
  loaded('script', { type: 'module', src: files['page.js'] });
}

async function answerOf({ query, headers }) {
  const [, operationName] = /^query (\w+)/m.exec(query);
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...JSON.parse(headers) },
    body: JSON.stringify({ query, operationName }),
  });
  if (!response.ok) return undefined;
  const text = JSON.stringify(await response.json(), null, 2);
  const shown = document.getElementById('first-answer');
  shown.append(...coloured(text));
  shown.hidden = false;
  return { query, body: { query, operationName }, headers: JSON.parse(headers), text };
}

function* coloured(json) {
  const parts = json.split(/("(?:[^"\\]|\\.)*")/);
  for (const [at, part] of parts.entries()) {
    const kind = /^\s*:/.test(parts[at + 1]) ? 'name' : 'string';
    yield at % 2 === 1
      ? Object.assign(document.createElement('span'), { className: kind, textContent: part })
      : part;
  }
}

/** Long enough to read first. */
const pause = 6000;
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'input', 'click'];

function startWithPerson() {
  early.closest('.first-look').classList.add('new');
  about.textContent = 'The editor takes over what you write.';
  const begun = new AbortController();
  const start = () => {
    if (begun.signal.aborted) return;
    begun.abort();
    startEditor();
  };
  for (const sign of signs)
    addEventListener(sign, start, { capture: true, passive: true, signal: begun.signal });
  for (const sign of ['focus', 'input', 'scroll'])
    early.addEventListener(sign, () => document.getElementById('first-colours')?.remove(), { once: true });
  if (earlyTabs[0]?.headers) firstLook.answer = answerOf(earlyTabs[0]).catch(() => undefined);
  Promise.resolve(firstLook.answer).then(() => {
    for (const name of ['graphiql.css', 'graphiql.js', 'page.js'])
      loaded('link', { rel: 'prefetch', href: files[name] });
    setTimeout(start, pause);
  });
}

function note({ target }) {
  const pressed = target.closest('[data-stands-for], #tools button');
  const { standsFor } = pressed?.dataset ?? {};
  if (pressed) firstLook.press = () => (standsFor ? document.querySelector(standsFor) : pressed)?.click();
}
addEventListener('click', note, true);
early.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (key === 'Enter' && (ctrlKey || metaKey)) document.querySelector('.first-question button').click();
});

const isKnown = ['graphiql:tabState', 'graphiql:query'].some((key) => localStorage.getItem(key) !== null);
if (isKnown || written !== null || sessionStorage.getItem('zonegraph:session') !== null) startEditor();
else startWithPerson();
