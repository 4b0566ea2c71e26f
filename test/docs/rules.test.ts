import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { disagreementKinds } from '#src/registry/operations/billing/model/disagreements.ts';
import { lifecycleJobs } from '#src/registry/operations/lifecycle/jobs.ts';
import { contactStatuses } from '#src/registry/rules/contact/contact-statuses.ts';
import { defaultSettings, settingTexts } from '#src/registry/rules/domain/domain-settings.ts';
import { domainStatuses } from '#src/registry/rules/domain/statuses.ts';
import { invoiceStatuses } from '#src/registry/rules/money/payment-state.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const folders = ['docs', 'src', 'test', 'bench', 'ops', 'packages', 'examples'];
const files = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...folders.flatMap(filesUnder),
].filter((path) => path !== 'test/docs/rules.test.ts');
const documents = files.filter((path) => path.endsWith('.md'));
const citing = files.filter((path) => /^(?:[A-Z]|docs|src|test|bench)/.test(path));

/** As GitHub makes them of headings: lower case, blanks as hyphens, of the signs only hyphens and underscores. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const withoutFences = (markdown: string): string => markdown.replaceAll(/^```[\s\S]*?^```/gm, '');

const headingsOf = (path: string): string[] =>
  [...withoutFences(textOf(path)).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

const anchors = new Map(documents.map((path) => [path, headingsOf(path)]));
const hasSection = (path: string, anchor: string): boolean => anchors.get(path)?.includes(anchor) ?? false;

/** A comment may go on in the next line: `docs/rules/registrar.md#renewal,` and there `#bulk-renewal`. */
const unwrapped = (text: string): string => text.replaceAll(/\n\s*(?:\*|\/\/|--)? ?/g, ' ');

interface Citation {
  readonly from: string;
  readonly to: string;
  readonly anchor: string;
}

function citationsIn(from: string): Citation[] {
  const citation = /(docs\/rules\/[\w-]+\.md|CONTRIBUTING\.md)((?:#[\w-]+)(?:, #[\w-]+)*)?/g;
  return [...unwrapped(textOf(from)).matchAll(citation)].flatMap(([, to = '', sections]) =>
    (sections?.split(', ') ?? ['']).map((section) => ({ from, to, anchor: section.replace('#', '') })),
  );
}

describe('the rule book', () => {
  it('has every section that is cited', () => {
    const citations = citing.flatMap(citationsIn);
    const missing = citations.filter(({ to, anchor }) =>
      anchor === '' ? !anchors.has(to) : !hasSection(to, anchor),
    );
    expect(missing).toEqual([]);
    // Fewer, and this no longer reads citations as they are written.
    expect(citations.length).toBeGreaterThan(300);
  });

  it('is the only one: nothing cites documents that are not in the repository', () => {
    const elsewhere = /\b(?:reference|design|spec)\/[\w-]+\.md|\(reference \d/;
    expect(citing.filter((path) => elsewhere.test(unwrapped(textOf(path))))).toEqual([]);
  });

  it.each([
    ['registrar', 'setting', [...settingTexts(defaultSettings).keys()]],
    ['registrar', 'status of a domain', domainStatuses],
    ['registrar', 'status of a contact', contactStatuses],
    ['registrar', 'job', lifecycleJobs.map(({ name }) => name)],
    ['billing', 'status of an invoice', invoiceStatuses],
    ['billing', 'disagreement', Object.keys(disagreementKinds)],
  ])('tells in %s.md of every %s', (file, _, names) => {
    const reported = textOf(`docs/rules/${file}.md`);
    expect(
      names.filter((name) => !reported.includes(`\`${name}\``) && !reported.includes(` ${name} --> `)),
    ).toEqual([]);
  });

  it('names each of its sections once in a file, so that an anchor is one place', () => {
    const twice = [...anchors].flatMap(([path, names]) =>
      path.startsWith('docs/rules/')
        ? names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${path}#${name}`)
        : [],
    );
    expect(twice).toEqual([]);
  });
});

const served = new Set([
  '/ask',
  '/docs',
  '/graphql',
  '/sql',
  '/sandbox',
  '/schema',
  '/schema/registrar.graphql',
]);

describe('documents', () => {
  it('link only to what is there', () => {
    const broken = documents.flatMap((from) =>
      [...withoutFences(textOf(from)).matchAll(/\]\(([^()\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        // Pages of a running server, each of which test/extensions/site opens.
        // The questions behind /ask# are asked in test/extensions/workshop/ask.
        .filter((target) => !served.has(target.replace(/^\/ask#data=.+/, '/ask')))
        .filter((target) => {
          const [path = '', anchor] = target.split('#');
          const to = path === '' ? from : join(dirname(from), path);
          if (!existsSync(join(root, to))) return true;
          return anchor !== undefined && !hasSection(to, anchor);
        })
        .map((target) => `${from}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only files that there are, as comments of the source do', () => {
    const named = files
      .filter((path) => /^(?:[A-Z]|docs|src)/.test(path) && path !== 'CHANGELOG.md')
      // What has landed names the files of its day.
      .filter((path) => !path.includes('/migrations/'))
      .flatMap((from) =>
        [...textOf(from).matchAll(/(?<![\w./-])(?:src|docs|test)\/[\w./-]+\.(?:ts|js|mjs|sql|md)\b/g)].map(
          ([to]) => ({
            from,
            to,
          }),
        ),
      );
    expect(named.filter(({ to }) => !existsSync(join(root, to)))).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  it('draw states in a way that Mermaid reads', () => {
    const line = /^(?:state "[^"]+" as \w+|(?:\[\*\]|\w+) --> (?:\[\*\]|\w+)(?: : [^:;#]+)?)$/;
    const drawings = documents.flatMap((path) =>
      [...textOf(path).matchAll(/^```mermaid\n([\s\S]*?)^```/gm)].map(([, drawing = '']) => drawing),
    );
    const unread = drawings.flatMap((drawing) => {
      const [kind, ...lines] = drawing.split('\n').map((text) => text.trim());
      return kind === 'stateDiagram-v2' ? lines.filter((text) => text !== '' && !line.test(text)) : [kind];
    });
    expect(drawings.length).toBeGreaterThan(2);
    expect(unread).toEqual([]);
  });
});
