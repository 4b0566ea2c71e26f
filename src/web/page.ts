import type { FastifyReply } from 'fastify';
import { Html, html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

export interface Page {
  readonly title: string;
  readonly main: Html;
  readonly status?: number;
  /** Only pages that need it may run their own script, by a nonce. */
  readonly script?: { readonly nonce: string; readonly source: string };
  /** Origins beside our own to which the answer to a form of this page may lead. */
  readonly formTargets?: readonly string[];
}

/** The one shell of every page a person sees: no outside assets, nothing inline but what a nonce allows. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { title, main, status = 200, script, formTargets = [] } = page;
  const scripts = script ? `'nonce-${script.nonce}'` : `'none'`;
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; ` +
        `form-action ${["'self'", ...formTargets].join(' ')}; ` +
        `base-uri 'none'; frame-ancestors 'none'; script-src ${scripts}`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Zonegraph</title>
<style>${stylesheet}</style>
</head>
<body>
<header><a href="/" class="brand">Zonegraph</a></header>
<main>${main}</main>
${script ? html`<script nonce="${script.nonce}">${rawScript(script.source)}</script>` : ''}
</body>
</html>`.text,
    );
}

// Our own source, from our own files; never anything of a request.
const rawScript = (source: string): Html => new Html(source);
