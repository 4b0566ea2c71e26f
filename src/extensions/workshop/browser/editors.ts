// Reads and writes the texts of GraphiQL's editors through the models of Monaco.
const files = {
  query: 'operation.graphql',
  variables: 'variables.json',
  headers: 'request-headers.json',
  response: 'response.json',
};

const modelOf = (part) => monaco.editor.getModels().find(({ uri }) => uri.path.endsWith(files[part]));
export const textIn = (part) => modelOf(part)?.getValue() ?? '';

/** Calls back when another answer is shown: a new one, or that of another tab. */
export function onAnswer(listener) {
  monaco.editor.onDidCreateModel((model) => {
    if (!model.uri.path.endsWith(files.response)) return;
    model.onDidChangeContent(() => listener(model.getValue()));
    listener(model.getValue());
  });
}

/** Calls back when all editors exist; the one of the answer is created last. */
export function onceThere(listener) {
  const made = monaco.editor.onDidCreateModel(({ uri }) => {
    if (!uri.path.endsWith(files.response)) return;
    made.dispose();
    setTimeout(listener);
  });
}

/** Calls back a moment after the query of the open tab, or the tab itself, has changed. */
export function onWriting(parts, pause, listener) {
  let waiting;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(listener, pause);
  };
  monaco.editor.onDidCreateModel((model) => {
    if (!parts.some((part) => model.uri.path.endsWith(files[part]))) return;
    model.onDidChangeContent(soon);
    soon();
  });
  addEventListener('zonegraph:caller', soon);
}

export const setAnswer = (text) => modelOf('response').setValue(text);
export const setQuery = (text) => modelOf('query').setValue(text);

/** Focuses the query editor and selects the text between these offsets; a line break counts as one. */
export function goOnInQuery(offsets) {
  const model = modelOf('query');
  const editor = monaco.editor.getEditors().find((each) => each.getModel() === model);
  const text = model.getValue().replaceAll(/\r\n?/g, '\n');
  const places = offsets.flatMap((offset) => {
    const lines = text.slice(0, offset).split('\n');
    return [lines.length, lines.at(-1).length + 1];
  });
  editor.setSelection(new monaco.Range(...places));
  editor.focus();
}

/** Opens a query in a new tab. */
export function openInNewTab({ query, variables, headers }) {
  document.querySelector('.graphiql-tab-add').click();
  modelOf('query').setValue(query);
  modelOf('variables').setValue(variables ?? '');
  modelOf('headers').setValue(headers ?? '');
  showVariables();
}

/** Shows the tab that has this query and these variables, with these headers; false if there is none. */
export function goToTab({ query, variables, headers }) {
  const isThis = (text, other) => (text ?? '').trim() === (other ?? '').trim();
  const withHeaders = () => isThis(textIn('headers'), headers) || modelOf('headers').setValue(headers ?? '');
  if (isThis(textIn('query'), query) && isThis(textIn('variables'), variables)) {
    withHeaders();
    return true;
  }
  const { tabs = [] } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}') ?? {};
  const at = tabs.findIndex((tab) => isThis(tab.query, query) && isThis(tab.variables, variables));
  const button = document.querySelectorAll('.graphiql-tab-button')[at];
  button?.click();
  // The tab brings its own a moment later.
  if (button) setTimeout(withHeaders, 200);
  return button !== undefined;
}

/** Opens the variables editor if the query has variables. */
export function showVariables() {
  const button = document.querySelector('.graphiql-editor-tools [data-name="variables"]');
  if (hasVariables(textIn('variables')) && !button.classList.contains('active')) button.click();
}

export const hasVariables = (text) => !/^[\s{}]*$/.test(text);

export const nameIn = (query) =>
  /^(?!#).*(?:query|mutation|subscription)\s+([a-zA-Z0-9_]+)/m.exec(query ?? '')?.[1];
/** `WhatExpires` becomes "What expires". */
export const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

export const byId = (id) => document.getElementById(id);

/** `make('td', { className: 'number' }, '1.00')`. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

let saidFor;
/** Shows a short message, which screen readers announce. */
export function say(text) {
  byId('said').textContent = text;
  clearTimeout(saidFor);
  saidFor = setTimeout(() => {
    byId('said').textContent = '';
  }, 4000);
}

export function download(blob, name) {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  // Some browsers start the download only after the click event has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
