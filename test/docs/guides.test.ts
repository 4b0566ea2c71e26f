import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxSecrets } from '#src/extensions/sandbox/settings.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { type ExampleCaller, exampleCallers } from '#src/extensions/workshop/callers.ts';
import { rowsOf, theList } from '#src/extensions/workshop/charts/table-rows.ts';
import { examplesOf } from '#src/extensions/workshop/sql/examples.ts';
import { type SecondContainer, secondContainer } from '../support/containers.ts';

const callers = exampleCallers({ published: sandboxSecrets });

const folder = new URL('../../docs/guides/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace('.md', ''));
const textOf = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8');

interface Question {
  readonly title: string;
  readonly as: ExampleCaller;
  readonly view: string;
  readonly query: string;
}

const questionsIn = (text: string): Question[] =>
  [...text.matchAll(/^```graphql as=(\w+) view=(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, as = '', view = '', query = '']) => ({
      title: /query (\w+)/.exec(query)?.[1] ?? '',
      as: as as ExampleCaller,
      view,
      query,
    }),
  );

let demo: SecondContainer;
beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent', PUBLIC_URL: 'https://registry.example' } });
  await seedWorld(demo.container, 'demo');
});

const ask = ({ query, as }: Question, accept = 'application/json') =>
  demo.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { accept, authorization: callers[as] },
    payload: { query },
  });

const questions = questionsIn(textOf('analysts'));

describe('the guide for analysts', () => {
  it('has fifteen questions', () => {
    expect(questions).toHaveLength(15);
  });

  for (const question of questions)
    it(`asks ${question.title} so that it is answered with one list, the same as a table and as CSV`, async () => {
      const response = await ask(question);
      const { data, errors } = response.json();
      expect(errors).toBeUndefined();
      const list = theList(data);
      if (!list) throw new Error('there is no list in the answer');
      const { rows, columns } = rowsOf(list);
      if (question.view === 'chart') expect(rows.length).toBeGreaterThan(1);
      const csv = await ask(question, 'text/csv');
      expect(csv.headers['content-type']).toContain('text/csv');
      const [head, ...lines] = csv.body
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\n');
      expect(lines).toHaveLength(rows.length);
      if (rows.length > 0) expect(head?.split(',')).toEqual(columns);
    });

  const easy = [...textOf('analysts').matchAll(/^### (\d+)\. (.+)\n([\s\S]*?)(?=^##)/gm)].map(
    ([, number = '', title = '', text = '']) => {
      const [, language = '', as = '', code = ''] =
        /^```(graphql|sql)(?: as=(\w+))?\n([\s\S]*?)^```$/m.exec(text) ?? [];
      const [, head = ''] = /^\| (.+) \|\n\|---/m.exec(text) ?? [];
      return {
        number,
        title,
        language,
        as: as as ExampleCaller,
        code,
        columns: head.split(' | '),
        text,
      };
    },
  );

  it('has fifteen more that must be easy, each with one query or one statement, and an answer', () => {
    expect(easy.map(({ number }) => Number(number))).toEqual(easy.map((_, index) => index + 1));
    expect(easy).toHaveLength(15);
    for (const { title, text } of easy) expect(text.match(/^```\w/gm), title).toHaveLength(1);
    // Each of these is run by test/extensions/browser/sql.test.ts.
    const examples = examplesOf('2026_05_31').map(({ sql }) => sql.trim());
    const statements = easy.filter(({ language }) => language === 'sql').map(({ code }) => code.trim());
    expect(statements.length).toBeGreaterThanOrEqual(4);
    expect(statements.filter((sql) => !examples.includes(sql))).toEqual([]);
  });

  it.each(easy.filter(({ language }) => language === 'graphql'))(
    'answers "$title" with the columns that it shows',
    async ({ as, code, columns }) => {
      const response = await ask({ title: '', view: '', as, query: code });
      const { data, errors } = response.json();
      expect(errors).toBeUndefined();
      const answered = rowsOf(theList(data) ?? []);
      expect(answered.rows.length).toBeGreaterThan(0);
      expect(answered.columns).toEqual(columns);
    },
  );

  it('shows a small picture of every question: a chart as SVG, a table as PNG', () => {
    const fileOf = ({ title, view }: Question) =>
      `images/${title.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.${view === 'chart' ? 'svg' : 'png'}`;
    const shown = [...textOf('analysts').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, file]) => String(file));
    expect(shown).toEqual(questions.map(fileOf));
    const begins = { svg: Buffer.from('<svg '), png: Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
    for (const file of shown) {
      const bytes = readFileSync(new URL(file, folder));
      const begin = begins[file.endsWith('.svg') ? 'svg' : 'png'];
      expect(bytes.subarray(0, begin.length).equals(begin), file).toBe(true);
      expect(bytes.length, file).toBeLessThan(60_000);
    }
  });

  it('serves its pictures', async () => {
    for (const [file, type] of [
      ['growth-by-zone.svg', 'image/svg+xml'],
      ['who-held-what.png', 'image/png'],
    ] as const)
      expect((await demo.app.inject(`/guides/images/${file}`)).headers['content-type']).toBe(type);
  });
});

describe('/guides', () => {
  const open = (url: string) => demo.app.inject({ url, headers: { accept: 'text/html' } });

  const pagesIn = (body: string): string[] => [
    ...new Set([...body.matchAll(/href="(\/guides\/(?!search")[^"#]+)"/g)].map(([, url = '']) => url)),
  ];

  it.each(['/guides/nothing', '/guides/images/nothing.svg', '/guides/images/../tour.md'])(
    'has nothing at %s',
    async (url) => {
      const { statusCode, body } = await open(url);
      expect(statusCode).toBe(404);
      expect(body).toContain('<a href="/guides">Guides</a>');
    },
  );

  it('lists every guide, how to run it and the rule book, and every link on every page leads somewhere', async () => {
    const list = await open('/guides');
    const pages = pagesIn(list.body);
    expect(pages).toEqual(
      expect.arrayContaining([
        ...names.map((name) => `/guides/${name}`),
        ...['/guides/operating', '/guides/rules', '/guides/rules/registrar', '/guides/all-errors'],
      ]),
    );
    const bodies = new Map<string, string>();
    const bodyOf = async (pathname: string): Promise<string> => {
      const known = bodies.get(pathname);
      if (known !== undefined) return known;
      const { statusCode, body } = await open(pathname);
      expect(statusCode, pathname).toBeLessThan(400);
      bodies.set(pathname, body);
      return body;
    };
    for (const page of [...pages, '/guides', '/guides/search?q=transfer', '/changelog']) {
      const body = await bodyOf(page);
      expect(body).toContain('<h1 id=');
      expect(body, page).toMatch(/<meta name="description" content="[^"]{20,}"/);
      expect([page, body.includes('127.0.0.1:4000')]).toEqual([page, false]);
      const anchors = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, to = ''] of body.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (to.startsWith('data:')) continue;
        if (to.startsWith('#'))
          expect([...anchors], `${page} ${to}`).toContain(decodeURIComponent(to.slice(1)));
        else {
          const { pathname, hash } = new URL(to, `http://zonegraph${page}`);
          const there = await bodyOf(pathname);
          if (hash && pathname.startsWith('/guides'))
            expect(there, `${page} -> ${to}`).toContain(` id="${decodeURIComponent(hash.slice(1))}"`);
        }
      }
    }
  });

  it('leads from one page to the next, through all of them and back', async () => {
    const pages = pagesIn((await open('/guides')).body);
    const walked = [pages[0] ?? ''];
    for (;;) {
      const { body } = await open(walked.at(-1) ?? '');
      const [, next] = /<a href="([^"]+)" rel="next"/.exec(body) ?? [];
      const [, previous] = /<a href="([^"]+)" rel="prev"/.exec(body) ?? [];
      expect(previous).toBe(walked.at(-2));
      if (next === undefined) break;
      walked.push(next);
    }
    expect(walked).toEqual(pages);
  });

  it('is searched without a script: by all words, in titles first', async () => {
    const { body } = await open('/guides/search?q=transfer%20CODE');
    const hits = [...body.matchAll(/<li><a href="([^"]+)">[^<]+<\/a> <span class="tag">/g)].map(
      ([, url]) => url,
    );
    expect(hits.length).toBeGreaterThan(1);
    expect(hits).toContainEqual(expect.stringContaining('/guides/transfer'));
    expect((await open('/guides/search?q=%3Cscript%3E')).body).not.toContain('<script>');
    expect((await open('/guides/search?q=nosuchword')).body).toContain('Nothing was found');
    expect((await open('/guides/search?q=a&q=b')).statusCode).toBe(200);
  });

  it('finds what a whole sentence asks about, and shows whole words of it', async () => {
    const { body } = await open('/guides/search?q=How%20do%20I%20renew%20a%20domain%3F');
    expect(body).not.toContain('Nothing was found');
    const hits = body.match(/<li><a href="[^"]+">[^<]+<\/a> <span class="tag">.*?<\/li>/g) ?? [];
    expect(hits.length).toBeGreaterThan(1);
    expect(hits.filter((hit) => !hit.toLowerCase().includes('renew'))).toEqual([]);
    // A comment in code is no section.
    expect(hits.filter((hit) => /^<li><a [^>]+>How many/.test(hit))).toEqual([]);
    const sql = (await open('/guides/search?q=parquet')).body;
    expect(sql).toContain('SELECT * FROM');
    expect(sql).not.toMatch(/small">[^<]*\bpython import/);
  });

  it('can be reached by the links of the first page, to the section that each speaks of', async () => {
    const { body } = await open('/');
    const sections = [...body.matchAll(/href="(\/guides\/[^"#]+)#([^"]+)"/g)];
    expect(sections.length).toBeGreaterThan(1);
    for (const [, page = '', anchor] of sections)
      expect((await open(page)).body).toContain(` id="${anchor}"`);
  });

  it('leads to search and contents from the top of a page, which stand below it on a phone', async () => {
    const { body } = await open('/guides/tour');
    expect(body.indexOf('href="#contents"')).toBeLessThan(body.indexOf('<h1'));
    expect(body).toContain('id="contents"');
  });

  it('shows dry runs that succeed in the sandbox as they stand', async () => {
    const shown = names.flatMap((name) =>
      [...textOf(name).matchAll(/^```graphql\n(mutation \{[\s\S]*?dryRun: true[\s\S]*?)^```$/gm)].map(
        ([, query = '']) => query,
      ),
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const query of shown) {
      const answer = await ask({ query, as: 'alpha', title: '', view: '' });
      expect(answer.body, query).toContain('"userErrors":[]');
    }
  });

  it('opens a document in GraphiQL with all the variables that it needs', async () => {
    let withVariables = 0;
    for (const name of names) {
      const { body } = await open(`/guides/${name}`);
      for (const [, address = ''] of body.matchAll(/href="\/graphql#([^"]+)"/g)) {
        const parts = new URLSearchParams(address.replaceAll('&amp;', '&'));
        const needed = [...(parts.get('query') ?? '').matchAll(/\$(\w+): [\w[\]!]+!(?=[,)])/g)];
        const given = JSON.parse(parts.get('variables') ?? '{}');
        expect(Object.keys(given), name).toEqual(needed.map(([, variable]) => variable));
        withVariables += needed.length;
      }
    }
    expect(withVariables).toBeGreaterThan(0);
  });

  it('shows a request of REST in three languages, each to be copied, with the host that serves it', async () => {
    const { body } = await open('/guides/first-domain');
    const titles = [...body.matchAll(/<label for="tabs-1-\d">([^<]+)</g)].map(([, title]) => title);
    expect(titles).toEqual(['curl', 'JavaScript', 'Python']);
    const text = body.replaceAll(/<[^>]+>/g, '');
    expect(text).toContain('requests.request(');
    expect(text).toContain('await fetch(');
    const blocks = body.match(/<pre /g) ?? [];
    expect(body.match(/data-copy="code-\d+"/g)).toHaveLength(blocks.length);
  });

  it('shows a request with parameters in three languages too, as its whole address', async () => {
    const { body } = await open('/guides/paging-and-limits');
    const text = body
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'");
    expect(text).toContain("await fetch('https://registry.example/registry/v1/domains?limit=10&offset=10'");
  });

  it('leads to the files of the examples, each a page to copy from', async () => {
    const { body } = await open('/guides/client');
    expect(body).toContain('href="/guides/examples/react/src/held.tsx"');
    const file = (await open('/guides/examples/react/src/held.tsx')).body;
    expect(file.replaceAll(/<[^>]+>/g, '')).toContain('client.liveList(');
    expect(file).toContain('data-copy=');
    const listed = (await open('/guides/examples')).body.match(
      /href="\/guides\/examples\/(?:react|relay)\//g,
    );
    expect(listed?.length).toBeGreaterThan(15);
  });

  it('opens each question in GraphiQL, in the part of the address that is never sent to a server', async () => {
    const { body } = await open('/guides/analysts');
    const links = [...body.matchAll(/href="\/graphql#([^"]+)"/g)]
      .map(([, parts = '']) => new URLSearchParams(parts.replaceAll('&amp;', '&')))
      .filter((parts) => parts.has('view'));
    expect(links.map((parts) => [parts.get('as'), parts.get('view'), parts.get('query')?.trim()])).toEqual(
      questions.map(({ as, view, query }) => [as, view, query.trim()]),
    );
  });

  it('is not there for a guide that is not', async () => {
    expect((await open('/guides/nothing')).statusCode).toBe(404);
  });
});
