import { readdirSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { sendAsset } from './assets.ts';
import { Html, html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { siteNav } from './nav.ts';
import { sendPage } from './page.ts';

const folder = new URL('../../docs/guides/', import.meta.url);

interface Guide {
  readonly name: string;
  readonly title: string;
  /** The first paragraph, which says for whom it is. */
  readonly about: string;
  readonly text: string;
}

/** /guides: what docs/guides holds, as pages. A Markdown file there is a guide; images/ are its pictures. */
export function mountGuides(app: FastifyInstance, { config, address }: Services): void {
  const guides = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map(guideIn)
    .sort((one, other) => rank(one) - rank(other));
  const promises = guideIn('../versioning.md');
  const changes = guideIn('../../CHANGELOG.md');
  const nav = siteNav(config, '/guides');
  app.get('/guides', async (_, reply) =>
    sendPage(reply, {
      title: 'Guides',
      nav,
      main: html`<h1>Guides</h1>
<div class="grid">${[...guides, promises].map(
        ({ name, title, about }) =>
          html`<div class="card"><h2 class="first"><a href="/guides/${name}">${title}</a></h2><p class="soft">${about}</p></div>`,
      )}</div>
<p>For reference: <a href="/docs">every REST route</a>, <a href="/schema">every type of the graph</a>, <a href="/changelog">what changed</a>.</p>`,
    }),
  );
  const pages = [...guides, promises].map((guide) => ({ ...guide, url: `/guides/${guide.name}` }));
  for (const { url, title, text } of [...pages, { ...changes, url: '/changelog' }])
    app.get(url, async (_, reply) =>
      sendPage(reply, {
        title,
        nav,
        main: html`<article class="guide">${await renderMarkdown(text, address.publicUrl)}</article>`,
        css: guideStyle,
      }),
    );
  const types = { svg: 'image/svg+xml', png: 'image/png' };
  for (const [ending, type] of Object.entries(types))
    for (const file of readdirSync(new URL('images/', folder)).filter((one) => one.endsWith(`.${ending}`)))
      app.get(`/guides/images/${file}`, sendAsset({ type, file: () => new URL(`images/${file}`, folder) }));
}

/** As somebody new would read them; what is not named comes after these. */
const order = [
  'first-domain',
  'graphql-for-rest-users',
  'polling',
  'webhooks',
  'outcomes',
  'live-lists',
  'transfer',
  'dnssec',
  'confirmation',
  'money',
  'reservations',
];
const rank = ({ name }: Guide): number => (order.includes(name) ? order.indexOf(name) : order.length);

function guideIn(file: string): Guide {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const [, title = file, about = ''] = /^# (.*)\n+([\s\S]*?)\n\n/.exec(text) ?? [];
  const plain = about.replaceAll(/\]\([^()\s]{0,200}\)|[[*`]/g, '').replaceAll('\n', ' ');
  return { name: file.replace(/^.*\/|\.md$/g, ''), title, about: plain, text };
}

const guideStyle = new Html(`
.guide { max-width: 50rem; }
.guide img { display: block; max-width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem; margin: 1rem 0; }
.guide td, .guide th, .guide p, .guide li { overflow-wrap: anywhere; }
.guide ul { padding-left: 1.25rem; } .guide li { margin: .35rem 0; }
.guide .try { margin-top: .5rem; }
`);
