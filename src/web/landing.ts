import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Services } from '../services.ts';
import { type FirstStep, firstSteps } from './first-steps.ts';
import { type Html, html } from './html.ts';
import { siteNav } from './nav.ts';
import { sendPage } from './page.ts';
import { publishedSecret } from './published.ts';
import { pageScript } from './scripts.ts';

/** `/`: what this is, for whom, and how to begin. */
export function mountLanding(app: FastifyInstance, { config, address }: Services): void {
  app.get('/', async (_, reply) =>
    sendPage(reply, {
      title: 'Zonegraph',
      nav: siteNav(config, '/'),
      main: landing(address.publicUrl, config),
      script: pageScript('copy.js'),
      footer: html`Zonegraph · MIT licence · <a href="/changelog">changelog</a> · <a href="/guides/versioning">promises</a> ·
<a href="/schema.graphql">schema.graphql</a> · <a href="/openapi.json">openapi.json</a> ·
<a href="/livez">live</a> · <a href="/readyz">ready</a> · <a href="/metrics">metrics</a>`,
    }),
  );
}

const landing = (url: string, config: Config): Html => html`
<h1>A national domain registry as one typed graph</h1>
<p>Zonegraph implements three documented APIs, for <strong>registrars</strong>, for <strong>reserving names</strong> and for
<strong>billing</strong>. It serves them at their original paths, and puts one GraphQL schema over all of them: one rule book,
one ledger, two APIs.</p>
${config.sandbox && html`<p class="notice">This is a sandbox: the money, the people and the clock are made up. Push everything.</p>`}
<div class="actions">
<a class="button" href="/graphql">Open GraphiQL</a>
<a class="button quiet" href="/docs">REST docs</a>
<a class="button quiet" href="/guides">Guides</a>
<a class="button quiet" href="/schema">Schema</a>
${config.sandbox && html`<a class="button quiet" href="/sandbox">Look into the sandbox</a>`}
</div>

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
updates, errors as data. <a href="/schema">Every type</a>, <a href="/guides/graphql-for-rest-users">for users of REST</a>.`,
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
an append-only ledger that proves itself${sandbox && html`, <a href="/sandbox">time to travel</a>`}.`,
  },
];
