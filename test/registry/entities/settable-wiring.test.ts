import { beforeAll, expect, it, vi } from 'vitest';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** No field of today is cleared by a transfer or refused by a facade: two are declared so here, before anything reads them. */
await vi.hoisted(async () => {
  const { domain } = await import('#src/registry/entities/domain.ts');
  const declare = (column: string, settable: object) =>
    Object.assign(domain.declared.find((field) => field.column === column) ?? {}, { settable });
  declare('remind_at', { transfer: 'cleared', facade: 'mirrored' });
  declare('transfer_code', { transfer: 'renewed', facade: 'refused' });
});

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
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
