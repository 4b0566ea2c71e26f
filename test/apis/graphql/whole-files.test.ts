import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { freshBudgets, spentPoints } from '../../support/budgets.ts';
import { secondContainer } from '../../support/containers.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** A whole list as a file: page by page, from one moment, and never silently cut. */

const count = 450;
let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '1000' });
  url = await world.listen();
  // All expire at the same moment but for a few: pages must not depend on it.
  await manyDomains(world, { prefix: 'whole', count });
});
beforeEach(() => freshBudgets(world));

const csv = 'text/csv';
const ndjson = 'application/x-ndjson';
const names = '{ domains(where: { name: { startsWith: "whole-" } }) { nodes { name } } }';

const all = (query: string, { accept = csv, auth = alpha, variables = {} } = {}) =>
  world.request({
    method: 'POST',
    url: '/graphql?all=true',
    headers: { accept },
    auth,
    payload: { query, variables },
  });
const rows = (text: string): string[] => text.replace('\uFEFF', '').trim().split('\n').slice(1);
const openFiles = (): number => world.container.files.total;

/** What a client reads that walks through the pages itself. */
async function pageByPage(list: string, selection: string): Promise<string[]> {
  const found: string[] = [];
  let after = 'null';
  for (let page = 0; page < 20; page += 1) {
    const query = `{ domains(first: 37, after: ${after} ${list}) { nodes { ${selection} } pageInfo { hasNextPage endCursor } } }`;
    const { body } = await world.request({ method: 'POST', url: '/graphql', payload: { query } });
    const { nodes, pageInfo } = body.data.domains as unknown as {
      nodes: object[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    found.push(...nodes.map((node) => JSON.stringify(node)));
    if (!pageInfo.hasNextPage) return found;
    after = JSON.stringify(pageInfo.endCursor);
  }
  throw new Error('too many pages');
}

describe('the whole list', () => {
  it.each([
    ['', 'name expiresAt'],
    ['orderBy: { field: NAME, direction: DESC }', 'name registrant { code } nameservers { hostname }'],
    ['orderBy: { field: CREATED_AT }, where: { name: { contains: "7" } }', 'name transferCode'],
  ])('is what walking through its pages gives: %s', async (list, selection) => {
    const expected = await pageByPage(list, selection);
    const args = list && `(${list})`;
    const { text, headers, status } = await all(`{ domains${args} { nodes { ${selection} } } }`, {
      accept: ndjson,
    });
    expect({ status, total: headers['x-total-count'], truncated: headers['x-truncated'] }).toEqual({
      status: 200,
      total: String(expected.length),
      truncated: undefined,
    });
    expect(text.trim().split('\n')).toEqual(expected);
    expect(new Set(expected).size).toBe(expected.length);
  });

  it('is asked for by GET, with variables, in edges and under any name alike', async () => {
    const query =
      'query ($after: String, $where: DomainWhere) { mine: domains(first: 3, after: $after, where: $where) { rows: edges { node { name } } } }';
    const parameters = new URLSearchParams({
      query,
      variables: JSON.stringify({ where: { name: { startsWith: 'whole-' } } }),
      all: 'true',
    });
    const { text } = await world.request({ url: `/graphql?${parameters}`, headers: { accept: csv } });
    expect(new Set(rows(text)).size).toBe(count);
  });

  it('has its head once, and columns that no page can change', async () => {
    const { text } = await all(
      '{ domains(orderBy: { field: NAME }) { nodes { name reservation { kind } } } }',
    );
    expect(text.match(/name,reservation\.kind/g)).toHaveLength(1);
    expect(text.match(/\uFEFF/g)).toHaveLength(1);
  });

  it('goes on after a cursor, and says that something is missing', async () => {
    const first = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: `{ domains(first: 100) { pageInfo { endCursor } } }` },
    });
    const { endCursor } = first.body.data.domains.pageInfo as unknown as { endCursor: string };
    const { headers, text } = await all(`{ domains(after: "${endCursor}") { nodes { name } } }`);
    expect(headers['x-truncated']).toBe('true');
    expect(rows(text)).toHaveLength(Number(headers['x-total-count']) - 100);
  });

  it('is the same from whichever end a page was asked for', async () => {
    const whole = await all('{ domains(first: 5) { nodes { name } } }');
    expect(rows(whole.text)).toHaveLength(Number(whole.headers['x-total-count']));
    for (const asked of ['(last: 5)', '(last: 5, first: null)'])
      expect((await all(`{ domains${asked} { nodes { name } } }`)).text).toBe(whole.text);
  });

  it('is read forward', async () => {
    const first = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: `{ domains(first: 100) { pageInfo { endCursor } } }` },
    });
    const { endCursor } = first.body.data.domains.pageInfo as unknown as { endCursor: string };
    const { status, text } = await all(`{ domains(last: 5, before: "${endCursor}") { nodes { name } } }`);
    expect(status).toBe(406);
    expect(text).toContain('leave before out');
  });

  it('may hold pages in its rows, which stay as they were asked for', async () => {
    const contact = await seed(world).contact({ id: 'paged' });
    for (const size of ['first', 'last']) {
      const { text } = await all(
        `{ contacts(${size}: 1) { nodes { code domains(first: 2) { totalCount nodes { name } groups(by: []) { count } } } } }`,
        { accept: ndjson },
      );
      const found = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(found.map(({ code }) => code)).toContain(contact);
      expect(Math.max(...found.map(({ domains }) => domains.nodes.length))).toBeLessThanOrEqual(2);
    }
  });
});

interface Reader {
  readonly status: number;
  /** Everything that comes, to the end. */
  rest(): Promise<string>;
  leave(): void;
}

/** So much text in each row that no buffer on the way holds a page of them. */
const heavy = `{ domains(where: { name: { startsWith: "whole-" } }, orderBy: { field: NAME }) { nodes { name ${Array.from(
  { length: 12 },
  (_, index) => `c${index}: transferCode`,
).join(' ')} } } }`;

const readers: Reader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.leave();
  await expect.poll(openFiles).toBe(0);
});

/** Takes the head of a file and nothing more until it is told to. */
function pausedReader({ from = url, query = heavy, auth = alpha } = {}): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const sent = request(`${from}/graphql?all=true`, {
      method: 'POST',
      headers: { authorization: auth, accept: csv, 'content-type': 'application/json' },
    });
    sent.once('error', reject);
    sent.once('response', (message) => {
      message.on('error', () => {});
      const reader = {
        status: message.statusCode ?? 0,
        rest: async () => {
          let text = '';
          for await (const chunk of message.setEncoding('utf8')) text += String(chunk);
          return text;
        },
        leave: () => message.destroy(),
      };
      readers.push(reader);
      resolve(reader);
    });
    sent.end(JSON.stringify({ query }));
  });
}

const namesIn = (text: string): string[] => rows(text).map((line) => line.split(',')[0] ?? '');
const wholeNames = Array.from({ length: count }, (_, index) => `whole-${index + 1}.ee`).sort();
const isPage = (statement: string): boolean => /from "?domains"?/.test(statement) && /limit/.test(statement);

describe('a reader that takes its time', () => {
  beforeAll(async () => {
    await sql`update domains set transfer_code = repeat('x', 6000) where name like 'whole-%'`.execute(
      world.container.database.db,
    );
  });

  it('sees one moment, whatever is written meanwhile', async () => {
    const { db, kind } = world.container.database;
    // There, a file has five seconds, and whoever writes waits for the one connection.
    const reader = await pausedReader(kind === 'embedded' ? { query: names } : {});
    const writing =
      sql`update domains set name = 'later-' || name where name in ('whole-99.ee', 'whole-2.ee')`
        .execute(db)
        .then(() => manyDomains(world, { prefix: 'whole-x', count: 5 }));
    if (kind === 'postgres') await writing;
    expect(namesIn(await reader.rest()).sort()).toEqual(wholeNames);
    await writing;
    expect(rows((await all(names)).text)).toHaveLength(count + 5 - 2);
    await sql`delete from nameservers where domain_id in (select id from domains where name like 'whole-x-%')`.execute(
      db,
    );
    await sql`delete from domains where name like 'whole-x-%'`.execute(db);
    await sql`update domains set name = substr(name, 7) where name like 'later-%'`.execute(db);
  });

  it('is not read ahead of: no more is kept for it than it has not taken yet', async () => {
    const pages: string[] = [];
    const stop = world.container.database.onStatement(
      (statement) => isPage(statement) && pages.push(statement),
    );
    const reader = await pausedReader();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const whilePaused = pages.length;
    expect(namesIn(await reader.rest())).toHaveLength(count);
    stop();
    // What the line holds, and a page behind it.
    expect(whilePaused).toBeLessThanOrEqual(3);
    expect(pages.length).toBe(Math.ceil(count / 100));
  });

  it('and goes away frees the connection, and nothing more is read for it', async () => {
    const reader = await pausedReader();
    expect(openFiles()).toBe(1);
    reader.leave();
    await expect.poll(openFiles).toBe(0);
    const { status } = await all(names);
    expect(status).toBe(200);
  });

  it('and goes away before its first page was read keeps nothing from anybody', async () => {
    for (let time = 0; time < 12; time += 1) {
      const sent = request(`${url}/graphql?all=true`, {
        method: 'POST',
        headers: { authorization: alpha, accept: csv, 'content-type': 'application/json' },
      }).on('error', () => {});
      sent.end(JSON.stringify({ query: heavy }));
      // At another moment of the same work each time.
      await new Promise((resolve) => setTimeout(resolve, time * 3));
      sent.destroy();
    }
    // The last of them may only be on its way to us when we look.
    await expect.poll(async () => (await all(names)).status).toBe(200);
    await expect.poll(openFiles).toBe(0);
    for (let time = 0; time < 5; time += 1) expect((await all(names)).status).toBe(200);
  });

  it('counts a list with its first page only', async () => {
    const counted: string[] = [];
    const stop = world.container.database.onStatement((text) => /count\(/.test(text) && counted.push(text));
    expect(rows((await all(names)).text)).toHaveLength(count);
    stop();
    expect(counted).toHaveLength(1);
  });

  it('has left its place when it is answered, so that the next can be asked for', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect(
        (await all('{ domains(where: { name: { eq: "whole-1.ee" } }) { nodes { name } } }')).status,
      ).toBe(200);
      expect(openFiles()).toBe(0);
    }
  });

  it('has no more files at once than two', async ({ skip }) => {
    if (world.container.database.kind === 'embedded') skip('it reads one at a time');
    await pausedReader();
    await pausedReader();
    const { status, body } = await all(names);
    expect({ status, errors: body.errors }).toMatchObject({
      status: 429,
      errors: [{ extensions: { code: 'THROTTLED' } }],
    });
    expect((await all(names, { auth: beta })).status).toBe(200);
  });

  it('and stands still for too long is cut off with a reason, and holds up nothing in the database', async () => {
    const { app, container } = await secondContainer({ env: { LOG_LEVEL: 'silent', FILE_TIMEOUT: '1.5' } });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await pausedReader({
      from: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    });
    await expect.poll(() => container.files.total).toBe(0);
    const text = await reader.rest();
    expect(text.trim().split('\n').at(-1)).toMatch(/^"# stopped: this took longer than 1.5 seconds/);
    expect(namesIn(text).length).toBeLessThan(count);
  });

  it('reads the reason when the process is about to end', async () => {
    const reader = await pausedReader();
    world.container.service.ending = true;
    const text = await reader.rest();
    world.container.service.ending = false;
    expect(text.trim().split('\n').at(-1)).toMatch(/^"# stopped: the registry is being restarted/);
  });

  const mutate = mutateOf(() => world);
  it.each([
    [
      'its token is revoked',
      async () => {
        const { auth, id } = await giveToken(world, ['READ', 'SECRETS']);
        return { auth, end: () => mutate('accessTokenRevoke', { id }, 'accessToken { id }') };
      },
    ],
    [
      'its token has run out',
      async () => {
        const { auth } = await giveToken(world, ['READ', 'SECRETS'], { expiresIn: 'PT1H' });
        const later = new Date(world.clock.now().getTime() + 3_600_000);
        return { auth, end: async () => world.clock.moveTo(later) };
      },
    ],
    [
      'its user is locked out',
      async () => {
        const user = { username: 'reader', password: 'lugeja-salasona' };
        await mutate('apiUserCreate', { registrar: 'ALPHA', roles: ['EPP'], ...user }, 'apiUser { roles }');
        const end = () =>
          mutate('apiUserUpdate', { username: 'reader', active: false }, 'apiUser { active }');
        return { auth: basic(user.username, user.password), end };
      },
    ],
    [
      'its registrar is suspended',
      async () => ({
        auth: alpha,
        end: () => mutate('registrarSuspend', { code: 'ALPHA', reason: 'x' }, 'registrar { code }'),
      }),
    ],
  ])('reads no further page once %s', async (_, prepare) => {
    // With one connection nobody can be shown out while it is read.
    if (world.container.database.kind === 'embedded') return;
    const { auth, end } = await prepare();
    const reader = await pausedReader({ auth });
    expect(reader.status).toBe(200);
    await end();
    const text = await reader.rest();
    expect(text.trim().split('\n').at(-1)).toMatch(
      /^"# stopped: the credentials of the request are no longer valid/,
    );
    await mutate('registrarReinstate', { code: 'ALPHA' }, 'registrar { code }');
  });

  it('reads the reason when the database fails half way', async ({ skip }) => {
    const { db, kind } = world.container.database;
    if (kind === 'embedded') skip('its connection is not lost');
    const reader = await pausedReader();
    // Between two pages: what is read at this moment is read to its end.
    const killed = async () =>
      (
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'idle in transaction'`.execute(db)
      ).rows.length;
    await expect.poll(killed, { interval: 5 }).toBeGreaterThan(0);
    const text = await reader.rest();
    expect(text.trim().split('\n').at(-1)).toMatch(
      /^"# stopped: Command failed: the registry is not available/,
    );
    expect((await all(names)).status).toBe(200);
  });
});

describe('the budget', () => {
  it('is charged page by page', async () => {
    await all(names);
    const [{ used } = { used: 0 }] = await spentPoints(world);
    // A page of 100 names is 101 objects: three points; the last one is 51.
    expect(used).toBe(4 * 3 + 2);
  });

  it('ends the file where it ends, and says so in the last line; what came is right', async () => {
    const poor = await secondContainer({ env: { LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '8' } });
    const sent = (accept: string, query = names) =>
      poor.app.inject({
        method: 'POST',
        url: '/graphql?all=true',
        headers: { accept, authorization: alpha },
        payload: { query },
      });
    const first = await sent(csv);
    const lines = first.body.replace('\uFEFF', '').trim().split('\n');
    expect(lines).toHaveLength(1 + 200 + 1);
    expect(lines.at(-1)).toMatch(
      /^"# stopped: Session limit exceeded. Current limit is 8 in 60 seconds; go on with after: ""\S+"""$/,
    );
    expect(first.headers['x-total-count']).toBe(String(count));
    await freshBudgets(world);
    // It is a row as all others (RFC 4180).
    const wide = await sent(csv, '{ domains { nodes { name expiresAt createdAt } } }');
    const [header = '', ...rows] = wide.body.trim().split('\n');
    expect(header.split(',')).toHaveLength(3);
    expect(rows.at(-1)).toMatch(/^"# stopped: (?:[^"]|"")*",,$/);
    await freshBudgets(world);
    const second = await sent(ndjson);
    const last = second.body.trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toEqual({ stopped: expect.stringContaining('Session limit exceeded') });
    // And where it does not reach for the first page, there is no file.
    const third = await sent(csv);
    expect({ status: third.statusCode, type: third.headers['content-type'] }).toEqual({
      status: 429,
      type: 'application/json; charset=utf-8',
    });
  });
});
