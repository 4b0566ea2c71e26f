import { snippets } from './browser/snippets.ts';
import { Html, html } from './html.ts';

/** Strings, comments, numbers and words: one pattern for all languages of our guides. */
const tokens =
  /(?<string>"[^"\n]*"|'[^']*')|(?<comment>(?<=^|\s)(?:#|\/\/|--)[ !].*)|(?<address>https?:[^\s'"]+)|(?<number>\b\d[\d.]*\b)|(?<word>[A-Za-z_]\w*)/gm;

const keywords: ReadonlySet<string> = new Set(
  `query mutation subscription fragment on const let import from export await async function return for of if new type curl npm npx node
  select where and or group by order limit create as print docker true false null`.split(/\s+/),
);

/** Code with syntax colours. */
export function coloured(code: string): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(tokens)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (kind === 'address' || (kind === 'word' && !keywords.has(text))) continue;
    parts.push(html`${code.slice(at, index)}<span class="${kind}">${text}</span>`);
    at = index + text.length;
  }
  return html`${parts}${code.slice(at)}`;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The words of a command, as a shell reads them: single quotes keep everything. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  for (const [, quoted, plain] of command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|([^\s']+)/g))
    words.push(quoted ?? plain ?? '');
  return words;
}

/** The request of a plain curl command; undefined for anything else. */
function requestOf(command: string): Request | undefined {
  if (!command.startsWith('curl ') || /[|$`"]\s|[<>;&]|\$\(|\n(?! )/.test(command.replaceAll(/'[^']*'/g, '')))
    return undefined;
  const [, ...words] = wordsOf(command.trim());
  const headers: Record<string, string> = {};
  let url: string | undefined;
  let method: string | undefined;
  let body: string | undefined;
  let isQuery = false;
  const query = new URLSearchParams();
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-u') headers.authorization = `Basic ${Buffer.from(words.shift() ?? '').toString('base64')}`;
    else if (word === '-X') method = words.shift();
    else if (word === '-G') isQuery = true;
    else if (isQuery && (word === '-d' || word === '--data-urlencode')) {
      const [name = '', ...value] = (words.shift() ?? '').split('=');
      // A whole document in a URL would be unreadable.
      if (name === 'query') return undefined;
      query.append(name, value.join('='));
    } else if (word === '-d') body = words.shift();
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(':');
      headers[name.trim()] = value.join(':').trim();
    } else if (word.startsWith('-') || url !== undefined) return undefined;
    else url = word;
  }
  return url === undefined
    ? undefined
    : {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        url: isQuery ? `${url}?${query}` : url,
        headers,
        body,
      };
}

const tabs = { curl: undefined, JavaScript: snippets.TypeScript, Python: snippets.Python };

/** Numbers the blocks of a page, because buttons and tabs refer to them by id. */
export class CodeBlocks {
  #count = 0;

  /** A code block with a copy button; a request is shown in other languages too. */
  show(code: string, language: string | undefined): Html {
    const request = language === 'sh' ? requestOf(code) : undefined;
    if (!request) return this.#block(code);
    this.#count += 1;
    const name = `tabs-${this.#count}`;
    const shown = Object.entries(tabs).map(([title, write], index) => ({
      title,
      id: `${name}-${index}`,
      block: this.#block(write ? write(request) : code),
      isFirst: index === 0,
    }));
    return html`<div class="tabs" role="group" aria-label="In which language">${shown.map(
      ({ title, id, block, isFirst }) =>
        html`<input type="radio" name="${name}" id="${id}"${isFirst ? new Html(' checked') : ''}><label for="${id}">${title}</label>
<div class="tab">${block}</div>`,
    )}</div>`;
  }

  #block(code: string): Html {
    this.#count += 1;
    const id = `code-${this.#count}`;
    return html`<div class="copyable"><pre tabindex="0" id="${id}">${coloured(code)}</pre>
<button type="button" class="quiet compact" data-copy="${id}" aria-label="Copy this code">Copy</button></div>`;
  }
}

export const codeStyle = new Html(`
.copyable pre { white-space: pre-wrap; overflow-wrap: anywhere; }
pre .string { color: var(--good); } pre .comment { color: var(--soft); font-style: italic; } pre .number { color: var(--warn); }
.answer { margin: .5rem 0 1.5rem 1.25rem; } .answer > p { margin: 0; color: var(--soft); font-size: .85rem; } .answer .copyable { margin-top: .2rem; } .answer pre { max-height: 24rem; overflow-y: auto; background: none; }
pre .word { color: var(--accent); }
.tabs { display: flex; flex-wrap: wrap; margin-top: .75rem; } .tabs > .tab { display: none; order: 9; width: 100%; }
.tabs > input { position: absolute; opacity: 0; } .tabs > input:checked + label + .tab { display: block; } .tabs .copyable { margin-top: .25rem; }
.tabs > label { padding: .25rem .7rem; border-radius: 8px; color: var(--soft); font-size: .9rem; cursor: pointer; }
.tabs > input:checked + label { background: var(--tint); color: var(--ink); font-weight: 600; }
.tabs > input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
`);
