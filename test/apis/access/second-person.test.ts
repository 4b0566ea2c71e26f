import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** Who counts as the second person of an approval: nobody whom one person of the registrar can make. */
let world: TestWorld;
const mutate = mutateOf(() => world);
const ask = async (document: string, auth = alpha): Promise<Loose> =>
  (await graph(world, document, { auth })).data;

beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '100000.00');
  await setAbove('1.00');
});

const setAbove = async (approvalsSecondAbove: string) =>
  expectDone(
    await mutate(
      'accountSettingsUpdate',
      { approvalsSecondAbove },
      'account { approvalsSecondAbove }',
      alpha,
    ),
  );

const secret = 'a-long-password';
let users = 0;
/** A user of ALPHA whom this caller makes. */
async function made(by: string, roles = ['EPP']): Promise<{ username: string; auth: string }> {
  users += 1;
  const username = `inimene-${users}`;
  const input = { username, password: secret, roles, ...(by === operator && { registrar: 'ALPHA' }) };
  expectDone(await mutate('apiUserCreate', input, 'apiUser { username }', by));
  return { username, auth: basic(username, secret) };
}

let names = 0;
/** The id of a renewal that waits for two people. */
async function waiting(auth = agent): Promise<string> {
  names += 1;
  const name = await newDomain(world, { name: `kaks-inimest-${names}.ee` });
  const { calendar } = world.container;
  const expiresOn = calendar.plusDays(calendar.dateOf(world.clock.now()), 20);
  await seed(world).alter(name, { expires_at: calendar.startOf(expiresOn) });
  const { domainRenew } = await ask(
    `mutation { domainRenew(input: { name: "${name}" period: "P1Y" expiresOn: "${expiresOn}" }) { userErrors { details } } }`,
    auth,
  );
  return domainRenew.userErrors[0].details.approval;
}
const approve = async (id: string, auth: string): Promise<string> => {
  const { approvalApprove } = await ask(
    `mutation { approvalApprove(input: { id: "${id}" }) { approval { state } userErrors { message } } }`,
    auth,
  );
  return approvalApprove.userErrors[0]?.message ?? approvalApprove.approval.state;
};
const notSecond = expect.stringContaining('needs a second person');

let agent: string;
beforeEach(async () => {
  const input = { name: 'agent', scopes: ['WRITE'], guards: { approvalNeeded: true } };
  agent = `Bearer ${(await mutate('accessTokenCreate', input, 'token', alpha)).token}`;
});

/** What the first person does so that somebody else's sign-in is its own. */
const ways: Readonly<Record<string, (who: { username: string }) => Promise<unknown>>> = {
  'whose password it has set': ({ username }) =>
    mutate('apiUserUpdate', { username, password: 'another-password' }, 'apiUser { id }', alpha),
  'to whom it has given a role': ({ username }) =>
    mutate('apiUserUpdate', { username, roles: ['EPP', 'SUPER'] }, 'apiUser { id }', alpha),
  'whom it has let in again': async ({ username }) => {
    for (const active of [false, true])
      expectDone(await mutate('apiUserUpdate', { username, active }, 'apiUser { id }', alpha));
  },
};

describe('a second person', () => {
  it('is somebody whom the registry has entered', async () => {
    const second = await made(operator);
    const id = await waiting();
    expect([await approve(id, alpha), await approve(id, second.auth)]).toEqual(['WAITING', 'APPROVED']);
  });

  it('is needed above the price, and not for it', async () => {
    const id = await waiting();
    const { price } = (await ask(`{ approval(id: "${id}") { price } }`)).approval;
    await setAbove(String(Number(price) - 0.01));
    expect(await approve(id, alpha)).toBe('WAITING');
    await setAbove(price);
    expect(await approve(await waiting(), alpha)).toBe('APPROVED');
    await setAbove('1.00');
  });

  it('is neither whom the first one has made before or meanwhile, nor whoever has made the first one', async () => {
    const before = await made(alpha);
    const id = await waiting();
    expect(await approve(id, alpha)).toBe('WAITING');
    const meanwhile = await made(alpha);
    for (const { auth } of [before, meanwhile]) expect(await approve(id, auth)).toEqual(notSecond);
    const other = await waiting();
    expect([await approve(other, before.auth), await approve(other, alpha)]).toEqual(['WAITING', notSecond]);
  });

  it('is not one of two whom somebody has made, in any number of steps', async () => {
    const one = await made(alpha, ['SUPER', 'EPP']);
    const two = await made(alpha);
    const three = await made(one.auth);
    const id = await waiting();
    expect(await approve(id, two.auth)).toBe('WAITING');
    for (const { auth } of [one, three]) expect(await approve(id, auth)).toEqual(notSecond);
    expect(await approve(id, (await made(operator)).auth)).toBe('APPROVED');
  });

  it.each(Object.entries(ways))('is nobody %s, for 30 days', async (_, way) => {
    const { username } = await made(operator);
    const password = 'another-password';
    await way({ username });
    const auth = [basic(username, secret), basic(username, password)];
    const approvedBy = async (id: string) => {
      for (const one of auth) {
        const { viewer } = (await graph(world, '{ viewer { name } }', { auth: one })).data ?? {};
        if (viewer) return approve(id, one);
      }
      return 'nobody';
    };
    const early = await waiting();
    expect([await approve(early, alpha), await approvedBy(early)]).toEqual(['WAITING', notSecond]);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 30 * 24 * 3_600_000 + 1000));
    const late = await waiting(agent);
    expect([await approve(late, alpha), await approvedBy(late)]).toEqual(['WAITING', 'APPROVED']);
  });

  it('is a user who has set its own password', async () => {
    const { username, auth } = await made(operator, ['SUPER', 'EPP']);
    const own = { username, password: 'my-own-password' };
    expectDone(await mutate('apiUserUpdate', own, 'apiUser { id }', auth));
    const id = await waiting();
    expect(await approve(id, alpha)).toBe('WAITING');
    expect(await approve(id, basic(username, own.password))).toBe('APPROVED');
  });
});

describe('a new user', () => {
  it.each([
    ['a super user', alpha, 'alpha'],
    ['an operator', operator, 'operator'],
  ])('of %s is told to the registrar by mail', async (_, by, name) => {
    const { username } = await made(by);
    const mails = await world.container.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute();
    const [mail] = mails.filter(({ payload }) => JSON.stringify(payload).includes(`[${username}] created`));
    expect(mail?.payload).toMatchObject({ text: expect.stringMatching(`^[^]*${name}[^]*${username}`) });
  });
});
