import { beforeAll, describe, expect, it, test } from 'vitest';
import { countStatements } from '../../../support/database.ts';
import { code, day, type Entry, portalOf, timestamp, userUniqueId, wait } from '../../../support/portal.ts';
import { seed } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
  await seed(world).domain('põld.ee');
  const { db } = world.container.database;
  const created_at = world.clock.now();
  await db
    .insertInto('blocked_names')
    .values([
      { name: 'keelatud.ee', name_puny: 'keelatud.ee', created_at },
      { name: 'keeltõrge.ee', name_puny: 'xn--keeltrge-i4a.ee', created_at },
    ])
    .execute();
  await db
    .insertInto('disputes')
    .values([
      dispute('vaidlus.ee', '2020-01-01', '2099-01-01'),
      dispute('lõppenud.ee', '2020-01-01', '2020-12-31'),
      { ...dispute('suletud.ee', '2020-01-01', '2099-01-01'), closed_at: created_at },
    ])
    .execute();
  await db
    .insertInto('reserved_names')
    .values({
      name: permanent,
      name_puny: permanent,
      password: 'operator-code',
      reservation_id: null,
      expires_at: null,
      created_at,
      updated_at: created_at,
    })
    .execute();
});

const permanent = 'president.ee';

const dispute = (name: string, starts_at: string, expires_at: string) => ({
  name,
  name_puny: name,
  password: 'dispute-code',
  starts_at,
  expires_at,
  closed_at: null,
  initiator: null,
  created_at: new Date(0),
});

const noneAvailable = { status: 422, body: { error: 'No available domains' } };

describe('reserving names for a week', () => {
  it('answers 201 with a code and an end for each name, and an id to ask by', async () => {
    const answer = await portal.reserve('a.ee', 'b.com.ee');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Domains reserved successfully',
      reserved_domains: [
        { name: 'a.ee', password: code, expire_at: timestamp },
        { name: 'b.com.ee', password: code, expire_at: timestamp },
      ],
      user_unique_id: userUniqueId,
    });
    expect(Object.keys(answer.body)).toEqual(['message', 'reserved_domains', 'user_unique_id']);
  });

  it('gives each name a code of its own', async () => {
    const { body } = await portal.reserve('c1.ee', 'c2.ee');
    const [one, other] = body.reserved_domains as [Entry, Entry];
    expect(one.password).not.toBe(other.password);
  });

  it('keeps what it said: the status shows the same codes', async () => {
    const { body } = await portal.reserve('d1.ee', 'd2.ee');
    const { status, body: entries } = await portal.statusOf(body.user_unique_id);
    expect(status).toBe(200);
    const reported = body.reserved_domains as unknown as object[];
    expect(entries).toEqual(reported.map((entry) => ({ ...entry, status: 'reserved' })));
  });

  it('leaves out names that cannot be had, without a word', async () => {
    await portal.reserve('taken.ee');
    const { status, body } = await portal.reserve('z.ee', 'taken.ee', 'president.ee', 'y.ee', 'x.nozone');
    expect(status).toBe(201);
    expect(body.reserved_domains).toMatchObject([{ name: 'z.ee' }, { name: 'y.ee' }]);
  });

  it('is refused when nothing is left, and again when repeated', async () => {
    await portal.reserve('once.ee');
    expect(await portal.reserve('once.ee')).toMatchObject(noneAvailable);
    expect(await portal.reserve('once.ee', 'once.ee')).toMatchObject(noneAvailable);
  });

  it.each([
    ['of no zone', 'foo.nozone'],
    ['that is a zone', 'pri.ee'],
    ['that only looks like a zone', 'foo.prixee'],
    ['with two labels', 'a.b.ee'],
    ['with a trailing dot', 'foo.ee.'],
    ['with a leading hyphen', '-foo.ee'],
    ['with a trailing hyphen', 'foo-.ee'],
    ['with hyphens in third and fourth place', 'ab--c.ee'],
    ['in punycode of nothing', 'xn--.ee'],
    ['in punycode that cannot be decoded', 'xn--a-0000000000.ee'],
    ['in punycode of letters that are not ours', 'xn--80ak6aa92e.ee'],
    ['in letters of another alphabet', 'привет.ee'],
    ['with a fraction in it', '½.ee'],
    ['with 64 characters', `${'a'.repeat(64)}.ee`],
    ['that is too long in punycode', `${'ü'.repeat(60)}.ee`],
    ['that is only dots', '...'],
    ['that is blocked', 'keelatud.ee'],
    ['that is blocked, in punycode', 'xn--keeltrge-i4a.ee'],
    ['that is registered', 'põld.ee'],
    ['that is registered, in punycode', 'XN--PLD-ONA.ee'],
    ['under dispute', 'vaidlus.ee'],
    ['reserved by the registry', 'president.ee'],
  ])('cannot have a name %s', async (_, name) => {
    expect(await portal.reserve(name)).toMatchObject(noneAvailable);
  });

  it.each(['x.ee', '9.ee', 'õäöüšž.ee', `${'a'.repeat(63)}.ee`, 'lõppenud.ee', 'suletud.ee'])(
    'can have %j',
    async (name) => {
      expect((await portal.reserve(name)).body.reserved_domains).toMatchObject([{ name }]);
    },
  );

  it('knows a name in whatever case and form it is written', async () => {
    const { body } = await portal.reserve('MÜNCHEN.ee', 'xn--mnchen-3ya.EE', 'mu\u0308nchen.ee', 'B1.ee');
    expect(body.reserved_domains).toMatchObject([{ name: 'münchen.ee' }, { name: 'b1.ee' }]);
    expect((await portal.statusOf(body.user_unique_id)).body).toMatchObject([
      { name: 'münchen.ee', status: 'reserved' },
      { name: 'b1.ee', status: 'reserved' },
    ]);
    expect(await portal.reserve('xn--mnchen-3ya.ee')).toMatchObject(noneAvailable);
  });

  it('does not count null among the names', async () => {
    const { body } = await portal.reserve(null, 'null1.ee', null);
    expect(body.reserved_domains).toMatchObject([{ name: 'null1.ee' }]);
  });

  test.each(['/reserve_domains', '/long_reserve_domains'])(
    'ignores fields that %s does not know',
    async (path) => {
      const answer = await portal.post(path, {
        domain_names: [`unknown-field${path.length}.ee`],
        success_business_registry_customer_url: 'https://example.com',
        failed_business_registry_customer_url: 'https://example.com',
      });
      expect(answer.status).toBe(201);
    },
  );

  it('gets the rest under a new id when it is repeated with one more name', async () => {
    const first = await portal.reserved('rest1.ee');
    const { body } = await portal.reserve('rest1.ee', 'rest2.ee');
    expect(body.reserved_domains).toMatchObject([{ name: 'rest2.ee' }]);
    expect(body.user_unique_id).not.toBe(first.id);
    expect(await portal.entries(first.id)).toMatchObject([{ name: 'rest1.ee', status: 'reserved' }]);
  });

  it('leaves a trace without the codes', async () => {
    const { id, password } = await portal.reserved('trace.ee');
    const { db } = world.container.database;
    const rows = await db.selectFrom('history').selectAll().where('object_key', '=', id).execute();
    expect(rows).toMatchObject([{ operation: 'reservation.create', object_type: 'reservation' }]);
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  it('takes as many statements for twenty names as for one', async () => {
    const count = (names: readonly string[]) =>
      countStatements(world.container.database, () => portal.reserve(...names));
    const many = Array.from({ length: 20 }, (_, index) => `many${index}.ee`);
    expect((await count(['single.ee'])).count).toBe((await count(many)).count);
  });
});

describe('asking what became of a free reservation', () => {
  it.each(['00000000-0', 'nonsense', 'x'.repeat(300), '%00', '%25'])('knows nothing of %j', async (id) => {
    expect(await portal.statusOf(id)).toMatchObject({
      status: 404,
      body: { error: 'Reserved domains not found. Invalid user_unique_id' },
    });
  });

  it('keeps the order in which the names were given', async () => {
    const names = ['q3.ee', 'q1.ee', 'q2.ee'];
    const { body } = await portal.reserve(...names);
    const entries = await portal.entries(String(body.user_unique_id));
    expect(entries.map(({ name }) => name)).toEqual(names);
  });
});

describe('a free reservation with an idempotency key', () => {
  it('is made once and answered the same way again', async () => {
    const again = () =>
      portal.post('/reserve_domains', { domain_names: ['idem.ee'] }, { 'idempotency-key': 'one' });
    const first = await again();
    const second = await again();
    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
    expect(second.text).toBe(first.text);
  });

  it('refuses the key for another request', async () => {
    const key = { 'idempotency-key': 'two' };
    await portal.post('/reserve_domains', { domain_names: ['idem2.ee'] }, key);
    expect(await portal.post('/reserve_domains', { domain_names: ['idem3.ee'] }, key)).toMatchObject({
      status: 409,
      body: { error: 'Idempotency key was already used with another input' },
    });
  });

  it('keeps no code in what it remembers', async () => {
    const key = { 'idempotency-key': 'three' };
    const { text } = await portal.post('/reserve_domains', { domain_names: ['idem4.ee'] }, key);
    const rows = await world.container.database.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(/[0-9a-f]{32}/.exec(text)?.[0]);
  });
});

describe('a free reservation as a dry run', () => {
  it('shows what it would be and reserves nothing', async () => {
    const tried = await portal.post('/reserve_domains', { domain_names: ['dry.ee'] }, { 'dry-run': 'true' });
    expect(tried).toMatchObject({ status: 201, body: { reserved_domains: [{ name: 'dry.ee' }] } });
    expect((await portal.statusOf(tried.body.user_unique_id)).status).toBe(404);
    expect((await portal.reserve('dry.ee')).status).toBe(201);
  });
});

describe('a name that the registry keeps for itself', () => {
  it('has no end: nobody can have it, however long they wait, and nobody cleans it up', async () => {
    wait(world, 4000 * day);
    expect(await portal.reserve(permanent)).toMatchObject(noneAvailable);
    expect(await portal.suggest('President')).toMatchObject({
      variants: expect.not.arrayContaining([permanent]),
    });
    const rows = await world.container.database.db
      .selectFrom('reserved_names')
      .select('password')
      .where('name', '=', permanent)
      .execute();
    expect(rows).toEqual([{ password: 'operator-code' }]);
  });
});
