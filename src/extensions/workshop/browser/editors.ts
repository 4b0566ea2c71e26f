// Reads and writes the texts of GraphiQL's editors through the models of Monaco.
import { byId, every, make, one } from '../../kit/browser/dom.ts';

/** The parts of Monaco that our scripts use. */
interface Model {
  readonly uri: { readonly path: string };
  getValue(): string;
  setValue(text: string): void;
  onDidChangeContent(listener: () => void): void;
}
interface Editor {
  getModel(): Model | null;
  setSelection(range: object): void;
  focus(): void;
}
interface SchemaOfFile {
  readonly schema?: { readonly required?: readonly string[] };
}
export interface Diagnostics {
  readonly schemas?: readonly SchemaOfFile[];
}
export interface Monaco {
  readonly editor: {
    getModels(): readonly Model[];
    getEditors(): readonly Editor[];
    onDidCreateModel(listener: (model: Model) => void): { dispose(): void };
    setTheme(name: string): void;
  };
  readonly languages: {
    readonly json: { readonly jsonDefaults: { setDiagnosticsOptions(options: Diagnostics): void } };
  };
  readonly Range: new (fromLine: number, fromColumn: number, toLine: number, toColumn: number) => object;
}
declare const monaco: Monaco;

/** The contents of a tab of GraphiQL. */
export interface Written {
  readonly query: string | null;
  readonly variables?: string | null | undefined;
  readonly headers?: string | null | undefined;
}
type Part = keyof typeof files;

const files = {
  query: 'operation.graphql',
  variables: 'variables.json',
  headers: 'request-headers.json',
  response: 'response.json',
};

const modelOf = (part: Part): Model | undefined =>
  monaco.editor.getModels().find(({ uri }) => uri.path.endsWith(files[part]));
export const textIn = (part: Part): string => modelOf(part)?.getValue() ?? '';

/** Calls back when another answer is shown: a new one, or that of another tab. */
export function onAnswer(listener: (text: string) => void): void {
  monaco.editor.onDidCreateModel((model) => {
    if (!model.uri.path.endsWith(files.response)) return;
    model.onDidChangeContent(() => listener(model.getValue()));
    listener(model.getValue());
  });
}

/** Calls back when all editors exist; the one of the answer is created last. */
export function onceThere(listener: () => void): void {
  const made = monaco.editor.onDidCreateModel(({ uri }) => {
    if (!uri.path.endsWith(files.response)) return;
    made.dispose();
    setTimeout(listener);
  });
}

/** Calls back a moment after the query of the open tab, or the tab itself, has changed. */
export function onWriting(parts: readonly Part[], pause: number, listener: () => void): void {
  let waiting: number | undefined;
  const soon = (): void => {
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

const setText = (part: Part, text: string): void => modelOf(part)?.setValue(text);
export const setAnswer = (text: string): void => setText('response', text);
export const setQuery = (text: string): void => setText('query', text);

/** Sends the open query. */
export const execute = (): void => one('.graphiql-execute-button', HTMLButtonElement).click();

/** Focuses the query editor and selects the text between these offsets; a line break counts as one. */
export function goOnInQuery(from: number, to: number): void {
  const model = modelOf('query');
  const editor = monaco.editor.getEditors().find((each) => each.getModel() === model);
  const text = textIn('query').replaceAll(/\r\n?/g, '\n');
  const placeOf = (offset: number): [line: number, column: number] => {
    const lines = text.slice(0, offset).split('\n');
    return [lines.length, (lines.at(-1) ?? '').length + 1];
  };
  editor?.setSelection(new monaco.Range(...placeOf(from), ...placeOf(to)));
  editor?.focus();
}

/** Opens a query in a new tab. */
export function openInNewTab({ query, variables, headers }: Written): void {
  one('.graphiql-tab-add', HTMLElement).click();
  setText('query', query ?? '');
  setText('variables', variables ?? '');
  setText('headers', headers ?? '');
  showVariables();
}

/** Shows the tab that has this query and these variables, with these headers; false if there is none. */
export function goToTab({ query, variables, headers }: Written): boolean {
  const isThis = (text: Written['headers'], other: Written['headers']): boolean =>
    (text ?? '').trim() === (other ?? '').trim();
  const withHeaders = (): void => {
    if (!isThis(textIn('headers'), headers)) setText('headers', headers ?? '');
  };
  if (isThis(textIn('query'), query) && isThis(textIn('variables'), variables)) {
    withHeaders();
    return true;
  }
  const stored: { readonly tabs?: readonly Written[] } | null = JSON.parse(
    localStorage.getItem('graphiql:tabState') ?? '{}',
  );
  const tabs = stored?.tabs ?? [];
  const at = tabs.findIndex((tab) => isThis(tab.query, query) && isThis(tab.variables, variables));
  const button = every('.graphiql-tab-button', HTMLElement)[at];
  button?.click();
  // The tab brings its own a moment later.
  if (button) setTimeout(withHeaders, 200);
  return button !== undefined;
}

/** Opens the variables editor if the query has variables. */
export function showVariables(): void {
  const button = one('.graphiql-editor-tools [data-name="variables"]', HTMLElement);
  if (hasVariables(textIn('variables')) && !button.classList.contains('active')) button.click();
}

export const hasVariables = (text: string): boolean => !/^[\s{}]*$/.test(text);

export const nameIn = (query: string | null | undefined): string | undefined =>
  /^(?!#).*(?:query|mutation|subscription)\s+([a-zA-Z0-9_]+)/m.exec(query ?? '')?.[1];
/** `WhatExpires` becomes "What expires". */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^./, (first) => first.toUpperCase());

let saidFor: number | undefined;
/** Shows a short message, which screen readers announce. */
export function say(text: string): void {
  byId('said').textContent = text;
  clearTimeout(saidFor);
  saidFor = setTimeout(() => {
    byId('said').textContent = '';
  }, 4000);
}

export function download(blob: Blob, name: string): void {
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  // Some browsers start the download only after the click event has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
