import type { FastifyReply } from 'fastify';
import type { Services } from '../../../apis/services.ts';
import { type Actor, nameOf, type OperatorRole } from '../../../base/actor.ts';
import { build } from '../../../base/version.ts';
import { listOperators } from '../../../registry/operations/operators/list-operators.ts';
import { type Html, html } from '../../kit/html.ts';
import { sendPage } from '../../kit/page.ts';
import { pageScript } from '../../kit/scripts.ts';
import { showPerson } from '../people/operations/show-person.ts';
import { actionNamed } from './actions.ts';
import { isThere, mayDo } from './role.ts';
import { consoleStyle } from './style.ts';

/** The navigation, in groups; an entry has the role that its page needs, if not every operator may see it. */
const places: Readonly<
  Record<string, readonly (readonly [path: string, text: string, least?: OperatorRole])[]>
> = {
  '': [['', 'Overview']],
  Registry: [
    ['/domains', 'Domains'],
    ['/contacts', 'People'],
    ['/person', "A person's data", showPerson.operators],
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
    ['/works', 'Bulk work'],
    ['/jobs', 'Jobs'],
    ['/settings', 'Settings'],
    ['/operators', 'Operators', listOperators.operators],
    ['/log', 'Log'],
  ],
};

/** The side bar on a desktop; on a phone it opens over the page, without a script. */
const nav = (here: string, actor: Actor): Html =>
  html`<button type="button" class="quiet compact menu" popovertarget="places">Menu</button>
<nav id="places" class="places" popover aria-label="Console">${Object.entries(places)
    .map(
      ([group, pages]) => [group, pages.filter(([path, , least]) => mayDo(least) && isThere(path))] as const,
    )
    .filter(([, pages]) => pages.length > 0)
    .map(
      ([group, pages]) =>
        html`${group && html`<h2>${group}</h2>`}<ul>${pages.map(
          ([path, text]) =>
            html`<li><a href="/operator${path}"${`/operator${path}` === here ? html` aria-current="page"` : ''}>${text}</a></li>`,
        )}</ul>`,
    )}
<form method="post" action="/operator/sign-out">${
    actor.kind === 'operator' &&
    html`<p class="small who">${nameOf(actor)} <span class="tag">${actor.role}</span></p>`
  }<button class="quiet compact">Sign out</button></form></nav>`;

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

/** The version, commit and extensions that run here, for people who report a problem. */
const running = (extensions: Services['extensions']): Html => {
  const { version, commit } = build();
  const names = extensions.map(({ name, fits }) => (fits ? `${name} (from outside)` : name));
  return html`Version ${version}, commit ${commit}, with ${names.join(', ')}`;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** The extensions that the pages of the console name. */
    readonly extensionsHere: Services['extensions'];
  }
}

export const description = 'The console for people who run the registry.';

/** A page for a signed-in operator. */
export function sendConsole(reply: FastifyReply, page: ConsolePage): FastifyReply {
  const { title, main, here = '', status = 200, problems = [], text = '', done = '' } = page;
  const reported = actionNamed(done)?.done;
  return sendPage(reply, {
    title,
    description,
    status,
    nav: nav(here, reply.request.actor),
    css: consoleStyle,
    footer: html`<a href="/graphql">GraphiQL</a> · <a href="/readyz">Status</a> · Everything here is in the graph too, under the same rules. · ${running(reply.server.extensionsHere)}`,
    script: pageScript(new URL('browser/operator.ts', import.meta.url)),
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
