import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDispute } from '../../../support/domains.ts';
import { expectRefusal, restApi } from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let jaan: string;
beforeAll(async () => {
  world = await testWorld();
  jaan = await seed(world).contact();
});

const call = restApi(() => world);
const register = (name: string, fields: object = {}, auth?: string) =>
  call(
    'POST /domains',
    { domain: { name, registrant: jaan, period: 1, period_unit: 'y', ...fields } },
    auth ? { auth } : {},
  );
const registeredAs = async (name: string) => (await register(name)).body.data.domain?.name;
const balance = async () => (await call('GET /accounts/balance')).body.data.balance;

const reserve = (name: string, password: string, expiresAt: Date | null = null) =>
  sql`insert into reserved_names (name, name_puny, password, expires_at, created_at, updated_at)
    values (${name}, ${name}, ${password}, ${expiresAt}, ${world.clock.now()}, ${world.clock.now()})`.execute(
    world.container.database.db,
  );
const reservationCode = async (name: string): Promise<string | undefined> =>
  (
    await world.container.database.db
      .selectFrom('reserved_names')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst()
  )?.password;
const reservedRows = async (name: string) =>
  (
    await world.container.database.db
      .selectFrom('reserved_names')
      .selectAll()
      .where('name', '=', name)
      .execute()
  ).length;

describe('a domain name', () => {
  it('is registered in lower-case Unicode, however it is written', async () => {
    expect(await registeredAs('  Upper-Case.EE ')).toBe('upper-case.ee');
    expect(await registeredAs('xn--mnchen-3ya.ee')).toBe('münchen.ee');
    expect(await registeredAs('ÕUNAPUU.ee')).toBe('õunapuu.ee');
    expect(await registeredAs('s\u030caslo\u0308kk.ee')).toBe('šaslökk.ee');
  });

  it('is found in any case, in Unicode and in punycode', async () => {
    for (const spelling of ['m%C3%BCnchen.ee', 'M%C3%9CNCHEN.EE', 'xn--mnchen-3ya.ee', 'XN--MNCHEN-3YA.ee'])
      expect((await call(`GET /domains/${spelling}`)).body.data.domain.name).toBe('münchen.ee');
  });

  it('may stand below any zone of the registry', async () => {
    expect(await registeredAs('shop.com.ee')).toBe('shop.com.ee');
    expect(await registeredAs('shop.test')).toBe('shop.test');
  });

  it('is as long as 63 characters, counted in punycode', async () => {
    expect(await registeredAs(`${'a'.repeat(63)}.ee`)).toBe(`${'a'.repeat(63)}.ee`);
    const tooLong = 'Domain name is too long (maximum is 63 characters) [puny_label]';
    expectRefusal(await register(`${'b'.repeat(64)}.ee`), 400, 2005, tooLong);
    expectRefusal(await register(`${'ä'.repeat(60)}.ee`), 400, 2005, tooLong);
  });

  it.each([
    'under_score.ee',
    'café.ee',
    'привет.ee',
    'http://x.ee',
    'sub.domain.ee',
    '-a.ee',
    'a-.ee',
    'ab--cd.ee',
    'xn--.ee',
    'nodot',
    '.ee',
    'a.lv',
    'shopxcom.ee.',
    '',
    'a b.ee',
  ])('is refused when it is %j', async (name) => {
    expectRefusal(await register(name), 400, 2005, 'Domain name is invalid [name_dirty]');
  });

  it('is taken once, also for its punycode twin and its other case, and costs nothing then', async () => {
    await register('küsimus.ee');
    const before = await balance();
    for (const twin of ['küsimus.ee', 'KÜSIMUS.ee', 'xn--ksimus-3ya.ee'])
      expectRefusal(await register(twin, {}, beta), 400, 2302, 'Domain name already exists [name_dirty]');
    expect(await balance()).toBe(before);
  });

  it('is refused when it is blocked, or the name of a zone', async () => {
    await sql`insert into blocked_names (name, name_puny, created_at)
      values ('blökk.ee', 'xn--blkk-6qa.ee', ${world.clock.now()})`.execute(world.container.database.db);
    const blocked = 'Data management policy violation: Domain name is blocked [name]';
    expectRefusal(await register('blökk.ee'), 400, 2308, blocked);
    expectRefusal(await register('xn--blkk-6qa.ee'), 400, 2308, blocked);
    expectRefusal(await register('com.ee'), 400, 2308, blocked);
  });
});

describe('a reserved name', () => {
  it('asks for its code', async () => {
    await reserve('hoitud.ee', 'right-code');
    const missing = 'Required parameter missing; reserved_pw element required for reserved domains';
    expectRefusal(await register('hoitud.ee'), 400, 2003, missing);
    expectRefusal(await register('hoitud.ee', { reserved_pw: '' }), 400, 2003, missing);
    expectRefusal(
      await register('hoitud.ee', { reserved_pw: 'guess' }),
      400,
      2202,
      'Invalid authorization information; invalid reserved_pw value',
    );
    expect(await reservedRows('hoitud.ee')).toBe(1);
  });

  it('is registered with it, and stays reserved under a new code', async () => {
    expect((await register('hoitud.ee', { reserved_pw: 'right-code' })).status).toBe(200);
    // What an operator reserved stays reserved, and its code is used up (docs/rules/registrar.md#domain-names).
    expect(await reservedRows('hoitud.ee')).toBe(1);
    expect(await reservationCode('hoitud.ee')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('stays on the list when the registration fails for another reason', async () => {
    await reserve('jaab.ee', 'code');
    expect((await register('jaab.ee', { reserved_pw: 'code', period: 11 })).body.code).toBe(2104);
    expect(await reservedRows('jaab.ee')).toBe(1);
  });

  it('is anybody’s when its time has run out', async () => {
    await reserve('moodas.ee', 'code', new Date(world.clock.now().getTime() - 1));
    expect((await register('moodas.ee')).status).toBe(200);
  });

  it('cannot be opened by trying codes: after five wrong ones even the right one waits', async () => {
    await reserve('arva.ee', 'code');
    for (let guess = 1; guess <= 5; guess += 1)
      expect((await register('arva.ee', { reserved_pw: `guess ${guess}` })).body.code).toBe(2202);
    const refused = await register('arva.ee', { reserved_pw: 'code' });
    expect(refused).toMatchObject({ status: 429, body: { code: 2502, data: {} } });
    expect(refused.body.message).toMatch(/^Too many wrong codes for this domain; try again in \d+ seconds$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 16 * 60_000));
    expect((await register('arva.ee', { reserved_pw: 'code' })).status).toBe(200);
  });
});

describe('a name in dispute', () => {
  it('asks for the dispute’s password, and its registration ends the dispute', async () => {
    await openDispute(world, 'vaidlus.ee');
    expectRefusal(
      await register('vaidlus.ee'),
      400,
      2003,
      'Required parameter missing; reserved_pw element required for dispute domains',
    );
    expectRefusal(
      await register('vaidlus.ee', { reserved_pw: 'guess' }),
      400,
      2202,
      'Invalid authorization information; invalid reserved_pw value',
    );
    expect((await register('vaidlus.ee', { reserved_pw: 'dispute-code' })).status).toBe(200);
    const dispute = await world.container.database.db
      .selectFrom('disputes')
      .selectAll()
      .where('name', '=', 'vaidlus.ee')
      .executeTakeFirstOrThrow();
    expect(dispute).toMatchObject({ closed_at: expect.any(Date), initiator: 'Registrant' });
    expect((await call('GET /domains/vaidlus.ee')).body.data.domain.dispute).toBe(false);
  });

  it('is free before the dispute begins and after it ends', async () => {
    const { db } = world.container.database;
    for (const [name, from, to] of [
      ['varem.ee', '2001-01-01', '2002-01-01'],
      ['hiljem.ee', '2090-01-01', '2091-01-01'],
    ] as const) {
      await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
        values (${name}, ${name}, 'x', ${from}, ${to}, ${world.clock.now()})`.execute(db);
      expect((await register(name)).status).toBe(200);
    }
  });

  it('is opened by the dispute’s password although it is reserved too', async () => {
    await openDispute(world, 'molemad.ee');
    await reserve('molemad.ee', 'code');
    expect((await register('molemad.ee', { reserved_pw: 'code' })).body.code).toBe(2202);
    expect((await register('molemad.ee', { reserved_pw: 'dispute-code' })).status).toBe(200);
    expect(await reservedRows('molemad.ee')).toBe(1);
  });
});
