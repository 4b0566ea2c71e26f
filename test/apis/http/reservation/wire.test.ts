import { beforeAll, describe, expect, it } from 'vitest';
import { paymentsOf } from '../../../support/paid-reservations.ts';
import { malformed, portalOf } from '../../../support/portal.ts';
import { clockAt } from '../../../support/time.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2025-03-06T12:30:00Z') });
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
});

/** Only what is random is left open; fields, their order and their form are as docs/rules/reservation.md shows them. */
const wire = (...parts: string[]): RegExp =>
  new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+?')}$`);

describe('the bytes of an answer', () => {
  it('of suggestions', async () => {
    const { text } = await portal.get('/domain_names/Acme');
    expect(text).toBe(
      '{"variants":["acme.ee","acme.com.ee","acme.pri.ee","acme.fie.ee","acme.med.ee","acme.test"]}',
    );
  });

  it('of a free reservation, and of what became of it', async () => {
    const { text, body } = await portal.reserve('a.ee');
    expect(text).toMatch(
      wire(
        '{"message":"Domains reserved successfully","reserved_domains":[{"name":"a.ee","password":"',
        '","expire_at":"2025-03-13T14:30:00.000+02:00"}],"user_unique_id":"',
        '"}',
      ),
    );
    expect((await portal.statusOf(body.user_unique_id)).text).toMatch(
      wire(
        '[{"name":"a.ee","password":"',
        '","expire_at":"2025-03-13T14:30:00.000+02:00","status":"reserved"}]',
      ),
    );
  });

  it('of a paid reservation, before and after it is paid', async () => {
    const { text, body } = await portal.post('/long_reserve_domains', { domain_names: ['b.ee', 'c.ee'] });
    expect(text).toMatch(
      wire(
        '{"message":"Domains are in pending status. Need to pay for domains.","linkpay_url":"',
        '","invoice_number":150005,"user_unique_id":"',
        '","available_domains":["b.ee","c.ee"]}',
      ),
    );
    const asked = () => payments.statusOf(body.invoice_number, body.user_unique_id);
    expect((await asked()).text).toBe(
      '{"status":"pending","message":"Payment pending","names":["b.ee","c.ee"]}',
    );
    await payments.pay(body as never);
    expect((await asked()).text).toMatch(
      wire(
        '{"status":"paid","message":"Payment received","reserved_domains":[{"name":"b.ee","password":"',
        '","expire_at":"2026-03-06T14:30:00.000+02:00","status":"reserved"},{"name":"c.ee","password":"',
        '","expire_at":"2026-03-06T14:30:00.000+02:00","status":"reserved"}]}',
      ),
    );
  });

  it('of a refusal: one text under `error`, and nothing beside it', async () => {
    const bytes = async (answer: Promise<{ text: string }>) => JSON.parse((await answer).text);
    expect(await bytes(portal.post('/reserve_domains', {}))).toEqual(malformed);
    expect(await bytes(portal.reserve('a.ee'))).toEqual({ error: 'No available domains' });
    expect(await bytes(portal.get('/domain_names/a.b'))).toEqual({ error: 'Invalid organization name' });
    expect(await bytes(portal.get('/nothing'))).toEqual({ error: 'Not Found' });
    expect(await bytes(portal.statusOf('00000000-0'))).toEqual({
      error: 'Reserved domains not found. Invalid user_unique_id',
    });
    expect(await bytes(payments.statusOf(1, '00000000-0'))).toEqual({
      error: 'Reserved domain invoice not found',
    });
  });
});

describe('a reservation from beginning to end', () => {
  it('notifies nobody: it sends no mail, no message and no callback, and the link leads nowhere back', async () => {
    await portal.reserved('vaikne.ee');
    const pending = await payments.pending('vaiksem.ee');
    await payments.pay(pending);
    await payments.reported(pending);
    const { db } = world.container.database;
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([]);
    expect([...new URL(pending.linkpay_url).searchParams.keys()].join()).not.toMatch(/url|callback/);
  });

  it('leaves no code in history', async () => {
    const pending = await payments.pending('mälu.ee');
    await payments.pay(pending);
    const [{ password }] = (await payments.reported(pending)).reserved_domains;
    const rows = await world.container.database.db
      .selectFrom('history')
      .selectAll()
      .where('object_key', '=', pending.user_unique_id)
      .orderBy('id')
      .execute();
    expect(rows.map(({ operation }) => operation)).toEqual([
      'paid-reservation.create',
      'test.invoice.move',
      'paid-reservation.show',
    ]);
    expect(JSON.stringify(rows)).not.toContain(password);
  });
});
