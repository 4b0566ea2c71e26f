import { Html, html } from './html.ts';

/** Our own Markdown as a part of a page: a question can be opened in GraphiQL, commands name this server. */
export async function renderMarkdown(text: string, url: string): Promise<Html> {
  // Guides are read seldom: who serves none does not load it.
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${anchorOf(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // A file that is no page is in the repository only.
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return isServed.test(href) ? `<a href="${href}">${words}</a>` : words;
      },
      code({ text: code, lang = '' }) {
        const [language, ...facts] = lang.split(' ');
        const shown = html`<pre tabindex="0">${code.replaceAll('http://127.0.0.1:4000', url)}</pre>`;
        if (language !== 'graphql') return shown.text;
        return html`${shown}<p class="try"><a href="${graphiqlLink(code, facts)}">Open it in GraphiQL</a></p>`
          .text;
      },
    },
    walkTokens(token) {
      // Guides name each other by their files, as one reads them in the repository.
      if (token.type === 'link')
        token.href = token.href
          .replace(/^(?:\.\.\/)?(?:docs\/)?(?:guides\/)?([\w-]+)\.md(#|$)/, '/guides/$1$2')
          .replace('/guides/CHANGELOG', '/changelog');
    },
  });
  return new Html(await marked.parse(text));
}

/** Elsewhere, on this server, or on this page. */
const isServed = /^(?:https?:|\/|#)/;

/** As the repository's readers know it: `#1-when-do-our-domains-expire`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The question stands in the fragment of the address, which browsers send to no server; the facts say who asks and how it is shown. */
function graphiqlLink(query: string, facts: readonly string[]): string {
  const reported = facts.map((fact) => fact.split('=') as [string, string]);
  return `/graphql#${new URLSearchParams([['query', query], ...reported])}`;
}
