import type { GuidePage } from './guide-pages.ts';
import { anchorOf } from './markdown.ts';

/** A section of a page, as it is searched. */
interface Section {
  readonly url: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly searched: string;
}

/** Made at the first search from all pages: nothing is fetched, and nobody is told what is looked for. */
export const searchIndex = (pages: readonly GuidePage[]): readonly Section[] =>
  pages.flatMap(({ url, title: page, text: whole }) =>
    whole.split(/^(?=#{1,3} )/m).map((part) => {
      const [head = '', ...lines] = part.split('\n');
      const title = head.replace(/^#+ /, '').replaceAll('`', '');
      // The server's own address is the same in every example.
      const text = lines.join(' ').replaceAll('http://127.0.0.1:4000', '');
      const plain = text.replaceAll(/\]\([^()\s]{0,200}\)|[[*`|]/g, '');
      return {
        url: head.startsWith('# ') ? url : `${url}#${anchorOf(title)}`,
        title,
        page,
        text: plain,
        searched: `${title} ${plain}`.toLowerCase(),
      };
    }),
  );

const most = 30;
const aroundIt = 140;

/** The sections that have all words, those first that have them in their titles. */
export function found(index: readonly Section[], query: string): readonly Section[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  if (words.length === 0) return [];
  const weight = ({ title }: Section): number =>
    words.filter((word) => title.toLowerCase().includes(word)).length;
  return index
    .filter(({ searched }) => words.every((word) => searched.includes(word)))
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, most)
    .map((section) => {
      const at = Math.max(0, section.text.toLowerCase().indexOf(words[0] ?? '') - aroundIt / 2);
      return { ...section, text: `${at > 0 ? '… ' : ''}${section.text.slice(at, at + aroundIt).trim()} …` };
    });
}
