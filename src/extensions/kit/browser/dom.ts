// The functions with which the scripts of all pages find, make and read elements.

/** A class of elements, such as HTMLInputElement. */
type Kind<T> = new () => T;

/** The element with this id. What a page lacks is a mistake of the page. */
export function byId(id: string): HTMLElement {
  return element(id, HTMLElement);
}

/** Returns the element with this id, which must be of this kind. */
export function element<T extends Element>(id: string, kind: Kind<T>): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} with the id ${id}`);
}

/** The first element that a selector finds, if it is of this kind. */
export function first<T extends Element>(
  selector: string,
  kind: Kind<T>,
  within: ParentNode = document,
): T | undefined {
  const found = within.querySelector(selector);
  return found instanceof kind ? found : undefined;
}

/** An element that must be there. */
export function one<T extends Element>(selector: string, kind: Kind<T>, within: ParentNode = document): T {
  const found = first(selector, kind, within);
  if (found) return found;
  throw new Error(`the page has no ${kind.name} for ${selector}`);
}

/** All elements of this kind that a selector finds. */
export const every = <T extends Element>(
  selector: string,
  kind: Kind<T>,
  within: ParentNode = document,
): T[] => [...within.querySelectorAll(selector)].flatMap((found) => (found instanceof kind ? [found] : []));

/** `make('td', { className: 'number' }, '1.00')`. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The element that an event is about. */
export const targetOf = ({ target }: Event): Element | undefined =>
  target instanceof Element ? target : undefined;

/** The data of the page from the server (src/extensions/kit/scripts.ts). */
export const factsOf = <Facts>(): Facts => JSON.parse(byId('facts').textContent ?? '');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The answer of the graph. */
export interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly GraphError[];
  readonly extensions?: { readonly cost?: Cost };
}
export interface GraphError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly hint?: string; readonly argument?: string };
}
export interface Cost {
  readonly requested: number;
  readonly remaining: number | null;
}
/** A refusal by a mutation. */
export interface UserError {
  readonly message: string;
  readonly code?: string | null;
  readonly explanation?: string | null;
}

/** The data of an answer; throws its first error. */
export function dataOf<Data>({ data, errors }: Answer<Data>): Data {
  const [error] = errors ?? [];
  if (error) throw new Error(error.message);
  if (!data) throw new Error('The answer has no data.');
  return data;
}

/** Throws what a mutation refuses. */
export function refuse([error]: readonly UserError[]): void {
  if (error) throw new Error(error.message);
}
