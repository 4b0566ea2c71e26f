// Works around defects of GraphiQL that get in a user's way.
import { byId, every } from '../../kit/browser/dom.ts';
import { type Diagnostics, type Monaco, showVariables, textIn } from './editors.ts';

declare const monaco: Monaco;

const on = <Name extends keyof WindowEventMap>(
  name: Name,
  selector: string,
  listener: (event: WindowEventMap[Name], found: Element) => void,
): void =>
  addEventListener(
    name,
    (event) => {
      const found = event.target instanceof Element && event.target.closest(selector);
      if (found) listener(event, found);
    },
    { capture: true },
  );

// GraphiQL's tabs can be dragged. Its drag library measures them while the page is still being laid out, stores offsets
// of hundreds of pixels, and applies them when a tab gets the focus: the tab jumps away from under the mouse before the
// click is complete. So no press starts a drag here, and style.ts undoes the offset.
on('pointerdown', '.graphiql-tab', (event) => event.stopPropagation());

// GraphiQL parses a document a tenth of a second after a change, and until then runs it with the previous document's
// operation name. A click on play within that time, after choosing or opening a tab, waits until it has been parsed.
const readingTakes = 200;
let reading: number | undefined;
let waiting: HTMLElement | undefined;
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
  if (play instanceof HTMLElement) waiting = play;
});

// The icons are labelled with the minified names of their components ("wze icon"); the buttons have labels already.
on('pointerover', 'svg', (_, icon) => icon.querySelector('title')?.remove());

// Monaco handles every paste, even an empty one, which then looks like a field that forbids pasting.
on('paste', '.monaco-editor', (event) => {
  if (!event.clipboardData?.types.length) event.stopPropagation();
});

// The page follows the system's dark mode at once, but the editors only when they are opened; their text became
// unreadable.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  if (!document.body.matches('.graphiql-light, .graphiql-dark'))
    monaco.editor.setTheme(matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

on('click', '.graphiql-tab-button', () => setTimeout(showVariables));

// Screen readers do not accept a tab with buttons inside, and the keyboard stops at both buttons. So, as in the ARIA
// patterns, the title is the tab, Delete closes it, and the cross is for the mouse only.
function fixTabs(): void {
  for (const item of document.querySelectorAll('.graphiql-tabs > li')) {
    const [tab, close] = item.querySelectorAll('button');
    set(item, { role: 'presentation', 'aria-selected': null });
    if (tab)
      set(tab, {
        role: 'tab',
        'aria-selected': String(item.classList.contains('graphiql-tab-active')),
        'aria-keyshortcuts': 'Delete',
      });
    if (close) set(close, { 'aria-hidden': 'true', tabindex: '-1' });
  }
  showOpenTab();
}

// Scrolls the open tab into view, such as a link's tab behind the earlier ones; a tab grows with its title. Only the
// row of tabs scrolls, never the page.
let seenTab: { readonly tab: Element; readonly name: string | null } | undefined;
function showOpenTab(): void {
  const tab = document.querySelector('.graphiql-tab-active');
  if (!tab || (seenTab?.tab === tab && seenTab.name === tab.textContent)) return;
  seenTab = { tab, name: tab.textContent };
  tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Sets an attribute only if it differs, because every change triggers the observers. */
function set(element: Element, attributes: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) === value) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

new MutationObserver(fixTabs).observe(byId('root'), {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['aria-selected', 'class'],
});
on('keydown', '.graphiql-tab-button', ({ key }, tab) => {
  const [close] = tab.parentElement ? every('.graphiql-tab-close', HTMLElement, tab.parentElement) : [];
  if (key === 'Delete') close?.click();
});

// The variables editor requires a non-null variable even if it has a default, and underlines valid input. Such
// variables are removed from the required ones of its JSON schema.
function forgetDefaults(): void {
  const defaults = monaco.languages.json.jsonDefaults;
  const change = defaults.setDiagnosticsOptions.bind(defaults);
  defaults.setDiagnosticsOptions = (options) => {
    const given = new Set([...textIn('query').matchAll(/\$(\w+)\s*:[^=$()]*=/g)].map(([, name]) => name));
    const without = ({ schema, ...rest }: NonNullable<Diagnostics['schemas']>[number]) => ({
      ...rest,
      schema: schema?.required
        ? { ...schema, required: schema.required.filter((name) => !given.has(name)) }
        : (schema ?? {}),
    });
    change({ ...options, ...(options.schemas && { schemas: options.schemas.map(without) }) });
  };
}
forgetDefaults();
