import { randomUUID } from 'node:crypto';
import { Html, html } from '../../kit/html.ts';
import type { Action, Field } from './action.ts';
import { mayDo } from './role.ts';

type FieldValue = string | number | boolean | null | undefined;

export interface FormOptions {
  /** Values that are already known, sent as hidden fields. */
  readonly fixed?: Readonly<Record<string, FieldValue | readonly FieldValue[]>>;
  /** The values entered before. */
  readonly values?: URLSearchParams;
  /** The page to return to. */
  readonly back: string;
  /** The outcome of a successful dry run: the button does exactly that. */
  readonly isConfirmed?: boolean;
  readonly outcome?: string | null;
  readonly button?: string;
  /** True to show only the button, for a row of a table. */
  readonly isCompact?: boolean;
  readonly about?: string;
  /** Shown unfolded. */
  readonly isOpen?: boolean;
  /** The optional fields to show; all by default. */
  readonly asks?: readonly string[];
  readonly title?: string;
  /** The action is done to each row in `fixed`. */
  readonly forMany?: boolean;
  /** The current choices. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
}

/**
 * An action as a form, if the operator's role is enough for it; `fixed` names the object that it belongs to. A form
 * with visible fields is folded until it is opened.
 */
export function actionForm(action: Action, options: FormOptions): Html {
  if (!mayDo(action.operators)) return html``;
  const {
    fixed = {},
    values,
    back,
    isConfirmed = false,
    isCompact = false,
    isOpen = false,
    asks,
    choices,
    forMany = false,
  } = options;
  const id = `do-${action.field}-${randomUUID().slice(0, 8)}`;
  const known = Object.entries(fixed).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === null || one === undefined ? [] : [[name, one] as const])),
  );
  const asked = action.fields.filter(
    ({ name, optional }) => !(name in fixed) && !(optional && (isCompact || asks?.includes(name) === false)),
  );
  const { title = action.title, button: label = action.button } = options;
  const look = action.grave ? (isConfirmed ? 'danger sure' : 'danger') : 'quiet';
  const form = html`<form method="post" action="/operator/${forMany ? 'many' : 'do'}/${action.field}" class="${isCompact ? 'inline' : 'act'}"
aria-label="${options.about ? `${label}: ${options.about}` : title}">
<input type="hidden" name="back" value="${back}"><input type="hidden" name="key" value="${randomUUID()}">
${isConfirmed && html`<input type="hidden" name="confirmed" value="yes">`}
${options.outcome && html`<input type="hidden" name="outcome" value="${options.outcome}">`}
${known.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
${asked.map((field) => askFor({ ...field, ...(choices?.[field.name] && { choices: choices[field.name] }) }, `${id}-${field.name}`, values?.getAll(field.name) ?? []))}
<button class="${look}${isCompact ? ' compact' : ''}"${
    options.about ? html` aria-label="${label}: ${options.about}"` : ''
  }>${label}${(action.grave || forMany) && !isConfirmed && ' …'}</button>
</form>`;
  if (isCompact || isOpen || asked.length === 0) return form;
  return html`<details class="act"><summary>${title}</summary>${form}</details>`;
}

function askFor(
  { name, label, kind, choices: offered = [], optional, hint }: Field,
  id: string,
  given: readonly string[],
): Html {
  // An earlier choice stays available even if the choices are not known here.
  const choices = [...new Set([...offered, ...given])];
  if (kind === 'choices' && choices.length === 0) return html``;
  const [value = ''] = given;
  const required = new Html(optional ? '' : ' required');
  const reported = hint && html`<span class="hint" id="${id}-hint">${hint}</span>`;
  const described = new Html(hint ? html` aria-describedby="${id}-hint"`.text : '');
  const omit = optional && html`<option value="">–</option>`;
  const marked = (one: string, mark: string): Html => new Html(given.includes(one) ? ` ${mark}` : '');
  if (kind === 'choices')
    return html`<fieldset class="choices"><legend>${label}</legend>${choices.map(
      (one) =>
        html`<label><input type="checkbox" name="${name}" value="${one}"${marked(one, 'checked')}> ${one}</label>`,
    )}</fieldset>`;
  const title = html`<label for="${id}">${label}${optional && html` <span class="soft">(optional)</span>`}</label>`;
  if (kind === 'choice' || (kind === undefined && offered.length > 0))
    return html`<p class="field">${title}<select id="${id}" name="${name}"${described}>${omit}${choices.map(
      (one) => html`<option${marked(one, 'selected')}>${one}</option>`,
    )}</select>${reported}</p>`;
  if (kind === 'flag')
    return html`<p class="field">${title}<select id="${id}" name="${name}">${omit}<option value="true"${marked('true', 'selected')}>yes</option>
<option value="false"${marked('false', 'selected')}>no</option></select></p>`;
  const types = { number: 'text', date: 'date', secret: 'password', list: 'text', entries: 'text' } as const;
  const shown = kind === 'secret' ? '' : value;
  return html`<p class="field">${title}<input id="${id}" name="${name}" type="${kind ? types[kind] : 'text'}" value="${shown}"
autocomplete="${kind === 'secret' ? 'new-password' : 'off'}" spellcheck="false"${required}${described}>${reported}</p>`;
}
