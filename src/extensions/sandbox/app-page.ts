import type { FastifyInstance } from 'fastify';
import type { StandInParts } from '../../apis/extension-points.ts';
import { urlAsCalled } from '../agents/oauth/protected-resource.ts';
import { html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { pageFacts, pageScript } from '../kit/scripts.ts';

/** /sandbox/app: an app that signs a person in, with the code of the guide, to try it without installing anything. */
export function mountAppPage(app: FastifyInstance, { config, address }: StandInParts): void {
  app.get('/sandbox/app', async (request, reply) => {
    // It talks to the registry by the one address that the registry gives itself.
    if (urlAsCalled({ config, address }, request) !== address.publicUrl)
      return reply.redirect(`${address.publicUrl}/sandbox/app`, 302);
    return sendPage(reply, {
      title: 'An app to sign in to',
      nav: siteNav(config, '/sandbox'),
      main: html`<h1>An app to sign in to</h1>
<p>This page is an app in your browser, without a server and without a secret. It asks Zonegraph to sign you in, gets an access token
with what you have agreed to, and asks the graph. Its code is in the guide <a href="/guides/sign-in-from-a-browser">Sign in from a browser</a>.
<a href="/sandbox">Back to the sandbox</a></p>
<p id="status" role="status"></p>
<div id="signed-out" class="card" hidden><p>Sign in as <code>alpha</code> with the password <code>alpha-sandbox</code>.</p>
<div class="actions"><button type="button" id="sign-in">Sign in with Zonegraph</button></div></div>
<div id="signed-in" class="card" hidden><div class="actions"><button type="button" id="ask">Ask for five domains</button>
<button type="button" class="quiet" id="sign-out">Sign out</button></div>
<pre tabindex="0" aria-label="The answer"><code id="answer"></code></pre></div>
${pageFacts({ registry: address.publicUrl })}`,
      script: pageScript('sandbox-app.ts'),
    });
  });
}
