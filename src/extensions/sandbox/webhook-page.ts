import type { Calendar } from '../../base/calendar.ts';
import type { Config } from '../../base/config.ts';
import { type Html, html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import type { Page } from '../kit/page.ts';
import { pageScript } from '../kit/scripts.ts';
import type { SandboxWebhook } from './store/sandbox-webhooks.ts';

export const receiverPath = '/sandbox/webhooks';

interface Facts {
  readonly url: string;
  readonly calendar: Calendar;
  readonly config: Config;
}

/** The deliveries, newest first, and how to trigger one. */
export const receiverPage = (rows: readonly SandboxWebhook[], { url, calendar, config }: Facts): Page => ({
  title: 'Webhooks',
  nav: siteNav(config, '/sandbox'),
  script: pageScript(['copy.ts', 'webhooks.ts']),
  main: html`
<h1>Received webhooks</h1>
<p>A receiver to try webhooks with: it accepts every message, checks its signature and shows the last ones here. <a href="/sandbox">Back to the sandbox</a></p>

<section class="card" aria-labelledby="try-title">
<h2 id="try-title" class="first">Have something sent</h2>
<p>Set a webhook up, as registrar ALPHA; then change a domain, or press <em>A month later</em> in the sandbox.</p>
${copyable('create', creation(url))}
<p class="soft small">With <code>?status=500</code> at the end of the URL this receiver fails, so messages are retried.</p>
<p>See the result of each message:</p>
${copyable('look', deliveries(url))}
<p id="copied" class="skip" role="status" aria-live="polite"></p>
</section>

<section aria-labelledby="arrived-title">
<h2 id="arrived-title">Arrived</h2>
<div id="arrived">${
    rows.length > 0
      ? rows.map((row) => message(row, calendar))
      : html`<p class="soft">Nothing yet. This page refreshes every few seconds.</p>`
  }</div>
</section>`,
});

const copyable = (
  id: string,
  code: string,
): Html => html`<div class="copyable"><pre id="${id}" tabindex="0">${code}</pre>
<button type="button" class="quiet compact" data-copy="${id}">Copy</button></div>`;

const ask = (url: string, query: string): string => `curl -u alpha:alpha-sandbox ${url}/graphql \\
  -H 'content-type: application/json' -d '${JSON.stringify({ query })}'`;

const creation = (url: string): string =>
  ask(
    url,
    `mutation { webhookCreate(input: { url: "${url}${receiverPath}", events: [NOTIFICATION_CREATED, DOMAIN_CHANGED, INVOICE_CHANGED] }) { webhook { id } secret userErrors { message } } }`,
  );

const deliveries = (url: string): string =>
  ask(
    url,
    '{ webhooks { nodes { id url enabled failingSince deliveries(first: 5) { nodes { event status attempts error } } } } }',
  );

function message(row: SandboxWebhook, calendar: Calendar): Html {
  const { headers, body, webhook_id, received_at, answered } = row;
  return html`<article class="card">
<h3><code>${typeIn(body)}</code>
${
  webhook_id === null
    ? html`<span class="tag bad">no webhook of this sandbox signed it</span>`
    : html`<span class="tag good">signature of webhook ${webhook_id}</span>`
}
${answered >= 300 && html`<span class="tag warn">answered ${answered}</span>`}</h3>
<p class="soft small">${calendar.formatForPeople(received_at)}</p>
<pre tabindex="0">${pretty(body)}</pre>
<details><summary>Headers</summary>
<dl>${Object.entries(headers).map(([name, value]) => html`<dt><code>${name}</code></dt><dd><code>${value}</code></dd>`)}</dl>
</details>
</article>`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function typeIn(body: string): string {
  const value = parsed(body);
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  return typeof type === 'string' ? type : 'no type';
}

const pretty = (body: string): string => {
  const value = parsed(body);
  return value === undefined ? body : JSON.stringify(value, undefined, 2);
};
