// Mends what would keep somebody from using GraphiQL.
import { showVariables, textIn } from './editors.js';

const on = (name, selector, listener) =>
  addEventListener(
    name,
    (event) => {
      const found = event.target instanceof Element && event.target.closest(selector);
      if (found) listener(event, found);
    },
    { capture: true },
  );

// Tabs can be dragged. The library behind it measures them while the page is still growing, keeps offsets of hundreds
// of pixels, and applies them when a tab gets the focus: the tab jumps away from under the mouse before the click is
// complete. A tab that stays where it is can be clicked: no press begins a drag, and graphiql-style.ts undoes the offset.
on('pointerdown', '.graphiql-tab', (event) => event.stopPropagation());

// GraphiQL parses a document a tenth of a second after it changed, and until then runs it by the operation name of the
// last one. A press of play sooner than that, after a tab was chosen or opened, is delayed until it has been parsed.
const readingTakes = 200;
let reading;
let waiting;
on('click', '.graphiql-tab-button, .graphiql-tab-add', () => {
  clearTimeout(reading);
  waiting = undefined;
  reading = setTimeout(() => {
    reading = undefined;
    waiting?.click();
    waiting = undefined;
  }, readingTakes);
});
on('click', '.graphiql-execute-button', (event, play) => {
  if (reading === undefined) return;
  event.stopPropagation();
  waiting = play;
});

// The icons call themselves by the minified names of their components ("wze icon"); the buttons have names already.
on('pointerover', 'svg', (_, icon) => icon.querySelector('title')?.remove());

// Monaco takes every paste for itself, also one that brings nothing, which then looks like a field that forbids pasting.
on('paste', '.monaco-editor', (event) => {
  if (!event.clipboardData?.types.length) event.stopPropagation();
});

// The page turns dark or light with the system, but the editors only when they are opened, and their text could not be read.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  if (!document.body.matches('.graphiql-light, .graphiql-dark'))
    monaco.editor.setTheme(matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

on('click', '.graphiql-tab-button', () => setTimeout(showVariables));

// A tab with buttons inside is no tab for screen readers, and the keyboard stops at both buttons. So, as in the ARIA
// patterns, the name is the tab, Delete closes it, and the cross is for the mouse.
function fixTabs() {
  for (const item of document.querySelectorAll('.graphiql-tabs > li')) {
    const [tab, close] = item.querySelectorAll('button');
    set(item, { role: 'presentation', 'aria-selected': null });
    set(tab, {
      role: 'tab',
      'aria-selected': String(item.classList.contains('graphiql-tab-active')),
      'aria-keyshortcuts': 'Delete',
    });
    if (close) set(close, { 'aria-hidden': 'true', tabindex: '-1' });
  }
  showOpenTab();
}

// A tab that is out of sight would be looked for, such as that of a link behind those of before; it grows with its name. Only
// the row of tabs moves, never the page.
let seenTab = {};
function showOpenTab() {
  const tab = document.querySelector('.graphiql-tab-active');
  if (!tab || (seenTab.tab === tab && seenTab.name === tab.textContent)) return;
  seenTab = { tab, name: tab.textContent };
  tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Only what is another: each change is seen by who has asked for it. */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) === value) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

new MutationObserver(fixTabs).observe(document.getElementById('root'), {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['aria-selected', 'class'],
});
on('keydown', '.graphiql-tab-button', ({ key }, tab) => {
  if (key === 'Delete') tab.parentElement.querySelector('.graphiql-tab-close')?.click();
});

// For a variable with a default the editor of variables asks nevertheless, when its type is not null: a squiggle under
// what is right. The schema that it is checked with forgets those.
function forgetDefaults() {
  const defaults = monaco.languages.json.jsonDefaults;
  const change = defaults.setDiagnosticsOptions.bind(defaults);
  defaults.setDiagnosticsOptions = (options) => {
    const given = new Set([...textIn('query').matchAll(/\$(\w+)\s*:[^=$()]*=/g)].map(([, name]) => name));
    const without = ({ schema, ...rest }) => ({
      ...rest,
      schema: schema?.required
        ? { ...schema, required: schema.required.filter((name) => !given.has(name)) }
        : schema,
    });
    change({ ...options, schemas: options.schemas?.map(without) });
  };
}
forgetDefaults();
