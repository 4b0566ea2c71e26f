import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { isReferenceNumber } from '#src/registry/rules/money/reference-number.ts';
import { referenceNumber } from '#src/registry/store/billing/invoice-numbers.ts';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { type BillingApi, billingApi } from '../../../support/billing.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registry: BillingApi;
let auction: BillingApi;
beforeAll(async () => {
  world = await testWorld();
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
});

const issue = (api = registry) => api.post('/invoice_generator/invoice_number_generator');
const set = (name: string, value: string) =>
  putSetting(world.container.database.db, name, value, world.clock.now());

const link = (invoice_number: number, api = registry) =>
  api.post('/invoice_generator/invoice_generator', { invoice_number, transaction_amount: '1.0' });
const bring = async (...numbers: number[]) => {
  const invoices = numbers.map((invoice_number) => ({
    invoice_number,
    initiator: 'registry',
    transaction_amount: '1.0',
    status: 'paid',
  }));
  expect((await registry.post('/import_data/invoice_data', invoices)).status).toBe(200);
};

describe('an invoice number', () => {
  it('is the first of the range, then the next, for every caller', async () => {
    const first = await issue();
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ message: 'Number created; 150005', invoice_number: 150005 });
    expect((await issue(auction)).body).toEqual({
      message: 'Number created; 150006',
      invoice_number: 150006,
    });
  });

  it('takes no parameters and ignores what is sent', async () => {
    const answer = await registry.post('/invoice_generator/invoice_number_generator', { count: 5 });
    expect(answer.body.invoice_number).toBe(150007);
    const nothing = await registry.post('/invoice_generator/invoice_number_generator', null);
    expect(nothing.body.invoice_number).toBe(150008);
  });

  it('follows the highest number that was used, fills no gaps and ignores other ranges', async () => {
    await bring(150100, 150050, 200500);
    expect((await issue()).body.invoice_number).toBe(150101);
    expect((await link(200501)).status).toBe(201);
    expect((await issue()).body.invoice_number).toBe(150102);
  });

  it('is the same for a request repeated with its idempotency key', async () => {
    const key = { 'idempotency-key': 'number-1' };
    const once = await registry.post('/invoice_generator/invoice_number_generator', undefined, key);
    const again = await registry.post('/invoice_generator/invoice_number_generator', undefined, key);
    expect(again.body).toEqual(once.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const other = await auction.post('/invoice_generator/invoice_number_generator', undefined, key);
    expect(other.body.invoice_number).toBe(Number(once.body.invoice_number) + 1);
  });

  it('is not taken by a dry run', async () => {
    const dry = { 'dry-run': 'true' };
    const would = await registry.post('/invoice_generator/invoice_number_generator', undefined, dry);
    expect((await issue()).body).toEqual(would.body);
  });

  it('ends with the range, whose settings are read at each call', async () => {
    const { invoice_number: last } = (await issue()).body;
    // What was leapt over lies before it.
    await set('invoice_number_min', String(last));
    await set('invoice_number_max', String(Number(last) + 1));
    expect((await issue()).status).toBe(201);
    const none = await issue();
    expect(none.status).toBe(501);
    expect(none.body).toEqual({ message: 'Number create failed. out of range', error: 'out of range' });
    expect((await issue()).status).toBe(501);
    await set('invoice_number_max', '199999');
    expect((await issue()).body.invoice_number).toBe(Number(last) + 2);
    await set('invoice_number_min', '160000');
    expect((await issue()).body.invoice_number).toBe(160000);
  });
});

describe('a number that a client brings along', () => {
  const refused = { status: 422, body: { error: { invoice_number: ['was never issued'] } } };

  it('out of a range of ours must have been issued, so nobody can end the range for all', async () => {
    const { invoice_number: last } = (await issue()).body;
    for (const number of [199_999, Number(last) + 1, 10_500, 14_001, 309_950])
      expect(await link(number, auction), String(number)).toMatchObject(refused);
    const next = Number((await issue(auction)).body.invoice_number);
    expect(next).toBe(Number(last) + 1);
    expect((await link(next, auction)).status).toBe(201);
    expect((await link(309_901)).status).toBe(201);
  });

  it('may be any other', async () => {
    for (const number of [1, 9_999, 149_000, 200_000, 2_147_483_647])
      expect((await link(number)).status, String(number)).toBe(201);
  });

  it('in an import leaps ahead, and what was leapt over is issued when nothing else is left', async () => {
    const last = Number((await issue()).body.invoice_number);
    await bring(199_999, last + 3, 199_997);
    const next = [];
    for (let count = 0; count < 4; count += 1) next.push((await issue()).body.invoice_number);
    expect(next).toEqual([last + 1, last + 2, last + 4, last + 5]);
    expect((await link(last + 5)).status).toBe(201);
    expect(await link(last + 6)).toMatchObject(refused);
    await bring(last + 6, last + 8);
    expect((await issue()).body.invoice_number).toBe(last + 7);
    expect((await issue()).body.invoice_number).toBe(last + 9);
  });
});

describe('monthly numbers', () => {
  const monthly = (body?: unknown) =>
    registry.post('/invoice_generator/monthly_invoice_numbers_generator', body);

  it('come in a row, all that were asked for or none', async () => {
    expect(await monthly({ count: 2 })).toMatchObject({
      status: 201,
      body: { invoice_numbers: [309902, 309903] },
    });
    const tooMany = await monthly({ count: 97 });
    expect(tooMany.status).toBe(501);
    expect(tooMany.body).toEqual({ message: 'Directo Counter is out of period!', error: 'out of range' });
    expect((await monthly({ count: '1' })).body).toEqual({ invoice_numbers: [309904] });
  });

  it('need a count', async () => {
    expect(await monthly()).toMatchObject({ status: 422, body: { error: { count: ['is missing'] } } });
    for (const count of [0, -1, 1.5, 'x', 100_000, [], true])
      expect((await monthly({ count })).status, String(count)).toBe(422);
  });
});

describe('a reference number', () => {
  const reference = (body?: unknown, api = registry) =>
    api.post('/invoice_generator/reference_number_generator', body);

  it('has seven digits, the last a check digit, and is new at each call', async () => {
    const seen = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      const answer = await reference({ owner: 'somebody' });
      expect(answer.status).toBe(201);
      const number = String(answer.body.reference_number);
      expect(answer.body).toEqual({
        message: `Reference number created; ${number}`,
        reference_number: number,
      });
      expect(number).toMatch(/^[1-9]\d{6}$/);
      expect(isReferenceNumber(number)).toBe(true);
      seen.add(number);
    }
    expect(seen.size).toBe(20);
  });

  it('is kept with its service, its owner and where the owner is reached', async () => {
    const { body } = await reference(
      { initiator: 'auction', owner: 'Mari', email: 'm@example.com' },
      auction,
    );
    expect(await referenceNumber(world.container.database.db, String(body.reference_number))).toMatchObject({
      initiator: 'auction',
      owner: 'Mari',
      email: 'm@example.com',
      registrar_id: null,
    });
    const own = await reference(undefined, auction);
    expect(
      await referenceNumber(world.container.database.db, String(own.body.reference_number)),
    ).toMatchObject({
      initiator: 'auction',
      owner: null,
      email: null,
    });
  });

  it('needs no parameters', async () => {
    expect((await reference()).status).toBe(201);
    expect((await reference({ initiator: null, owner: null, email: null })).status).toBe(201);
    expect((await reference({ initiator: 'business_registry', owner: 'x', email: 'a@b.ee' })).status).toBe(
      201,
    );
  });

  it('is not searched for ever when every one is taken', async () => {
    const { db } = world.container.database;
    // What is taken is not inserted; 900,000 rows would say the same.
    await sql`create function is_taken() returns trigger language plpgsql as 'begin return null; end'`.execute(
      db,
    );
    await sql`create trigger all_taken before insert on reference_numbers
      for each row execute function is_taken()`.execute(db);
    const answer = await reference();
    expect(answer.status).toBe(501);
    expect(answer.body).toEqual({
      message: 'Reference number create failed. out of range',
      error: 'out of range',
    });
    await sql`drop trigger all_taken on reference_numbers`.execute(db);
    expect((await reference()).status).toBe(201);
  });

  it('is not issued in the name of another service', async () => {
    expect(await reference({ initiator: 'registry' }, auction)).toMatchObject({
      status: 422,
      body: { error: { initiator: ['is a service that you may not act for'] } },
    });
    for (const initiator of ['nobody', 5, {}, ['registry']])
      expect((await reference({ initiator })).status).toBe(422);
  });
});

describe('a number that a client was given', () => {
  it('is used by its holder alone', async () => {
    const monthly = async (api: BillingApi) =>
      (await api.post('/invoice_generator/monthly_invoice_numbers_generator', { count: 1 })).body;
    const { invoice_number } = (await issue(auction)).body;
    const [first] = (await monthly(auction)).invoice_numbers as unknown as number[];
    for (const number of [Number(invoice_number), Number(first)]) {
      for (const stranger of [registry, await billingApi(world, 'eeid')]) {
        const answer = await link(number, stranger);
        expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('was never issued')]);
      }
      expect((await link(number, auction)).status).toBe(201);
    }
  });
});
