// The controls of a step. Each has a place (data-at), so that the focus stays when a step is drawn anew.

import { make } from '../../browser/editors.ts';
import { inWords } from '../../charts/chart-columns.ts';

const placed = (element, at) => {
  element.dataset.at = at;
  return element;
};

/** Chips of which one is chosen, or any number of them. */
export function chips({ at, label, isHidden, options, chosen, isSeveral, onChange }) {
  const items = options.map(({ name, title }) => {
    const input = placed(
      make('input', {
        type: isSeveral ? 'checkbox' : 'radio',
        name: isSeveral ? '' : at,
        value: name,
        checked: isSeveral ? chosen.includes(name) : chosen === name,
      }),
      `${at}.${name}`,
    );
    input.addEventListener('change', () => {
      if (!isSeveral) return onChange(name);
      const next = options
        .map((option) => option.name)
        .filter((option) => (option === name ? input.checked : chosen.includes(option)));
      onChange(next);
    });
    return make('label', {}, input, make('span', {}, title));
  });
  return make(
    'fieldset',
    { className: 'chips' },
    make('legend', { className: isHidden ? 'unseen' : '' }, label),
    ...items,
  );
}

export function choice({ at, label, options, chosen, onChange }) {
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
 * Adds what is chosen. With the keyboard a closed list changes with every arrow and letter: then Enter or leaving it adds.
 */
export function adding({ onChange, ...parts }) {
  let isByKeys = false;
  const take = () => {
    const { value } = select;
    select.value = '';
    if (value && select.isConnected) onChange(value);
  };
  const select = choice({ ...parts, chosen: '', onChange: () => !isByKeys && take() });
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

/** What is typed counts at once, without the step being drawn anew. */
export function typed({ at, label, type, value, onInput, ...properties }) {
  const input = placed(
    make('input', { ariaLabel: label, type, value, autocomplete: 'off', ...properties }),
    at,
  );
  input.addEventListener('input', () => onInput(input.value));
  return input;
}

export const button = ({ at, label, text, onClick }) =>
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
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
  element.replaceChildren(...children);
  if (focused === undefined) return;
  const all = [...element.querySelectorAll('[data-at]')];
  (all.find(({ dataset }) => dataset.at === focused) ?? all.at(-1))?.focus();
}

/** REGISTRANT_CHANGED: Registrant changed. Short codes and names such as serverHold stay readable. */
export const valueTitle = (text) =>
  /^[A-Z]{4,}$|^[A-Z]+(_[A-Z0-9]+)+$/.test(text)
    ? text[0] + text.slice(1).toLowerCase().replaceAll('_', ' ')
    : /^[a-z]+([A-Z][a-z]*)+$/.test(text)
      ? inWords(text)
      : text;

/** The choices of a control from pairs of a name and a title. */
const pair = ([name, title]) => ({ name, title });
export const options = (entries) => entries.map(pair);

export const row = (...children) => make('div', { className: 'row' }, ...children);
