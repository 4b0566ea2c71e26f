import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, setDomainStatuses } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { restApi } from '../../../support/rest.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});
const api = restApi(() => world);

/** The first of the graph's reasons against the same write. */
const overGraph = async (mutation: string) => {
  const { data } = await graph(
    world,
    `mutation { refused: ${mutation} { userErrors { resultCode message explanation details } } }`,
  );
  return (data.refused as unknown as { userErrors: readonly Record<string, unknown>[] }).userErrors[0];
};

describe('the data of a refusal', () => {
  it('say from when on a domain can be renewed, as the graph does', async () => {
    const name = await newDomain(world);
    const { body } = await api(`GET /domains/${name}`);
    const exp_date = String(body.data.domain.expire_time).slice(0, 10);
    const refused = await api(`POST /domains/${name}/renew`, {
      renews: { period: 1, period_unit: 'y', exp_date },
    });
    const asInGraph = await overGraph(
      `domainRenew(input: { name: "${name}", period: "P1Y", expiresOn: "${exp_date}" })`,
    );
    const renewableFrom = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(refused.body).toEqual({
      code: 2304,
      message: 'Object status prohibits operation',
      data: { explanation: asInGraph?.explanation, renewable_from: renewableFrom },
    });
    expect(asInGraph).toMatchObject({
      resultCode: 2304,
      explanation: `It can be renewed from ${refused.body.data.renewable_from}.`,
    });
  });

  it('name the statuses that prevent it, as the graph does', async () => {
    const name = await newDomain(world);
    await setDomainStatuses(world, name, ['serverUpdateProhibited']);
    const refused = await api(`PUT /domains/${name}`, { domain: { transfer_code: 'something-else' } });
    const asInGraph = await overGraph(
      `domainUpdate(input: { name: "${name}", transferCode: "something-else" })`,
    );
    expect(refused.body.data).toEqual({
      explanation: 'It cannot be done while it has the status serverUpdateProhibited.',
      statuses: ['serverUpdateProhibited'],
    });
    expect(asInGraph).toMatchObject({
      explanation: refused.body.data.explanation,
      details: { statuses: refused.body.data.statuses },
    });
  });

  it('are empty where the message says it all, whose words in brackets are not in the graph', async () => {
    const name = await newDomain(world);
    const { body } = await api(`GET /domains/${name}`);
    const domain = { name, registrant: body.data.domain.registrant.code, period: 1, period_unit: 'y' };
    const refused = await api('POST /domains', { domain });
    expect(refused.body).toEqual({
      code: 2302,
      message: 'Domain name already exists [name_dirty]',
      data: {},
    });
    expect(
      await overGraph(
        `domainRegister(input: { name: "${name}", registrant: "${domain.registrant}", period: "P1Y" })`,
      ),
    ).toMatchObject({ message: 'Domain name already exists', explanation: null });
  });
});
