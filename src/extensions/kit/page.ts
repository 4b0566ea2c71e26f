import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { retryAfterOf, type Unavailable } from '../../base/errors.ts';
import { type Language, languages, sayIn } from '../../registry/rules/words/words.ts';
import { icon } from './drawn-icons.ts';
import { Html, html } from './html.ts';
import { iconLinks } from './icons.ts';
import { languageOf } from './language.ts';
import { logo } from './logo.ts';
import { stylesheet } from './stylesheet.ts';

export interface Page {
  readonly title: string;
  /** The description for search engines. */
  readonly description?: string;
  readonly main: Html;
  /** English when left out. */
  readonly language?: Language;
  /** The page exists in the other language at the same URL. */
  readonly switchesLanguage?: boolean;
  readonly status?: number;
  /** The cache-control header; by default the page is not cached. */
  readonly cacheControl?: string;
  /** The page's own script, allowed by a nonce; `before` are scripts of ours that it depends on. */
  readonly script?: { readonly nonce: string; readonly source: string; readonly before?: readonly string[] };
  /** True if its script starts workers and loads modules of ours. */
  readonly workers?: boolean;
  /** Stylesheets in addition to the common one: linked ones first, then `css`. */
  readonly styles?: readonly string[];
  readonly css?: Html;
  /** Other origins to which a form of this page may redirect. */
  readonly formTargets?: readonly string[];
  /** The origins whose pages may show this one in a frame; none by default. */
  readonly embedders?: readonly string[];
  /** True if the page is shown in a frame, where it leaves out what belongs to our site. */
  readonly isFramed?: boolean;
  /** The footer for developers and operators; customers and registrants get none. A page may have its own. */
  readonly nav?: readonly NavLink[] | Html;
  readonly footer?: Html;
}

export interface NavLink {
  readonly href: string;
  readonly text: string;
  readonly current?: boolean;
}

/** The frame of every page: no assets from elsewhere, and nothing inline without a nonce. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { title, main, status = 200, script, styles = [], css, formTargets = [], nav, footer } = page;
  const { embedders = [], isFramed = false } = page;
  const { language = 'en', switchesLanguage } = page;
  // Developers and operators can search from everywhere (src/extensions/kit/browser/search.ts).
  const isSearched = nav !== undefined && !(nav instanceof Html);
  const nonce = script?.nonce ?? randomBytes(16).toString('base64');
  const scripts = script || isSearched ? `'nonce-${nonce}'` : `'none'`;
  // Third-party stylesheets come with third-party scripts, which set inline styles.
  const styling = styles.length > 0 ? "'unsafe-inline' 'self'" : `'nonce-${nonce}'`;
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${styling}; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; ` +
        `form-action ${["'self'", ...formTargets].join(' ')}; ` +
        `base-uri 'none'; frame-ancestors ${embedders.length > 0 ? embedders.join(' ') : "'none'"}; script-src ${scripts}${page.workers ? "; worker-src 'self'" : ''}`,
    )
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', page.cacheControl ?? 'no-store');
  // It cannot name origins, so it must be missing where some may frame the page.
  if (embedders.length === 0) reply.header('x-frame-options', 'DENY');
  return reply.send(
    html`<!doctype html>
<html lang="${language}"${isFramed && new Html(' class="framed"')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${page.description && html`<meta name="description" content="${page.description}">`}
${new Html(iconLinks)}
<title>${title === 'Zonegraph' ? title : `${title} · Zonegraph`}</title>
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
<style nonce="${nonce}">${stylesheet}${css}</style>
</head>
<body>
<a class="skip" href="#main">${sayIn(language)('skip')}</a>
${
  !isFramed &&
  html`<header>
<a href="/" class="brand">${new Html(logo)} Zonegraph</a>
${nav instanceof Html ? nav : nav && html`<nav aria-label="Site">${nav.map(navLink)}</nav>${searchLink}`}
${switchesLanguage && languages.filter((other) => other !== language).map(languageLink)}
</header>`
}
<main id="main">${main}</main>
${footer && html`<footer>${footer}</footer>`}
${script?.before?.map((src) => html`<script nonce="${script.nonce}" src="${src}"></script>`)}
${script && html`<script nonce="${script.nonce}">${rawScript(script.source)}</script>`}
${isSearched && html`<script nonce="${nonce}" src="/assets/search.js" defer></script>`}
</body>
</html>`.text,
  );
}

/** The 404 page, for registrants as well as developers. */
export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  const language = languageOf(reply.request);
  const say = sayIn(language);
  return sendPage(reply, {
    title: say('nothingHereTitle'),
    language,
    switchesLanguage: true,
    main: html`<div class="narrow"><h1>${say('nothingHereTitle')}</h1><div class="card">
<p>${say('nothingHere')}</p>
<p><a href="/">${say('frontPage')}</a></p>
<p class="soft" lang="en"><a href="/guides">Guides</a>, <a href="/docs">REST docs</a>, <a href="/schema">the schema</a>,
<a href="/graphql">GraphiQL</a></p></div></div>`,
    status: 404,
  });
}

/** The page for a visitor while the server cannot answer. */
export function sendNotNow(reply: FastifyReply, { failure }: Unavailable): FastifyReply {
  const wait = retryAfterOf(failure);
  if (wait !== undefined) reply.header('retry-after', wait);
  const language = languageOf(reply.request);
  const say = sayIn(language);
  const title = say('notNowTitle');
  return sendPage(reply, {
    title,
    language,
    main: html`<div class="narrow"><h1>${title}</h1><div class="card"><p>${say('notNow')}</p></div></div>`,
    status: 503,
  });
}

const languageLink = (language: Language): Html =>
  html`<a class="language" href="?lang=${language}" hreflang="${language}" lang="${language}">${sayIn(language)('language')}</a>`;

const searchLink = html`<a class="search" href="/guides/search">${icon('search')}<span>Search</span></a>`;

const navLink = ({ href, text, current }: NavLink): Html =>
  html`<a href="${href}"${current ? new Html(' aria-current="page"') : ''}>${text}</a>`;

// Markup from our own source files, never from a request.
const rawScript = (source: string): Html => new Html(source);
