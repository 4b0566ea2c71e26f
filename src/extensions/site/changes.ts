import type { FastifyInstance } from 'fastify';
import type { Services } from '../../apis/services.ts';
import { html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { pageScript } from '../kit/scripts.ts';

/** /changes: a registrar's user uploads a file of changes, sees what each row does, and applies exactly that. */
export function mountChanges(app: FastifyInstance, { config }: Services): void {
  // The registry behind a facade has no all-or-nothing write.
  if (!config.ownsRegistry) return;
  app.get('/changes', async (_, reply) =>
    sendPage(reply, {
      title: 'Changes',
      description:
        'Renewals, nameservers, contacts and transfers from a file: shown row by row, then done all at once.',
      nav: siteNav(config, '/changes'),
      main: html`<h1>Changes from a file</h1>
<p>Renewals, nameservers, contacts and transfers: each row is shown with its price and the reasons against it, and all are done, or none.
<a href="/guides/changes">The columns, and example files</a></p>
<noscript><p class="notice">This page needs JavaScript. The command line does the same: zonegraph apply changes.csv</p></noscript>

<section class="card" aria-labelledby="who-title">
<h2 class="first" id="who-title">Who you are</h2>
<p id="signed-in" hidden><span id="who"></span> <button type="button" class="quiet compact" id="sign-out">Sign out</button></p>
<form id="sign-in">
<p class="soft small">Until you sign out or close this browser tab. You are signed in to GraphiQL, too.${
        config.isTrial && ' The sandbox has the user alpha with the password alpha-sandbox.'
      }</p>
<div class="fields">
<label>User <input type="text" name="username" autocomplete="username" autocapitalize="none" spellcheck="false"></label>
<label>Password <input type="password" name="password" autocomplete="current-password"></label>
<label>or a token <input type="password" name="token" autocomplete="off" spellcheck="false"></label>
<button>Sign in</button>
</div>
<p id="sign-in-problem" class="bad" role="alert"></p>
</form>
</section>

<form class="card" id="file-form">
<h2 class="first">The file</h2>
<div class="fields"><label>Choose a CSV file <input type="file" id="file" accept=".csv,text/csv,text/plain"></label></div>
<label for="csv">or paste it</label>
<textarea id="csv" rows="8" spellcheck="false" autocomplete="off" placeholder="action,domain,period&#10;renew,tamm.ee,1y"></textarea>
<div class="actions"><button id="show">Show what it does</button></div>
</form>

<section class="card" id="result" aria-labelledby="result-title" hidden>
<h2 class="first" id="result-title" tabindex="-1">What it does</h2>
<p id="said" role="status"></p>
<ul id="mistakes" class="bad"></ul>
<label id="only" hidden><input type="checkbox" id="only-wrong"> only rows that cannot be done</label>
<div class="scroll" id="table" role="region" aria-label="Rows" tabindex="0" hidden></div>
<p id="more" class="soft small"></p>
<div class="actions"><button type="button" id="apply" hidden>Apply exactly this</button></div>
</section>`,
      css: html`
.fields { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; }
.fields label { display: grid; gap: .2rem; min-width: 0; }
input[type="password"] { font: inherit; padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); }
input { max-width: 100%; }
#file-form > label { display: block; margin: 1rem 0 .3rem; }
textarea { width: 100%; font: .9rem/1.5 var(--mono); padding: .6rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: var(--ink); }
#table td { vertical-align: top; overflow-wrap: anywhere; } #table td.number { text-align: right; white-space: nowrap; }
#table tr.wrong td { background: var(--bad-tint); } #table tr.changed td { background: var(--warn-tint); }
#table p { margin: 0; } #mistakes:empty { display: none; } [hidden] { display: none !important; }
@media (max-width: 40rem) { #table table { min-width: 34rem; } }
`,
      script: pageScript('changes.ts'),
    }),
  );
}
