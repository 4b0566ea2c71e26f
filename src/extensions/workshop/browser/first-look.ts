// The first look stands in the editor's place until it has loaded: the last query in a plain text box, and for
// somebody new the answer of the first example. The editor takes over what was typed, answered and pressed
// (hand-over.ts). It costs a processor a second or more, so for somebody new it starts with the first thing that they
// do.
import { byId, element, factsOf, make, one, targetOf } from '../../kit/browser/dom.ts';
import type { Facts } from './facts.ts';
import type { FirstAnswer, FirstLook } from './first-answer.ts';

const early = element('first-look', HTMLTextAreaElement);
const { tabs: earlyTabs, callers: published, files } = factsOf<Facts>();
const linkedTo = new URLSearchParams(location.hash.slice(1)).get('query');
const asked = new URLSearchParams(location.search).get('query');
const written = linkedTo || (asked ?? localStorage.getItem('graphiql:query') ?? openTabBefore());
// Text that has already been typed is kept.
if (written !== null && early.value === early.defaultValue) early.defaultValue = written;

interface TabState {
  readonly tabs: readonly { readonly query?: string | null }[];
  readonly activeTabIndex: number;
}

function openTabBefore(): string | null {
  try {
    const state: TabState | null = JSON.parse(localStorage.getItem('graphiql:tabState') ?? 'null');
    return state?.tabs[state.activeTabIndex]?.query ?? null;
  } catch {
    // Nothing is stored, or something that GraphiQL did not write.
    return null;
  }
}

const about = byId('first-look-about');

const firstLook: FirstLook = {
  answer: undefined,
  press: undefined,
  stop: () => removeEventListener('click', note, true),
};
Object.assign(globalThis, { firstLook });

addEventListener(
  'error',
  ({ target }) => {
    const isNeeded = target instanceof Element && target.matches('script, link[rel="stylesheet"]');
    if (isNeeded && early.isConnected)
      about.textContent = 'The editor did not load. Copy your text and reload the page.';
  },
  { capture: true },
);

const addressOf = (name: string): string => files[name] ?? '';

/** Our own styles come after those of GraphiQL. */
const loadedLink = (properties: Partial<HTMLLinkElement>): Promise<unknown> =>
  new Promise((resolve) => document.head.prepend(make('link', { ...properties, onload: resolve })));
const loadedScript = (properties: Partial<HTMLScriptElement>): Promise<unknown> =>
  new Promise((resolve) => document.head.append(make('script', { ...properties, onload: resolve })));

async function startEditor(): Promise<void> {
  // In the sandbox the first tab has a caller with another schema.
  if (!published.alpha)
    loadedLink({ rel: 'preload', as: 'fetch', crossOrigin: '', href: addressOf('introspection.json') });
  await Promise.all([
    loadedLink({ rel: 'stylesheet', href: addressOf('graphiql.css') }),
    loadedScript({ src: addressOf('graphiql.js') }),
  ]);
  loadedScript({ type: 'module', src: addressOf('page.js') });
}

async function answerOf(query: string, given: string): Promise<FirstAnswer | undefined> {
  const [, operationName = null] = /^query (\w+)/m.exec(query) ?? [];
  const headers: Readonly<Record<string, string>> = JSON.parse(given);
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify({ query, operationName }),
  });
  if (!response.ok) return undefined;
  const text = JSON.stringify(await response.json(), null, 2);
  const shown = byId('first-answer');
  shown.append(...coloured(text));
  shown.hidden = false;
  return { query, body: { query, operationName }, headers, text };
}

function* coloured(json: string): Generator<Node | string> {
  const parts = json.split(/("(?:[^"\\]|\\.)*")/);
  for (const [at, part] of parts.entries()) {
    const kind = /^\s*:/.test(parts[at + 1] ?? '') ? 'name' : 'string';
    yield at % 2 === 1 ? make('span', { className: kind, textContent: part }) : part;
  }
}

/** Long enough to read first. */
const pause = 6000;
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'input', 'click'];

function startWithPerson(): void {
  early.closest('.first-look')?.classList.add('new');
  about.textContent = 'The editor takes over what you write.';
  const begun = new AbortController();
  const start = (): void => {
    if (begun.signal.aborted) return;
    begun.abort();
    startEditor();
  };
  for (const sign of signs)
    addEventListener(sign, start, { capture: true, passive: true, signal: begun.signal });
  for (const sign of ['focus', 'input', 'scroll'])
    early.addEventListener(sign, () => document.getElementById('first-colours')?.remove(), { once: true });
  const [tab] = earlyTabs;
  if (tab?.headers) firstLook.answer = answerOf(tab.query, tab.headers).catch(() => undefined);
  Promise.resolve(firstLook.answer).then(() => {
    for (const name of ['graphiql.css', 'graphiql.js', 'page.js'])
      loadedLink({ rel: 'prefetch', href: addressOf(name) });
    setTimeout(start, pause);
  });
}

function note(event: Event): void {
  const pressed = targetOf(event)?.closest('[data-stands-for], #tools button');
  if (!(pressed instanceof HTMLElement)) return;
  const { standsFor } = pressed.dataset;
  firstLook.press = () => (standsFor ? one(standsFor, HTMLElement) : pressed).click();
}
addEventListener('click', note, true);
early.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
  if (key === 'Enter' && (ctrlKey || metaKey)) one('.first-question button', HTMLElement).click();
});

const isKnown = ['graphiql:tabState', 'graphiql:query'].some((key) => localStorage.getItem(key) !== null);
if (isKnown || written !== null || sessionStorage.getItem('zonegraph:session') !== null) startEditor();
else startWithPerson();
