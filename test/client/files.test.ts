import { beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { type Client, createClient, type RowOf } from '#client/client.ts';
import { ExpiringDomainsDocument, type ExpiringDomainsQuery } from '#client/documents.generated.ts';
import { freshBudgets } from '../support/budgets.ts';
import { manyDomains } from '../support/many-domains.ts';
import { alpha, type TestWorld, testWorld } from '../support/world.ts';

/** Whole lists as files: rows and text as they come, and never silently cut. */

const count = 450;
let world: TestWorld;
let client: Client;
let url: string;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '1000' });
  url = `${await world.listen()}/graphql`;
  client = createClient({ url, authorization: alpha });
  await manyDomains(world, { prefix: 'file', count });
});
beforeEach(() => freshBudgets(world));

interface Named {
  readonly domains: { readonly nodes: readonly { readonly name: string }[] };
}
const names =
  'query ($begin: String!) { domains(where: { name: { startsWith: $begin } }) { nodes { name } } }';
const openFiles = () => expect.poll(() => world.container.files.total);

const heard = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of items) all.push(one);
  return all;
};
/** A server that sends these bytes, cut wherever `at` says. */
const sending = (type: string, text: string, at: number) => {
  const bytes = new TextEncoder().encode(text);
  const parts = [bytes.slice(0, at), bytes.slice(at)];
  return createClient({
    url,
    fetch: async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            const part = parts.shift();
            if (part) controller.enqueue(part);
            else controller.close();
          },
        }),
        { headers: { 'content-type': type } },
      ),
  });
};

describe('rows', () => {
  it('are all of a list, typed as the document is', async () => {
    const rows = client.rows<Named>(names, { begin: 'file-' });
    expectTypeOf(rows).toEqualTypeOf<AsyncGenerator<{ readonly name: string }, void, undefined>>();
    const all = await heard(rows);
    expect(new Set(all.map(({ name }) => name)).size).toBe(count);
    type Shown = NonNullable<ExpiringDomainsQuery['domains']>['nodes'][number];
    expectTypeOf<RowOf<ExpiringDomainsQuery>>().toEqualTypeOf<Shown>();
    expectTypeOf<RowOf<{ list: { edges: { node: Shown }[] } | null }>>().toEqualTypeOf<Shown>();
    expect((await client.rows(ExpiringDomainsDocument, { within: 'P9Y' }).next()).value?.name).toMatch(/ee$/);
  });

  it('are read no further than they are looked at', async () => {
    for await (const { name } of client.rows<Named>(names, { begin: 'file-' })) {
      expect(name).toMatch(/^file-/);
      break;
    }
    await openFiles().toBe(0);
  });

  it('report an early end, with where to go on', async () => {
    const lines = '{"name":"a.ee"}\n{"stopped":"Session limit exceeded; go on with after: \\"abc=\\""}\n';
    const found: unknown[] = [];
    const reading = (async () => {
      for await (const row of sending('application/x-ndjson; charset=utf-8', lines, 9).rows<Named>(names, {
        begin: '',
      }))
        found.push(row);
    })();
    await expect(reading).rejects.toMatchObject({
      kind: 'INTERRUPTED',
      after: 'abc=',
      message: expect.stringContaining('Session limit exceeded'),
    });
    expect(found).toEqual([{ name: 'a.ee' }]);
  });

  it('are refused as any other question is', async () => {
    await expect(client.rows('{ viewer { name } }').next()).rejects.toMatchObject({
      kind: 'INVALID',
      status: 406,
    });
    await expect(client.rows('{ nothing }').next()).rejects.toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });
});

describe('a file that is not whole', () => {
  it.each([
    ['ends in the middle of a line', 'application/x-ndjson', '{"name":"a.ee"}\n{"na', [{ name: 'a.ee' }]],
    ['has a row that only looks like its end', 'application/x-ndjson', '{"stopped":"a.ee"}\n', null],
  ])('%s', async (_, type, text, before) => {
    const found: unknown[] = [];
    const reading = (async () => {
      for await (const row of sending(type, text, 3).rows<Named>(names, { begin: '' })) found.push(row);
    })();
    if (before) await expect(reading).rejects.toMatchObject({ kind: 'INTERRUPTED', after: undefined });
    else await reading;
    expect(found).toEqual(before ?? [{ stopped: 'a.ee' }]);
  });

  it('loses its connection half way', async () => {
    const cause = new TypeError('lost');
    let isFirst = true;
    const losing = createClient({
      url,
      fetch: async () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              if (isFirst) controller.enqueue(new TextEncoder().encode('{"name":"a.ee"}\n{"name":"b.ee"}\n'));
              else controller.error(cause);
              isFirst = false;
            },
          }),
          { headers: { 'content-type': 'application/x-ndjson' } },
        ),
    });
    const rows = losing.rows<Named>(names, { begin: '' });
    expect((await rows.next()).value).toEqual({ name: 'a.ee' });
    await expect(rows.next()).rejects.toMatchObject({ kind: 'INTERRUPTED', isPassing: false, cause });
  });

  it('holds a part of the list, though nobody has asked for what comes after a cursor', async () => {
    const part = createClient({
      url,
      fetch: async () =>
        new Response('{"count":1}\n', {
          headers: { 'content-type': 'application/x-ndjson', 'x-truncated': 'true' },
        }),
    });
    const rows = part.rows('{ domains { groups(by: [ZONE], first: 1) { count } } }');
    expect((await rows.next()).value).toEqual({ count: 1 });
    await expect(rows.next()).rejects.toMatchObject({ kind: 'INTERRUPTED' });
    expect(await heard(part.rows('{ domains(after: "x") { nodes { name } } }'))).toEqual([{ count: 1 }]);
  });
});

describe('csv', () => {
  it('is the file that the server sends, in whole lines', async () => {
    const parts = await heard(client.csv(names, { begin: 'file-' }));
    expect(parts.every((part) => part.endsWith('\n'))).toBe(true);
    const { text } = await world.request({
      method: 'POST',
      url: '/graphql?all=true',
      headers: { accept: 'text/csv' },
      payload: { query: names, variables: { begin: 'file-' } },
    });
    expect(parts.join('')).toBe(text);
    expect(text.split('\n').length).toBe(count + 2);
  });

  it('is put together again wherever the line cuts it, between the bytes of a letter as well', async () => {
    const file = '\uFEFFname\nõun.ee\n"a\nb"\n';
    for (let at = 0; at <= new TextEncoder().encode(file).length; at += 1)
      expect((await heard(sending('text/csv', file, at).csv(names, { begin: '' }))).join('')).toBe(file);
  });

  it('reports an early end, and the line that says so is no part of the file', async () => {
    for (const end of [
      '"# stopped: FILE_TIMEOUT is over; go on with after: ""x""",\n',
      // As servers wrote it before.
      '# stopped: FILE_TIMEOUT is over; go on with after: "x"\n',
    ]) {
      const found: string[] = [];
      const reading = (async () => {
        for await (const part of sending('text/csv', `name\na.ee\n${end}`, 3).csv(names, { begin: '' }))
          found.push(part);
      })();
      await expect(reading).rejects.toMatchObject({ kind: 'INTERRUPTED', after: 'x' });
      expect(found.join('')).toBe('name\na.ee\n');
    }
  });
});
