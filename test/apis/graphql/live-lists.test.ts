import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '#src/server/app.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection, testDatabase } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { type Live, subscribe } from '../../support/live.ts';
import { mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance } from '../../support/time.ts';
import { alpha, basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** Lists as streams: domainsChanged and contactsChanged. */

let world: TestWorld;
let url: string;
const mutate = mutateOf(() => world);
const { kind } = await testDatabase();

beforeAll(async () => {
  world = await testWorld({ MAX_STREAMS: '30' });
  url = await world.listen();
});

interface Asked {
  readonly where?: object;
  readonly after?: string | null;
  readonly auth?: string;
}

const domains = ({ where, after, auth = alpha }: Asked = {}) =>
  subscribe(
    url,
    `subscription ($where: DomainWhere, $after: ID) { domainsChanged(where: $where, after: $after) {
      id at operation change name domain { name statuses { name } nameservers { hostname } } } }`,
    { auth, variables: { where, after } },
  );
const contacts = ({ where, after, auth = alpha }: Asked = {}) =>
  subscribe(
    url,
    `subscription ($where: ContactWhere, $after: ID) { contactsChanged(where: $where, after: $after) {
      id operation change code contact { code name email } } }`,
    { auth, variables: { where, after } },
  );
interface Told {
  readonly id: string;
  readonly change: string;
  readonly name: string;
  readonly domain: unknown;
}
const told = async (live: Live) => (await live.next()).data.domainsChanged as unknown as Told;
const toldOfContact = async (live: Live) => (await live.next()).data.contactsChanged;
/** So many changes, as `ENTERED tamm.ee`. */
async function shortly(live: Live, count: number): Promise<string[]> {
  const changes: string[] = [];
  while (changes.length < count) {
    const { change, name } = await told(live);
    changes.push(`${change} ${name}`);
  }
  return changes;
}
const hold = (name: string, what: 'add' | 'remove' = 'add') =>
  mutate('domainStatusesSet', { name, [what]: ['serverHold'] }, 'domain { name }');
const transfer = (name: string, auth: string) =>
  mutate('domainTransfer', { name, transferCode: 'open-sesame' }, 'domain { name }', auth);

describe('domainsChanged', () => {
  it('shows what enters the list, changes in it and leaves it', async () => {
    const live = await domains({ where: { statuses: { contains: ['serverHold'] } } });
    const name = await newDomain(world);
    await hold(name);
    expect(await told(live)).toMatchObject({
      change: 'ENTERED',
      operation: 'domain.set-statuses',
      name,
      domain: { name, statuses: expect.arrayContaining([{ name: 'serverHold' }]) },
    });
    await mutate(
      'domainNameserversAdd',
      { name, nameservers: [{ hostname: 'ns1.live.example' }, { hostname: 'ns2.live.example' }] },
      'domain { name }',
      alpha,
    );
    expect(await told(live)).toMatchObject({
      change: 'CHANGED',
      domain: { nameservers: [{ hostname: 'ns1.live.example' }, {}] },
    });
    await hold(name, 'remove');
    expect(await told(live)).toMatchObject({ change: 'LEFT', name, domain: null });
    live.close();
  });

  it('reports a registrar’s own domains: a transfer leaves one list and enters the other', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    const asAlpha = await domains({ where: { name: { eq: name } } });
    const asBeta = await domains({ where: { name: { eq: name } }, auth: beta });
    const asOperator = await domains({ where: { name: { eq: name } }, auth: operator });
    await transfer(name, beta);
    expect(await told(asAlpha)).toMatchObject({ change: 'LEFT', name, domain: null });
    expect(await told(asBeta)).toMatchObject({ change: 'ENTERED', name, domain: { name } });
    expect(await told(asOperator)).toMatchObject({ change: 'CHANGED', name, domain: { name } });
    for (const live of [asAlpha, asBeta, asOperator]) live.close();
  });

  it('shows nothing of what is somebody else’s by now to a stream that catches up over the transfer', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    await hold(name);
    await hold(name, 'remove');
    await transfer(name, beta);
    const asked = { where: { name: { eq: name } }, after: '0' };
    const [asAlpha, asBeta] = [await domains(asked), await domains({ ...asked, auth: beta })];
    for (const change of ['ENTERED', 'CHANGED', 'CHANGED', 'LEFT'])
      expect(await told(asAlpha)).toMatchObject({ change, name, domain: null });
    expect(await told(asBeta)).toMatchObject({ change: 'ENTERED', name, domain: { name } });
    for (const live of [asAlpha, asBeta]) live.close();
  });

  it('shows everything later than after first, in the order of the history, and nothing twice', async () => {
    const where = { name: { startsWith: 'kord' } };
    const first = await domains({ where });
    const names = ['kord-a.ee', 'kord-b.ee', 'kord-c.ee'];
    await newDomain(world, { name: 'kord-a.ee' });
    const { id } = await told(first);
    first.close();
    await newDomain(world, { name: 'kord-b.ee' });
    await hold('kord-a.ee');
    const again = await domains({ where, after: id });
    await newDomain(world, { name: 'kord-c.ee' });
    expect(await shortly(again, 3)).toEqual(['ENTERED kord-b.ee', 'CHANGED kord-a.ee', 'ENTERED kord-c.ee']);
    for (const name of names) await hold(name, 'add');
    expect(await shortly(again, 2)).toEqual(['CHANGED kord-b.ee', 'CHANGED kord-c.ee']);
    again.close();
  });

  it('reads a past that is longer than a page while more is written', async () => {
    const where = { name: { startsWith: 'pikk' } };
    const name = await newDomain(world, { name: 'pikk.ee' });
    for (let round = 0; round < 60; round += 1) {
      await hold(name);
      await hold(name, 'remove');
    }
    const live = await domains({ where, after: '0' });
    const writing = hold(name);
    const changes = await shortly(live, 122);
    await writing;
    expect(changes.filter((change) => change === 'ENTERED pikk.ee')).toHaveLength(1);
    expect(changes.filter((change) => change === 'CHANGED pikk.ee')).toHaveLength(121);
    live.close();
  });

  it('refuses what history does not keep, an after that no change has and callers without domains', async () => {
    const refusal = async (live: Live) => (await live.next()).errors[0 as never];
    for (const where of [
      { registrar: { eq: 'ALPHA' } },
      { registrantName: { eq: 'Mari' } },
      { or: [{ name: { eq: 'a.ee' } }, { not: { updatedAt: { lt: 'PT0S' } } }] },
    ])
      expect(await refusal(await domains({ where }))).toMatchObject({
        extensions: { code: 'NOT_IN_HISTORY' },
      });
    for (const after of ['x', '999999999'])
      expect(await refusal(await domains({ after }))).toMatchObject({
        extensions: { code: 'BAD_USER_INPUT' },
      });
    expect(await refusal(await domains({ auth: basic('alpha-billing', 'alpha-sandbox') }))).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    });
    expect(await refusal(await domains({ auth: portal }))).toMatchObject({
      message: 'You may not use any subscription.',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
    const ofOperator = await domains({ auth: operator, where: { registrar: { eq: 'BETA' } } });
    const name = await newDomain(world, {}, { auth: beta });
    expect(await told(ofOperator)).toMatchObject({ change: 'ENTERED', name });
    ofOperator.close();
    await expect.poll(() => world.container.streams.total).toBe(0);
  });

  it('ends when its user is locked out', async () => {
    await mutate(
      'apiUserCreate',
      { registrar: 'ALPHA', username: 'lister', password: 'sesame', roles: ['EPP'] },
      'apiUser { username }',
    );
    const live = await domains({ auth: basic('lister', 'sesame') });
    await mutate('apiUserUpdate', { username: 'lister', active: false }, 'apiUser { username }');
    await live.ended();
  });

  it('reads each change once, however many streams follow', async () => {
    const live = await Promise.all(Array.from({ length: 25 }, () => domains({ auth: operator })));
    const name = await newDomain(world);
    for (const one of live) await told(one);
    const { database } = world.container;
    const statements: string[] = [];
    const stop = database.onStatement((text) => text.includes('late_history') && statements.push(text));
    await hold(name);
    for (const one of live) expect(await told(one)).toMatchObject({ change: 'CHANGED', name });
    stop();
    expect(statements).toHaveLength(1);
    for (const one of live) one.close();
    await expect.poll(() => world.container.streams.total).toBe(0);
  });
});

describe('contactsChanged', () => {
  it('shows what enters the list, changes in it and leaves it', async () => {
    const live = await contacts({ where: { identType: { eq: 'ORG' }, name: { contains: 'LIVE' } } });
    const ident = { code: '14112620', type: 'ORG', countryCode: 'EE' };
    const input = { name: 'Live Lists', email: 'live@example.com', phone: '+372.5555555', ident };
    const { contact } = await mutate('contactCreate', input, 'contact { code }', alpha);
    const { code } = contact as unknown as { code: string };
    expect(await toldOfContact(live)).toMatchObject({
      change: 'ENTERED',
      code,
      contact: { code, name: 'Live Lists' },
    });
    await mutate('contactUpdate', { code, email: 'other@example.com' }, 'contact { code }', alpha);
    expect(await toldOfContact(live)).toMatchObject({
      change: 'CHANGED',
      contact: { email: 'other@example.com' },
    });
    await mutate('contactDelete', { code }, '__typename', alpha);
    expect(await toldOfContact(live)).toMatchObject({
      change: 'LEFT',
      operation: 'contact.delete',
      code,
      contact: null,
    });
    live.close();
  });

  it('is about own contacts, and keeps to what history keeps', async () => {
    const live = await contacts({ auth: beta });
    await seed(world).contact();
    const { contact } = await mutate(
      'contactCreate',
      {
        name: 'Beta Live',
        email: 'live@example.com',
        phone: '+372.5555555',
        ident: { code: '14112620', type: 'ORG', countryCode: 'EE' },
      },
      'contact { code }',
      beta,
    );
    expect(await toldOfContact(live)).toMatchObject({
      change: 'ENTERED',
      code: (contact as unknown as { code: string }).code,
    });
    live.close();
    const wrong = await contacts({ where: { email: { eq: 'a@example.com' } } });
    expect((await wrong.next()).errors[0 as never]).toMatchObject({ extensions: { code: 'NOT_IN_HISTORY' } });
  });
});

describe('a slow reader', () => {
  it('is ended with an error that says so, and costs others nothing', async () => {
    const name = await newDomain(world);
    const where = { name: { eq: name } };
    const document = `subscription ($where: DomainWhere) { domainsChanged(where: $where) { operation } }`;
    const slow = await subscribe(url, document, { auth: alpha, variables: { where } });
    const quick = await subscribe(url, document, { auth: alpha, variables: { where } });
    // First more than any socket takes, then more than wait for a reader.
    for (let batch = 0; batch < 12; batch += 1) {
      const length = batch === 0 ? 30_000 : 10;
      await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id,
          object_key, event, changes, snapshot)
        select now(), 'system', 'test', repeat('x', ${length}), 'test', 'domain', domains.id, domains.name, 'update',
          '{}'::jsonb, newest.snapshot
        from domains, generate_series(1, 500),
          (select snapshot from history where object_key = ${name} order by id desc limit 1) newest
        where name = ${name}`.execute(world.container.database.db);
      await sql`select pg_notify('zonegraph', ${JSON.stringify(['domain', name])})`.execute(
        world.container.database.db,
      );
      const lengths: unknown[] = [];
      while (lengths.length < 500) {
        const { data } = await quick.next();
        lengths.push(data.domainsChanged.operation?.length);
      }
      expect(lengths).toEqual(Array(500).fill(length));
    }
    await expect.poll(() => world.container.streams.total).toBe(1);
    let last = await slow.next();
    while (last.data) last = await slow.next();
    expect(last.errors).toMatchObject([{ extensions: { code: 'SLOW_READER', retryable: true } }]);
    await slow.ended();
    quick.close();
  });
});

describe('a reader that is still behind', () => {
  it('loses nothing, however many changes come meanwhile', async () => {
    const name = await newDomain(world);
    const { db } = world.container.database;
    const write = async (count: number, length: number): Promise<void> => {
      await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id,
          object_key, event, changes, snapshot)
        select now(), 'system', 'test', repeat('x', ${length}), 'test', 'domain', domains.id, domains.name, 'update',
          '{}'::jsonb, newest.snapshot
        from domains, generate_series(1, ${count}),
          (select snapshot from history where object_key = ${name} order by id desc limit 1) newest
        where name = ${name}`.execute(db);
      await sql`select pg_notify('zonegraph', ${JSON.stringify(['domain', name])})`.execute(db);
    };
    const { rows } = await sql<{ id: string }>`select max(id)::text as id from history`.execute(db);
    // Less than a page, and more than any socket takes.
    await write(90, 200_000);
    const variables = { where: { name: { eq: name } }, after: rows[0]?.id };
    const document = `subscription ($where: DomainWhere, $after: ID) { domainsChanged(where: $where, after: $after) { operation } }`;
    const behind = await subscribe(url, document, { auth: alpha, variables });
    const quick = await subscribe(
      url,
      'subscription ($where: DomainWhere) { domainsChanged(where: $where) { operation } }',
      { auth: alpha, variables: { where: variables.where } },
    );
    for (let batch = 0; batch < 11; batch += 1) {
      await write(500, 10);
      for (let count = 0; count < 500; count += 1) await quick.next();
    }
    for (let count = 0; count < 90 + 5500; count += 1) {
      const { data, errors } = await behind.next();
      expect(errors).toBeUndefined();
      expect(data.domainsChanged.operation?.length).toBe(count < 90 ? 200_000 : 10);
    }
    behind.close();
    quick.close();
  });
});

describe.runIf(kind === 'postgres')('live lists of another process', () => {
  it('report what is written here', async () => {
    const database = await secondConnection();
    const other = await secondContainer({ ...(database && { database }) });
    await listen(other.app, other.container, 0, '127.0.0.1');
    const live = await subscribe(
      other.container.address.ownUrl,
      'subscription { domainsChanged(where: { name: { eq: "mujal.ee" } }) { change } }',
      { auth: alpha },
    );
    await newDomain(world, { name: 'mujal.ee' });
    expect(await told(live)).toEqual({ change: 'ENTERED' });
    live.close();
  });
});

describe.runIf(kind === 'postgres')('changes whose transactions end out of order', () => {
  it('arrive in the order in which they became visible, also after a reconnect', async () => {
    const [early, late] = ['enne.ee', 'hiljem.ee'];
    const where = { name: { in: [early, late] } };
    for (const name of [early, late]) await newDomain(world, { name });
    const other = await secondConnection();
    if (!other) throw new Error('a second connection');
    const live = await domains({ where });
    let release: () => void = () => {};
    let wrote: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hasWritten = new Promise<void>((resolve) => {
      wrote = resolve;
    });
    // An entry with a smaller id, whose transaction stays open while a later one ends.
    const open = other.transaction(async (tx) => {
      await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id,
          object_key, event, changes, snapshot)
        select now(), 'system', 'test', 'domain.late', 'test', 'domain', id, name, 'update', '{}'::jsonb,
          (select snapshot from history where object_type = 'domain' and object_key = ${early} order by id desc limit 1)
        from domains where name = ${early}`.execute(tx);
      await sql`select pg_notify('zonegraph', '["domain","enne.ee"]')`.execute(tx);
      wrote();
      await held;
    });
    await hasWritten;
    await hold(late);
    const first = await told(live);
    expect(first).toMatchObject({ name: late, operation: 'domain.set-statuses' });
    release();
    await open;
    const second = await told(live);
    expect(second).toMatchObject({ name: early, operation: 'domain.late' });
    await hold(late, 'remove');
    const third = await told(live);
    expect(third).toMatchObject({ name: late });
    live.close();
    const from = async (after: string, count: number) => {
      const again = await domains({ where, after });
      const names: unknown[] = [];
      while (names.length < count) names.push((await told(again)).id);
      again.close();
      return names;
    };
    expect(await from(first.id, 2)).toEqual([second.id, third.id]);
    expect(await from(second.id, 1)).toEqual([third.id]);
  });
});

describe('domainsChanged, as time goes by', () => {
  it('counts distances in where once, when it is opened', async () => {
    const live = await domains({ where: { expiresAt: { lt: 'P400D' } } });
    const name = await newDomain(world);
    expect(await told(live)).toMatchObject({ change: 'ENTERED', name });
    await advance(world, { by: 'P100D' });
    const later = await newDomain(world);
    await hold(name);
    expect(await told(live)).toMatchObject({ change: 'CHANGED', name });
    const opened = await domains({ where: { expiresAt: { lt: 'P400D' } } });
    await hold(later);
    expect(await told(opened)).toMatchObject({ change: 'CHANGED', name: later });
    for (const one of [live, opened]) one.close();
  });

  it('reports a domain that is removed by its name', async () => {
    const name = await newDomain(world);
    const live = await domains({ where: { name: { eq: name } } });
    await advance(world, { by: 'P2Y' });
    const all: Told[] = [];
    while (all.at(-1)?.change !== 'LEFT') all.push(await told(live));
    expect(all.at(-1)).toMatchObject({ change: 'LEFT', operation: 'domain.remove', name, domain: null });
    live.close();
  });
});
