import type { FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Services } from '../../apis/services.ts';
import type { Config } from '../../base/config.ts';
import { beginningOf } from '../kit/beginning.ts';
import { type IconName, icon } from '../kit/drawn-icons.ts';
import { Html, html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { publishedSecret } from '../kit/published.ts';
import { pageFacts, pageScript } from '../kit/scripts.ts';
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
    const beginning = beginningOf(app);
    const facts = await beginning?.facts();
    return sendPage(reply, {
      title: 'Zonegraph',
      description:
        'A national domain registry as one typed graph: the documented REST APIs for registrars, reservations and billing, and GraphQL over all of them.',
      nav: siteNav(config, '/'),
      main: html`${landing(address.publicUrl, config, picture, new Html(beginning?.markup ?? ''))}${facts && pageFacts(facts)}`,
      css: html`${landingStyle}${new Html(beginning?.css ?? '')}`,
      script: pageScript(['copy.ts', 'try.ts', ...(beginning && facts ? [beginning.script] : [])]),
      footer: html`Zonegraph · MIT licence · <a href="/changelog">changelog</a> · <a href="/guides/versioning">promises</a> ·
<a href="/schema/registrar.graphql">schema/registrar.graphql</a> · <a href="/schema.graphql">schema.graphql</a> · <a href="/openapi.json">openapi.json</a> ·
<a href="/livez">live</a> · <a href="/readyz">ready</a> · <a href="/metrics">metrics</a>`,
    });
  });
}

const landing = (url: string, config: Config, picture: Html, beginning: Html): Html => html`
<div class="hero"><div>
${config.isTrial && html`<p class="eyebrow"><span class="tag warn">Sandbox</span> The money, the people and the clock are made up. Try everything.</p>`}
<h1>A national domain registry as one typed graph</h1>
<p class="lead">Register, renew and transfer domains, reserve names and settle invoices from your own software, and find out anything about them: in four steps, in GraphQL, in SQL or in a
spreadsheet.</p>
<div class="actions">
<a class="button" href="/ask">Ask a question</a>
<a class="button quiet" href="/graphql">Open GraphiQL</a>
<a class="button quiet" href="/docs">REST docs</a>
<a class="button quiet" href="/guides">Guides</a>
</div>
<p class="soft small">The documented APIs for registrars, for reserving names and for billing, at their original paths, and one <a href="/schema">GraphQL schema</a> over all of them: one rule book,
one ledger, two APIs.</p>
</div>
${beginning}
</div>

<h2 id="for-whom">Where to begin</h2>
<div class="grid audiences">
${audiences(config).map(
  ({ who, icon: drawing, text }) =>
    html`<div class="card"><h3><span class="badge">${icon(drawing)}</span>${who}</h3><p class="soft small">${text}</p></div>`,
)}
</div>

${config.hasExamples && liveRequests}

<h2 id="only-here">Only here</h2>
<ul class="only">${onlyHere(config).map(
  ({ icon: drawing, text, href, link }) =>
    html`<li><span class="badge">${icon(drawing)}</span><span>${text} <a href="${href}">${link}</a></span></li>`,
)}</ul>

<h2 id="the-graph">The graph</h2>
<div class="card graph">${picture}</div>

<h2 id="first-steps">First steps</h2>
${firstSteps(url, config).map(stepCard)}

${config.isTrial && credentials(config)}

<p id="copied" class="skip" role="status" aria-live="polite"></p>`;

const live = (title: string, method: 'GET' | 'POST', url: string, text: string): Html => html`
<form class="card live" data-method="${method}" data-url="${url}" data-authorization="Basic ${btoa('alpha:alpha-sandbox')}">
<h3><label for="ask-${method}">${title}</label></h3>
<textarea id="ask-${method}" rows="8" spellcheck="false" autocapitalize="off">${text}</textarea>
<button class="compact" aria-label="Send: ${title}">Send</button>
<pre tabindex="0" aria-live="polite" aria-label="The answer: ${title}">Asking …</pre>
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

interface Advantage {
  readonly icon: IconName;
  readonly text: string;
  readonly href: string;
  readonly link: string;
}

interface Audience {
  readonly who: string;
  readonly icon: IconName;
  readonly text: Html;
}

/** The features to show first; each can be tried in a minute. */
const onlyHere = ({ isTrial }: Config): readonly Advantage[] => [
  {
    icon: 'clock',
    text: 'Every list as it was at any moment, with filters, orders and groups.',
    href: `/graphql#${new URLSearchParams({ query: asItWas })}`,
    link: 'Ask about last month',
  },
  {
    icon: 'check',
    text: 'Every write as a dry run: the whole answer, with nothing done.',
    href: '/guides/first-domain',
    link: 'Try a registration',
  },
  {
    icon: 'bolt',
    text: 'Live lists: rows that appear, change or disappear are pushed as it happens.',
    href: '/guides/live-lists',
    link: 'Watch one',
  },
  {
    icon: 'globe',
    text: 'A query with a public address: a spreadsheet, a chart on a wall or a Parquet file, without an account.',
    href: '/guides/analysts#give-a-question-an-address',
    link: 'Publish one',
  },
  {
    icon: 'chart',
    text: 'The price of a request before it is sent, and a budget that every answer shows.',
    href: '/guides/paging-and-limits#your-budget',
    link: 'See what it costs',
  },
  isTrial
    ? {
        icon: 'clock',
        text: 'A clock that you move: see the whole life of a domain in a minute, with every mail and message.',
        href: '/sandbox',
        link: 'Travel in time',
      }
    : {
        icon: 'coins',
        text: 'A ledger that proves itself: every balance is the sum of its movements, at any time.',
        href: '/guides/money',
        link: 'Follow the money',
      },
];

const landingStyle = new Html(`
.live textarea { width: 100%; font-family: var(--mono); font-size: .875rem; line-height: 1.5; padding: .7rem .8rem; border: 1px solid var(--soft); border-radius: 10px;
  background: var(--card); color: var(--ink); resize: vertical; margin-bottom: .5rem; } .live pre { max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
body > header, main, body > footer { max-width: 76rem; }
.hero { padding: clamp(1rem, 4vw, 2.75rem) 0 .5rem; display: grid; gap: 2rem 3.25rem; align-items: center; } @media (min-width: 64rem) { .hero { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); } } .hero h1 { font-size: clamp(2rem, 1.3rem + 3.2vw, 3.25rem); line-height: 1.08; letter-spacing: -.03em; margin: .5rem 0 1.1rem; }
.lead { font-size: clamp(1.1rem, 1rem + .5vw, 1.3rem); line-height: 1.5; color: var(--soft); max-width: 46rem; text-wrap: pretty; } .hero .actions { gap: .6rem; margin: 1.75rem 0 1.5rem; } .hero .button { font-size: 1rem; padding: .6rem .95rem; }
.eyebrow { margin: 0; font-size: .9rem; color: var(--soft); } .hero .small { max-width: 44rem; }
.badge { display: inline-grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: 9px; background: var(--tint); color: var(--accent); }
.audiences h3 { display: flex; align-items: center; gap: .65rem; margin-bottom: .6rem; }
.only { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem 2rem; } .only li { display: flex; gap: .85rem; align-items: flex-start; }
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

const audiences = ({ isTrial }: Config): readonly Audience[] => [
  {
    who: 'Frontend teams',
    icon: 'code',
    text: html`One request for a whole screen from <a href="/graphql">/graphql</a>: typed schema, typed documents, live
updates, errors as data. <a href="/schema">Every type</a>, as a file for
your tools: <a href="/schema/registrar.graphql">/schema/registrar.graphql</a>; <a href="/guides/graphql-for-rest-users">for users of REST</a>.`,
  },
  {
    who: 'Registrars',
    icon: 'route',
    text: html`The documented routes at <code>/registry/v1</code> and <code>/repp/v1</code>, to the byte. An existing client
changes its base URL and nothing else. <a href="/docs">All routes</a>, <a href="/guides/first-domain">the first domain</a>.`,
  },
  {
    who: 'Analysts',
    icon: 'chart',
    text: html`<a href="/ask">Ask in four steps</a>, without GraphQL, or <a href="/sql">in SQL</a>: tables, charts, Excel.
<a href="/guides/analysts">Fifteen questions</a> to begin with.`,
  },
  {
    who: 'Operators',
    icon: 'table',
    text: html`<a href="/operator">A console</a>, one process and PostgreSQL. <a href="/readyz">Health</a>, <a href="/metrics">metrics</a>, migrations at start,
an append-only ledger that proves itself${isTrial && html`, <a href="/sandbox">a clock that you move</a>`}.`,
  },
];
