import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../../support/contacts.ts';
import { manyDomains } from '../../../support/many-domains.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let url: string;
const many = 10_300;
const fewer = 2300;

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '1000000' });
  url = await world.listen();
  const { db } = world.container.database;
  // Equal moments of expiry, so that the order among equals counts.
  await manyDomains(world, { prefix: 'many', count: many });
  const code = await newContact(world);
  await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code, auth_info,
      created_at, updated_at)
    select code || '-' || n, registrar_id, name || n % 7, email, phone, ident, ident_type, ident_country_code, auth_info,
      created_at, updated_at
    from contacts, generate_series(1, ${many}) n where code = ${code}`.execute(db);
  await sql`insert into ledger (registrar_id, activity, description, sum, created_at)
    select id, 'update_credit', 'Movement ' || n, 0.01, now() from registrars, generate_series(1, ${fewer}) n
    where code = 'ALPHA'`.execute(db);
  await sql`insert into notifications (registrar_id, kind, text, created_at)
    select id, 'other', 'Message ' || n, now() from registrars, generate_series(1, ${fewer}) n
    where code = 'ALPHA'`.execute(db);
  // As the server does by itself some time after so many rows are new; until then it plans for the few there were.
  await sql`analyze`.execute(db);
});

const get = async (path: string): Promise<Loose> => {
  const answer = await fetch(`${url}/registry/v1${path}`, { headers: { authorization: alpha } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Loose;
};

/** The same list, as somebody gets it who asks for one page after another. */
async function byPages(path: string, rowsIn: (body: Loose) => unknown, size: number): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (;;) {
    const page = rowsIn(await get(`${path}&limit=${size}&offset=${rows.length}`)) as unknown[];
    rows.push(...page);
    if (page.length < size) return rows;
  }
}

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const stop = world.container.database.onStatement((text) => statements.push(text));
  await work();
  stop();
  return statements;
}

describe('a list without a limit', () => {
  it.each([
    ['/domains?q[s]=', 'limit', 'domains', 1000],
    ['/domains?q[s]=name+desc', 'limit', 'domains', 1000],
    ['/domains?details=true&simple=true', 'limit=', 'domains', 250],
    ['/contacts?q[s]=', 'limit', 'contacts', 1000],
    ['/contacts?q[s]=name+asc', 'limit=999999', 'contacts', 1000],
    ['/accounts?q[s]=description+asc', 'page', 'activities', 1000],
  ])('is the same as all of its pages: %s', async (path, unlimited, key, size) => {
    const { data } = await get(`${path}&${unlimited}`);
    const pages = await byPages(path, (body) => body.data?.[key], size);
    expect(data?.[key]).toEqual(pages);
    expect(pages.length).toBeGreaterThan(fewer);
    expect(data?.count).toBe(pages.length);
    const { data: page } = await get(`${path}&limit=1`);
    expect(Object.keys(data as object)).toEqual(Object.keys(page as object));
  });

  it('begins where the caller wants it to, and ends there', async () => {
    const all = (await get('/contacts?limit')).data?.contacts as unknown as string[];
    expect((await get('/contacts?limit&offset=7')).data?.contacts).toEqual(all.slice(7));
    expect((await get('/contacts?limit=1500&offset=7')).data).toMatchObject({
      contacts: all.slice(7, 1507),
      count: all.length,
    });
  });

  it('has every unread message and every movement', async () => {
    const { data, message } = await get('/registrar/notifications/all_notifications?limit');
    expect(data).toHaveLength(fewer);
    expect(message).toMatch(`Returning ${fewer} out of ${fewer}.`);
    const account = await get('/accounts/balance?detailed=true');
    expect(account.data?.transactions).toHaveLength(fewer + 2);
  });

  it('costs two statements for a page, and points for its rows', async () => {
    const left = async () => {
      const { headers } = await world.request({ url: '/registry/v1/accounts/balance' });
      return Number(headers['ratelimit-remaining']);
    };
    const before = await left();
    const statements = await statementsOf(() => get('/domains?limit'));
    const pages = Math.ceil(many / 1000);
    expect(statements.filter((text) => text.startsWith('declare'))).toHaveLength(1);
    expect(statements.filter((text) => text.startsWith('fetch'))).toHaveLength(pages);
    // Two to read a page and one to charge it, and a few for the beginning.
    expect(statements.length).toBeLessThan(3 * pages + 12);
    expect(before - (await left())).toBeGreaterThan(many / 60);
  });

  it('is read from one moment, whatever is written while it is sent', async () => {
    const { db } = world.container.database;
    let renamed: Promise<unknown> | undefined;
    const stop = world.container.database.onStatement((text) => {
      if (!text.startsWith('fetch') || renamed) return;
      renamed = sql`update domains set name = 'zz-' || name where name like 'many-5%'`.execute(db);
    });
    const { data } = await get('/domains?limit&q[s]=name+asc');
    stop();
    await renamed;
    const names = data?.domains as unknown as string[];
    expect(names).toHaveLength(data?.count as unknown as number);
    expect(names.filter((name) => name.startsWith('zz-'))).toEqual([]);
    await sql`update domains set name = substr(name, 4) where name like 'zz-%'`.execute(db);
  });

  it('breaks off where it cannot be read to its end, and never looks whole', async () => {
    const { service, database } = world.container;
    let fetched = 0;
    const stop = database.onStatement((text) => {
      if (text.startsWith('fetch')) fetched += 1;
      service.ending = fetched === 2;
    });
    try {
      const answer = await fetch(`${url}/registry/v1/domains?limit`, { headers: { authorization: alpha } });
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow('terminated');
    } finally {
      stop();
      service.ending = false;
    }
    await expect.poll(() => world.container.files.total).toBe(0);
  });

  it('is sent to one caller twice at once, and no more often', async () => {
    const { files } = world.container;
    const { rows } = await sql<{ id: number }>`select id from registrars where code = 'ALPHA'`.execute(
      world.container.database.db,
    );
    const scope = `registrar:${rows[0]?.id}`;
    const closes = [files.open(scope), files.open(scope)];
    const { status, body } = await world.request({ url: '/registry/v1/domains?limit' });
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { code: 2502, message: 'At most 2 whole lists may be sent to one caller at once', data: {} },
    });
    // A page is no whole list.
    expect((await world.request({ url: '/registry/v1/domains' })).status).toBe(200);
    for (const close of closes) close?.();
  });
});
