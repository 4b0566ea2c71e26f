import { beforeAll, describe, expect, it } from 'vitest';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { seed } from '../../support/seed.ts';
import type { Loose } from '../../support/world.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** Writes that wait for a person in front of another registry, which does them. */
let world: TestWorld;
let facade: TestFacade;
let agent: string;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '1000.00');
  await seed(world).contact({ id: 'holder' });
  facade = await testFacade(await world.listen());
  await facade.upstream.mirror.pass();
  const { accessTokenCreate } = await facade.ask(
    'mutation { accessTokenCreate(input: { name: "agent" scopes: [WRITE] guards: { approvalNeeded: true } }) { token } }',
  );
  agent = `Bearer ${accessTokenCreate.token}`;
});

const ask = (query: string, auth = alpha) => graph(facade, query, { auth });
async function prepared(name: string): Promise<string> {
  const { data } = await ask(
    `mutation { domainRegister(input: { name: "${name}", registrant: "ALPHA:HOLDER", period: "P1Y" }) { userErrors { code details } } }`,
    agent,
  );
  expect(data.domainRegister.userErrors).toMatchObject([{ code: 'APPROVAL_NEEDED' }]);
  return data.domainRegister.userErrors[0].details.approval;
}
const approve = async (id: string): Promise<Loose> =>
  (
    await ask(
      `mutation { approvalApprove(input: { id: "${id}" }) { approval { state result { name } } userErrors { code message } } }`,
    )
  ).data.approvalApprove;
const shown = async (id: string): Promise<Loose> =>
  (await ask(`{ approval(id: "${id}") { state result { name } userErrors { code } } }`)).data.approval;
const balance = async (): Promise<number> =>
  Number((await graph(world, '{ account { balance } }', {})).data.account.balance);
const isThere = async (name: string): Promise<boolean> =>
  (await world.request({ url: `/registry/v1/domains/${name}` })).status === 200;

describe('a write that waits in front of a registry', () => {
  it('is done there once, however many people press at once', async () => {
    const id = await prepared('front.ee');
    expect(await isThere('front.ee')).toBe(false);
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(id)));
    for (const { userErrors } of answers)
      expect(userErrors.every(({ code }: Loose) => code === 'OBJECT_STATUS_PROHIBITS')).toBe(true);
    expect(await shown(id)).toMatchObject({ state: 'APPROVED', result: [{ name: 'front.ee' }] });
    expect(await isThere('front.ee')).toBe(true);
    const charged = before - (await balance());
    expect(charged).toBeGreaterThan(0);
    expect((await approve(id)).userErrors).toMatchObject([{ code: 'OBJECT_STATUS_PROHIBITS' }]);
    expect(before - (await balance())).toBe(charged);
  });

  it('waits on while the registry refuses it for lack of money, whoever presses, and is done when there is some', async () => {
    const id = await prepared('poor.ee');
    await setBalance(world, 'ALPHA', '0.00');
    const answers = await Promise.all(Array.from({ length: 3 }, () => approve(id)));
    for (const { userErrors } of answers) expect(userErrors).toHaveLength(1);
    expect(await isThere('poor.ee')).toBe(false);
    expect(await shown(id)).toMatchObject({ state: 'WAITING', result: null });
    await setBalance(world, 'ALPHA', '1000.00');
    expect(await approve(id)).toMatchObject({
      approval: { state: 'APPROVED', result: [{ name: 'poor.ee' }] },
    });
    expect(await isThere('poor.ee')).toBe(true);
  });
});
