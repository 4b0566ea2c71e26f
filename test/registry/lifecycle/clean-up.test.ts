import { beforeAll, describe, expect, it } from 'vitest';
import { claimKey, storeAnswer } from '#src/registry/store/runner/idempotency.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt, kindsOf, notificationsAbout, printed } from '../../support/time.ts';
import { beta, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-08-31T12:00:00+03:00') });
});

const jobsRun = (...jobs: string[]) => mutate('jobsRun', { jobs }, 'events { at kind subject }');

describe('contacts that nobody uses', () => {
  it('are removed six months after they were made when no domain ever used them, and their registrar is notified', async () => {
    const code = await seed(world).by(beta).contact();
    expect(await advance(world, { to: '2027-02-28T11:59:59+02:00' })).toEqual([]);
    // Six months after 31 August is the last of February.
    expect(await advance(world, { by: 'PT1M' })).toEqual([
      { at: '2027-02-28T12:00:00.000+02:00', kind: 'CONTACT_ARCHIVED', subject: code },
    ]);
    expect(await notificationsAbout(world, code)).toMatchObject([
      {
        text: `Contact with code ${code} has been archieved because it has been orphaned for longer than 6 months.`,
        attached_obj_type: null,
      },
    ]);
    const gone = await world.request({ method: 'GET', url: `/registry/v1/contacts/${code}`, auth: beta });
    expect(gone.status).toBe(404);
  });

  it('are measured from the last unlink, however long ago they were first linked', async () => {
    const tech = await seed(world).contact({ id: 'tech' });
    const { name } = await seed(world).domain('long-linked.ee', {
      techs: [tech],
      nameservers: twoNameservers,
      period: 5,
    });
    await advance(world, { by: 'P3Y' });
    await world.request({
      method: 'DELETE',
      url: `/registry/v1/domains/${name}/contacts`,
      payload: { contacts: [{ code: tech, type: 'tech' }] },
    });
    const unlinked = world.container.clock.now();
    expect(await advance(world, { by: 'P5M' })).toEqual([]);
    expect(await advance(world, { by: 'P2M' })).toEqual([
      {
        at: printed(world, world.container.calendar.plus(unlinked, { months: 6 })),
        kind: 'CONTACT_ARCHIVED',
        subject: tech,
      },
    ]);
  });

  it('are let alone for good when a domain uses them although their mark says otherwise', async () => {
    const code = await seed(world).contact({ id: 'mismarked' });
    await seed(world).domain('mismarked.ee', { registrant: code, nameservers: twoNameservers, period: 10 });
    const longAgo = world.container.calendar.minus(world.container.clock.now(), { years: 1 });
    const { db } = world.container.database;
    await db.updateTable('contacts').set({ unlinked_at: longAgo }).where('code', '=', code).execute();
    expectDone(await jobsRun('orphan-contacts'));
    const { unlinked_at } = await db
      .selectFrom('contacts')
      .select('unlinked_at')
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    expect(unlinked_at).toBeNull();
  });

  it('stay while an operator forbids their deletion', async () => {
    const code = await seed(world).contact({ id: 'protected' });
    await world.container.database.db
      .updateTable('contacts')
      .set({ statuses: ['serverDeleteProhibited'] })
      .where('code', '=', code)
      .execute();
    expect(await advance(world, { by: 'P1Y' })).toEqual([]);
  });
});

describe('reservations of names', () => {
  it('are cleared away when they run out', async () => {
    const { body } = await world.request({
      method: 'POST',
      url: '/api/v1/business_registry/reserve_domains',
      auth: portal,
      payload: { domain_names: ['held-for-a-week.ee'] },
    });
    expect(JSON.stringify(body)).toContain('held-for-a-week.ee');
    const events = await advance(world, { by: 'P8D' });
    expect(events.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['RESERVATION_EXPIRED', 'held-for-a-week.ee'],
    ]);
    const rows = await world.container.database.db.selectFrom('reserved_names').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('stay for good when an operator has made them', async () => {
    expectDone(
      await mutate('nameReserve', { name: 'for-good.ee', password: 'sesame' }, 'reservedName { expiresAt }'),
    );
    expect(kindsOf(await advance(world, { by: 'P5Y' }), 'for-good.ee')).toEqual([]);
    expectRefused(await mutate('nameReserve', { name: 'for-good.ee' }, 'reservedName { name }'), 2302);
  });
});

describe('invoices', () => {
  it('are overdue after fourteen days, and can still be paid', async () => {
    const { db } = world.container.database;
    const now = world.container.clock.now();
    await db
      .insertInto('invoices')
      .values({
        number: 150_900,
        initiator: 'auction',
        amount: '10.00' as never,
        amount_text: '10.00',
        description: 'An auction',
        created_at: now,
        updated_at: now,
      } as never)
      .execute();
    const events = await advance(world, { by: 'P20D' });
    expect(events).toEqual([
      {
        at: printed(world, new Date(now.getTime() + 14 * 86_400_000)),
        kind: 'INVOICE_OVERDUE',
        subject: '150900',
      },
    ]);
    const paid = await mutate(
      'invoiceStatusUpdate',
      { number: 150_900, status: 'PAID' },
      'invoice { status }',
    );
    expectDone(paid);
  });
});

describe('jobsRun', () => {
  it('does what is due now, and only what it is asked for', async () => {
    await seed(world).domain('by-hand.ee', { nameservers: twoNameservers });
    world.clock.moveTo(world.container.calendar.plus(world.container.clock.now(), { years: 1, days: 2 }));
    await jobsRun('monthly-summaries');
    expect((await jobsRun('outzone')).events).toEqual([]);
    const expired = await jobsRun('Expire');
    expect(expired.events).toMatchObject([{ kind: 'DOMAIN_EXPIRED', subject: 'by-hand.ee' }]);
    expect((await jobsRun()).events).toEqual([]);
  });

  it('does everything that has been missed at once, in its order', async () => {
    world.clock.moveTo(world.container.calendar.plus(world.container.clock.now(), { days: 60 }));
    const { events } = await jobsRun();
    expect((events as unknown as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'DOMAIN_EXPIRY_REMINDED',
      'DOMAIN_OUTZONED',
      'DOMAIN_DELETE_CANDIDATE',
    ]);
  });

  it('knows no other jobs', async () => {
    expectRefused(await jobsRun('coffee'), 2303);
  });

  it('forgets answers for idempotency keys after a day', async () => {
    const { db } = world.container.database;
    const claim = { scope: 'test', key: 'old', operation: 'x', inputHash: 'y' };
    const old = new Date(world.container.clock.now().getTime() - 25 * 3_600_000);
    await claimKey(db, claim, old);
    await storeAnswer(db, claim, {}, old);
    await jobsRun('forget');
    expect(await db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'old').execute()).toEqual(
      [],
    );
  });
});
