import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import type { SandboxPaymentProvider } from '#src/extensions/sandbox/payment-provider/provider.ts';
import type { Sandbox } from '#src/extensions/sandbox/sandbox.ts';
import { paymentsOfOrder } from '#src/extensions/sandbox/store/sandbox-payments.ts';
import { linkpayUrl } from '#src/registry/rules/money/linkpay.ts';
import { send } from '../../support/merchant.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let url: string;
let provider: SandboxPaymentProvider;
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
  provider = (world.container.standIns as Sandbox).payments as SandboxPaymentProvider;
});

const link = (number: number, amount = '20.0', secret = 'sandbox-payment-secret') =>
  linkpayUrl(
    { prefix: `${url}/pay/lp`, token: 'sandbox-link', secret },
    {
      invoiceNumber: number,
      amount,
      customField1: 'a1b2c3d4-e',
      customField2: 'business_registry',
      customerName: "Jüri O'Neil (OÜ) <b>",
      referenceNumber: '1234561',
    },
  );
const oneOff = (order: string, customerUrl = 'https://portal.example/back?lang=et') =>
  provider.open({
    source: 'oneoff',
    account_name: 'EUR-sandbox',
    order_reference: order,
    initial_amount: money('30.00'),
    customer_url: customerUrl,
  });

describe('the page behind a payment link', () => {
  it('shows what is to be paid, to whom and for what', async () => {
    const page = await send(link(170001));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const text of ['20.00 EUR', 'EUR-sandbox', '170001', '1234561', 'no money moves'])
      expect(page.text).toContain(text);
  });

  it('escapes what the link says', async () => {
    const { text } = await send(link(170001));
    expect(text).toContain('Jüri O&#39;Neil (OÜ) &lt;b&gt;');
  });

  it('opens no payment by being looked at', async () => {
    await send(link(170002));
    expect(await paymentsOfOrder(world.container.database.db, '170002')).toEqual([]);
  });

  it.each([
    ['another amount', () => link(170003).replace('amount=20.0', 'amount=2.0'), 'the link was changed'],
    ['a signature by another secret', () => link(170003, '20.0', 'guess'), 'the link was changed'],
    ['no signature', () => link(170003).replace(/&hmac=.*/, ''), 'It has no signature'],
    ['the same text written otherwise', () => link(170003).replace('%20', '+'), 'the link was changed'],
    ['nothing to pay', () => link(170003, '0.00'), 'It has no valid amount'],
  ])('turns away a link with %s', async (_, made, reason) => {
    const page = await send(made());
    expect(page.status).toBe(400);
    expect(page.text).toContain('This payment link is not valid');
    expect(page.text).toContain(reason);
    expect((await send(made(), { form: { outcome: 'settled' } })).status).toBe(400);
    expect(await paymentsOfOrder(world.container.database.db, '170003')).toEqual([]);
  });

  it('turns away a link that was made for another merchant', async () => {
    const query = 'linkpay_token=other&order_reference=1&transaction_amount=1.0';
    const hmac = createHmac('sha256', 'sandbox-payment-secret').update(query).digest('hex');
    expect((await send(`${url}/pay/lp?${query}&hmac=${hmac}`)).text).toContain('another merchant');
  });

  it('takes the payment and shows it, with the fields of the link kept for the merchant', async () => {
    const paid = await send(link(170004), { form: { outcome: 'settled', method: 'card' } });
    expect(paid.status).toBe(303);
    expect((await send(`${url}${paid.headers.get('location')}`)).text).toContain(
      '<h1 class="good">Paid</h1>',
    );
    expect(await paymentsOfOrder(world.container.database.db, '170004')).toMatchObject([
      {
        source: 'linkpay',
        payment_state: 'settled',
        initial_amount: '20.00',
        custom_field_1: 'a1b2c3d4-e',
        custom_field_2: 'business_registry',
        customer_ip: '127.0.0.1',
      },
    ]);
  });

  it('can be tried again after a failure, and not after a success', async () => {
    for (const outcome of ['failed', 'abandoned', 'settled'])
      expect((await send(link(170005), { form: { outcome } })).status).toBe(303);
    const again = await send(link(170005), { form: { outcome: 'settled' } });
    expect(again.text).toContain('This has been paid already');
    expect((await send(link(170005))).text).toContain('This has been paid already');
    const states = (await paymentsOfOrder(world.container.database.db, '170005')).map(
      (one) => one.payment_state,
    );
    expect(states).toEqual(['settled', 'abandoned', 'failed']);
  });

  it('asks for a button to be pressed', async () => {
    const page = await send(link(170006), { form: { outcome: 'stolen' } });
    expect([page.status, page.text.includes('press one of the buttons')]).toEqual([422, true]);
  });
});

describe('the page of a one-off payment', () => {
  it('sends the customer back with the references of the payment', async () => {
    const { payment_reference: reference } = await oneOff('170101');
    const page = await send(`${url}/pay/${reference}`);
    expect(page.text).toContain('30.00 EUR');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://portal.example;",
    );
    const paid = await send(`${url}/pay/${reference}`, { form: { outcome: 'settled', method: 'lhv_ob_ee' } });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `https://portal.example/back?lang=et&payment_reference=${reference}&order_reference=170101`,
    ]);
  });

  it('preselects the method that the merchant has asked for', async () => {
    const { payment_reference: reference } = await oneOff('170102');
    const page = await send(`${url}/pay/${reference}?method_source=swedbank_ob_ee`);
    expect(page.text).toContain('value="swedbank_ob_ee" checked');
  });

  it('offers a refund, in parts too, and a chargeback once it is paid', async () => {
    const { payment_reference: reference } = await oneOff('170103');
    const press = (form: Record<string, string>) => send(`${url}/pay/${reference}`, { form });
    await press({ outcome: 'settled' });
    const page = await send(`${url}/pay/${reference}`);
    for (const offer of ['Refund', 'Charge it back', 'Back to the merchant'])
      expect(page.text).toContain(offer);
    const refunded = await press({ outcome: 'refunded', amount: '10.00' });
    expect(refunded.headers.get('location')).toBe(`/pay/${reference}`);
    expect((await send(`${url}/pay/${reference}`)).text).toContain('20.00 EUR');
    expect((await press({ outcome: 'refunded', amount: 'all' })).text).toContain('write it like 10.00');
    await press({ outcome: 'chargebacked' });
    expect((await provider.find(reference))?.payment_state).toBe('chargebacked');
  });

  it('can stop half way and go on later', async () => {
    const { payment_reference: reference } = await oneOff('170104');
    for (const outcome of ['waiting_for_sca', 'sent_for_processing', 'settled'])
      expect((await send(`${url}/pay/${reference}`, { form: { outcome } })).status).toBe(303);
    expect((await send(`${url}/pay/${reference}`, { form: { outcome: 'abandoned' } })).status).toBe(422);
    expect((await provider.find(reference))?.payment_state).toBe('settled');
  });

  it('is a friendly page when there is no such payment', async () => {
    const page = await send(`${url}/pay/nothing`);
    expect([page.status, page.text.includes('The payment does not exist')]).toEqual([404, true]);
  });
});

describe('a sandbox with a payment provider of its own', () => {
  it('has no stand-in', async () => {
    const other = await testWorld({ PAYMENT_PROVIDER_URL: 'https://provider.example/api/v4' });
    expect((await other.request({ url: '/pay/lp' })).status).toBe(404);
  });
});
