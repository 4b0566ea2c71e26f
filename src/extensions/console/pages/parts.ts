import { inWords } from '../../../base/text.ts';
import { Html, html } from '../../kit/html.ts';

/** A date or timestamp of the graph, which is in the registry's time zone: `2026-11-16 05:47`. */
export const when = (reported: string | null | undefined): Html =>
  reported
    ? html`<time datetime="${reported}">${reported.slice(0, 16).replace('T', ' ')}</time>`
    : html`<span class="soft">–</span>`;

/** The operation in words on the page of its object, without the type: `domain.register` is "register". */
const doneInWords = (operation: string): string => inWords(operation.slice(operation.indexOf('.') + 1));

/** `no delay`, or `delay 5 min`. */
export const delayOf = (seconds: number): string =>
  seconds < 1 ? 'no delay' : `delay ${formatSeconds(seconds)}`;

export function formatSeconds(seconds: number): string {
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

const pagesOf: Readonly<Record<string, string>> = {
  domain: 'domains',
  contact: 'contacts',
  registrar: 'registrars',
  invoice: 'invoices',
};

/** The subject of a log entry, with a link where it has a page. */
export const objectLink = (type: string, key: string): Html =>
  html`<span class="soft">${inWords(type)}</span> ${
    pagesOf[type] ? html`<a href="/operator/${pagesOf[type]}/${encodeURIComponent(key)}">${key}</a>` : key
  }`;

const hiddenHead = html`<span class="skip">What you can do</span>`;

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => Html | string | number | null | undefined | false;
  readonly isNumber?: true;
}

/** The rows of a list as a table, which scrolls if it is too wide; a text if there are none. */
export function table<T>(
  label: string,
  rows: readonly T[],
  columns: readonly Column<T>[],
  none = 'None.',
): Html {
  if (rows.length === 0) return html`<p class="soft">${none}</p>`;
  const kind = (column: Column<T>): Html => new Html(column.isNumber ? ' class="number"' : '');
  // On a phone each cell has its own line, with its head before it.
  const named = ({ head }: Column<T>): Html => html`${head && html` data-head="${head}"`}`;
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}"><table class="stack">
<thead><tr>${columns.map((column) => html`<th scope="col"${kind(column)}>${column.head || hiddenHead}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td${kind(column)}${named(column)}>${column.cell(row)}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** A link to the whole list, if only a part is shown. */
export const restOf = (shown: number, total: number, href: string): Html =>
  html`${shown < total && html`<p class="small"><a href="${href}">All ${total}</a></p>`}`;

export const section = (id: string, title: string, main: Html): Html =>
  html`<section class="card" aria-labelledby="${id}"><h2 id="${id}" class="first">${title}</h2>${main}</section>`;

/** The forms of a page; nothing if the operator's role is enough for none of them. */
export const toDo = (forms: Html): Html =>
  html`${forms.text.trim() !== '' && section('do', 'What you can do', html`<div class="acts">${forms}</div>`)}`;

export const facts = (
  entries: readonly (readonly [string, Html | string | number | null | undefined])[],
): Html =>
  html`<dl>${entries
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

interface Entry {
  readonly at: string;
  readonly actor: string | null;
  readonly operation: string;
  readonly requestId: string | null;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

const shownValue = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** The changes, folded behind the names of the changed fields. */
export const changesOf = ({ changes, requestId }: Pick<Entry, 'changes' | 'requestId'>): Html =>
  html`${
    changes.length > 0 &&
    html`<details class="changes"><summary>${changes.map(({ field }) => inWords(field)).join(', ')}</summary><dl>${changes.map(
      ({ field, from, to }) =>
        html`<dt>${inWords(field)}</dt><dd><del>${shownValue(from)}</del> <ins>${shownValue(to)}</ins></dd>`,
    )}</dl><p class="soft small">Request <code>${requestId}</code></p></details>`
  }`;

interface History {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Entry[];
}

/** The history, newest first; `here` is the page that shows older entries by their cursor. */
export const historyOf = (history: History | null | undefined, here: string): Html =>
  section(
    'history',
    `History (${history?.totalCount ?? 0})`,
    html`<ol class="events">${history?.nodes.map(
      (entry) => html`<li><p class="event"><strong>${doneInWords(entry.operation)}</strong>
<span class="soft">${when(entry.at)} by ${entry.actor}</span></p>${changesOf(entry)}</li>`,
    )}</ol>${
      history?.pageInfo.hasNextPage &&
      html`<p><a href="${here}${here.includes('?') ? '&' : '?'}after=${encodeURIComponent(history.pageInfo.endCursor ?? '')}#history">Older ones</a></p>`
    }`,
  );
