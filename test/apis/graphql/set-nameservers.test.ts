import { beforeAll, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
const select = 'domain { nameservers { hostname ipv4 } }';
const set = (name: string, hostnames: readonly string[], auth = alpha) =>
  mutate(
    'domainNameserversSet',
    { name, nameservers: hostnames.map((hostname) => ({ hostname })) },
    select,
    auth,
  );

beforeAll(async () => {
  world = await testWorld();
});

it('domainNameserversSet replaces all nameservers in one write', async () => {
  const name = await newDomain(world);
  const done = await set(name, ['ns1.new.example', 'ns2.new.example']);
  expectDone(done);
  expect(done.domain).toEqual({
    nameservers: [
      { hostname: 'ns1.new.example', ipv4: [] },
      { hostname: 'ns2.new.example', ipv4: [] },
    ],
  });
  const again = await set(name, ['ns2.new.example', 'ns3.new.example']);
  expect(again.domain).toMatchObject({
    nameservers: [{ hostname: 'ns2.new.example' }, { hostname: 'ns3.new.example' }],
  });
  const none = await set(name, []);
  expect(none.domain).toEqual({ nameservers: [] });
});

it('domainNameserversSet refuses too few, what is no host, and domains of others, and changes nothing', async () => {
  const name = await newDomain(world);
  await set(name, ['ns1.kept.example', 'ns2.kept.example']);
  expectRefused(await set(name, ['ns1.new.example']), 2308);
  expectRefused(await set(name, ['no host', 'ns2.new.example']), 2005);
  expectRefused(await set(name, ['ns1.new.example', 'ns2.new.example'], beta), 2303);
  const { data } = (
    await world.request({
      method: 'POST',
      url: '/graphql',
      auth: alpha,
      payload: { query: `{ domain(name: "${name}") { nameservers { hostname } } }` },
    })
  ).body as unknown as { data: unknown };
  expect(data).toEqual({
    domain: { nameservers: [{ hostname: 'ns1.kept.example' }, { hostname: 'ns2.kept.example' }] },
  });
});
