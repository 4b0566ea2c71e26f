import { readdirSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { openapiOf } from '../../apis/rest/openapi-route.ts';
import type { Services } from '../../apis/services.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { sendAsset } from '../kit/assets.ts';
import { finder } from '../kit/browser/finding.ts';
import { codeStyle } from '../kit/code.ts';
import { Html, html } from '../kit/html.ts';
import { headingsOf, renderMarkdown } from '../kit/markdown.ts';
import { siteNav } from '../kit/nav.ts';
import { sendPage } from '../kit/page.ts';
import { pageScript } from '../kit/scripts.ts';
import { examplePages } from './example-pages.ts';
import {
  changelogPage,
  firstSentence,
  type GuidePage,
  type GuideSection,
  guideSections,
} from './guide-pages.ts';
import { found, searchIndex } from './guide-search.ts';
import { hereStyle } from './here-style.ts';
import { mountSearch } from './search.ts';
import { searchEntries } from './search-index.ts';

const images = new URL('../../../docs/guides/images/', import.meta.url);

/** /guides: the guides, the operator's manual and the rule book, by reader. */
export function mountGuides(app: FastifyInstance, services: Services, schema: GraphQLSchema): void {
  const { config, address } = services;
  let read: Site | undefined;
  // Rendered at the first request, to keep the start fast.
  const site = (): Site => {
    read ??= readSite();
    return read;
  };
  const nav = siteNav(config, '/guides');
  let index: ReturnType<typeof searchIndex> | undefined;
  let entries: ReturnType<typeof searchEntries> | undefined;
  const everything = () => {
    entries ??= searchEntries(site().guides, openapiOf(services), schema);
    return entries;
  };
  let find: ReturnType<typeof finder> | undefined;
  mountSearch(app, everything);
  const rendered = new Map<string, Promise<Html>>();
  const articleOf = async (page: GuidePage): Promise<Html> =>
    html`<article>${await getOrCreate(rendered, page.url, () =>
      renderMarkdown(page.text, { file: page.file, urls: site().urls, url: address.publicUrl }),
    )}</article>`;
  const send = (
    reply: FastifyReply,
    title: string,
    description: string,
    main: Html,
    here?: string,
    onThisPage?: Html,
  ) =>
    sendPage(reply, {
      title,
      description,
      nav,
      main: html`<p class="to-contents"><a href="#contents">Search, and all guides</a></p><div class="site">${onThisPage}<div class="guide">${main}</div>${contents(site().sections, here)}</div>
<p id="copied" class="skip" role="status" aria-live="polite"></p>`,
      css: guideStyle,
      script: pageScript(['copy.ts', 'here.ts']),
    });
  app.get('/guides', async (_, reply) =>
    send(
      reply,
      'Guides',
      'How to register domains, query the graph and run the registry, and all its rules.',
      html`<h1 id="guides">Guides</h1>
${site().sections.map(
  ({ title, pages: listed }) => html`<h2>${title}</h2>
<ul class="index">${listed.map((page) => html`<li><a href="${page.url}">${page.title}</a><span class="soft small">${firstSentence(page.about)}</span></li>`)}</ul>`,
)}
<p>For reference: <a href="/docs">every REST route</a>, <a href="/schema">every type of the graph</a>, <a href="/changelog">what changed</a>.</p>`,
    ),
  );
  app.get<{ Querystring: { q?: unknown } }>('/guides/search', async ({ query: { q } }, reply) => {
    const words = typeof q === 'string' ? q.slice(0, 200) : '';
    index ??= searchIndex(site().guides);
    const hits = found(index, words);
    find ??= finder([...everything()]);
    const others = words ? find(words, 30).filter(({ kind }) => kind === 'REST' || kind === 'Schema') : [];
    return send(
      reply,
      'Search',
      'Finds sections of the guides and of the rule book, REST routes, and types of the graph.',
      html`<h1 id="search">${words ? html`Sections about “${words}”` : 'Search'}</h1>
${words && hits.length + others.length === 0 && html`<p>Nothing was found. Fewer or other words may help.</p>`}
<ul class="listed">${hits.map(
        ({ url, title, page, text }) =>
          html`<li><a href="${url}">${title}</a> <span class="tag">${page}</span><br><span class="soft small">${text}</span></li>`,
      )}</ul>
${others.length > 0 && html`<h2>REST routes and the schema</h2><ul class="listed">${others.map(({ url, title, place, kind }) => html`<li><a href="${url}">${title}</a> <span class="soft small">${kind}${place && html` · ${place}`}</span></li>`)}</ul>`}`,
    );
  });
  // One route for all pages and one for all pictures: seventy routes would slow down each start.
  app.get<Rest>('/guides/*', async ({ params }, reply) => {
    const { guides, examples } = site();
    const url = `/guides/${params['*']}`;
    const place = guides.findIndex((page) => page.url === url);
    const page = guides[place] ?? examples.find((one) => one.url === url);
    if (!page) return reply.callNotFound();
    const article = await articleOf(page);
    const headings = contentsOf(page.text);
    if (place < 0) return send(reply, page.title, page.about, article, undefined, headings);
    const along = html`${article}
<nav class="along" aria-label="Along the guides">${beside(guides[place - 1], 'Previous')}${beside(guides[place + 1], 'Next')}</nav>`;
    return send(reply, page.title, page.about, along, url, headings);
  });
  app.get('/changelog', async (_, reply) => {
    const { changes } = site();
    return send(
      reply,
      changes.title,
      changes.about,
      await articleOf(changes),
      undefined,
      contentsOf(changes.text),
    );
  });
  const pictures = new Map(
    readdirSync(images).map((file) => [
      file,
      sendAsset({
        type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
        file: () => new URL(file, images),
      }),
    ]),
  );
  app.get<Rest>('/guides/images/*', async (request, reply) => {
    const sendPicture = pictures.get(request.params['*']);
    return sendPicture ? sendPicture(request, reply) : reply.callNotFound();
  });
}

type Rest = { Params: { '*': string } };
type Site = ReturnType<typeof readSite>;

function readSite() {
  const sections = guideSections();
  const guides = sections.flatMap((section) => section.pages);
  const [changes, examples] = [changelogPage(), examplePages()];
  const urls = new Map([...guides, ...examples, changes].map(({ file, url }) => [file, url]));
  return { sections, guides, changes, examples, urls };
}

const beside = (page: GuidePage | undefined, where: 'Previous' | 'Next'): Html =>
  page
    ? html`<a href="${page.url}" rel="${where === 'Next' ? 'next' : 'prev'}"><span class="soft small">${where}</span><br>${page.title}</a>`
    : html`<span></span>`;

/** The sections of a page that is too long for one look; beside it on a wide screen, above it elsewhere. */
function contentsOf(text: string): Html | undefined {
  const headings = headingsOf(text);
  if (headings.length < 3) return undefined;
  return html`<nav class="here" aria-label="On this page"><details open><summary>On this page</summary><ul>${headings.map(
    ({ id, text: words, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${words}</a></li>`,
  )}</ul></details></nav>`;
}

const contents = (
  sections: readonly GuideSection[],
  here: string | undefined,
): Html => html`<nav class="contents" id="contents" aria-label="Guides">
<form action="/guides/search" role="search" data-search><label for="q">Search everything</label>
<input id="q" name="q" type="search" maxlength="200" required><button class="quiet compact">Search</button></form>
${sections.map(
  ({ title, pages }) =>
    html`<h2 class="first">${title}</h2><ul>${pages.map(
      ({ url, title: name }) =>
        html`<li><a href="${url}"${url === here ? new Html(' aria-current="page"') : ''}>${name}</a></li>`,
    )}</ul>`,
)}</nav>`;

const guideStyle = new Html(`
body > header, main, body > footer { max-width: 90rem; }
.site { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 2.75rem; align-items: start; } .guide { grid-column: 2; grid-row: 2; max-width: 50rem; }
${hereStyle.text}
@media (min-width: 88rem) { .site { grid-template-columns: 15rem minmax(0, 1fr) 14rem; } }
h2[id], h3[id] { scroll-margin-top: 1rem; }
.diagram { overflow-x: auto; margin: 1.25rem 0; } .guide .diagram img { background: none; border: 0; border-radius: 0; padding: 0; margin: 0 auto; max-width: none; width: max(100%, 34rem); }
@media (min-width: 56.01rem) { .guide .diagram img { width: auto; max-width: 100%; } }
.contents { grid-column: 1; grid-row: 1 / span 2; font-size: .92rem; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; padding: .75rem .5rem 1rem 0; }
.contents h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .04em; color: var(--soft); margin: 1.1rem 0 .3rem; }
.contents form .hits { position: static; width: 100%; margin-top: .35rem; max-height: 50vh; } .contents .hits li { flex-wrap: wrap; gap: .1rem .5rem; } .contents .hits a { flex-basis: 100%; padding: 0; }
.contents ul { list-style: none; margin: 0; padding: 0; } .contents li a { display: block; padding: .22rem .6rem; border-radius: 7px; color: var(--ink); text-decoration: none; }
.contents li a:hover, .contents a[aria-current] { background: var(--tint); } .contents a[aria-current] { font-weight: 600; }
.contents form { display: flex; flex-wrap: wrap; gap: .35rem; } .contents label { width: 100%; color: var(--soft); font-size: .85rem; }
.contents input { flex: 1; min-width: 0; font: inherit; padding: .3rem .5rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--ink); }
.guide img { display: block; max-width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem; margin: 1rem 0; }
.guide .scroll { margin: 1rem 0; } .guide p, .guide li { overflow-wrap: anywhere; } .guide td, .guide th { min-width: 6rem; overflow-wrap: break-word; }
.guide ul { padding-left: 1.25rem; } .guide li { margin: .35rem 0; } .guide h3 { margin-top: 1.75rem; }
.guide .index { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: .9rem; } .guide .index + h2 { margin-top: 2.25rem; }
.index li { position: relative; margin: 0; padding: .9rem 1.1rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); } .index li:hover { border-color: var(--accent); }
.guide .index li { margin: 0; } .index a { display: block; margin-bottom: .2rem; font-weight: 600; text-decoration: none; } .index a::after { content: ""; position: absolute; inset: 0; border-radius: inherit; } .index span { display: block; line-height: 1.45; }
.guide .listed { list-style: none; padding: 0; } .listed .tag { white-space: normal; } .guide .try { margin-top: .5rem; }
.along { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); } .along a[rel="next"] { text-align: right; }
@media (min-width: 56.01rem) { .to-contents { display: none; } }
@media (max-width: 56rem) { .site { display: block; } .contents { position: static; max-height: none; margin-top: 2.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); } }
${codeStyle.text}
`);
