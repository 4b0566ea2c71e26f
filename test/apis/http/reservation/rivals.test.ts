import { beforeAll, describe, expect, it } from 'vitest';
import { type Pending, paymentsOf } from '../../../support/paid-reservations.ts';
import { day, portalOf, wait } from '../../../support/portal.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
});

const cancelled = { status: 'cancelled', message: 'Invoice cancelled' };
const alertsFor = async ({ user_unique_id }: Pending) =>
  (await payments.disagreements()).filter(
    ({ payment_reference }) => payment_reference === `payment-of-${user_unique_id}`,
  );

describe('the first of several to pay for a name', () => {
  it('gets it, and the invoices of the others are cancelled', async () => {
    const first = await payments.pending('a1.ee', 'a2.ee');
    const second = await payments.pending('a2.ee', 'a3.ee');
    const bystander = await payments.pending('a3.ee');
    await payments.pay(second);
    expect(await payments.reported(first)).toEqual({ ...cancelled, names: ['a1.ee', 'a2.ee'] });
    expect(await payments.reported(bystander)).toEqual({ ...cancelled, names: ['a3.ee'] });
    expect((await payments.reported(second)).reserved_domains).toMatchObject([
      { name: 'a2.ee', status: 'reserved' },
      { name: 'a3.ee', status: 'reserved' },
    ]);
    expect((await portal.reserve('a1.ee')).status).toBe(201);
  });

  it('leaves invoices for other names alone, even under the same number', async () => {
    const first = await payments.pending('b1.ee');
    const bridge = await payments.pending('b1.ee', 'b2.ee');
    const far = await payments.pending('b2.ee');
    expect(far.invoice_number).toBe(first.invoice_number);
    await payments.pay(first);
    expect(await payments.reported(bridge)).toMatchObject(cancelled);
    expect(await payments.reported(far)).toMatchObject({ status: 'pending' });
  });

  it('is the only one: a cancelled invoice is not moved by a payment', async () => {
    const first = await payments.pending('c.ee');
    const second = await payments.pending('c.ee');
    expect(await payments.pay(first)).toBe(true);
    expect(await payments.pay(second)).toBe(false);
    expect(await payments.reported(second)).toEqual({ ...cancelled, names: ['c.ee'] });
  });
});

describe('a name that was taken before its payment became known', () => {
  it('is lost to the payer: no code of another is shown, and an operator is notified', async () => {
    const pending = await payments.pending('d1.ee', 'd2.ee');
    const { password, id } = await portal.reserved('d1.ee');
    await payments.pay(pending);
    const reported = await payments.reported(pending);
    expect(reported.reserved_domains).toMatchObject([
      { name: 'd1.ee', status: 'expired' },
      { name: 'd2.ee', status: 'reserved' },
    ]);
    expect(JSON.stringify(reported)).not.toContain(password);
    expect(await portal.entries(id)).toMatchObject([{ status: 'reserved', password }]);
    expect(await alertsFor(pending)).toMatchObject([{ kind: 'namesLost', details: { names: ['d1.ee'] } }]);
  });

  it('stays lost when the other reservation ends', async () => {
    const pending = await payments.pending('e.ee');
    await portal.reserved('e.ee');
    await payments.pay(pending);
    await payments.reported(pending);
    wait(world, 8 * day);
    expect((await payments.reported(pending)).reserved_domains).toEqual([
      { name: 'e.ee', status: 'expired' },
    ]);
    expect((await portal.reserve('e.ee')).status).toBe(201);
    expect((await payments.reported(pending)).reserved_domains).toEqual([
      { name: 'e.ee', status: 'expired' },
    ]);
  });

  it('is not held when it was blocked meanwhile', async () => {
    const pending = await payments.pending('f.ee');
    await world.container.database.db
      .insertInto('blocked_names')
      .values({ name: 'f.ee', name_puny: 'f.ee', created_at: world.clock.now() })
      .execute();
    await payments.pay(pending);
    expect((await payments.reported(pending)).reserved_domains).toEqual([
      { name: 'f.ee', status: 'expired' },
    ]);
    expect(await alertsFor(pending)).toHaveLength(1);
  });
});

describe('a payment that a person takes back', () => {
  it('lets names go whose codes nobody has seen', async () => {
    const pending = await payments.pending('g.ee');
    await payments.pay(pending);
    await payments.move(pending, 'unpaid', 'operator');
    expect(await payments.reported(pending)).toMatchObject({ status: 'pending', names: ['g.ee'] });
    expect((await portal.reserve('g.ee')).status).toBe(201);
  });

  it('can come again, and holds the names again', async () => {
    const pending = await payments.pending('h.ee');
    await payments.pay(pending);
    await payments.move(pending, 'unpaid', 'operator');
    await payments.pay(pending);
    expect((await portal.reserve('h.ee')).status).toBe(422);
    expect((await payments.reported(pending)).reserved_domains).toMatchObject([{ status: 'reserved' }]);
  });

  it('leaves codes that were issued good until they run out', async () => {
    const pending = await payments.pending('i.ee');
    await payments.pay(pending);
    await payments.reported(pending);
    await payments.move(pending, 'cancelled', 'operator');
    expect(await payments.reported(pending)).toEqual({ ...cancelled, names: ['i.ee'] });
    expect((await portal.reserve('i.ee')).status).toBe(422);
  });
});
