import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { setHashCost } from '#src/base/secrets.ts';
import { cheapHash } from '../../support/cheap-hash.ts';
import { gate } from '../../support/gate.ts';
import { graph } from '../../support/graph.ts';
import { subscribe } from '../../support/live.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What one registrar asks for does not keep another from being served, however many users it has. */

const onServer = inject('testDatabase').kind === 'postgres';
let world: TestWorld;
let mine: string;
let theirs: string;
const users = 6;
const userOf = (at: number) => basic(`alpha-${at}`, 'alpha-password');

beforeAll(async () => {
  setHashCost();
  world = await testWorld({ MAX_STREAMS: '1' });
  mine = await seed(world).contact();
  theirs = await seed(world, beta).contact();
  await addUsers(users);
});

async function addUsers(count: number, prefix = 'alpha') {
  const { db } = world.container.database;
  const { registrar_id, ...rest } = await db
    .selectFrom('api_users')
    .select(['registrar_id', 'roles', 'active', 'verified_at', 'created_at', 'updated_at'])
    .where('username', '=', 'alpha')
    .executeTakeFirstOrThrow();
  const password_hash = cheapHash('alpha-password');
  await db
    .insertInto('api_users')
    .values(
      Array.from({ length: count }, (_, at) => ({
        ...rest,
        registrar_id,
        username: `${prefix}-${at}`,
        password_hash,
      })),
    )
    .execute();
}

const rename = (code: string, auth = alpha) =>
  world.request({
    method: 'PUT',
    url: `/registry/v1/contacts/${encodeURIComponent(code)}`,
    payload: { contact: { phone: '+372.5555556' } },
    auth,
  });
const madeUp = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `made-up-${at}.ee`, transferCode: 'wrong' }));
const bulk = (count: number, auth = alpha) =>
  graph(
    world,
    'mutation ($transfers: [DomainTransferItem!]!) { domainBulkTransfer(input: { transfers: $transfers }, dryRun: true) { results { ok } userErrors { resultCode } } }',
    { variables: { transfers: madeUp(count) }, auth },
  );

/** How many of them are done. */
function counted<T>(promises: readonly Promise<T>[]) {
  const state = { done: 0, all: Promise.all(promises) };
  for (const promise of promises) void promise.then(() => (state.done += 1));
  return state;
}

describe.runIf(onServer)('transactions', () => {
  it('of one registrar leave half to the others, whichever of its users they are', async () => {
    // Nobody of them waits for a password to be checked.
    for (let at = 0; at < users; at += 1)
      await world.request({ url: '/registry/v1/accounts/balance', auth: userOf(at) });
    const { opened, open } = gate();
    const held = gate();
    const holding = world.container.database.background.transaction(async (db) => {
      await sql`select from contacts where code = ${mine} for update`.execute(db);
      held.open();
      await opened;
    });
    await held.opened;
    const waiting = counted([
      ...Array.from({ length: 6 }, () => rename(mine)),
      ...Array.from({ length: 6 }, (_, at) => rename(mine, userOf(at))),
    ]);
    const locked = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(
        world.container.database.health.db,
      );
      return rows[0]?.count;
    };
    await expect.poll(locked).toBe(3);
    expect((await rename(theirs, beta)).status).toBe(200);
    expect(await locked()).toBe(3);
    expect(waiting.done).toBe(0);
    open();
    await holding;
    expect((await waiting.all).map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  it("of another registrar's bulk are not waited for", async () => {
    const bulks = counted(Array.from({ length: 24 }, () => bulk(500)));
    expect((await rename(theirs, beta)).status).toBe(200);
    expect(bulks.done).toBeLessThan(12);
    await bulks.all;
  });

  it('of a bulk with many real domains let others pass in between', async () => {
    const by = seed(world, beta);
    const { transferCode } = await by.domain('many-0.ee', { transferCode: 'the-code' });
    const { db } = world.container.database;
    const count = 450;
    const { rows } = await sql<{
      columns: string;
    }>`select string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns where table_schema = current_schema() and table_name = 'domains'
        and column_name not in ('id', 'uuid', 'name', 'name_puny') and is_generated = 'NEVER'`.execute(db);
    const columns = sql.raw(rows[0]?.columns ?? '');
    await sql`insert into domains (uuid, name, name_puny, ${columns})
      select gen_random_uuid(), 'many-' || at || '.ee', 'many-' || at || '.ee', ${columns}
      from domains, generate_series(1, ${count}) at where name = 'many-0.ee'`.execute(db);
    const transfers = Array.from({ length: count }, (_, at) => ({ name: `many-${at + 1}.ee`, transferCode }));
    const statements: string[] = [];
    const stop = world.container.database.onStatement((text) => void statements.push(text));
    const document =
      'mutation ($transfers: [DomainTransferItem!]!) { domainBulkTransfer(input: { transfers: $transfers }) { results { name ok } userErrors { message } } }';
    const moved = counted([graph(world, document, { variables: { transfers } })]);
    while (moved.done === 0) expect((await rename(theirs, beta)).status).toBe(200);
    stop();
    const [answer] = await moved.all;
    expect(answer?.text.match(/"ok":true/g)).toHaveLength(count);
    const batches = statements.filter((text) => /^update domains/.test(text.trim()));
    expect(batches.length).toBeGreaterThanOrEqual(count / 100);
    const history = await sql<{ count: number }>`select count(*)::int from history
      where operation = 'domain.bulk-transfer' and object_type = 'domain'`.execute(db);
    expect(history.rows[0]?.count).toBe(count);
    const messages = await sql<{ count: number }>`select count(*)::int from notifications
      where text like '%many-%'`.execute(db);
    expect(messages.rows[0]?.count).toBe(count);
  });

  it('that add whole lists up leave connections to the others', async () => {
    const { opened, open } = gate();
    const held = gate();
    const holding = world.container.database.background.transaction(async (db) => {
      await sql`lock table domains in access exclusive mode`.execute(db);
      held.open();
      await opened;
    });
    await held.opened;
    const groups = (auth: string, list: string, field: string) =>
      graph(world, `{ ${list} { groups(by: [{ field: ${field} }]) { count } } }`, { auth });
    const waiting = counted(Array.from({ length: 6 }, (_, at) => groups(userOf(at), 'domains', 'ZONE')));
    const { errors } = await groups(beta, 'contacts', 'REGISTRAR');
    expect(errors).toBeUndefined();
    expect(waiting.done).toBe(0);
    open();
    await holding;
    await waiting.all;
  });
});

describe.runIf(onServer)('reads over REST', () => {
  const list = (auth: string, headers: Record<string, string> = {}) =>
    world.request({ url: '/registry/v1/domains', auth, headers });

  it('of one registrar leave half to the others, and wait for their turn as long as they would', async () => {
    const { opened, open } = gate();
    const held = gate();
    const holding = world.container.database.background.transaction(async (db) => {
      await sql`lock table domains in access exclusive mode`.execute(db);
      held.open();
      await opened;
    });
    await held.opened;
    const waiting = counted(Array.from({ length: 8 }, () => list(alpha)));
    // Statements of one moment share a connection.
    const locked = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(
        world.container.database.health.db,
      );
      return rows[0]?.count;
    };
    await expect.poll(locked).toBeGreaterThan(0);
    const refused = await list(alpha, { prefer: 'wait=0' });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.body).toMatchObject({ code: 2400 });
    expect((await world.request({ url: '/registry/v1/accounts/balance', auth: beta })).status).toBe(200);
    expect(waiting.done).toBe(0);
    open();
    await holding;
    expect((await waiting.all).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });
});

describe('passwords that are hashed', () => {
  let made = 0;
  const create = (dryRun = false, auth = alpha) => {
    made += 1;
    return graph(
      world,
      'mutation ($input: ApiUserCreateInput!, $dryRun: Boolean!) { apiUserCreate(input: $input, dryRun: $dryRun) { apiUser { username } userErrors { resultCode message } } }',
      {
        variables: {
          input: { username: `made-${made}`, password: 'a-password-of-mine', roles: ['EPP'] },
          dryRun,
        },
        auth,
      },
    );
  };
  const many = 15;

  it('for one registrar keep nobody else from signing in for the first time', async () => {
    const created = counted(Array.from({ length: many }, () => create()));
    const first = await world.request({
      url: '/registry/v1/accounts/balance',
      auth: basic('beta-epp', 'wrong'),
    });
    expect(first.status).toBe(401);
    expect(created.done).toBeLessThan(many / 2);
    await created.all;
  });

  it.runIf(onServer)('hold no transaction meanwhile', async () => {
    const created = counted(Array.from({ length: many }, () => create()));
    expect((await rename(mine)).status).toBe(200);
    expect(created.done).toBeLessThan(many / 2);
    for (const { data } of await created.all) expect(data.apiUserCreate?.userErrors).toEqual([]);
  });

  it('are not hashed in a dry run', async () => {
    const created = counted(Array.from({ length: many }, () => create()));
    const { data } = await create(true);
    expect(data.apiUserCreate).toMatchObject({ apiUser: { username: `made-${made}` }, userErrors: [] });
    expect(created.done).toBeLessThan(many / 2);
    await created.all;
  });

  it('wait although their sender would not', async () => {
    const create = (username: string) =>
      world.request({
        method: 'POST',
        url: '/registry/v1/api_users',
        payload: { api_user: { username, plain_text_password: 'a-password-of-mine', roles: ['epp'] } },
        headers: { prefer: 'wait=0' },
      });
    const answers = await Promise.all(['hasty-1', 'hasty-2', 'hasty-3'].map(create));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('do not pile up without end', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => create()));
    const codes = answers.map(({ text }) => /"resultCode":(\d+)/.exec(text)?.[1]);
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(20);
    expect(new Set(codes)).toEqual(new Set([undefined, '2502']));
  });
});

describe('users of one registrar', () => {
  it('have streams together, however many they are', async () => {
    const url = await world.listen();
    const open = (auth: string) => subscribe(url, 'subscription { notificationReceived { id } }', { auth });
    const statuses: number[] = [];
    const lives = [];
    for (let at = 0; at < users; at += 1) {
      const live = await open(userOf(at));
      lives.push(live);
      statuses.push(live.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await open(beta)).status).toBe(200);
    lives[0]?.close();
    await expect.poll(async () => (await open(userOf(5))).status).toBe(200);
  });

  it('are at most two hundred, those that are deleted not counted', async () => {
    const { db } = world.container.database;
    const ofAlpha = () =>
      sql<{
        count: number;
      }>`select count(*)::int from api_users join registrars on registrars.id = registrar_id
        where registrars.code = 'ALPHA' and deleted_at is null`
        .execute(db)
        .then(({ rows }) => rows[0]?.count ?? 0);
    await addUsers(199 - (await ofAlpha()), 'more');
    const create = (username: string) =>
      world.request({
        method: 'POST',
        url: '/registry/v1/api_users',
        payload: { api_user: { username, plain_text_password: 'a-password-of-mine', roles: ['epp'] } },
      });
    const answers = await Promise.all([create('number-200'), create('number-201')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({ code: 2308, message: 'A registrar has at most 200 users' });
    const { data } = await graph(
      world,
      'mutation { apiUserCreate(input: { registrar: "ALPHA", username: "one-more", password: "a-password-of-mine", roles: [EPP] }) { userErrors { resultCode } } }',
      { auth: operator },
    );
    expect(data.apiUserCreate?.userErrors).toEqual([{ resultCode: 2308 }]);
    const { data: deleted } = await graph(
      world,
      'mutation { apiUserDelete(input: { username: "more-0" }) { userErrors { message } } }',
    );
    expect(deleted.apiUserDelete?.userErrors).toEqual([]);
    expect((await create('number-202')).status).toBe(200);
  });
});
