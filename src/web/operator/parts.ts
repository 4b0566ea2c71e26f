import { randomUUID } from 'node:crypto';
import { Html, html } from '../html.ts';
import type { Action, Field } from './actions.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day or a moment as the graph tells it, in the registry's zone: `16 Nov 2026, 05:47`. */
export function when(told: string | null | undefined): Html {
  if (!told) return html`<span class="soft">–</span>`;
  const [year, month, day] = told.slice(0, 10).split('-');
  const clock = told.length > 10 ? `, ${told.slice(11, 16)}` : '';
  return html`<time datetime="${told}">${Number(day)} ${months[Number(month) - 1]} ${year}${clock}</time>`;
}

/** `domain.register` and `serverHold` are said in words. */
export const inWords = (name: string): string =>
  name
    .replaceAll(/[._-]/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

export function lasting(seconds: number): string {
  if (seconds < 1) return 'none';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}

export type Tone = 'good' | 'bad' | 'warn' | '';
export const tag = (text: string, tone: Tone = ''): Html => html`<span class="tag ${tone}">${text}</span>`;

const toneOfStatus = (status: string): Tone =>
  status === 'ok' ? 'good' : /hold|expired|delete(?!prohib)/i.test(status) ? 'bad' : 'warn';
export const statusTags = (statuses: readonly { readonly name: string }[]): Html =>
  html`${statuses.map(({ name }) => html`${tag(name, toneOfStatus(name))} `)}`;

const tonesOfInvoices: Readonly<Record<string, Tone>> = {
  PAID: 'good',
  UNPAID: 'warn',
  OVERDUE: 'bad',
  FAILED: 'bad',
};
export const invoiceTag = (status: string): Html => tag(status.toLowerCase(), tonesOfInvoices[status] ?? '');

export const domainLink = (name: string): Html =>
  html`<a href="/operator/domains/${encodeURIComponent(name)}">${name}</a>`;
export const contactLink = (code: string, name: string): Html =>
  html`<a href="/operator/contacts/${encodeURIComponent(code)}">${name}</a>`;
export const registrarLink = (code: string): Html =>
  html`<a href="/operator/registrars/${encodeURIComponent(code)}">${code}</a>`;
export const invoiceLink = ({
  number,
  userUniqueId,
}: {
  number: number;
  userUniqueId?: string | null;
}): Html => {
  const which = userUniqueId ? `?reservation=${encodeURIComponent(userUniqueId)}` : '';
  return html`<a href="/operator/invoices/${number}${which}">${number}</a>`;
};

const hiddenHead = html`<span class="skip">What you can do</span>`;

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => Html | string | number | null;
  readonly isNumber?: true;
}

/** Rows of a list, which scrolls by itself where it is too wide; with a word where there are none. */
export function table<T>(
  label: string,
  rows: readonly T[],
  columns: readonly Column<T>[],
  none = 'None.',
): Html {
  if (rows.length === 0) return html`<p class="soft">${none}</p>`;
  const kind = (column: Column<T>): Html => new Html(column.isNumber ? ' class="number"' : '');
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table class="wide">
<thead><tr>${columns.map((column) => html`<th scope="col"${kind(column)}>${column.head || hiddenHead}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td${kind(column)}>${column.cell(row)}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** How much of a list is shown, when it is not the whole. */
export const shownOf = (shown: number, total: number): Html =>
  html`${shown < total && html`<p class="soft small">${shown} of ${total} are shown.</p>`}`;

export const section = (id: string, title: string, main: Html): Html =>
  html`<section class="card" aria-labelledby="${id}"><h2 id="${id}" class="first">${title}</h2>${main}</section>`;

export const facts = (
  entries: readonly (readonly [string, Html | string | number | null | undefined])[],
): Html =>
  html`<dl>${entries
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

type Known = string | number | boolean | null | undefined;

export interface FormOptions {
  /** What is known already: not asked for, but sent along. */
  readonly fixed?: Readonly<Record<string, Known | readonly Known[]>>;
  /** What was written before. */
  readonly values?: URLSearchParams;
  /** The page to come back to. */
  readonly back: string;
  /** It was tried and would work: this press does it. */
  readonly isConfirmed?: boolean;
  readonly button?: string;
  /** Only the button, for a row of a table. */
  readonly isCompact?: boolean;
  readonly about?: string;
  /** Stands open by itself, not behind its title. */
  readonly isOpen?: boolean;
  /** What can be chosen here and now. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
}

/** An action as a form; with `fixed` for the object it stands beside. What asks for something is folded away until it is wanted. */
export function actionForm(action: Action, options: FormOptions): Html {
  const {
    fixed = {},
    values,
    back,
    isConfirmed = false,
    isCompact = false,
    isOpen = false,
    choices,
  } = options;
  const id = `do-${action.field}-${randomUUID().slice(0, 8)}`;
  const known = Object.entries(fixed).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === null || one === undefined ? [] : [[name, one] as const])),
  );
  const asked = action.fields.filter(({ name }) => !(name in fixed));
  const label = options.button ?? action.button;
  const look = action.grave ? 'danger' : 'quiet';
  const form = html`<form method="post" action="/operator/do/${action.field}" class="${isCompact ? 'inline' : 'act'}"
aria-label="${options.about ? `${label}: ${options.about}` : action.title}">
<input type="hidden" name="back" value="${back}"><input type="hidden" name="key" value="${randomUUID()}">
${isConfirmed && html`<input type="hidden" name="confirmed" value="yes">`}
${known.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`)}
${asked.map((field) => askFor({ ...field, ...(choices?.[field.name] && { choices: choices[field.name] }) }, `${id}-${field.name}`, values?.getAll(field.name) ?? []))}
<button class="${look}${isCompact ? ' compact' : ''}"${
    options.about ? html` aria-label="${label}: ${options.about}"` : ''
  }>${label}${action.grave && !isConfirmed && ' …'}</button>
</form>`;
  if (isCompact || isOpen || asked.length === 0) return form;
  return html`<details class="act"><summary>${action.title}</summary>${form}</details>`;
}

function askFor(
  { name, label, kind, choices: offered = [], optional, hint }: Field,
  id: string,
  given: readonly string[],
): Html {
  // What was chosen before can be chosen again, also where it is not known what else.
  const choices = [...new Set([...offered, ...given])];
  if (kind === 'choices' && choices.length === 0) return html``;
  const [value = ''] = given;
  const required = new Html(optional ? '' : ' required');
  const told = hint && html`<span class="hint" id="${id}-hint">${hint}</span>`;
  const described = new Html(hint ? html` aria-describedby="${id}-hint"`.text : '');
  const marked = (one: string, mark: string): Html => new Html(given.includes(one) ? ` ${mark}` : '');
  if (kind === 'choices')
    return html`<fieldset class="choices"><legend>${label}</legend>${choices.map(
      (one) =>
        html`<label><input type="checkbox" name="${name}" value="${one}"${marked(one, 'checked')}> ${one}</label>`,
    )}</fieldset>`;
  const title = html`<label for="${id}">${label}${optional && html` <span class="soft">(optional)</span>`}</label>`;
  if (kind === 'choice')
    return html`<p class="field">${title}<select id="${id}" name="${name}"${described}>${choices.map(
      (one) => html`<option${marked(one, 'selected')}>${one}</option>`,
    )}</select>${told}</p>`;
  if (kind === 'flag')
    return html`<p class="field">${title}<select id="${id}" name="${name}"><option value="true">yes</option>
<option value="false"${marked('false', 'selected')}>no</option></select></p>`;
  const types = { number: 'text', date: 'date', secret: 'password', list: 'text' } as const;
  const shown = kind === 'secret' ? '' : value;
  return html`<p class="field">${title}<input id="${id}" name="${name}" type="${kind ? types[kind] : 'text'}" value="${shown}"
autocomplete="${kind === 'secret' ? 'new-password' : 'off'}" spellcheck="false"${required}${described}>${told}</p>`;
}

interface Entry {
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly requestId: string;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

const shownValue = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** Who has changed what, newest first. */
export const historyOf = (entries: readonly Entry[]): Html =>
  html`<ol class="events">${entries.map(
    ({
      at,
      actor,
      operation,
      requestId,
      changes,
    }) => html`<li><p class="event"><strong>${inWords(operation)}</strong>
<span class="soft">${when(at)} by ${actor}</span></p>
${
  changes.length > 0 &&
  html`<details class="changes"><summary>${changes.map(({ field }) => field).join(', ')}</summary><dl>${changes.map(
    ({ field, from, to }) =>
      html`<dt>${field}</dt><dd><del>${shownValue(from)}</del> <ins>${shownValue(to)}</ins></dd>`,
  )}</dl><p class="soft small">Request <code>${requestId}</code></p></details>`
}</li>`,
  )}</ol>`;
