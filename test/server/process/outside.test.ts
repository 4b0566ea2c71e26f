import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Zonegraph } from 'zonegraph/extension';
import { zonegraph } from '#src/extensions/outside.ts';
import { alpha } from '../../support/world.ts';
import { newDatabase, type Server, startServer } from './server.ts';

const example = fileURLToPath(new URL('../../../examples/extension', import.meta.url));
const beta = `Basic ${btoa('beta:beta-sandbox')}`;
const operator = 'Bearer operator-sandbox';
/** A domain of the demo world that is deleted within 50 days. */
const leaving = 'kustunud.ee';

let database: Awaited<ReturnType<typeof newDatabase>>;
let server: Server;
let url: string;
beforeAll(async () => {
  database = await newDatabase();
  server = startServer({
    ...database.env,
    EXTENSIONS: `all,${example}`,
    FAVOURITES_AT_MOST: '2',
    SANDBOX_WORLD: 'demo',
  });
  url = await server.url;
});
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await database.remove();
});

async function ask(query: string, authorization = alpha): Promise<unknown> {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

async function call(method: string, path: string, body?: object, authorization = alpha) {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${url}/favourites/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { code: number; message: string; data: unknown };
}

const add = (name: string) =>
  ask(`mutation { favouriteAdd(input: { name: "${name}" }) {
    favourite { name domain { name } } userErrors { code message path } } }`);

describe('the example of an extension from outside, with its favourite domains', () => {
  it('adds in the graph, and says what is wrong', async () => {
    expect(await add(leaving)).toEqual({
      favouriteAdd: { favourite: { name: leaving, domain: { name: leaving } }, userErrors: [] },
    });
    expect(await add(leaving)).toMatchObject({
      favouriteAdd: { userErrors: [{ code: 'OBJECT_EXISTS', path: ['name'] }] },
    });
    expect(await add('nobody-has-this.ee')).toMatchObject({
      favouriteAdd: { userErrors: [{ code: 'OBJECT_DOES_NOT_EXIST', path: ['name'] }] },
    });
  });

  it('adds, lists and removes over REST, up to the number of its setting', async () => {
    const { domains } = (await ask('{ domains(first: 3) { nodes { name } } }')) as {
      domains: { nodes: { name: string }[] };
    };
    const [one, other] = domains.nodes.map(({ name }) => name).filter((name) => name !== leaving);
    const added = await call('POST', '', { name: one });
    expect(added).toMatchObject({ code: 1000, data: { favourite: { id: expect.any(Number) } } });
    expect(await call('POST', '', { name: other })).toMatchObject({
      code: 2306,
      message: 'At most 2 favourites',
    });
    expect(await call('POST', '', {})).toMatchObject({ code: 2003 });
    const { favourites } = (await call('GET', '')).data as { favourites: { id: number; domain: string }[] };
    expect(favourites.map(({ domain }) => domain).sort()).toEqual([one, leaving].sort());
    const id = favourites.find(({ domain }) => domain === one)?.id;
    expect(await call('DELETE', `/${id}`, undefined, beta)).toMatchObject({ code: 2303 });
    expect(await call('DELETE', `/${id}`)).toMatchObject({ code: 1000 });
  });

  it("lists a user's own in the graph and on a page, and nobody else's", async () => {
    const list = '{ favourites { totalCount nodes { name } } }';
    expect(await ask(list)).toEqual({ favourites: { totalCount: 1, nodes: [{ name: leaving }] } });
    expect(await ask(list, beta)).toEqual({ favourites: { totalCount: 0, nodes: [] } });
    const page = await fetch(`${url}/favourites`, { headers: { authorization: alpha } });
    expect(await page.text()).toContain(`<li>${leaving}</li>`);
    expect((await fetch(`${url}/favourites`)).status).toBe(401);
  });

  it('forgets those of deleted domains with the job that forgets', async () => {
    await ask('mutation { clockAdvance(input: { by: "P50D" }) { userErrors { message } } }', operator);
    await ask('mutation { jobsRun(input: { jobs: ["forget"] }) { userErrors { message } } }', operator);
    expect(await call('GET', '')).toMatchObject({ data: { count: 0 } });
  });
});

it('an extension from outside is given what the example uses, and nothing else', () => {
  const text = readFileSync(`${example}/favourites.mjs`, 'utf8');
  const names = (given: object): string[] => Object.keys(given);
  const given: Zonegraph = zonegraph;
  const { entities, operations, store, graph, rest, pages } = given;
  const all = [given, entities, operations, store, graph, rest, pages].flatMap(names);
  expect(all.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
  expect(text.split('\n').length).toBeLessThan(250);
});
