import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../../apis/services.ts';
import type { Config } from '../../core/config.ts';
import { Html, html } from '../shared/html.ts';
import { siteNav } from '../shared/nav.ts';
import { sendPage } from '../shared/page.ts';
import { publishedSecret } from '../shared/published.ts';
import { pageScript } from '../shared/scripts.ts';
import { type FirstStep, firstSteps } from './first-steps.ts';
import { graphPicture, graphStyle } from './graph-picture.ts';

/** `/`: what this is, for whom, and how to begin. */
export function mountLanding(
  app: FastifyInstance,
  { config, address }: Services,
  schema: GraphQLSchema,
): void {
  let picture: Html | undefined;
  app.get('/', async (_, reply) => {
    picture ??= graphPicture(schema);
    return sendPage(reply, {
      title: 'Zonegraph',
      description:
        'A national domain registry as one typed graph: the documented REST APIs for registrars, reservations and billing, and GraphQL over all of them.',
      nav: siteNav(config, '/'),
      main: landing(address.publicUrl, config, picture),
      css: landingStyle,
      script: pageScript(['copy.js', 'try.js']),
      footer: html`Zonegraph · MIT licence · <a href="/changelog">changelog</a> · <a href="/guides/versioning">promises</a> ·
<a href="/schema/registrar.graphql">schema/registrar.graphql</a> · <a href="/schema.graphql">schema.graphql</a> · <a href="/openapi.json">openapi.json</a> ·
<a href="/livez">live</a> · <a href="/readyz">ready</a> · <a href="/metrics">metrics</a>`,
    });
  });
}

const landing = (url: string, config: Config, picture: Html): Html => html`
<h1>A national domain registry as one typed graph</h1>
<p>Zonegraph implements three documented APIs, for <strong>registrars</strong>, for <strong>reserving names</strong> and for
<strong>billing</strong>. It serves them at their original paths, and puts one GraphQL schema over all of them: one rule book,
one ledger, two APIs.</p>
${config.sandbox && html`<p class="notice">This is a sandbox: the money, the people and the clock are made up. Try everything.</p>`}
<div class="actions">
<a class="button" href="/graphql">Open GraphiQL</a>
<a class="button quiet" href="/docs">REST docs</a>
<a class="button quiet" href="/guides">Guides</a>
<a class="button quiet" href="/schema">Schema</a>
${config.sandbox && html`<a class="button quiet" href="/sandbox">Open the sandbox</a>`}
</div>

${config.sandbox && config.SANDBOX_WORLD === 'demo' && liveRequests}

<h2 id="only-here">Only here</h2>
<ul class="only">${onlyHere(config).map(({ text, href, link }) => html`<li>${text} <a href="${href}">${link}</a></li>`)}</ul>

<h2 id="the-graph">The graph</h2>
<div class="card graph">${picture}</div>

<h2 id="first-steps">First steps</h2>
${firstSteps(url, config).map(stepCard)}

${config.sandbox && credentials(config)}

<h2 id="for-whom">For whom</h2>
<div class="grid">
${audiences(config).map(
  ({ who, text }) => html`<div class="card"><h3>${who}</h3><p class="soft small">${text}</p></div>`,
)}
</div>
<p id="copied" class="skip" role="status" aria-live="polite"></p>`;

const live = (title: string, method: 'GET' | 'POST', url: string, text: string): Html => html`
<form class="card live" data-method="${method}" data-url="${url}" data-authorization="Basic ${btoa('alpha:alpha-sandbox')}">
<h3><label for="ask-${method}">${title}</label></h3>
<textarea id="ask-${method}" rows="8" spellcheck="false" autocapitalize="off">${text}</textarea>
<button class="compact" aria-label="Send: ${title}">Send</button>
<pre tabindex="0" aria-live="polite" aria-label="The answer: ${title}">The answer will appear here.</pre>
</form>`;

const liveRequests = html`<h2 id="try">Ask it here</h2>
<p class="soft">The same domain over both APIs, asked just now as the registrar ALPHA. Change a request and send it again.</p>
<div class="halves">${live(
  'GraphQL: what a screen needs',
  'POST',
  '/graphql',
  `{
  domain(name: "kevad.ee") {
    name
    expiresAt
    registrant { name }
    renewQuote(period: "P1Y") { price currency }
  }
}`,
)}${live('REST: at its documented path', 'GET', '', 'GET /registry/v1/domains/kevad.ee')}</div>`;

const asItWas = `query AsItWas {
  domains(first: 10, asOf: "-P30D") {
    totalCount
    nodes {
      name
      expiresAt
    }
  }
}
`;

/** The features to show first; each can be tried in a minute. */
const onlyHere = ({ sandbox }: Config) => [
  {
    text: 'Every list as it was at any moment, with filters, orders and groups.',
    href: `/graphql#${new URLSearchParams({ query: asItWas })}`,
    link: 'Ask about last month',
  },
  {
    text: 'Every write as a dry run: the whole answer, with nothing done.',
    href: '/guides/first-domain',
    link: 'Try a registration',
  },
  {
    text: 'Live lists: rows that appear, change or disappear are pushed as it happens.',
    href: '/guides/live-lists',
    link: 'Watch one',
  },
  {
    text: 'A query with a public address: a spreadsheet, a chart on a wall or a Parquet file, without an account.',
    href: '/guides/analysts#give-a-question-an-address',
    link: 'Publish one',
  },
  {
    text: 'The price of a request before it is sent, and a budget that every answer shows.',
    href: '/guides/paging-and-limits#your-budget',
    link: 'See what it costs',
  },
  sandbox
    ? {
        text: 'A clock that you move: see the whole life of a domain in a minute, with every mail and message.',
        href: '/sandbox',
        link: 'Travel in time',
      }
    : {
        text: 'A ledger that proves itself: every balance is the sum of its movements, at any time.',
        href: '/guides/money',
        link: 'Follow the money',
      },
];

const landingStyle = new Html(`
.live textarea { width: 100%; font-family: var(--mono); font-size: .875rem; line-height: 1.5; padding: .7rem .8rem; border: 1px solid var(--soft); border-radius: 10px;
  background: var(--card); color: var(--ink); resize: vertical; margin-bottom: .5rem; } .live pre { max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.only { padding-left: 1.25rem; } .only li { margin: .4rem 0; }
${graphStyle.text}
`);

const stepCard = ({ title, text, code, link }: FirstStep, index: number): Html => html`
<section class="card" aria-labelledby="step-${index + 1}">
<h3 id="step-${index + 1}">${index + 1}. ${title}</h3>
<p class="soft">${text}</p>
<div class="copyable">
<pre tabindex="0" id="code-${index + 1}" aria-label="To paste: ${title}">${code}</pre>
<button type="button" class="quiet compact" data-copy="code-${index + 1}" aria-label="Copy: ${title}">Copy</button>
</div>
${link && html`<p><a href="${link.href}">${link.text}</a></p>`}
</section>`;

const credentials = (config: Config): Html => html`
<h2 id="credentials">Sandbox credentials</h2>
<div class="card scroll" tabindex="0"><table class="credentials">
<thead><tr><th scope="col">Who</th><th scope="col">Credentials</th><th scope="col">How</th></tr></thead>
<tbody>
<tr><td>registrar ALPHA</td><td><code>alpha</code> / <code>alpha-sandbox</code>, also <code>alpha-epp</code>,
<code>alpha-billing</code></td><td>Basic</td></tr>
<tr><td>registrar BETA</td><td><code>beta</code> / <code>beta-sandbox</code></td><td>Basic</td></tr>
<tr><td>portal</td><td>${secret(config, 'BUSINESS_REGISTRY_TOKENS')}</td><td>Bearer, from this machine</td></tr>
<tr><td>operator</td><td>${secret(config, 'OPERATOR_TOKENS')}</td><td>Bearer</td></tr>
<tr><td>billing client</td><td>secret ${secret(config, 'BILLING_SECRET')}</td>
<td>Bearer: a JWT (HS256) with the claim <code>initiator</code></td></tr>
</tbody></table></div>`;

const secret = (config: Config, name: Parameters<typeof publishedSecret>[1]): Html => {
  const published = publishedSecret(config, name);
  return published ? html`<code>${published}</code>` : html`set by the operator of this sandbox`;
};

const audiences = ({ sandbox }: Config) => [
  {
    who: 'A frontend team',
    text: html`One request for a whole screen from <a href="/graphql">/graphql</a>: typed schema, typed documents, live
updates, errors as data. <a href="/schema">Every type</a>, as a file for
your tools: <a href="/schema/registrar.graphql">/schema/registrar.graphql</a>; <a href="/guides/graphql-for-rest-users">for users of REST</a>.`,
  },
  {
    who: 'A registrar',
    text: html`The documented routes at <code>/registry/v1</code> and <code>/repp/v1</code>, to the byte. An existing client
changes its base URL and nothing else. <a href="/docs">All routes</a>, <a href="/guides/first-domain">the first domain</a>.`,
  },
  {
    who: 'An analyst',
    text: html`<a href="/graphql">GraphiQL</a> with a sentence on every field, tables, charts, and whole lists as CSV.
<a href="/guides/analysts">Fifteen questions</a> to begin with.`,
  },
  {
    who: 'An operator',
    text: html`<a href="/operator">A console</a>, one process and PostgreSQL. <a href="/readyz">Health</a>, <a href="/metrics">metrics</a>, migrations at start,
an append-only ledger that proves itself${sandbox && html`, <a href="/sandbox">a clock that you move</a>`}.`,
  },
];
