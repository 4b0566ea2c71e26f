import type { PasswordActor } from '../../../apis/access/users.ts';
import type { Scope } from '../../../base/actor.ts';
import type { Config } from '../../../base/config.ts';
import { grantableScopes } from '../../../registry/rules/registrar/access-tokens.ts';
import { Html, html } from '../../kit/html.ts';
import type { Page } from '../../kit/page.ts';
import { pageScript } from '../../kit/scripts.ts';
import { placeOf } from '../oauth/apps-rules.ts';
import { mostDays, usualDays } from './agreement.ts';

/** An app that wants to act for a person. */
export interface AskingApp {
  /** The sign-in under way. */
  readonly uid: string;
  readonly clientId: string;
  /** The name that it gives itself; nobody has checked it. */
  readonly name: string;
  readonly redirectUri: string;
  /** The scopes that it has asked for. */
  readonly scopes: readonly Scope[];
  readonly resources: readonly string[];
}

const style = new Html(`
.apps input[type="text"], .apps input[type="password"], .apps input[type="number"], .apps textarea { font: inherit; width: 100%; padding: .55rem .65rem;
  border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); }
.apps label.field { display: block; margin-top: 1rem; } .apps .field > span:first-child { display: block; font-weight: 600; margin-bottom: .25rem; }
.apps .check { display: grid; grid-template-columns: 1.4rem 1fr; gap: .1rem .5rem; align-items: start; padding: .4rem 0; cursor: pointer; }
.apps .check input { width: 1.1rem; height: 1.1rem; margin-top: .3rem; accent-color: var(--accent); } .apps .check .soft { grid-column: 2; }
.apps .sum { display: grid; grid-template-columns: 1fr auto; gap: .5rem; } .apps .place { overflow-wrap: anywhere; }
.apps .who { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; } .apps .who p { margin: 0; } .apps .notice { margin-top: 1rem; }
.apps button[hidden] { display: none; } .apps .problem { background: var(--bad-tint); color: var(--bad); border-radius: 8px; padding: .6rem .9rem; }`);

/** Browsers let a form send a person on only to places that its page names. */
function formTargetsOf({ redirectUri }: AskingApp): string[] {
  const { protocol, origin } = new URL(redirectUri);
  return [protocol === 'https:' || protocol === 'http:' ? origin : protocol];
}

const pathOf = ({ uid }: AskingApp): string => `/oauth/sign-in/${uid}`;

const page = (title: string, main: Html, asking?: AskingApp): Page => ({
  title,
  css: style,
  main: html`<div class="narrow apps">${main}</div>`,
  ...(asking && { formTargets: formTargetsOf(asking) }),
});

const unchecked = ({
  name,
  redirectUri,
}: AskingApp): Html => html`<p class="notice">Anybody can register an app and call it
“<strong class="place"><bdi>${name}</bdi></strong>”: nobody here has checked who it is. Go on only if you have just started this yourself. Afterwards you are sent to
<strong class="place">${placeOf(redirectUri)}</strong>.</p>`;

const problemsOf = (problems: readonly string[]): Html | false =>
  problems.length > 0 &&
  html`<div class="problem" role="alert">${problems.map((problem) => html`<p>${problem}</p>`)}</div>`;

export function signInPage(
  { isTrial }: Pick<Config, 'isTrial'>,
  asking: AskingApp,
  form: string,
  { username = '', why = '' }: { readonly username?: string; readonly why?: string } = {},
): Page {
  const title = `Sign in for “${asking.name}”`;
  const path = pathOf(asking);
  return page(
    title,
    html`<h1>${title}</h1>
${unchecked(asking)}
${problemsOf(why === '' ? [] : [why])}
<form method="post" action="${path}" class="card">
<input type="hidden" name="form" value="${form}">
<label class="field"><span>User name</span>
<input type="text" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required${username === '' && new Html(' autofocus')}></label>
<label class="field"><span>Password</span>
<input type="password" name="password" autocomplete="current-password" required${username !== '' && new Html(' autofocus')}></label>
<p class="soft small">The user that your registrar uses at Zonegraph. The app does not see this password.
${isTrial && html`In the sandbox: <code>alpha</code> and <code>alpha-sandbox</code>.`}</p>
<div class="actions"><button>Sign in</button>
<button class="quiet" formaction="${path}/decide" name="decision" value="refuse" formnovalidate>Cancel</button></div>
</form>`,
    asking,
  );
}

const inWords: Readonly<Record<Scope, readonly [title: string, text: string]>> = {
  READ: ['Read', 'Domains, contacts, prices and history of your registrar, and who is signed in.'],
  WRITE: [
    'Change',
    'Register, renew, change, transfer and delete domains and contacts, and acknowledge messages. This costs money.',
  ],
  SECRETS: ['See secrets', 'Transfer codes and auth info: whoever has one can take a domain away.'],
  BILLING: ['See and use the account', 'The balance, movements of money and invoices, and topping up.'],
};

export interface Again {
  readonly given: URLSearchParams;
  readonly problems: readonly string[];
}

export function consentPage(
  { ownsRegistry }: Pick<Config, 'ownsRegistry'>,
  asking: AskingApp,
  form: string,
  actor: PasswordActor,
  again?: Again,
): Page {
  const { name, scopes, redirectUri } = asking;
  const grantable = grantableScopes(actor);
  const offered = scopes.filter((scope) => grantable.includes(scope));
  const value = (field: string): string => again?.given.get(field) ?? '';
  const isTicked = (scope: Scope): boolean => !again || again.given.getAll('scope').includes(scope);
  const path = pathOf(asking);
  const title = `Let ${name} act for you?`;
  const shown = page(
    title,
    html`<h1>Let “${name}” act for you?</h1>
<div class="who"><p>You have signed in as <strong>${actor.username}</strong> of ${actor.registrarCode}.</p>
<button form="as-another" class="quiet compact">Use another user</button></div>
${unchecked(asking)}
${problemsOf(again?.problems ?? [])}
<form method="post" action="${path}/decide" data-deliberate>
<button disabled hidden></button>
<input type="hidden" name="form" value="${form}">
<fieldset><legend>It may</legend>
${offered.map(
  (
    scope,
  ) => html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${(scope === 'READ' || isTicked(scope)) && new Html(' checked')}${scope === 'READ' && new Html(' disabled')}>
<span>${inWords[scope][0]}</span><span class="soft small">${inWords[scope][1]}</span></label>`,
)}
${offered.length < scopes.length && html`<p class="soft small">It asks for more than your user may do.</p>`}
</fieldset>
${
  offered.includes('WRITE') &&
  html`<fieldset><legend>Limits of what it changes</legend>
<label class="check"><input type="checkbox" name="approvalNeeded"${again?.given.has('approvalNeeded') && new Html(' checked')}>
<span>Ask a person before each change</span><span class="soft small">It can prepare changes. Nothing happens until a person of your registrar approves.</span></label>
<label class="check"><input type="checkbox" name="outcomeNeeded"${again?.given.has('outcomeNeeded') && new Html(' checked')}>
<span>Only changes that it has looked at first</span><span class="soft small">Each change is shown as a dry run before it can be done.</span></label>
${
  ownsRegistry &&
  html`<label class="field"><span>Most that it may spend, in euros</span>
<span class="sum"><input type="text" name="amount" inputmode="decimal" placeholder="No limit" value="${value('amount')}">
<select name="per" aria-label="In which period"><option value="MONTH">a month</option><option value="DAY"${value('per') === 'DAY' && new Html(' selected')}>a day</option></select></span></label>`
}
<label class="field"><span>Only these domains</span>
<textarea name="domains" rows="2" placeholder="All of them" spellcheck="false" aria-describedby="domains-help">${value('domains')}</textarea>
<span class="soft small" id="domains-help">Names, or whole zones such as *.ee, with spaces between.</span></label>
</fieldset>`
}
<label class="field"><span>For how many days</span>
<input type="number" name="days" min="1" max="${mostDays}" value="${value('days') || String(usualDays)}" required></label>
<p class="soft small">You can end it earlier at any time: it is one of the access tokens of your registrar. It ends by itself when your
password changes.</p>
<div class="actions"><button name="decision" value="allow">Allow, and go to ${placeOf(redirectUri)}</button>
<button name="decision" value="refuse" class="danger" formnovalidate>Refuse</button></div>
</form>
<form method="post" action="${path}/as-another" id="as-another"><input type="hidden" name="form" value="${form}"></form>`,
    asking,
  );
  return { ...shown, script: pageScript('deliberate.ts') };
}

/** Returns the page for a person who cannot go on, with the address of the app, if it can be told. */
export const problemPage = (title: string, text: string, status = 400, back?: string): Page => ({
  ...page(
    title,
    html`<h1>${title}</h1><div class="card"><p>${text}</p>
${
  back !== undefined &&
  html`<p>Anybody can register an app: nobody here has checked who it is. Go back only if you have come from there.</p>
<p class="actions"><a class="button quiet" href="${back}" rel="noreferrer">Go back to <span class="place">${placeOf(back)}</span></a></p>`
}</div>`,
  ),
  status,
});
