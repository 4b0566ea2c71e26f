import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, theList } from '#src/core/table-rows.js';
import { callers } from '#src/graphiql/tabs.ts';
import { seedWorld } from '#src/sandbox/world.ts';
import { type SecondContainer, secondContainer } from '../support/containers.ts';

const folder = new URL('../../docs/guides/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace('.md', ''));
const textOf = (name: string): string => readFileSync(new URL(`${name}.md`, folder), 'utf8');

interface Question {
  readonly title: string;
  readonly as: keyof typeof callers;
  readonly view: string;
  readonly query: string;
}

const questionsIn = (text: string): Question[] =>
  [...text.matchAll(/^```graphql as=(\w+) view=(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, as = '', view = '', query = '']) => ({
      title: /query (\w+)/.exec(query)?.[1] ?? '',
      as: as as keyof typeof callers,
      view,
      query,
    }),
  );

let demo: SecondContainer;
beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
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
      expect(list).toBeDefined();
      const { rows, columns } = rowsOf(list ?? []);
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

  it('lists every guide, and each is a page with what it shows', async () => {
    const list = await open('/guides');
    for (const name of names) {
      expect(list.body).toContain(`href="/guides/${name}"`);
      const { statusCode, body } = await open(`/guides/${name}`);
      expect(statusCode).toBe(200);
      expect(body).toContain('<h1 id=');
      const anchors = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, to = ''] of body.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (to.startsWith('data:')) continue;
        if (to.startsWith('#')) expect(anchors).toContain(to.slice(1));
        else {
          const { pathname } = new URL(to, `http://zonegraph/guides/${name}`);
          expect((await open(pathname)).statusCode, to).toBeLessThan(400);
        }
      }
    }
  });

  it('opens each question in GraphiQL, in the part of the address that no server is told', async () => {
    const { body } = await open('/guides/analysts');
    const links = [...body.matchAll(/href="\/graphql#([^"]+)"/g)].map(
      ([, parts = '']) => new URLSearchParams(parts.replaceAll('&amp;', '&')),
    );
    expect(links.map((parts) => [parts.get('as'), parts.get('view'), parts.get('query')?.trim()])).toEqual(
      questions.map(({ as, view, query }) => [as, view, query.trim()]),
    );
  });

  it('is not there for a guide that is not', async () => {
    expect((await open('/guides/nothing')).statusCode).toBe(404);
  });
});
