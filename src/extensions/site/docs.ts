import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import type { Services } from '../../apis/services.ts';
import type { Config } from '../../base/config.ts';
import { html } from '../kit/html.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { publishedSecret } from '../kit/published.ts';
import { pageFacts, pageScript } from '../kit/scripts.ts';
import { skeleton } from '../kit/skeleton.ts';
import { docsStyle } from './docs-style.ts';
import { hereStyle } from './here-style.ts';

/** /docs, to read the OpenAPI document and try it in a browser. */
export function mountDocs(app: FastifyInstance, { config }: Services): void {
  app.get('/docs', async (_, reply) =>
    sendPage(reply, {
      title: 'REST docs',
      description:
        'Every REST route of the registry with a working request: registrar, reservation and billing APIs.',
      nav: siteNav(config, '/docs'),
      main: html`<h1>REST documentation</h1>
<p>The documented APIs at their original paths. Each operation names its equivalent in the
<a href="/graphql">graph</a>. As a file: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${
  config.isTrial &&
  html`<p class="notice">The sandbox's credentials and a working request are filled in: open an operation and press Execute. A write that works only once
  is filled in as a dry run, which answers as if it were done but stores nothing: clear <code>Dry-Run</code> to do it.</p>`
}
<div class="site"><nav class="here" aria-label="On this page" hidden><details><summary>On this page</summary><ul></ul></details></nav>
<div id="docs">${skeleton(8)}<p class="skip">Loading the documentation …</p></div></div>
<noscript><p>This page needs JavaScript. The same for machines:
<a href="/openapi.json">openapi.json</a>.</p></noscript>
${pageFacts({ credentials: await sandboxCredentials(config) })}`,
      styles: ['/docs/swagger-ui.css'],
      css: html`${hereStyle}${docsStyle}`,
      script: pageScript(['here.ts', 'docs.ts'], ['/docs/swagger-ui-bundle.js']),
    }),
  );
}

/**
 * Returns the credentials of the sandbox, where every API is already authorized, so that "Execute" works at the first
 * click.
 */
async function sandboxCredentials(config: Config) {
  if (!config.isTrial) return null;
  const billingSecret = publishedSecret(config, 'BILLING_SECRET');
  return {
    registrar: { username: 'alpha', password: 'alpha-sandbox' },
    portal: publishedSecret(config, 'BUSINESS_REGISTRY_TOKENS'),
    billing: billingSecret && (await billingToken(billingSecret)),
  };
}

const billingToken = (secret: string): Promise<string> =>
  new SignJWT({ initiator: 'registry' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1d')
    .sign(new TextEncoder().encode(secret));
