import { anchorOf } from '../kit/markdown.ts';
import type { GuidePage } from './guide-pages.ts';

/** A section of a page in the search index. */
interface Section {
  readonly url: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly searched: string;
}

/** Indexes all pages at the first search; no search leaves the server. */
export const searchIndex = (pages: readonly GuidePage[]): readonly Section[] => pages.flatMap(sectionsOf);

/** The sections of one page. */
export const sectionsOf = ({ url, title: page, text: whole }: GuidePage): readonly Section[] =>
  partsOf(whole).map(([head = '', ...lines]) => {
    const title = head.replace(/^#+ /, '').replaceAll('`', '');
    // The server's own URL is in every example.
    const text = lines
      .filter((line) => !line.startsWith('```'))
      .join(' ')
      .replaceAll('http://127.0.0.1:4000', '');
    // A lone asterisk is SQL, not Markdown.
    const plain = text.replaceAll(/\]\([^()\s]{0,200}\)|[[`|]|\*(?=\S)|(?<=\S)\*/g, '');
    return {
      url: head.startsWith('# ') ? url : `${url}#${anchorOf(title)}`,
      title,
      page,
      text: plain,
      searched: `${title} ${plain}`.toLowerCase(),
    };
  });

/** The lines of each section; a # inside a code block is a comment, not a heading. */
function partsOf(text: string): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const last = parts.at(-1);
    if (last === undefined || (!isCode && /^#{1,3} /.test(line))) parts.push([line]);
    else last.push(line);
  }
  return parts;
}

const most = 30;
const aroundIt = 140;

/** The sections with all words, else those with most of them; matches in titles come first. */
export function found(index: readonly Section[], query: string): readonly Section[] {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu) ?? []).slice(0, 8);
  if (words.length === 0) return [];
  const counted = index.map((section) => ({ section, count: hits(section.searched, words) }));
  const best = Math.max(...counted.map(({ count }) => count));
  // Short words occur in every title.
  const telling = words.filter((word) => word.length > 3);
  const weight = ({ title }: Section): number => hits(title.toLowerCase(), telling);
  return counted
    .filter(({ count }) => count === best && 2 * count > words.length)
    .map(({ section }) => section)
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, most)
    .map((section) => ({ ...section, text: excerpt(section.text, telling[0] ?? words[0] ?? '') }));
}

const hits = (text: string, words: readonly string[]): number =>
  words.filter((word) => text.includes(word)).length;

/** An excerpt of whole words around the first match. */
function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - aroundIt / 2);
  const begin = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const rest = text.slice(begin, begin + aroundIt);
  const isWhole = begin + aroundIt >= text.length;
  const shown = isWhole ? rest : rest.slice(0, rest.lastIndexOf(' ') + 1) || rest;
  return `${begin > 0 ? '… ' : ''}${shown.trim()}${isWhole ? '' : ' …'}`;
}
