import type { FastifyInstance } from 'fastify';
import type { StandInParts } from '../../apis/extension-points.ts';
import { SimulatedClock } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { publishedAgentToken, publishedToken } from '../../registry/rules/registrar/access-tokens.ts';
import { isForAgents, isForApps } from '../agents/settings.ts';
import { Html, html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { publishedSecret } from '../kit/published.ts';
import { pageFacts, pageScript } from '../kit/scripts.ts';

/** /sandbox shows the sandbox's data and moves its clock. Production does not have it. */
export function mountSandboxPage(app: FastifyInstance, { config, clock, calendar }: StandInParts): void {
  const reported = () => ({
    now: clock.now().toISOString(),
    aheadMs: clock instanceof SimulatedClock ? clock.aheadMs : 0,
  });
  app.get('/sandbox', async (_, reply) => {
    const operatorToken = publishedSecret(config, 'OPERATOR_TOKENS');
    return sendPage(reply, {
      title: 'Sandbox',
      description:
        'What happens behind the APIs of the sandbox: its clock, its mails, its payments and its money.',
      nav: siteNav(config, '/sandbox'),
      main: html`${content(operatorToken === undefined, config)}${pageFacts({ operatorToken, zone: calendar.zone, clock: reported() })}`,
      css: style,
      script: pageScript('sandbox.ts'),
    });
  });
  app.get('/sandbox/now', async () => reported());
}

/** Reserves the space of the mails until they are loaded, so that nothing on the page moves. */
const style = new Html(
  '#mails:empty { min-height: 60rem; } #status:empty { visibility: hidden; } #status:empty::before { content: "–"; }',
);

const content = (asksForToken: boolean, config: Config): Html => html`
<h1>The sandbox</h1>
<p>What happens behind the APIs: the clock, the mails, the money. <span id="status" class="tag" role="status"></span></p>
${
  asksForToken &&
  html`<p class="notice"><label>This sandbox has an operator token of its own:
<input type="text" id="token" autocomplete="off" spellcheck="false"></label></p>`
}

<section class="card" aria-labelledby="clock-title">
<h2 id="clock-title" class="first">Clock</h2>
<p class="amount" id="time">–</p>
<p><span id="date"></span> <span id="ahead" class="tag"></span></p>
<div class="actions">
<button type="button" data-advance="P1D">A day later</button>
<button type="button" class="quiet" data-advance="P7D">A week later</button>
<button type="button" class="quiet" data-advance="P1M">A month later</button>
<button type="button" class="quiet" id="to-next">To the next due job</button>
</div>
<div id="events-title" hidden aria-live="polite">
<h3>What happened on the way</h3>
<div class="scroll" tabindex="0"><table class="stack"><tbody id="events"></tbody></table></div>
</div>
</section>

<div class="halves">
<section class="card" aria-labelledby="mail-title">
<h2 id="mail-title" class="first">Mailbox</h2>
<p class="soft small">Every mail the registry has sent, newest first. Nothing leaves this machine.</p>
<div id="mails"></div>
</section>

<section class="card" aria-labelledby="jobs-title">
<h2 id="jobs-title" class="first">Due next</h2>
<p class="soft small">Each job, and when it has work to do.</p>
<div class="scroll" tabindex="0"><table class="stack">
<thead><tr><th scope="col">Job</th><th scope="col">Next</th><th scope="col"><span class="skip">How far away</span></th></tr></thead>
<tbody id="jobs"></tbody></table></div>
</section>
</div>

<section class="card" aria-labelledby="webhooks-title">
<h2 id="webhooks-title" class="first">Webhooks</h2>
<p class="soft">A built-in receiver: <a href="/sandbox/webhooks">what it has received</a>, and how to send something to it.</p>
</section>

${
  config.OIDC_ISSUER === undefined &&
  html`<section class="card" aria-labelledby="operators-title">
<h2 id="operators-title" class="first">Operators</h2>
<p class="soft">Three people run this registry, each with another role: <a href="/operator/sign-in">sign in at the console</a> as one of them, at the sandbox's own provider.</p>
</section>`
}

${
  isForAgents(config) &&
  html`<section class="card" aria-labelledby="agents-title">
<h2 id="agents-title" class="first">Agents</h2>
<p class="soft">Assistants call tools at <code>/mcp</code> with an access token: <a href="/sandbox/agents">what they did</a>. Nothing that Alpha's agent writes
happens without a person: <a href="/approvals">approve what it has asked for</a> as <code>alpha</code>, password <code>alpha-sandbox</code>. Its token:</p>
<pre tabindex="0"><code>authorization: Bearer ${publishedAgentToken}</code></pre>
</section>`
}

${
  isForApps(config) &&
  html`<section class="card" aria-labelledby="app-title">
<h2 id="app-title" class="first">Apps</h2>
<p class="soft">Apps sign people in, without their password: <a href="/sandbox/app">an app to try it with</a>.</p>
</section>`
}

<section class="card" aria-labelledby="invoices-title">
<h2 id="invoices-title" class="first">Invoices and payments</h2>
<div class="scroll" tabindex="0"><table class="stack">
<thead><tr><th scope="col">Number</th><th scope="col">Status</th><th scope="col" class="number">Amount</th>
<th scope="col">For</th><th scope="col"><span class="skip">Action</span></th></tr></thead>
<tbody id="invoices"></tbody></table></div>
</section>

<section class="card" aria-labelledby="ledger-title">
<h2 id="ledger-title" class="first">Ledger</h2>
<p id="proof"></p>
<div class="scroll" tabindex="0"><table class="stack">
<thead><tr><th scope="col">When</th><th scope="col">Account</th><th scope="col">What</th><th scope="col" class="number">Sum</th>
<th scope="col" class="number">Balance</th></tr></thead>
<tbody id="ledger"></tbody></table></div>
</section>

<section class="card" aria-labelledby="token-title">
<h2 id="token-title" class="first">A token to read with</h2>
<p class="soft">Alpha's, with the scope READ: for a page, a notebook or a script that must not contain a password.</p>
<pre tabindex="0"><code>authorization: Bearer ${publishedToken}</code></pre>
</section>

<section class="card" aria-labelledby="reset-title">
<h2 id="reset-title" class="first">Start over</h2>
<p class="soft">Deletes everything, fills the sandbox again and returns the clock to real time.</p>
<div class="actions">
<button type="button" class="danger" data-reset="DEMO">With the demo world</button>
<button type="button" class="danger" data-reset="BARE">With the bare world</button>
</div>
</section>`;
