import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { doRows } from '#src/extensions/console/bulk/operations/do-rows.ts';
import { runningWorks } from '#src/extensions/console/store/bulk-works.ts';
import { startChild } from '../../../support/child.ts';
import { secondContainer } from '../../../support/containers.ts';
import { secondConnection, testDatabaseUrl } from '../../../support/database.ts';
import { newDomain, openDispute, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { manyDomains } from '../../../support/many-domains.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { newOperator, type Person } from '../../../support/operators.ts';
import { beta, type Loose, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const env = { OPERATOR_TOKENS: 'operator-sandbox,Desk:SUPPORT:token-of-the-desk,Eyes:VIEWER:token-of-eyes' };
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const onServer = inject('testDatabase').kind === 'postgres';
const reason = 'Court order 2-26-1234';

beforeAll(async () => {
  world = await testWorld(env);
});

const progress = 'id number operation state total done refused waiting startedBy stopReason';
const start = (list: object, write: object, auth = operator) =>
  mutate('bulkStart', { list, write }, `work { ${progress} }`, auth);
const startsWith = (prefix: string) => ({ domains: { name: { startsWith: prefix } } });
const lock = { domainLock: { reason } };
const goOn = () => world.container.jobs.runJobs(['bulk']);
const show = async ({ id }: Loose, more = '') =>
  (await ask(`query ($id: ID!) { bulkWork(id: $id) { ${progress} ${more} } }`, { id })).data
    .bulkWork as Loose;
const statusesOf = async (name: string) => (await storedDomain(world, name)).statuses;

/** How often an operation is in the history of each of these domains. */
const timesDone = async (names: readonly string[], operation: string) =>
  (
    await sql<{ count: number; most: number }>`
      select count(*)::int as count, coalesce(max(times), 0)::int as most from (
        select object_key, count(*) as times from history
        where object_type = 'domain' and operation = ${operation} and object_key = any(${names}) group by object_key) each`.execute(
      world.container.database.db,
    )
  ).rows[0];

describe('a write to everything that a filter finds', () => {
  it('is tried on the first ones in a dry run, which counts all and keeps nothing', async () => {
    const names = await manyDomains(world, { prefix: 'tried', count: 60 });
    expectDone(await mutate('domainLock', { name: names[0] ?? '', reason }, 'domain { name }'));
    const { data } = await ask(
      `mutation ($input: BulkStartInput!) { bulkStart(input: $input, dryRun: true) {
        work { total } outcome userErrors { message }
        glance { lookedAt refused refusals { subject message } price totalPrice currency } } }`,
      { input: { list: startsWith('tried-'), write: lock } },
    );
    expect(data.bulkStart).toEqual({
      work: { total: 60 },
      outcome: expect.stringMatching(/^oc_/),
      userErrors: [],
      glance: {
        // As many of the first 50 as the time allows.
        lookedAt: expect.any(Number),
        refused: 1,
        refusals: [{ subject: 'tried-1.ee', message: 'Domain is locked already' }],
        price: '0.00',
        totalPrice: '0.00',
        currency: 'EUR',
      },
    });
    expect((data.bulkStart as Loose).glance.lookedAt).toBeLessThanOrEqual(50);
    expect(await runningWorks(world.container.database.db)).toEqual([]);
    expect(await statusesOf('tried-2.ee')).toEqual(['ok']);
  });

  it('does what was shown, or says that the list has changed', async () => {
    await manyDomains(world, { prefix: 'shown', count: 3 });
    const input = { list: startsWith('shown-'), write: lock };
    const document = (args: string) =>
      `mutation ($input: BulkStartInput!, $outcome: String) { bulkStart(input: $input, ifOutcome: $outcome, dryRun: ${args}) { work { total } outcome userErrors { code } } }`;
    const tried = (await ask(document('true'), { input })).data.bulkStart as Loose;
    const { outcome } = tried;
    const one = await newDomain(world, { name: 'shown-4.ee' });
    expect(one).toBe('shown-4.ee');
    expect((await ask(document('false'), { input, outcome })).data.bulkStart).toMatchObject({
      work: null,
      userErrors: [{ code: 'OUTCOME_CHANGED' }],
    });
    const again = (await ask(document('true'), { input })).data.bulkStart as Loose;
    expect((await ask(document('false'), { input, outcome: again.outcome })).data.bulkStart).toMatchObject({
      work: { total: 4 },
      userErrors: [],
    });
    await goOn();
    expect(await statusesOf('shown-3.ee')).toContain('serverObjUpdateProhibited');
  });

  it('reports a refusal that counts as a guess like any other', async () => {
    await manyDomains(world, { prefix: 'guess', count: 3 });
    const contacts = [{ code: 'ALPHA:NOBODY', role: 'ADMIN' }];
    const { work } = await start(startsWith('guess-'), { domainContactsAdd: { contacts, reason } });
    await goOn();
    expect(await show(work, 'rows(first: 5) { nodes { state message } }')).toMatchObject({
      state: 'DONE',
      done: 0,
      refused: 3,
      rows: { nodes: Array(3).fill({ state: 'REFUSED', message: expect.stringContaining('ontact') }) },
    });
  });

  it('tells in the dry run and in the report which status or use forbids it, in the words of the graph', async () => {
    const names = await manyDomains(world, { prefix: 'why', count: 1 });
    await setDomainStatuses(world, names[0] ?? '', ['serverDeleteProhibited']);
    const code = (await storedDomain(world, names[0] ?? '')).registrant_code;
    for (const [list, write, message] of [
      [
        startsWith('why-'),
        { domainDelete: { verified: true, reason } },
        'Domain status prohibits operation. It cannot be done while it has the status serverDeleteProhibited.',
      ],
      [
        { contacts: { code: { eq: code } } },
        { contactDelete: { reason } },
        'Object association prohibits operation',
      ],
    ] as const) {
      const { data } = await ask(
        `mutation ($input: BulkStartInput!) { bulkStart(input: $input, dryRun: true) { glance { refusals { message } } } }`,
        { input: { list, write } },
      );
      expect(data.bulkStart.glance.refusals).toEqual([{ message }]);
      const { work } = await start(list, write);
      await goOn();
      expect((await show(work, 'rows(first: 5) { nodes { message } }')).rows.nodes).toEqual([{ message }]);
    }
  });

  it('goes on after a refusal, and reports the reason', async () => {
    const names = await manyDomains(world, { prefix: 'report', count: 40 });
    expectDone(await mutate('domainLock', { name: 'report-7.ee', reason }, 'domain { name }'));
    const { work } = await start(startsWith('report-'), lock, 'Bearer token-of-the-desk');
    expect(work).toMatchObject({ state: 'RUNNING', total: 40, waiting: 40, startedBy: 'Desk' });
    expect((await show(work, 'given')).given).toEqual({ reason });
    await goOn();
    const rows =
      'rows(first: 5, where: { state: { eq: REFUSED } }) { totalCount nodes { subject state message doneAt } }';
    expect(await show(work, rows)).toMatchObject({
      state: 'DONE',
      done: 39,
      refused: 1,
      waiting: 0,
      rows: {
        totalCount: 1,
        nodes: [{ subject: 'report-7.ee', state: 'REFUSED', message: 'Domain is locked already' }],
      },
    });
    const listed = await ask(
      'query ($work: Int!) { bulkRows(first: 1, where: { work: { eq: $work } }) { totalCount groups(by: [{ field: STATE }]) { count } } }',
      { work: work.number },
    );
    expect(listed.errors).toBeUndefined();
    expect(listed.data.bulkRows.totalCount).toBe(40);
    expect(await timesDone(names, 'domain.lock')).toEqual({ count: 40, most: 1 });
    const { data } = await ask(
      '{ domain(name: "report-3.ee") { history(first: 1) { nodes { actor actorKind operation reason } } } }',
    );
    expect(data.domain.history.nodes).toEqual([
      { actor: 'Desk', actorKind: 'TOKEN', operation: 'domain.lock', reason },
    ]);
  });

  it('sends each registrar a message for each object, and one mail at the end', async () => {
    await manyDomains(world, { prefix: 'mailed', count: 5 });
    const { db } = world.container.database;
    const mails = async () =>
      (
        await db.selectFrom('outbox').select('payload').where('subject', '=', 'ALPHA').orderBy('id').execute()
      ).map(({ payload }) => String((payload as { text?: string }).text));
    const before = (await mails()).length;
    expectDone(await start(startsWith('mailed-'), lock));
    await goOn();
    const sent = (await mails()).slice(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(`The registry has locked 5 domains: ${reason}`);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from notifications
      where text like 'The registry has locked mailed-%'`.execute(db);
    expect(rows[0]?.count).toBe(5);
  });

  it.each([
    ['no reason', lock.domainLock && { domainLock: { reason: ' ' } }, startsWith('report-'), 2003],
    ['another list', { contactDelete: { reason } }, startsWith('report-'), 2005],
    ['an empty list', lock, startsWith('nobody-is-called-so-'), 2304],
  ])('is refused with %s', async (_, write, list, code) => {
    expectRefused(await start(list, write), code);
  });

  it('does to names and contacts what is done to one of them', async () => {
    for (const name of ['pikk-esimene.ee', 'pikk-teine.ee'])
      expectDone(await mutate('nameBlock', { name }, 'blockedName { name }'));
    const { work } = await start({ blockedNames: { name: { startsWith: 'pikk-' } } }, { nameUnblock: true });
    const users = await start(
      { apiUsers: { username: { eq: 'beta' } } },
      { apiUserUpdate: { active: true } },
    );
    await goOn();
    expect(await show(work)).toMatchObject({ state: 'DONE', done: 2 });
    expect(await show(users.work)).toMatchObject({ state: 'DONE', done: 1 });
    const { data } = await ask(
      '{ blockedNames(first: 5, where: { name: { startsWith: "pikk-" } }) { totalCount } }',
    );
    expect(data.blockedNames.totalCount).toBe(0);
  });
});

describe('a nameserver on everything that a filter finds', () => {
  const hostsOf = async (name: string) =>
    (
      (await ask(`{ domain(name: "${name}") { nameservers { hostname } } }`)).data.domain
        .nameservers as Loose[]
    ).map(({ hostname }) => hostname);

  it('is added, and replaced where it is, and the others stay', async () => {
    const names = await manyDomains(world, { prefix: 'hosted', count: 3 });
    const nameservers = [{ hostname: 'ns1.old.example' }, { hostname: 'ns2.old.example' }];
    for (const name of names)
      expectDone(await mutate('domainNameserversSet', { name, nameservers, reason }, 'domain { name }'));
    const added = await start(startsWith('hosted-'), {
      domainNameserversAdd: { nameservers: [{ hostname: 'ns3.new.example' }], reason },
    });
    await goOn();
    expect(await show(added.work)).toMatchObject({ state: 'DONE', done: 3 });
    const put = (newNameserver: object) => ({
      domainNameserverReplace: { hostname: 'NS1.old.example', newNameserver, reason },
    });
    const { work } = await start(startsWith('hosted-'), put({ hostname: 'ns4.new.example' }));
    await goOn();
    expect(await show(work)).toMatchObject({ state: 'DONE', done: 3 });
    expect(await hostsOf('hosted-2.ee')).toEqual(['ns2.old.example', 'ns3.new.example', 'ns4.new.example']);
    const again = await start(startsWith('hosted-'), put({ hostname: 'ns5.new.example' }));
    const glue = await start(startsWith('hosted-2'), {
      domainNameserverReplace: {
        hostname: 'ns2.old.example',
        newNameserver: { hostname: 'ns.hosted-2.ee' },
        reason,
      },
    });
    await goOn();
    expect(await show(again.work)).toMatchObject({ state: 'DONE', done: 0, refused: 3 });
    expect(await show(glue.work)).toMatchObject({ state: 'DONE', done: 0, refused: 1 });
  });
});

describe('the portfolio of a registrar', () => {
  const move = (more: object = {}, auth = operator) =>
    mutate(
      'registrarPortfolioMove',
      { registrar: 'ALPHA', toRegistrar: 'BETA', reason, ...more },
      `work { ${progress} registrar { code } toRegistrar { code } }`,
      auth,
    );

  it('moves with its contacts, except for what forbids a transfer', async () => {
    const names = await manyDomains(world, { prefix: 'moved', count: 30 });
    await setDomainStatuses(world, 'moved-4.ee', ['serverTransferProhibited']);
    await openDispute(world, 'moved-5.ee');
    expectRefused(await move({ toRegistrar: 'ALPHA' }), 2304);
    expectRefused(await move({ toRegistrar: 'NOBODY' }), 2303);
    expectRefused(await move({ reason: '' }), 2003);
    const { work } = await move();
    expect(work).toMatchObject({
      operation: 'domain.transfer',
      registrar: { code: 'ALPHA' },
      toRegistrar: { code: 'BETA' },
    });
    expectRefused(await move(), 2304);
    await goOn();
    const report = await show(
      work,
      'rows(first: 50, where: { state: { eq: REFUSED }, subject: { startsWith: "moved-" } }) { nodes { subject message } }',
    );
    expect(report).toMatchObject({ state: 'DONE', waiting: 0 });
    const refused = new Map(
      (report.rows.nodes as { subject: string; message: string }[]).map(({ subject, message }) => [
        subject,
        message,
      ]),
    );
    expect(refused.get('moved-4.ee')).toBe(
      'Object status prohibits operation. It cannot be done while it has the status serverTransferProhibited.',
    );
    const moved = names.filter((name) => !refused.has(name));
    expect(moved.length).toBeGreaterThanOrEqual(28);
    for (const name of moved) {
      const { registrar_code, registrant_code } = await storedDomain(world, name);
      expect([registrar_code, registrant_code.split(':')[0]]).toEqual(['BETA', 'BETA']);
    }
    expect(await timesDone(moved, 'domain.transfer')).toEqual({ count: moved.length, most: 1 });
    const { db } = world.container.database;
    for (const [code, text] of [
      ['ALPHA', 'domains to BETA'],
      ['BETA', 'domains to you'],
    ] as const) {
      const mails = await db.selectFrom('outbox').select('payload').where('subject', '=', code).execute();
      expect(
        mails.filter(({ payload }) => String((payload as { text?: string }).text).includes(text)),
      ).toHaveLength(1);
    }
  });

  it('is moved by an ADMIN only, and stopped by one only', async () => {
    const desk = 'Bearer token-of-the-desk';
    await expect(move({}, desk)).rejects.toThrow('FORBIDDEN');
    await manyDomains(world, { prefix: 'kept', count: 2 });
    const { work } = await move();
    await expect(mutate('bulkStop', { id: work.id }, 'work { state }', desk)).rejects.toThrow('FORBIDDEN');
    expectDone(await mutate('bulkStop', { id: work.id }, 'work { state }'));
  });

  it('stays where it is from the moment that its ADMIN is made SUPPORT', async () => {
    const { id, name, browser } = await newOperator(world, 'ADMIN');
    await manyDomains(world, { prefix: 'demoted', count: 60 });
    const form = { registrar: 'ALPHA', toRegistrar: 'BETA', reason, back: '/operator/registrars' };
    const { body } = await browser.post('/operator/do/registrarPortfolioMove', form);
    const outcome = /oc_\w+/.exec(body)?.[0] ?? '';
    await browser.post('/operator/do/registrarPortfolioMove', { ...form, confirmed: 'yes', outcome });
    const [work] = await runningWorks(world.container.database.db);
    if (!work) throw new Error('nothing moves');
    const { container } = world;
    await doRows({ ...container, runner: container.runner, failed: () => {} } as never, work, () => {});
    const before = await show({ id: btoa(`BulkWork:${work.id}`) });
    expect(before).toMatchObject({ state: 'RUNNING', startedBy: name });
    expect(before.waiting).toBeGreaterThan(0);
    // SUPPORT may transfer each of them, but not move a portfolio.
    expectDone(await mutate('operatorUpdate', { id, role: 'SUPPORT' }, 'operator { id }'));
    await goOn();
    expect(await show(before)).toEqual({
      ...before,
      state: 'STOPPED',
      stopReason: `${name} may not do this any more`,
    });
  });

  it('goes to no suspended registrar, not even as bulk work', async () => {
    await manyDomains(world, { prefix: 'goes', count: 2 });
    expectDone(await mutate('registrarSuspend', { code: 'BETA', reason }, 'registrar { code }'));
    expectRefused(await move(), 2304);
    expectRefused(await start(startsWith('goes-'), { domainTransfer: { registrar: 'BETA', reason } }), 2304);
    expectDone(await mutate('registrarReinstate', { code: 'BETA' }, 'registrar { code }'));
  });
});

describe('work that cannot go on', () => {
  it('keeps no other work waiting, and is reported by its number', async () => {
    await manyDomains(world, { prefix: 'broken', count: 2 });
    await manyDomains(world, { prefix: 'sound', count: 30 });
    const { work: broken } = await start(startsWith('broken-'), lock);
    const { work: sound } = await start(startsWith('sound-'), lock);
    const { db } = world.container.database;
    const operatorOf = (value: unknown) =>
      sql`update bulk_works set operator = ${JSON.stringify(value)} where id = ${Number(broken.number)}`.execute(
        db,
      );
    const [row] = (await runningWorks(db)).filter(({ id }) => id === Number(broken.number));
    await operatorOf(null);
    const told = new RegExp(`bulk work ${broken.number} did not go on`);
    const failures: string[] = [];
    for (let turn = 0; turn < 2; turn += 1)
      await goOn().catch(({ errors }: AggregateError) => failures.push(...errors.map(String)));
    expect(failures).toEqual([expect.stringMatching(told), expect.stringMatching(told)]);
    expect(await show(sound)).toMatchObject({ state: 'DONE', done: 30 });
    const standsFor = async () =>
      Number(/^zonegraph_bulk_lag_seconds (\S+)$/m.exec(await world.container.metrics.text())?.[1]);
    await expect.poll(standsFor).toBeGreaterThanOrEqual(0);
    const before = await standsFor();
    world.clock.moveTo(new Date(world.clock.now().getTime() + 400_000));
    expect(await standsFor()).toBeGreaterThanOrEqual(before + 400);
    await operatorOf(row?.operator);
    await goOn();
    expect(await show(broken)).toMatchObject({ state: 'DONE', done: 2 });
    await expect.poll(standsFor).toBe(0);
  });
});

describe('work that is stopped', () => {
  it('leaves the rest alone, and says who stopped it', async () => {
    await manyDomains(world, { prefix: 'stopped', count: 30 });
    const { work } = await start(startsWith('stopped-'), lock);
    const [row] = await runningWorks(world.container.database.db);
    if (!row) throw new Error('nothing runs');
    const { container } = world;
    await doRows({ ...container, runner: container.runner, failed: () => {} } as never, row, () => {});
    await expect(
      mutate('bulkStop', { id: work.id }, 'work { state }', 'Bearer token-of-eyes'),
    ).rejects.toThrow('FORBIDDEN');
    const { work: after } = await mutate('bulkStop', { id: work.id }, `work { ${progress} }`);
    expect(after).toMatchObject({
      state: 'STOPPED',
      done: 25,
      waiting: 5,
      stopReason: expect.stringMatching(/^by operator /),
    });
    await goOn();
    expect(await show(work)).toMatchObject({ state: 'STOPPED', done: 25, waiting: 5 });
    expect(await statusesOf('stopped-30.ee')).toEqual(['ok']);
    expectRefused(await mutate('bulkStop', { id: work.id }, 'work { state }'), 2304);
  });

  it('is stopped by nobody with a lesser role than its operator, even where that role may do the same', async () => {
    const desk = 'Bearer token-of-the-desk';
    const stop = ({ id }: Loose, auth: string) => mutate('bulkStop', { id }, 'work { state }', auth);
    await manyDomains(world, { prefix: 'role', count: 3 });
    const { work } = await start(startsWith('role-'), lock);
    await expect(stop(work, desk)).rejects.toThrow('FORBIDDEN');
    expect(await show(work)).toMatchObject({ state: 'RUNNING' });
    expectDone(await stop(work, operator));
    const { work: ofDesk } = await start(startsWith('role-'), lock, desk);
    expectDone(await stop(ofDesk, operator));
  });

  const byPerson = async (role: string, prefix: string): Promise<[Person, Loose]> => {
    const person = await newOperator(world, role);
    await manyDomains(world, { prefix, count: 3 });
    const { body } = await person.browser.post('/operator/do/accessTokenCreate', {
      name: 'a script',
      scopes: 'WRITE',
      back: '/operator/tokens',
    });
    const { work } = await start(startsWith(`${prefix}-`), lock, `Bearer ${/zgo_\w{40}/.exec(body)?.[0]}`);
    return [person, work];
  };

  it.each([
    ['is disabled', (id: string) => mutate('operatorDisable', { id }, 'operator { id }')],
    [
      'has another role',
      (id: string) => mutate('operatorUpdate', { id, role: 'FINANCE' }, 'operator { id }'),
    ],
  ])('ends when its operator %s', async (how, end) => {
    const prefix = how.replaceAll(' ', '-');
    const [person, work] = await byPerson('SUPPORT', prefix);
    expectDone(await end(person.id));
    await goOn();
    expect(await show(work)).toMatchObject({
      state: 'STOPPED',
      done: 0,
      stopReason: `${person.name} may not do this any more`,
    });
    expect(await statusesOf(`${prefix}-1.ee`)).toEqual(['ok']);
  });

  it('ends when the access token that started it is revoked', async () => {
    const [person, work] = await byPerson('SUPPORT', 'token');
    await world.container.database.db
      .updateTable('access_tokens')
      .set({ revoked_at: world.clock.now() })
      .where('operator_id', '=', Number(atob(person.id).split(':')[1]))
      .where('scopes', 'is not', null)
      .execute();
    await goOn();
    expect(await show(work)).toMatchObject({ state: 'STOPPED', done: 0 });
  });

  it('does not end with the session in which its operator started it', async () => {
    const { browser, name } = await newOperator(world, 'SUPPORT');
    await manyDomains(world, { prefix: 'session', count: 3 });
    const form = { whole: '/operator/domains?q=session-', back: '/operator/domains', asked: 'yes', reason };
    const { body } = await browser.post('/operator/many/domainLock', form);
    const [key = '', outcome = ''] = ['key', 'outcome'].map(
      (field) => new RegExp(`name="${field}" value="([^"]*)"`).exec(body)?.[1] ?? '',
    );
    const begun = await browser.post('/operator/many/domainLock', {
      ...form,
      confirmed: 'yes',
      key,
      outcome,
    });
    expect(begun.statusCode).toBe(303);
    await browser.post('/operator/sign-out', {});
    await sql`delete from console_sessions`.execute(world.container.database.db);
    expect((await browser.get('/operator/works')).statusCode).toBe(303);
    expect(await statusesOf('session-1.ee')).toEqual(['ok']);
    await goOn();
    const { data } = await ask('{ bulkWorks(first: 1) { nodes { state done startedBy } } }');
    expect(data.bulkWorks.nodes).toEqual([{ state: 'DONE', done: 3, startedBy: name }]);
    expect(await statusesOf('session-1.ee')).toContain('serverObjUpdateProhibited');
  });

  it('needs the role that may do the write to one object', async () => {
    const { errors } = await graph(
      world,
      'mutation ($input: BulkStartInput!) { bulkStart(input: $input) { work { id } } }',
      { auth: 'Bearer token-of-eyes', variables: { input: { list: startsWith('report-'), write: lock } } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', operators: 'SUPPORT' });
    await expect(start(startsWith('report-'), lock, beta)).rejects.toThrow('bulkStart');
  });
});

describe('several processes', () => {
  it('do each row once, although both work at the same time', async () => {
    const names = await manyDomains(world, { prefix: 'both', count: 50 });
    const database = await secondConnection();
    const other = await secondContainer({ env, ...(database && { database }), clock: world.clock });
    const { work } = await start(startsWith('both-'), lock);
    const go = async ({ runner, database, clock, config }: typeof world.container) => {
      for (let [row] = await runningWorks(database.db); row; [row] = await runningWorks(database.db))
        await doRows({ runner, database, clock, config, failed: () => {} }, row, () => {});
    };
    await Promise.all([go(world.container), go(other.container)]);
    expect(await show(work)).toMatchObject({ state: 'DONE', done: 50, refused: 0 });
    expect(await timesDone(names, 'domain.lock')).toEqual({ count: 50, most: 1 });
  });

  it.runIf(onServer)(
    'go on where one was killed in the middle of a row',
    async () => {
      const names = await manyDomains(world, { prefix: 'killed', count: 60 });
      const { work } = await start(startsWith('killed-'), lock);
      const { db } = world.container.database;
      await sql`create function wait_here() returns trigger language plpgsql as
        'begin perform pg_sleep(60); return new; end'`.execute(db);
      await sql`create trigger wait_here before insert on history for each row
        when (new.object_key = 'killed-40.ee') execute function wait_here()`.execute(db);
      const child = startChild(
        new URL('./children/go-on.ts', import.meta.url),
        (await testDatabaseUrl()) ?? '',
      );
      await once(child.lines, 'line');
      await expect.poll(async () => (await show(work)).done as number, { timeout: 30_000 }).toBe(39);
      child.process.kill('SIGKILL');
      await child.gone;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`.execute(db);
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`.execute(
                db,
              )
            ).rows,
        )
        .toEqual([]);
      await sql`drop trigger wait_here on history`.execute(db);
      expect(await show(work)).toMatchObject({ state: 'RUNNING', done: 39, waiting: 21 });
      // A minute later.
      await sql`update job_leases set held_until = clock_timestamp() where holder is not null`.execute(db);
      await goOn();
      expect(await show(work)).toMatchObject({ state: 'DONE', done: 60 });
      expect(await timesDone(names, 'domain.lock')).toEqual({ count: 60, most: 1 });
    },
    120_000,
  );
});
