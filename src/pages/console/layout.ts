import type { FastifyReply } from 'fastify';
import { build } from '../../core/version.ts';
import { type Html, html } from '../shared/html.ts';
import { sendPage } from '../shared/page.ts';
import { pageScript } from '../shared/scripts.ts';
import { actionNamed } from './actions.ts';
import { consoleStyle, signInStyle } from './style.ts';

/** The navigation, in groups. */
const places: Readonly<Record<string, readonly (readonly [path: string, text: string])[]>> = {
  '': [['', 'Overview']],
  Registry: [
    ['/domains', 'Domains'],
    ['/contacts', 'People'],
    ['/names', 'Names'],
    ['/reservations', 'Reservations'],
    ['/zones', 'Zones and prices'],
  ],
  Registrars: [
    ['/registrars', 'Registrars'],
    ['/users', 'Users'],
    ['/tokens', 'Access tokens'],
    ['/webhooks', 'Webhooks'],
    ['/questions', 'Questions'],
  ],
  Money: [
    ['/invoices', 'Invoices'],
    ['/payments', 'Payments'],
    ['/ledger', 'Ledger'],
  ],
  System: [
    ['/outbox', 'Outbox'],
    ['/jobs', 'Jobs'],
    ['/settings', 'Settings'],
    ['/log', 'Log'],
  ],
};

/** The side bar on a desktop; on a phone it opens over the page, without a script. */
const nav = (here: string): Html =>
  html`<button type="button" class="quiet compact menu" popovertarget="places">Menu</button>
<nav id="places" class="places" popover aria-label="Console">${Object.entries(places).map(
    ([group, pages]) =>
      html`${group && html`<h2>${group}</h2>`}<ul>${pages.map(
        ([path, text]) =>
          html`<li><a href="/operator${path}"${`/operator${path}` === here ? html` aria-current="page"` : ''}>${text}</a></li>`,
      )}</ul>`,
  )}
<form method="post" action="/operator/sign-out"><button class="quiet compact">Sign out</button></form></nav>`;

export interface ConsolePage {
  readonly title: string;
  readonly main: Html;
  /** The entry of the navigation that the page belongs to. */
  readonly here?: string;
  readonly status?: number;
  /** Errors from the graph. */
  readonly problems?: readonly string[];
  /** The search text. */
  readonly text?: string;
  /** The action after which this page is shown. */
  readonly done?: string | undefined;
}

/** What runs here, for whoever reports a problem. */
const running = (): Html => {
  const { version, commit } = build();
  return html`Version ${version}, commit ${commit}`;
};

const description = 'The console for people who run the registry.';

/** A page for a signed-in operator. */
export function sendConsole(reply: FastifyReply, page: ConsolePage): FastifyReply {
  const { title, main, here = '', status = 200, problems = [], text = '', done = '' } = page;
  const reported = actionNamed(done)?.done;
  return sendPage(reply, {
    title,
    description,
    status,
    nav: nav(here),
    css: consoleStyle,
    footer: html`<a href="/graphql">GraphiQL</a> · <a href="/readyz">Status</a> · Everything here is in the graph too, under the same rules. · ${running()}`,
    script: pageScript(new URL('operator.js', import.meta.url)),
    main: html`<div class="bar">
<form role="search" action="/operator/search"><label class="skip" for="search">Search names, people, invoices</label>
<input type="search" id="search" name="q" value="${text}" placeholder="Search names, people, invoices" autocomplete="off"
spellcheck="false" enterkeyhint="search" aria-keyshortcuts="/"><button>Search</button></form></div>
${reported && html`<p class="notice good" role="status">${reported}</p>`}
${problems.length > 0 && problemList('Some of this page could not be read:', problems)}
${main}`,
  });
}

export const problemList = (title: string, problems: readonly string[]): Html =>
  html`<div class="notice bad" role="alert">${title}<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul></div>`;

export const sendNotFound = (
  reply: FastifyReply,
  what: string,
  problems: readonly string[] = [],
  more?: Html,
): FastifyReply =>
  sendConsole(reply, {
    title: 'Not found',
    status: 404,
    problems,
    main: html`<h1>Not found</h1><div class="card"><p>There is no ${what}. It may be spelled differently: search for a part of it.</p>${more}</div>`,
  });

/** The page before signing in, which shows nothing of the registry. */
export const sendSignIn = (reply: FastifyReply, to: string, problem?: string): FastifyReply =>
  sendPage(reply, {
    title: 'Sign in',
    description,
    status: problem === undefined ? 200 : 401,
    css: signInStyle,
    main: html`<div class="narrow"><h1>The operator's console</h1>
<form method="post" action="/operator/sign-in" class="card">
${problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`}
<input type="hidden" name="to" value="${to}">
<p class="field"><label for="token">Operator token</label>
<input type="password" id="token" name="token" required autocomplete="current-password" spellcheck="false" aria-describedby="about-token"></p>
<p class="soft small" id="about-token">One of <code>OPERATOR_TOKENS</code>, or an access token of an operator. It is kept for twelve hours, encrypted, in a cookie that no
script can read.</p>
<div class="actions"><button>Sign in</button></div>
</form></div>`,
  });
