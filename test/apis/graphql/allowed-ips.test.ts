import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  expectDone(
    await mutate('settingSet', { name: 'registry_email', value: 'ops@registry.example' }, 'setting { name }'),
  );
});

const shown = 'allowedIp { id databaseId address interfaces committed }';
const add = (address: string, interfaces = ['API'], auth = alpha) =>
  mutate('allowedIpAdd', { address, interfaces }, shown, auth);
const idOf = async (address: string, interfaces = ['API']) =>
  Number((await add(address, interfaces)).allowedIp?.databaseId);
const change = (id: number, input: object, auth = alpha) =>
  mutate('allowedIpUpdate', { id, ...input }, shown, auth);
const commit = (id: number, auth = operator) => mutate('allowedIpCommit', { id }, shown, auth);
const remove = (id: number, auth = alpha) => mutate('allowedIpRemove', { id }, 'deletedId', auth);
const lettersAfter = async (work: () => Promise<unknown>) => {
  const read = () =>
    world.container.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .orderBy('id')
      .execute();
  const before = (await read()).length;
  await work();
  return (await read())
    .slice(before)
    .map(({ payload }) => payload as unknown as { to: string; subject: string })
    .map(({ to, subject }) => `${to}: ${subject}`);
};

describe('an address on a registrar\u2019s list', () => {
  it('is written in one form and counts once an operator has committed it', async () => {
    const added = await add('2001:DB8::7/64');
    expect(added.allowedIp).toMatchObject({
      address: '2001:db8::/64',
      interfaces: ['API'],
      committed: false,
    });
    const committed = await commit(Number(added.allowedIp?.databaseId));
    expect(committed.allowedIp).toMatchObject({ committed: true });
    expectRefused(await commit(Number(added.allowedIp?.databaseId)), 2304);
    expectRefused(await commit(4711), 2303);
  });

  it('for the portal alone counts as it is', async () => {
    const added = await add('198.51.100.1', ['REGISTRAR']);
    expect(added.allowedIp).toMatchObject({ interfaces: ['REGISTRAR'], committed: true });
  });

  it('has to be committed again when it is changed, but not when it is saved as it was', async () => {
    const id = await idOf('192.0.2.1');
    await commit(id);
    expect((await change(id, { address: '192.0.2.1/32', interfaces: ['API'] })).allowedIp).toMatchObject({
      committed: true,
    });
    expect((await change(id, {})).allowedIp).toMatchObject({ committed: true });
    expect((await change(id, { interfaces: ['REGISTRAR', 'API'] })).allowedIp).toMatchObject({
      interfaces: ['API', 'REGISTRAR'],
      committed: false,
    });
    await commit(id);
    expect((await change(id, { address: '192.0.2.2' })).allowedIp).toMatchObject({ committed: false });
    await commit(id);
    expect((await change(id, { interfaces: ['REGISTRAR'] })).allowedIp).toMatchObject({ committed: false });
  });

  it('is listed at its registrar, to operators and to its own super users', async () => {
    const listed = async (auth: string) =>
      (await ask('{ registrars(first: 5) { nodes { code allowedIps { address } } } }', {}, auth)).data
        .registrars.nodes as unknown;
    const own = { code: 'ALPHA', allowedIps: expect.arrayContaining([{ address: '2001:db8::/64' }]) };
    expect(await listed(alpha)).toEqual([own]);
    expect(await listed(operator)).toEqual([own, { code: 'BETA', allowedIps: [] }]);
    expect(await listed(beta)).toEqual([{ code: 'BETA', allowedIps: [] }]);
  });

  it('is refused in the words that portals know', async () => {
    const reported = async (...given: Parameters<typeof add>) =>
      (await add(...given)).userErrors.map(({ resultCode, message }) => `${resultCode} ${message}`);
    expect(await reported(' ')).toEqual(['2003 IPv4 or IPv6 must be present']);
    expect(await reported('home', [])).toEqual([
      '2005 IP Address is invalid',
      '2003 IPv4 or IPv6 must be present',
    ]);
    expect(await reported('2001:db8::/48')).toEqual([
      '2306 IPv6 address must be either a single address or a /64 range',
    ]);
    expect(await reported('2001:db8:0::99/64')).toEqual(['2302 IP address already exists']);
    expect(await reported('10.0.0.0/24')).toEqual([
      '2004 IP address limit exceeded. Total addresses: 258. Limit: 256.',
    ]);
    expect(await reported('192.0.2.2', ['API'], beta)).toEqual([]);
  });

  it('counts once when it is made larger, and not at all when it was removed', async () => {
    const id = await idOf('10.0.0.0/25');
    expectDone(await change(id, { address: '10.0.0.128/25' }));
    expectDone(await change(id, { address: '10.0.0.0/26' }));
    expectRefused(await change(id, { address: '10.0.0.0/24' }), 2004);
    expectDone(await remove(id));
    expectRefused(await remove(id), 2303);
    expectDone(await add('10.0.0.0/25'));
  });

  it('is nobody else\u2019s to change', async () => {
    const id = await idOf('192.0.2.77');
    expectRefused(await change(id, { address: '192.0.2.78' }, beta), 2303);
    expectRefused(await remove(id, beta), 2303);
    expectDone(await remove(id));
  });

  it('is reported: to operators at every change, to the registrar when it counts', async () => {
    const ops = 'ops@registry.example: [Important] Whitelisted IP Address';
    let id = 0;
    expect(
      await lettersAfter(async () => {
        id = await idOf('192.0.2.50');
      }),
    ).toEqual([`${ops} Change Notification`]);
    expect(await lettersAfter(() => commit(id))).toEqual([
      'info@alpha.example: Whitelisted IP Address Activation Confirmation',
    ]);
    expect(await lettersAfter(() => change(id, { address: '192.0.2.51' }))).toEqual([
      `${ops} Change Notification`,
    ]);
    expect(await lettersAfter(() => remove(id))).toEqual([`${ops} Removal Notification`]);
    expect(await lettersAfter(() => add('192.0.2.52', ['REGISTRAR']))).toEqual([]);
  });

  it('is kept in history, with who changed it', async () => {
    const rows = await world.container.database.db
      .selectFrom('history')
      .select(['operation', 'event', 'actor_name', 'object_key'])
      .where('object_type', '=', 'allowed_ip')
      .where('object_key', 'in', ['192.0.2.50', '192.0.2.51'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { operation: 'allowed-ip.add', event: 'create', actor_name: 'alpha', object_key: '192.0.2.50' },
      {
        operation: 'allowed-ip.commit',
        event: 'update',
        actor_name: expect.stringContaining('operator'),
        object_key: '192.0.2.50',
      },
      { operation: 'allowed-ip.update', event: 'update', actor_name: 'alpha', object_key: '192.0.2.51' },
      { operation: 'allowed-ip.remove', event: 'destroy', actor_name: 'alpha', object_key: '192.0.2.51' },
    ]);
  });

  it('is not one too many when two are added at once', async () => {
    const answers = await Promise.all([
      add('172.16.0.0/25', ['API'], beta),
      add('172.16.0.128/25', ['API'], beta),
    ]);
    expect(answers.map(({ userErrors }) => userErrors.length).sort()).toEqual([0, 1]);
  });
});
