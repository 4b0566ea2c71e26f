import { beforeAll, describe, expect, it, test } from 'vitest';
import { paymentsOf } from '../../../support/paid-reservations.ts';
import { code, day, portalOf, timestamp, wait } from '../../../support/portal.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
});

const year = 366 * day;
const notFound = { status: 404, body: { error: 'Reserved domain invoice not found' } };

describe('the status of a paid reservation', () => {
  it('needs number and id of the same invoice, as they are written', async () => {
    const { invoice_number: number, user_unique_id: id } = await payments.pending('paar.ee');
    const other = await payments.pending('teine-paar.ee');
    expect((await payments.statusOf(number, id)).status).toBe(200);
    for (const [wrongNumber, wrongId] of [
      [number, '00000000-0'],
      [number, other.user_unique_id],
      [other.invoice_number, id],
      [number + 1000, id],
      [`0${number}`, id],
      [`${number}.0`, id],
      [`%20${number}`, id],
      [number, '%25'],
      [number, '%00'],
      [number, ''],
      ['', id],
      ['99999999999999999999', id],
    ])
      expect(await payments.statusOf(wrongNumber, wrongId)).toMatchObject(notFound);
    const status = '/long_reserve_domains_status';
    expect(await portal.get(status)).toMatchObject(notFound);
    expect(await portal.get(`${status}?invoice_number=${number}`)).toMatchObject(notFound);
    expect(await portal.get(`${status}?user_unique_id=${id}`)).toMatchObject(notFound);
    expect(
      await portal.get(`${status}?invoice_number=${number}&user_unique_id=${id}&user_unique_id=${id}`),
    ).toMatchObject(notFound);
  });

  it('is not found under a free reservation, nor the paid one among the free', async () => {
    const free = await portal.reserved('tasuta.ee');
    expect(await payments.statusOf(150005, free.id)).toMatchObject(notFound);
    const paid = await payments.pending('tasuline.ee');
    await payments.pay(paid);
    await payments.reported(paid);
    expect((await portal.statusOf(paid.user_unique_id)).status).toBe(404);
  });

  test.each([
    ['nothing has happened', undefined, 'pending', 'Payment pending'],
    ['the payment failed', 'failed', 'failed', 'Payment failed'],
    ['the invoice is overdue', 'overdue', 'unpaid', 'Payment pending'],
    ['the invoice was cancelled', 'cancelled', 'cancelled', 'Invoice cancelled'],
  ] as const)('when %s tells names without codes', async (_, moved, status, message) => {
    const names = [`${status}1.ee`, `${status}2.ee`];
    const pending = await payments.pending(...names);
    if (moved) await payments.move(pending, moved, 'operator');
    expect(await payments.reported(pending)).toEqual({ status, message, names });
  });

  it('when paid shows a code and an end for each name', async () => {
    const pending = await payments.pending('kood1.ee', 'kood2.ee');
    await payments.pay(pending);
    expect(await payments.reported(pending)).toEqual({
      status: 'paid',
      message: 'Payment received',
      reserved_domains: [
        { name: 'kood1.ee', password: code, expire_at: timestamp, status: 'reserved' },
        { name: 'kood2.ee', password: code, expire_at: timestamp, status: 'reserved' },
      ],
    });
  });

  it('shows the same codes and ends again, and a dry run changes nothing of that', async () => {
    const pending = await payments.pending('sama.ee');
    await payments.pay(pending);
    const { invoice_number, user_unique_id } = pending;
    const url = `/long_reserve_domains_status?invoice_number=${invoice_number}&user_unique_id=${user_unique_id}`;
    const first = await portal.get(url, { 'dry-run': 'true' });
    wait(world, 5 * day);
    expect((await portal.get(url)).text).toBe(first.text);
  });

  it('after a payment that first failed is paid', async () => {
    const pending = await payments.pending('katse.ee');
    await payments.move(pending, 'failed');
    await payments.pay(pending);
    expect((await payments.reported(pending)).status).toBe('paid');
  });

  it('after a refund stays paid', async () => {
    const pending = await payments.pending('tagasi.ee');
    await payments.pay(pending);
    await payments.move(pending, 'refunded');
    expect(await payments.reported(pending)).toMatchObject({
      status: 'paid',
      reserved_domains: [{ status: 'reserved' }],
    });
  });
});

describe('the year of a paid reservation', () => {
  it('begins with the first question after payment', async () => {
    const pending = await payments.pending('algus.ee');
    await payments.pay(pending);
    wait(world, 40 * day);
    const [entry] = (await payments.reported(pending)).reserved_domains;
    const expected = world.container.calendar.plus(world.clock.now(), { years: 1 });
    expect(Math.abs(new Date(entry.expire_at).getTime() - expected.getTime())).toBeLessThan(5000);
  });

  it('ends once: later questions bring nothing back, and others may have the name', async () => {
    const pending = await payments.pending('lõpp.ee');
    await payments.pay(pending);
    const [first] = (await payments.reported(pending)).reserved_domains;
    wait(world, year);
    const over = { status: 'paid', reserved_domains: [{ name: 'lõpp.ee', status: 'expired' }] };
    expect(await payments.reported(pending)).toMatchObject(over);
    expect(await payments.reported(pending)).toMatchObject(over);
    const next = await payments.pending('lõpp.ee');
    expect(next.invoice_number).not.toBe(pending.invoice_number);
    await payments.pay(next);
    const [second] = (await payments.reported(next)).reserved_domains;
    expect(second.password).not.toBe(first.password);
    expect(await payments.reported(pending)).toEqual({ ...over, message: 'Payment received' });
  });

  it('that begins on 29 February ends on the 28th', async () => {
    const { calendar } = world.container;
    let date = calendar.dateOf(world.clock.now());
    while (!date.endsWith('-02-29')) date = calendar.plusDays(date, 1);
    const pending = await payments.pending('liigaasta.ee');
    await payments.pay(pending);
    world.clock.moveTo(new Date(calendar.startOf(date).getTime() + 15 * 60 * 60 * 1000));
    const [entry] = (await payments.reported(pending)).reserved_domains;
    expect(entry.expire_at).toMatch(new RegExp(`^${Number(date.slice(0, 4)) + 1}-02-28T15:00:`));
  });
});
