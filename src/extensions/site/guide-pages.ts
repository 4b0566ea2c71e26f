import { readdirSync, readFileSync } from 'node:fs';
import { withLocalCommands } from '../../base/cli-name.ts';

const root = new URL('../../../', import.meta.url);

/** A Markdown file of the repository as a page. */
export interface GuidePage {
  /** The path in the repository, by which other pages link to it. */
  readonly file: string;
  readonly url: string;
  readonly title: string;
  /** The first paragraph, which names its readers. */
  readonly about: string;
  readonly text: string;
}

export interface GuideSection {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

/** The guides by reader, in order; a guide that is missing here comes under the last heading. */
const sections: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Begin here', ['tour', 'first-domain', 'graphql-for-rest-users', 'glossary']],
  [
    'Registrars',
    [
      'polling',
      'webhooks',
      'outcomes',
      'changes',
      'transfer',
      'dnssec',
      'confirmation',
      'money',
      'tokens',
      'agents',
      'approvals',
      'paging-and-limits',
      'errors',
    ],
  ],
  ['Portals', ['reservations']],
  ['Frontend teams', ['client', 'sign-in-from-a-browser', 'apollo', 'urql', 'relay', 'live-lists']],
  ['Analysts', ['analysts']],
  ['Operators', ['../operating', 'facade', '../growth', '../bench']],
  ['Reference', ['../versioning', '../twins', '../errors']],
];
/** The order of the rule book's own table of contents. */
const rules = [
  ...[
    'README',
    'registrar',
    'reservation',
    'billing',
    'self-service',
    'graph',
    'access',
    'webhooks',
    'questions',
  ],
  ...['product', 'rulings'],
];

/** All pages, by reader. */
export function guideSections(): readonly GuideSection[] {
  const named = sections.flatMap(([, names]) => names);
  const others = readdirSync(new URL('docs/guides/', root))
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -3))
    .filter((name) => !named.includes(name));
  const guides = sections.map(([title, names]) => ({
    title,
    pages: names.map(pageIn),
  }));
  return [
    ...guides,
    ...(others.length > 0 ? [{ title: 'More', pages: others.map(pageIn) }] : []),
    { title: 'The rule book', pages: rules.map((name) => pageIn(`../rules/${name}`)) },
  ];
}

export const changelogPage = (): GuidePage => ({ ...pageIn('../../CHANGELOG'), url: '/changelog' });

/** Reads a page by its path from docs/guides. */
function pageIn(name: string): GuidePage {
  const { pathname } = new URL(`${name}.md`, 'file:///docs/guides/');
  // Generated files begin with a comment that says so.
  const written = readFileSync(new URL(`.${pathname}`, root), 'utf8').replace(/^<!--.*\n/, '');
  // Guides show commands for this installation; the rule book, the changelog and measurements show those for a clone.
  const text = /^\/docs\/(?:guides\/|operating\.md$)/.test(pathname) ? withLocalCommands(written) : written;
  const [, title = name, about = ''] = /^# (.*)\n+([\s\S]*?)\n\n/.exec(text) ?? [];
  const plain = about.replaceAll(/\]\([^()\s]{0,200}\)|[[*`]/g, '').replaceAll('\n', ' ');
  return { file: pathname, url: urlOf(pathname), title, about: plain, text };
}

/** Returns the first sentence of a text, for the list of all pages. */
export const firstSentence = (text: string): string => /^.*?[.!?](?= \p{Lu}|$)/u.exec(text)?.[0] ?? text;

/**
 * `/docs/guides/money.md` is `/guides/money`. The list of all errors needs another name, because a guide is called
 * errors too.
 */
function urlOf(file: string): string {
  const name = file.replace(/^\/docs\/(?:guides\/)?/, '').replace(/(?:\/README)?\.md$/, '');
  return `/guides/${file === '/docs/errors.md' ? 'all-errors' : name}`;
}
