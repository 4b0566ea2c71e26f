import type { RegistrarActor } from '../../../base/actor.ts';
import type { Calendar } from '../../../base/calendar.ts';
import type { Config } from '../../../base/config.ts';
import { inWords, visible } from '../../../base/text.ts';
import { notifiedInWords } from '../../../registry/rules/registrar/notified-in-words.ts';
import { Html, html } from '../../kit/html.ts';
import type { Page } from '../../kit/page.ts';
import { pageScript } from '../../kit/scripts.ts';
import type { Approval } from '../store/approvals.ts';
import { isUnfinished, stateAt } from './operations/seen-approval.ts';

interface Person {
  readonly actor: RegistrarActor;
  readonly form: string;
}

const style = new Html(`
.approvals input[type="text"], .approvals input[type="password"] { font: inherit; width: 100%; padding: .55rem .65rem; border: 1px solid var(--line);
  border-radius: 8px; background: var(--paper); color: var(--ink); }
.approvals label.field { display: block; margin-top: 1rem; } .approvals .field > span { display: block; font-weight: 600; margin-bottom: .25rem; }
.approvals .who { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; } .approvals .who p { margin: 0; }
.approvals li, .approvals dd { overflow-wrap: anywhere; } .approvals .card { margin-top: 1rem; }
.approvals .problem { background: var(--bad-tint); color: var(--bad); border-radius: 8px; padding: .6rem .9rem; }`);

const page = (title: string, main: Html): Page => ({
  title,
  css: style,
  main: html`<div class="narrow approvals">${main}</div>`,
});

export const messagePage = (title: string, text: string, status: number): Page => ({
  ...page(
    title,
    html`<h1>${title}</h1><div class="card"><p>${text}</p><p><a href="/approvals">To what waits</a></p></div>`,
  ),
  status,
});

export function signInPage(
  { isTrial }: Pick<Config, 'isTrial'>,
  to: string,
  { username = '', why = '' }: { readonly username?: string; readonly why?: string } = {},
): Page {
  return page(
    'Sign in to approve',
    html`<h1>Sign in to approve</h1>
<p>An access token of your registrar has prepared something. Nothing happens before a person approves it.</p>
${why !== '' && html`<div class="problem" role="alert"><p>${why}</p></div>`}
<form method="post" action="/approvals/sign-in" class="card">
<input type="hidden" name="to" value="${to}">
<label class="field"><span>User name</span>
<input type="text" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required></label>
<label class="field"><span>Password</span>
<input type="password" name="password" autocomplete="current-password" required></label>
${isTrial && html`<p class="soft small">In the sandbox: <code>alpha</code> and <code>alpha-sandbox</code>.</p>`}
<div class="actions"><button>Sign in</button></div>
</form>`,
  );
}

const who = ({
  actor,
  form,
}: Person): Html => html`<form method="post" action="/approvals/sign-out" class="who">
<input type="hidden" name="form" value="${form}">
<p>You have signed in as <strong>${actor.username}</strong> of ${actor.registrarCode}.</p>
<button class="quiet compact">Sign out</button></form>`;

/** Text of an agent or of other people, which must not look like anything else, nor reverse the text beside it. */
const written = (text: string): Html => html`<bdi>${visible(text)}</bdi>`;

/** The registry behind a facade does not say what these cost. */
const charged = /^domain\.(?:register|renew|bulk-renew)$/;

const priceOf = ({ price, operation }: Approval): string => {
  if (price !== null) return `${price} EUR`;
  return charged.test(operation) ? 'not known' : 'nothing';
};

export function listPage(rows: readonly Approval[], person: Person, calendar: Calendar): Page {
  return page(
    'Waiting for approval',
    html`<h1>Waiting for approval</h1>
${who(person)}
${
  rows.length === 0
    ? html`<div class="card"><p>Nothing waits for you.</p></div>`
    : rows.map(
        (
          row,
        ) => html`<div class="card"><p><a href="/approvals/${row.id}"><strong>${written(row.shown.summary)}</strong></a></p>
<p class="soft">Price: ${priceOf(row)}. Asked by ${written(row.asked_by)} with the access token ${written(row.token_name)},
ends ${calendar.formatForPeople(row.ends_at)}.</p></div>`,
      )
}`,
  );
}

const ended = {
  APPROVED: 'was approved',
  DECLINED: 'was declined',
  ENDED: 'has ended: nobody decided on it in time',
  VOID: 'is void: its access token was revoked',
} as const;

export function onePage(
  row: Approval,
  person: Person,
  {
    calendar,
    now,
    problems,
    mayDecide,
  }: {
    readonly calendar: Calendar;
    readonly now: Date;
    readonly problems: readonly string[];
    /** False on a visit from another site. */
    readonly mayDecide: boolean;
  },
): Page {
  const { shown } = row;
  const state = stateAt(row, now);
  const why = problems.length > 0 ? problems : (row.refusal ?? []).map(({ message }) => message);
  const isWaiting = state === 'WAITING';
  const isOpen = state !== 'ENDED' && isUnfinished(row);
  const title = isWaiting
    ? 'Approve this?'
    : isOpen
      ? 'Approved, but not known to be done'
      : `This ${ended[state].split(':')[0]}`;
  const shownPage = page(
    title,
    html`<h1>${title}</h1>
${who(person)}
${why.length > 0 && html`<div class="problem" role="alert"><p>Nothing was done.</p>${why.map((text) => html`<p>${text}</p>`)}</div>`}
${
  !isWaiting &&
  html`<p>This write ${ended[state]}${row.decided_by !== null && html` by ${row.decided_by}`}.
${row.result && 'It was done exactly as it was shown.'} ${row.reason !== null && html`Reason: ${written(row.reason)}`}</p>`
}
<div class="card"><dl>
<dt>What</dt><dd><strong>${written(shown.summary)}</strong></dd>
<dt>Price</dt><dd>${priceOf(row)}</dd>
<dt>Notified</dt><dd>${notified(shown.notices)}</dd>
${shown.document && html`<dt>Legal document</dt><dd>${shown.document.type}, ${shown.document.bytes} bytes</dd>`}
<dt>Asked by</dt><dd>${written(row.asked_by)}, with the access token ${written(row.token_name)}</dd>
<dt>Asked</dt><dd>${calendar.formatForPeople(row.asked_at)}</dd>
<dt>Ends</dt><dd>${calendar.formatForPeople(row.ends_at)}</dd>
${row.first_approved_by !== null && html`<dt>Approved first by</dt><dd>${row.first_approved_by}</dd>`}
</dl></div>
${
  shown.changes.length > 0 &&
  html`<h2>What changes</h2>${shown.changes.map(
    ({
      type,
      name,
      fields,
    }) => html`<div class="card"><p><strong>${type.replaceAll('_', ' ')} ${written(name)}</strong></p>
<ul>${fields.map(({ field, from, to }) => html`<li>${inWords(field)}: ${written(inText(from, calendar))} → ${written(inText(to, calendar))}</li>`)}</ul></div>`,
  )}`
}
${shown.changed > shown.changes.length && html`<p>And ${shown.changed - shown.changes.length} more.</p>`}
${shown.refused.length > 0 && html`<h2>What is not done</h2><ul>${shown.refused.map(({ name, message }) => html`<li>${written(name)}: ${written(message)}</li>`)}</ul>`}
${
  (isWaiting || isOpen) &&
  !mayDecide &&
  html`<p class="actions"><a class="button" href="/approvals/${row.id}">Decide on this</a></p>`
}
${
  isWaiting &&
  mayDecide &&
  html`<form method="post" action="/approvals/${row.id}/approve" class="card" data-deliberate>
<input type="hidden" name="form" value="${person.form}">
<p>Exactly this is done, or nothing if anything has changed.</p>
<div class="actions"><button>Approve</button></div></form>
<form method="post" action="/approvals/${row.id}/decline" class="card" data-deliberate>
<input type="hidden" name="form" value="${person.form}">
<label class="field"><span>Reason, if you decline</span><input type="text" name="reason" maxlength="500"></label>
<div class="actions"><button class="danger">Decline</button></div></form>`
}
${
  isOpen &&
  mayDecide &&
  html`<form method="post" action="/approvals/${row.id}/approve" class="card" data-deliberate>
<input type="hidden" name="form" value="${person.form}">
<p>It was interrupted. To continue does it once, also if it is done already.</p>
<div class="actions"><button>Continue</button></div></form>`
}
<p><a href="/approvals">All that waits</a></p>`,
  );
  return { ...shownPage, script: pageScript('deliberate.ts') };
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A value as a person reads it: moments by the registry's clock. */
function inText(value: unknown, calendar: Calendar): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'nothing';
  if (typeof value === 'string')
    return moment.test(value) ? calendar.formatForPeople(new Date(value)) : value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

function notified({ recipients, ...counts }: Approval['shown']['notices']): string {
  const named = recipients.map(({ by, to, count }) => ({
    by,
    count,
    who:
      to === 'operators'
        ? 'the operators of the registry'
        : typeof to === 'string'
          ? 'the address that was given'
          : 'registrarId' in to
            ? 'a registrar'
            : 'a contact',
  }));
  return notifiedInWords(named, counts);
}
