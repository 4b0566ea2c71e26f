// The controls of a step. Each has a place (data-at), so that the focus stays when a step is drawn anew.

import { every, make } from '../../../kit/browser/dom.ts';
import { inWords } from '../../charts/chart-columns.ts';
import type { Named } from '../list.ts';

/** The parts of every control: its place and its label. */
interface Control {
  readonly at: string;
  readonly label: string;
}
interface Offer extends Control {
  readonly options: readonly Named[];
}
interface Choice extends Offer {
  readonly chosen: string;
  readonly onChange: (name: string) => void;
}
interface Choices extends Offer {
  readonly chosen: readonly string[];
  readonly onChange: (names: string[]) => void;
}
interface Hidden {
  /** True if only screen readers read the label. */
  readonly isHidden?: boolean;
}

const placed = <Kind extends HTMLElement>(element: Kind, at: string): Kind => {
  element.dataset.at = at;
  return element;
};

/** Chips of which one is chosen. */
export const chips = ({ at, label, isHidden, options, chosen, onChange }: Choice & Hidden): HTMLElement =>
  chipsOf(label, isHidden, options, (name) => {
    const input = make('input', { type: 'radio', name: at, value: name, checked: chosen === name });
    input.addEventListener('change', () => onChange(name));
    return placed(input, `${at}.${name}`);
  });

/** Chips of which any number is chosen. */
export const severalChips = ({
  at,
  label,
  isHidden,
  options,
  chosen,
  onChange,
}: Choices & Hidden): HTMLElement =>
  chipsOf(label, isHidden, options, (name) => {
    const input = make('input', { type: 'checkbox', value: name, checked: chosen.includes(name) });
    input.addEventListener('change', () =>
      onChange(
        options
          .map((option) => option.name)
          .filter((option) => (option === name ? input.checked : chosen.includes(option))),
      ),
    );
    return placed(input, `${at}.${name}`);
  });

const chipsOf = (
  label: string,
  isHidden: boolean | undefined,
  options: readonly Named[],
  inputOf: (name: string) => HTMLInputElement,
): HTMLElement =>
  make(
    'fieldset',
    { className: 'chips' },
    make('legend', { className: isHidden ? 'unseen' : '' }, label),
    ...options.map(({ name, title }) => make('label', {}, inputOf(name), make('span', {}, title))),
  );

export function choice({ at, label, options, chosen, onChange }: Choice): HTMLSelectElement {
  const select = placed(
    make(
      'select',
      { ariaLabel: label },
      ...options.map(({ name, title }) => make('option', { value: name, textContent: title })),
    ),
    at,
  );
  select.value = chosen;
  select.addEventListener('change', () => onChange(select.value));
  return select;
}

/**
 * Adds what is chosen. With the keyboard a closed list changes with every arrow and letter: then Enter or leaving it
 * adds.
 */
export function adding({ onChange, ...parts }: Omit<Choice, 'chosen'>): HTMLSelectElement {
  let isByKeys = false;
  const take = (): void => {
    const { value } = select;
    select.value = '';
    if (value && select.isConnected) onChange(value);
  };
  const select = choice({ ...parts, chosen: '', onChange: () => void (!isByKeys && take()) });
  select.addEventListener('pointerdown', () => {
    isByKeys = false;
  });
  select.addEventListener('keydown', (event) => {
    isByKeys = true;
    if (event.key !== 'Enter' || !select.value) return;
    event.preventDefault();
    take();
  });
  // The focus has moved on by then, and stays there.
  select.addEventListener('blur', () => setTimeout(take));
  return select;
}

/** Makes an input in which what is typed counts at once, without the step being drawn anew. */
export function typed({
  at,
  label,
  onInput,
  ...properties
}: Control &
  Partial<
    Pick<HTMLInputElement, 'type' | 'value' | 'min' | 'max' | 'step' | 'placeholder' | 'spellcheck'>
  > & {
    readonly onInput: (value: string) => void;
  }): HTMLInputElement {
  const input = placed(make('input', { ariaLabel: label, autocomplete: 'off', ...properties }), at);
  input.addEventListener('input', () => onInput(input.value));
  return input;
}

export const button = ({
  at,
  label,
  text,
  onClick,
}: Control & { readonly text: string; readonly onClick: () => void }): HTMLButtonElement =>
  placed(
    make('button', {
      type: 'button',
      className: 'quiet compact',
      textContent: text,
      ariaLabel: label,
      onclick: onClick,
    }),
    at,
  );

/** Fills an element and gives the focus back to the control at the same place, or to the first new one. */
export function fill(element: HTMLElement, ...children: readonly (Node | string)[]): void {
  const { activeElement } = document;
  const focused =
    activeElement instanceof HTMLElement && element.contains(activeElement)
      ? activeElement.dataset.at
      : undefined;
  element.replaceChildren(...children);
  if (focused === undefined) return;
  const all = every('[data-at]', HTMLElement, element);
  (all.find(({ dataset }) => dataset.at === focused) ?? all.at(-1))?.focus();
}

/** REGISTRANT_CHANGED: Registrant changed. Short codes and names such as serverHold stay readable. */
export const valueTitle = (text: string): string =>
  /^[A-Z]{4,}$|^[A-Z]+(_[A-Z0-9]+)+$/.test(text)
    ? text.slice(0, 1) + text.slice(1).toLowerCase().replaceAll('_', ' ')
    : /^[a-z]+([A-Z][a-z]*)+$/.test(text)
      ? inWords(text)
      : text;

/** The choices of a control from pairs of a name and a title. */
export const options = (entries: readonly (readonly [name: string, title: string])[]): Named[] =>
  entries.map(([name, title]) => ({ name, title }));

export const row = (...children: readonly (Node | string)[]): HTMLElement =>
  make('div', { className: 'row' }, ...children);
