import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { secondConnection } from '../../../support/database.ts';
import {
  newDomain,
  openDispute,
  setDomainStatuses,
  setSetting,
  storedDomain,
} from '../../../support/domains.ts';
import { gate } from '../../../support/gate.ts';
import { accountOf } from '../../../support/money.ts';
import {
  expectData,
  expectMissing,
  expectProhibited,
  expectRefusal,
  restApi,
} from '../../../support/rest.ts';
import { seed } from '../../../support/seed.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';

const onServer = inject('testDatabase').kind === 'postgres';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const remove = (name: string, verified: unknown = true, options: { auth?: string; code?: string } = {}) =>
  call(
    `DELETE /domains/${name}`,
    { domain: { delete: { verified } } },
    {
      ...(options.auth && { auth: options.auth }),
      headers: options.code ? { 'auth-code': options.code } : {},
    },
  );
const pending = {
  status: 200,
  body: { code: 1001, message: 'Command completed successfully; action pending' },
};
const inDays = (days: number) => {
  const { calendar, clock } = world.container;
  return calendar.plusDays(calendar.dateOf(clock.now()), days);
};

describe('deleting a domain', () => {
  it.each([true, 'true'])(
    'marks it at once when the registrar vouches (%j), and is free',
    async (verified) => {
      const name = await newDomain(world, { nameservers: ['ns1.x.ee', 'ns2.x.ee'] });
      const { balance } = await accountOf(world);
      expectData(await remove(name, verified), { domain: { name } });
      expect((await call(`GET /domains/${name}`)).body.data.domain).toMatchObject({
        statuses: { pendingDelete: '', serverHold: '' },
        delete_date: inDays(31),
        outzone_at: expect.any(String),
      });
      expect((await accountOf(world)).balance).toBe(balance);
    },
  );

  it('waits for the registrant when it does not', async () => {
    const name = await newDomain(world);
    expect(await remove(name, false)).toMatchObject(pending);
    expect((await storedDomain(world, name)).statuses).toContain('pendingDeleteConfirmation');
  });

  it('does not wait when the registry does not ask', async () => {
    await setSetting(world, 'request_confirmation_on_domain_deletion_enabled', 'false');
    const name = await newDomain(world);
    expectData(await remove(name, 'false'), { domain: { name } });
    await setSetting(world, 'request_confirmation_on_domain_deletion_enabled', 'true');
  });

  it('leaves a domain in the zone that an operator keeps there', async () => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, ['serverManualInzone', 'inactive']);
    await remove(name);
    expect((await storedDomain(world, name)).statuses).toEqual([
      'serverManualInzone',
      'inactive',
      'pendingDelete',
    ]);
  });

  it('does not ask whether the registrant is valid, or what else is prohibited', async () => {
    const registrant = await seed(world).contact();
    const name = await newDomain(world, { registrant });
    await world.container.database.db
      .updateTable('contacts')
      .set({ email: 'x' })
      .where('code', '=', registrant)
      .execute();
    await setDomainStatuses(world, name, ['serverUpdateProhibited', 'serverForceDelete']);
    expectData(await remove(name), { domain: { name } });
  });

  it('takes the body of existing clients', async () => {
    const name = await newDomain(world);
    expectData(await call(`DELETE /domains/${name}`, { delete: { verified: true } }), { domain: { name } });
  });
});

describe('a deletion is refused', () => {
  it.each(['clientDeleteProhibited', 'serverDeleteProhibited'])('while the domain is %s', async (status) => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, [status]);
    expectRefusal(await remove(name), 400, 2304, 'Domain status prohibits operation');
  });

  it('while the name is disputed', async () => {
    const name = await newDomain(world);
    await openDispute(world, name);
    expectRefusal(await remove(name), 400, 2304, 'Domain status prohibits operation');
  });

  it.each([
    'deleteCandidate',
    'pendingCreate',
    'pendingRenew',
    'pendingTransfer',
    'pendingUpdate',
    'pendingDelete',
  ])('while the domain is %s, with and without a word of the registrant', async (status) => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, [status]);
    const before = await storedDomain(world, name);
    expectProhibited(await remove(name, true));
    expectProhibited(await remove(name, false));
    expect(await storedDomain(world, name)).toEqual(before);
  });

  it('while the registrant is asked, unless the registrar has the word of the registrant', async () => {
    const name = await newDomain(world);
    await remove(name, false);
    expectProhibited(await remove(name, false));
    expect((await remove(name, true)).body.code).toBe(1000);
    expect((await storedDomain(world, name)).statuses.toSorted()).toEqual([
      'inactive',
      'pendingDelete',
      'serverHold',
    ]);
  });

  it.each([
    [undefined, 2003, 'param is missing or the value is empty: domain'],
    [{}, 2003, 'param is missing or the value is empty: domain'],
    [{ domain: {} }, 2003, 'param is missing or the value is empty: domain'],
    [{ domain: { x: 1 } }, 2003, 'Missing parameter delete'],
    [{ domain: { delete: {} } }, 2003, 'Missing parameter verified'],
    [{ domain: { delete: 'now' } }, 2005, `Invalid parameter 'delete' value "now": Must be a Hash`],
    [
      { domain: { delete: { verified: 1 } } },
      2005,
      `Invalid parameter 'verified' value 1: Must be one of: <code>true</code>, <code>false</code>, <code>true</code>, <code>false</code>.`,
    ],
  ])('with the body %j', async (body, code, message) => {
    expectRefusal(await call(`DELETE /domains/${await newDomain(world)}`, body), 400, code, message);
  });

  it('for a domain of nobody, before the body is read', async () => {
    expectMissing(await call('DELETE /domains/nobody.ee', {}));
  });
});

describe('another registrar', () => {
  const foreign = () => newDomain(world, { transferCode: 'the code' });

  it('may ask for a deletion with the transfer code, and then the registrant is always asked', async () => {
    const name = await foreign();
    expect(await remove(name, true, { auth: beta, code: 'the code' })).toMatchObject(pending);
    expect(await storedDomain(world, name)).toMatchObject({
      registrar_code: 'ALPHA',
      statuses: ['inactive', 'pendingDeleteConfirmation'],
    });
  });

  it('is refused without the code, or with a wrong one, before the rest of the body is read', async () => {
    const name = await foreign();
    expectRefusal(await remove(name, true, { auth: beta }), 400, 2202, 'Authorization error');
    expectRefusal(await remove(name, true, { auth: beta, code: 'guess' }), 400, 2202, 'Authorization error');
    const empty = await call(`DELETE /domains/${name}`, { domain: { x: 1 } }, { auth: beta });
    expectRefusal(empty, 400, 2202, 'Authorization error');
  });

  it('has five guesses, then waits a quarter of an hour, also with the right code and over every API', async () => {
    const name = await foreign();
    const headers = { 'auth-code': 'guess' };
    for (let guess = 1; guess <= 2; guess += 1)
      expect((await remove(name, true, { auth: beta, code: 'guess' })).body.code).toBe(2202);
    for (let guess = 1; guess <= 2; guess += 1)
      expect(
        (await call(`GET /domains/${name}/transfer_info`, undefined, { auth: beta, headers })).body.code,
      ).toBe(2202);
    const dry = await call(
      `DELETE /domains/${name}`,
      { domain: { delete: { verified: true } } },
      { auth: beta, headers: { ...headers, 'dry-run': 'true' } },
    );
    expect(dry.body.code).toBe(2202);

    const refused = await remove(name, true, { auth: beta, code: 'the code' });
    expect(refused).toMatchObject({ status: 429, body: { code: 2502 } });
    expect(refused.body.message).toMatch(/^Too many wrong codes for this domain; try again in \d+ seconds$/);
    expect(await storedDomain(world, name)).toMatchObject({ statuses: ['inactive'] });
    expectData(await remove(name), { domain: { name } });
  });

  it('gets no more guesses by making them all at once', async () => {
    const name = await foreign();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => remove(name, true, { auth: beta, code: `guess ${index}` })),
    );
    const codes = answers.map(({ body }) => Number(body.code));
    expect(codes.filter((code) => code === 2202)).toHaveLength(5);
    expect(codes.filter((code) => code === 2502)).toHaveLength(25);
  });

  it.skipIf(!onServer)('finds no right one while others are being counted', async () => {
    const name = await foreign();
    const [{ id }, other] = [await storedDomain(world, name), await secondConnection()];
    if (!other) throw new Error('there is no second connection');
    const counted = gate();
    const seen = gate();
    const guesses = other.transaction(async (db) => {
      await sql`insert into secret_failures
        select 'registrar:' || id, ${`domain:${id}`}, 5, ${world.clock.now()} from registrars where code = 'BETA'`.execute(
        db,
      );
      counted.open();
      await seen.opened;
    });
    await counted.opened;
    const right = remove(name, true, { auth: beta, code: 'the code' });
    try {
      await vi.waitFor(async () => {
        const { rows } =
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            other.db,
          );
        expect(rows).toHaveLength(1);
      });
    } finally {
      seen.open();
      await guesses;
    }
    expect(await right).toMatchObject({ status: 429, body: { code: 2502 } });
  });

  it('starts counting anew after a right code, and after a quarter of an hour', async () => {
    const name = await foreign();
    const info = (code: string) =>
      call(`GET /domains/${name}/transfer_info`, undefined, { auth: beta, headers: { 'auth-code': code } });
    for (let guess = 1; guess <= 4; guess += 1) await info('guess');
    expect((await info('the code')).status).toBe(200);
    for (let guess = 1; guess <= 5; guess += 1) expect((await info('guess')).body.code).toBe(2202);
    expect((await info('the code')).status).toBe(429);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 15 * 60_000));
    expect((await info('the code')).status).toBe(200);
  });
});
