import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#src/base/actor.ts';
import type { ListQuery } from '#src/base/filter.ts';
import { listInvoices } from '#src/registry/operations/billing/list-invoices.ts';
import { showInvoice } from '#src/registry/operations/billing/show-invoice.ts';
import { billingApi, billingDesk } from '../../../support/billing.ts';
import { startProvider } from '../../../support/payment-provider.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const numbers: Record<string, number> = {};
beforeAll(async () => {
  world = await testWorld();
  const desk = billingDesk(world, await startProvider());
  for (const initiator of ['registry', 'auction', 'eeid'])
    numbers[initiator] = await desk.invoice(await billingApi(world, initiator));
  numbers.business_registry = await desk.invoice(await billingApi(world, 'registry'), {
    custom_field2: 'business_registry',
    custom_field1: 'user-1',
  });
});

const service = (initiator: 'registry' | 'auction' | 'business_registry'): Actor => ({
  kind: 'billing',
  initiator,
});
const operator: Actor = { kind: 'operator', token: 'test', role: 'ADMIN' };
const callOf = (actor: Actor) => ({ actor, request: { id: 'test', via: 'rest' as const } });
const query: ListQuery = {
  sort: [{ field: 'number', descending: false }],
  slice: { by: 'offset', limit: 10, offset: 0 },
};

describe('invoices', () => {
  it.each<[string, Actor, string[]]>([
    ['the auction', service('auction'), ['auction']],
    ['the registry', service('registry'), ['business_registry', 'registry']],
    ['the business registry', service('business_registry'), ['business_registry']],
    ['an operator', operator, ['auction', 'business_registry', 'eeid', 'registry']],
  ])('are listed for %s: only its own', async (_, actor, initiators) => {
    const outcome = await world.container.runner.run(listInvoices, { query, withCount: true }, callOf(actor));
    if (!outcome.ok) throw new Error('refused');
    expect(outcome.value.rows.map(({ initiator }) => initiator).sort()).toEqual(initiators);
    expect(outcome.value.count).toBe(initiators.length);
  });

  it('are filtered by their fields', async () => {
    const outcome = await world.container.runner.run(
      listInvoices,
      { query: { ...query, filter: { field: 'initiator', is: 'in', value: ['eeid'] } }, withCount: true },
      callOf(operator),
    );
    expect(outcome).toMatchObject({ ok: true, value: { count: 1, rows: [{ number: numbers.eeid }] } });
  });

  it('of another service look as if they were not there', async () => {
    const show = (initiator: string, actor: Actor) =>
      world.container.runner.run(showInvoice, { invoiceNumber: numbers[initiator] ?? 0 }, callOf(actor));
    expect(await show('auction', service('auction'))).toMatchObject({ ok: true });
    expect(await show('business_registry', service('registry'))).toMatchObject({ ok: true });
    expect(await show('registry', operator)).toMatchObject({ ok: true });
    for (const [initiator, actor] of [
      ['registry', service('auction')],
      ['registry', service('business_registry')],
      ['eeid', service('registry')],
    ] as const)
      expect(await show(initiator, actor)).toMatchObject({
        ok: false,
        failures: [{ code: 'OBJECT_DOES_NOT_EXIST' }],
      });
    expect(await show('registry', { kind: 'portal', token: 'test' })).toMatchObject({
      ok: false,
      failures: [{ code: 'AUTHORIZATION' }],
    });
  });
});
