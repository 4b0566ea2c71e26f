import { basename } from 'node:path';
import { CodeBlocks } from './code.ts';
import { Html, html } from './html.ts';

/** The file of a text, the URLs of the files that it links to, and the URL of this server. */
interface Place {
  readonly file: string;
  readonly urls: ReadonlyMap<string, string>;
  readonly url: string;
}

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

/** The sections of a page, for "On this page"; a # inside a code block is a comment. */
export function headingsOf(text: string): readonly Heading[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^(#{2,3}) (.+)$/gm)].map(([, signs = '', words = '']) => ({
    id: anchorOf(words),
    text: words.replaceAll(/\]\([^()\s]{0,200}\)|[[`*]/g, ''),
    depth: signs.length,
  }));
}

/** Renders our own Markdown: queries can be opened in GraphiQL, commands use this server's URL. */
export async function renderMarkdown(text: string, { file, urls, url }: Place): Promise<Html> {
  // Loaded on demand: many processes never serve a guide.
  const { Marked } = await import('marked');
  const blocks = new CodeBlocks();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${anchorOf(words)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      table(token) {
        const { header, rows } = token;
        const row = (
          cells: typeof header, // An empty heading row is left out.
        ) =>
          cells
            .map((cell) => (cell.header && cell.text === '' ? '<td></td>' : this.tablecell(cell)))
            .join('');
        const body = rows.map((cells) => this.tablerow({ text: row(cells) })).join('');
        return `<div class="scroll" tabindex="0"><table><thead>${this.tablerow({ text: row(header) })}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      // A file without a page exists only in the repository.
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        return isServed.test(href) ? `<a href="${href}">${words}</a>` : words;
      },
      code({ text: code, lang = '' }) {
        const [language, ...facts] = lang.split(' ');
        if (language === 'mermaid') return diagram(code, file).text;
        const shown = blocks.show(code, language);
        if (facts.includes('answer')) return html`<div class="answer"><p>Answer</p>${shown}</div>`.text;
        if (language !== 'graphql') return shown.text;
        return html`${shown}<p class="try"><a href="${graphiqlLink(code, facts)}">Open it in GraphiQL</a></p>`
          .text;
      },
    },
    walkTokens(token) {
      // Texts link to each other by file, as in the repository.
      if (token.type === 'link' && !isServed.test(token.href)) {
        const { pathname, hash } = new URL(token.href, `file://${file}`);
        const page = urls.get(pathname);
        token.href = page ? page + hash : '';
      }
      if (token.type === 'image') token.href = token.href.replace(/^images\//, '/guides/images/');
    },
  });
  return new Html(await marked.parse(text.replaceAll('http://127.0.0.1:4000', url)));
}

/** The states of a document, drawn by docs/diagrams; each document has at most one such diagram. */
function diagram(source: string, file: string): Html {
  const name = basename(file, '.md');
  const words = new Map(
    [...source.matchAll(/state "([^"]+)" as (\w+)/g)].map(([, said = '', id = '']) => [id, said]),
  );
  const ways = source.split('\n').flatMap((line) => {
    const [from = '', arrow, to = '', colon, ...label] = line.trim().split(' ');
    if (arrow !== '-->') return [];
    const [before, after] = [from, to].map((id) => (id === '[*]' ? undefined : (words.get(id) ?? id)));
    const way = [before ? `from ${before}` : 'from the beginning', after ? `to ${after}` : 'to the end'].join(
      ' ',
    );
    return [colon === ':' ? `${way}: ${label.join(' ')}` : way];
  });
  return html`<div class="diagram" tabindex="0" role="group" aria-label="Diagram"><img src="/guides/images/states-${name}.svg" alt="States and the ways between them. ${ways.join('; ')}."></div>
`;
}

/** A link to another site, this server, or this page. */
const isServed = /^(?:https?:|\/|#)/;

/** Returns the anchor of a heading, as on GitHub: `#1-when-do-our-domains-expire`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/**
 * A link that opens a query in GraphiQL. The fragment, which browsers do not send to the server, holds the query; the
 * facts are its caller, variables and view.
 */
function graphiqlLink(query: string, facts: readonly string[]): string {
  const reported = facts.map((fact) => fact.split('=') as [string, string]);
  return `/graphql#${new URLSearchParams([['query', query], ...reported])}`;
}
