import { beforeAll, describe, expect, it } from 'vitest';
import { unknownField } from '../../../support/graph.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { seed, twoNameservers } from '../../../support/seed.ts';
import { domainNow, notificationsAbout } from '../../../support/time.ts';
import { alpha, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
});

const set = (name: string, input: object) =>
  mutate('domainStatusesSet', { name, ...input }, 'domain { statuses { name note } }');

describe('domainStatusesSet', () => {
  it('sets and takes away, with a note, and notifies the registrar of each', async () => {
    const { name } = await seed(world).domain('watched.ee', { nameservers: twoNameservers });
    const added = await set(name, { add: ['serverHold', 'serverUpdateProhibited'], note: 'court order' });
    expectDone(added);
    expect(added.domain.statuses).toEqual([
      { name: 'serverHold', note: 'court order' },
      { name: 'serverUpdateProhibited', note: 'court order' },
    ]);
    const removed = await set(name, { remove: ['serverHold', 'serverUpdateProhibited'] });
    expect(removed.domain.statuses).toEqual([{ name: 'ok', note: null }]);
    expect((await notificationsAbout(world, name)).map(({ text }) => text)).toEqual([
      `serverHold set on domain ${name}`,
      `serverUpdateProhibited set on domain ${name}`,
      `serverHold is cancelled on domain ${name}`,
      `serverUpdateProhibited is cancelled on domain ${name}`,
    ]);
  });

  it('has effect at once', async () => {
    const { name } = await seed(world).domain('locked.ee', { nameservers: twoNameservers });
    await set(name, { add: ['serverUpdateProhibited'] });
    const { body } = await world.request({
      method: 'PUT',
      url: `/registry/v1/domains/${name}/statuses/clientHold`,
    });
    expect(body).toMatchObject({ code: 2304 });
  });

  it('keeps statuses consistent', async () => {
    const { name } = await seed(world).domain('consistent.ee', { nameservers: twoNameservers });
    expectRefused(await set(name, { add: ['serverHold', 'serverManualInzone'] }), 2304);
    expectRefused(await set(name, { add: ['pendingDelete', 'serverDeleteProhibited'] }), 2304);
    expectRefused(await set(name, { add: ['nonsense'] }), 2005);
    expectRefused(await set(name, { remove: ['serverHold'] }), 2303);
    await set(name, { add: ['serverHold'] });
    expectRefused(await set(name, { add: ['serverHold'] }), 2302);
    expectRefused(await set('nobody.ee', { add: ['serverHold'] }), 2303);
    expect((await domainNow(world, name))?.statuses).toEqual(['serverHold']);
  });

  it('knows inactive and ok by itself', async () => {
    const { name } = await seed(world).domain('bare.ee');
    expect((await domainNow(world, name))?.statuses).toEqual(['inactive']);
    await set(name, { add: ['ok'] });
    expect((await domainNow(world, name))?.statuses).toEqual(['inactive']);
    expect(await notificationsAbout(world, name)).toEqual([]);
  });
});

describe('settingSet', () => {
  const setting = (name: string, value: string) =>
    mutate('settingSet', { name, value }, 'setting { name value defaultValue about unit }');

  it('changes what the registry does from then on', async () => {
    const changed = await setting('days_to_renew_domain_before_expire', '0');
    expect(changed.setting).toEqual({
      name: 'days_to_renew_domain_before_expire',
      value: '0',
      defaultValue: '90',
      about: 'How long before its expiry a domain can be renewed; 0: at any time.',
      unit: 'days',
    });
    const { name } = await seed(world).domain('renewable.ee');
    const expires = (await domainNow(world, name))?.expires_at ?? new Date(0);
    const { body } = await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${name}/renew`,
      payload: {
        renews: { period: 1, period_unit: 'y', exp_date: world.container.calendar.dateOf(expires) },
      },
    });
    expect(body).toMatchObject({ code: 1000 });
  });

  it('shows all of them, and refuses unknown names and values', async () => {
    const { data } = await ask('{ settings { name value } }');
    expect(data.settings).toContainEqual({ name: 'expire_warning_period', value: '15' });
    expectRefused(await setting('favourite_colour', 'blue'), 2303);
    expectRefused(await setting('ns_max_count', 'many'), 2005);
    expectRefused(await setting('ns_min_count', '50'), 2004);
  });

  it('closes the door to addresses at once', async () => {
    await setting('api_ip_whitelist_enabled', 'true');
    await expect
      .poll(async () => (await world.request({ url: '/registry/v1/accounts/balance' })).status)
      .toBe(401);
    await setting('api_ip_whitelist_enabled', 'false');
    await expect
      .poll(async () => (await world.request({ url: '/registry/v1/accounts/balance' })).status)
      .toBe(200);
  });
});

describe("the operators' overview", () => {
  it('shows how the jobs are doing', async () => {
    await mutate('jobsRun', { jobs: ['expire'] }, 'events { kind }');
    const { data } = await ask('{ jobs { name nextDueAt lagSeconds heldBy lastError } }');
    const jobs = data.jobs as unknown as { name: string; nextDueAt: string | null; lagSeconds: number }[];
    expect(jobs.map(({ name }) => name)).toEqual([
      'lapse',
      'expire',
      'remind',
      'outzone',
      'force-delete',
      'client-hold',
      'release',
      'remove',
      'orphan-contacts',
      'disputes-end',
      'disputes-start',
      'reservations',
      'overdue',
      'overdue-prepayments',
      'auto-reload',
      'monthly-summaries',
      'end-notices',
      'outbox',
      'forget',
      'count',
      'bulk',
      'zone-files',
    ]);
    expect(jobs.find(({ name }) => name === 'expire')).toMatchObject({
      lagSeconds: 0,
      heldBy: null,
      lastError: null,
    });
    expect(jobs.find(({ name }) => name === 'expire')?.nextDueAt).not.toBeNull();
  });

  it('shows in metrics and readiness when a job lags behind', async () => {
    const { db } = world.container.database;
    const hourAgo = new Date(world.container.clock.now().getTime() - 3_600_000);
    await db.updateTable('domains').set({ expires_at: hourAgo }).where('name', '=', 'watched.ee').execute();
    const ready = await world.request({ url: '/readyz', auth: null });
    expect(ready.status).toBe(200);
    expect(Number(ready.body.jobs.lagSeconds)).toBeGreaterThanOrEqual(3600);
    const metrics = await world.request({ url: '/metrics', auth: null });
    expect(metrics.text).toMatch(/zonegraph_job_lag_seconds\{job="expire"\} 36\d\d/);
    await mutate('jobsRun', {}, 'events { kind }');
    expect((await world.request({ url: '/readyz', auth: null })).body.jobs.lagSeconds).toBe(0);
  });

  it('shows what waits in the outbox and brings dead letters back to life', async () => {
    const { db } = world.container.database;
    const now = world.container.clock.now();
    const { id } = await db
      .insertInto('outbox')
      .values({
        kind: 'mail',
        subject: 'dead.ee',
        payload: JSON.stringify({ to: 'a@b.example', subject: 'Secret', text: 'token' }),
        attempts: 9,
        next_attempt_at: now,
        created_at: now,
        done_at: null,
        dead_at: now,
        last_error: 'mailbox full',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const document =
      '{ outbox(first: 5, where: { doneAt: { isNull: true } }) { totalCount lagSeconds nodes { id: databaseId kind subject attempts lastError deadAt } } }';
    const { data } = await ask(document);
    expect(data.outbox).toMatchObject({
      totalCount: 1,
      lagSeconds: 0,
      nodes: [
        {
          id: String(id),
          kind: 'MAIL',
          subject: 'dead.ee',
          attempts: 9,
          lastError: 'mailbox full',
          deadAt: expect.any(String),
        },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('token');
    const revived = await mutate('outboxItemRetry', { id }, 'outboxItem { databaseId }');
    expect(revived.outboxItem).toEqual({ databaseId: String(id) });
    expectRefused(await mutate('outboxItemRetry', { id }, 'outboxItem { databaseId }'), 2303);
    await mutate('jobsRun', { jobs: ['outbox'] }, 'events { kind }');
    expect((await ask(document)).data.outbox).toMatchObject({ totalCount: 0 });
  });

  it('is for operators only', async () => {
    for (const field of [
      'outbox { lagSeconds }',
      'jobs { name }',
      'settings { name }',
      'ledgerProof { balanced }',
      'ledger(first: 1) { totalCount }',
    ])
      for (const auth of [alpha, portal]) {
        const { errors } = await ask(`{ ${field} }`, {}, auth);
        expect(errors?.[0]).toMatchObject(unknownField(field.match(/^\w+/)?.[0] ?? ''));
      }
    const mutations = {
      domainStatusesSet: '{ name: "a.ee" }',
      domainForceDelete: '{ name: "a.ee", kind: SOFT }',
      settingSet: '{ name: "a", value: "b" }',
      jobsRun: '{}',
      nameBlock: '{ name: "a.ee" }',
      accountAdjust: '{ registrar: "ALPHA", amount: "1.00" }',
    };
    for (const [field, input] of Object.entries(mutations)) {
      const { errors } = await ask(
        `mutation { ${field}(input: ${input}) { userErrors { message } } }`,
        {},
        alpha,
      );
      expect(errors?.[0]).toMatchObject(unknownField(field, 'Mutation'));
    }
  });
});
