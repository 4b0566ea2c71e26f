import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldWays } from '#src/extensions/facade/fields.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** No field is cleared by a transfer or refused by a facade yet, so two are declared so for these tests only. */
const declared = { remind_at: { transfer: 'cleared' }, transfer_code: { transfer: 'renewed' } } as const;
const { domains: ways = {} } = fieldWays;

const fieldOf = (column: string) => domain.declared.find((field) => field.column === column) ?? {};
const before = Object.keys(declared).map((column) => [fieldOf(column), { ...fieldOf(column) }] as const);

let world: TestWorld;
beforeAll(async () => {
  for (const [column, settable] of Object.entries(declared)) Object.assign(fieldOf(column), { settable });
  fieldWays.domains = { ...ways, remind_at: 'mirrored', transfer_code: 'refused' };
  world = await testWorld();
});

// Other files share this process.
afterAll(() => {
  for (const [field, facts] of before) Object.assign(field, { settable: undefined }, facts);
  fieldWays.domains = ways;
});

it('a transfer clears what is declared so', async () => {
  const name = await newDomain(world, { transferCode: 'open-sesame' });
  await seed(world).alter(name, { remind_at: new Date('2030-01-01T00:00:00Z') });
  const url = `/registry/v1/domains/${name}/transfer`;
  const payload = { transfer: { transfer_code: 'open-sesame' } };
  expect((await world.request({ method: 'POST', url, payload, auth: beta })).body.code).toBe(1000);
  expect(await storedDomain(world, name)).toMatchObject({ registrar_code: 'BETA', remind_at: null });
});

it('a facade refuses what is declared so, and sends nothing', async () => {
  const name = await newDomain(world, { transferCode: 'open-sesame' });
  const facade = await testFacade(await world.listen(), {
    UPSTREAM_USERNAME: 'alpha',
    UPSTREAM_PASSWORD: 'alpha-sandbox',
  });
  await facade.upstream.mirror.pass();
  const url = `/registry/v1/domains/${name}`;
  const payload = { domain: { transfer_code: 'another' } };
  const { status, body } = await facade.request({ method: 'PUT', url, payload, auth: alpha });
  expect({ status, code: body.code }).toEqual({ status: 501, code: 2101 });
  expect(body.message).toBe('The registry behind this service does not have transferCode: leave it out');
  expect(await storedDomain(world, name)).toMatchObject({ transfer_code: 'open-sesame' });
});
