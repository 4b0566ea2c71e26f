import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BillingFixture, billingFixture } from '../../apis/parity/billing-fixture.ts';
import { token } from '../../support/billing.ts';
import { newDomain } from '../../support/domains.ts';
import { setBalance } from '../../support/money.ts';
import { changed, done, outcomesOf } from '../../support/outcomes.ts';
import { seed } from '../../support/seed.ts';
import { advance } from '../../support/time.ts';
import { alpha, operator, portal } from '../../support/world.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
  await setBalance(fixture.world, 'ALPHA', '1000.00');
});
const { tried, confirmed, mutate } = outcomesOf(() => fixture.world);
const asked = { auth: operator };
const customer = 'customerUrl: "https://auction.example/back"';
const write = (statement: ReturnType<typeof sql>) => statement.execute(fixture.world.container.database.db);

async function paidInvoice(): Promise<{ number: number; reference: string }> {
  const number = await fixture.desk.invoice(fixture.auction);
  const reference = fixture.desk.payment(number, 'settled');
  await fixture.desk.callback(reference);
  return { number, reference };
}

/** Money that pays for nothing: the invoice was paid before. */
async function strayPayment(): Promise<string> {
  const { number } = await paidInvoice();
  const reference = fixture.desk.payment(number, 'settled');
  await fixture.desk.callback(reference);
  return reference;
}

const transfer = (referenceNumber: unknown, bankReference: string) =>
  `{ referenceNumber: "${referenceNumber}" amount: "33.00" description: "" receivedAt: "2026-05-09T10:00:00Z" bankReference: "${bankReference}" }`;

async function referenceOfAlpha(): Promise<string> {
  await mutate('accountTopUp', '{ amount: "5.00" }', { auth: alpha });
  const { rows } = await sql<{
    no: string;
  }>`select reference_no as no from registrars where code = 'ALPHA'`.execute(
    fixture.world.container.database.db,
  );
  return rows[0]?.no ?? '';
}

describe('a change that is shown and confirmed at once is done', () => {
  const writes: Readonly<Record<string, () => Promise<[field: string, input: string, auth: string]>>> = {
    'a bank transfer for which an invoice is made': async () => [
      'bankTransferRecord',
      transfer(await referenceOfAlpha(), 'new'),
      operator,
    ],
    'a paid reservation': async () => ['paidReservationCreate', '{ names: ["shown-paid.ee"] }', portal],
    'a free reservation': async () => ['reservationCreate', '{ names: ["shown-free.ee"] }', portal],
    'a top-up': async () => ['accountTopUp', '{ amount: "5.00" }', alpha],
    'a refund of an invoice': async () => [
      'invoiceRefund',
      `{ number: ${(await paidInvoice()).number} }`,
      await token('auction'),
    ],
    'a refund of a payment': async () => [
      'paymentRefund',
      `{ reference: "${await strayPayment()}" }`,
      operator,
    ],
    'a payment of an invoice': async () => [
      'invoiceOneOffPaymentCreate',
      `{ number: ${await fixture.desk.invoice(fixture.auction)} ${customer} }`,
      operator,
    ],
    'a price that takes the place of another': async () => [
      'priceSet',
      '{ zone: "ee" operation: RENEW period: "P2Y" price: "31.00" }',
      operator,
    ],
  };
  it.each(Object.keys(writes))('%s', async (title) => {
    const [field, input, auth] = (await writes[title]?.()) ?? ['', '', ''];
    expect(await confirmed(field, input, await tried(field, input, { auth }), { auth })).toEqual(done);
  });
});

describe('money that has changed', () => {
  it('is not given back with an invoice', async () => {
    const { number } = await paidInvoice();
    const input = `{ number: ${number} }`;
    const auth = { auth: await token('auction') };
    const outcome = await tried('invoiceRefund', input, auth);
    await write(sql`update invoices set amount = amount + 1 where number = ${number}`);
    expect(await confirmed('invoiceRefund', input, outcome, auth)).toEqual(changed('invoice'));
  });

  it('is not given back with an invoice when its payment holds another sum by now', async () => {
    const { number } = await paidInvoice();
    const input = `{ number: ${number} }`;
    const auth = { auth: await token('auction') };
    const outcome = await tried('invoiceRefund', input, auth);
    await write(sql`update payments set standing_amount = standing_amount - 1 where reference =
      (select payment_reference from invoices where number = ${number})`);
    expect(await confirmed('invoiceRefund', input, outcome, auth)).toEqual(changed('amount', 'payment'));
  });

  it('is not given back with a payment', async () => {
    const reference = await strayPayment();
    const input = `{ reference: "${reference}" }`;
    const outcome = await tried('paymentRefund', input, asked);
    await write(
      sql`update payments set standing_amount = standing_amount - 1 where reference = ${reference}`,
    );
    expect(await confirmed('paymentRefund', input, outcome, asked)).toEqual(changed('amount', 'payment'));
  });

  it('is not asked for', async () => {
    const number = await fixture.desk.invoice(fixture.auction);
    const input = `{ number: ${number} ${customer} }`;
    const outcome = await tried('invoiceOneOffPaymentCreate', input, asked);
    await write(sql`update invoices set amount = amount + 1 where number = ${number}`);
    expect(await confirmed('invoiceOneOffPaymentCreate', input, outcome, asked)).toEqual(
      changed('amount', 'invoice'),
    );
  });

  it('is not billed on another day', async () => {
    const outcome = await tried('accountTopUp', '{ amount: "7.00" }');
    await advance(fixture.world, { by: 'PT1H' });
    expect(await confirmed('accountTopUp', '{ amount: "7.00" }', outcome)).toEqual(done);
    await advance(fixture.world, { by: 'PT12H' });
    expect(await confirmed('accountTopUp', '{ amount: "7.00" }', outcome)).toEqual(changed('invoice'));
  });

  it('that is not there refuses the write before its outcome does', async () => {
    const { calendar } = fixture.world.container;
    const day = calendar.plusDays(calendar.dateOf(fixture.world.clock.now()), 20);
    await newDomain(fixture.world, { name: 'dear.ee' });
    await seed(fixture.world).alter('dear.ee', { expires_at: calendar.startOf(day) });
    const input = `{ name: "dear.ee" period: "P1Y" expiresOn: "${day}" }`;
    const outcome = await tried('domainRenew', input);
    await setBalance(fixture.world, 'ALPHA', '15.00');
    await mutate('priceSet', '{ zone: "ee" operation: RENEW period: "P1Y" price: "20.00" }', asked);
    expect((await confirmed('domainRenew', input, outcome)).userErrors).toMatchObject([
      { code: 'BILLING_FAILURE' },
    ]);
    await setBalance(fixture.world, 'ALPHA', '1000.00');
    expect(await confirmed('domainRenew', input, outcome)).toEqual(changed('price'));
  });

  it('is another case when a disagreement is about something else by now', async () => {
    await strayPayment();
    const { rows } = await sql<{ id: number }>`select max(id) as id from payment_disagreements`.execute(
      fixture.world.container.database.db,
    );
    const input = `{ id: ${rows[0]?.id} }`;
    const outcome = await tried('paymentDisagreementResolve', input, asked);
    await write(sql`update payment_disagreements set kind = 'unknownInvoice' where id = ${rows[0]?.id}`);
    expect(await confirmed('paymentDisagreementResolve', input, outcome, asked)).toEqual(
      changed('disagreement'),
    );
  });
});
