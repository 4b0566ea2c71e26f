import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { merchant, paidWith, type Reply, send } from '../../support/merchant.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
});

const now = () => world.clock.now().toISOString();
const nonce = () => randomBytes(15).toString('hex');
const request = (fields: object = {}) => ({
  api_username: 'sandbox-merchant',
  account_name: 'EUR-sandbox',
  amount: 20.5,
  order_reference: '150005',
  request_token: false,
  nonce: nonce(),
  timestamp: now(),
  customer_url: 'https://portal.example/back?lang=et',
  preferred_country: 'EE',
  locale: 'en',
  structured_reference: '',
  ...fields,
});
const oneOff = (fields: object = {}, auth = merchant): Promise<Reply> =>
  send(`${url}/pay/api/v4/payments/oneoff`, { json: request(fields), auth });
const payment = (reference: unknown, auth = merchant): Promise<Reply> =>
  send(`${url}/pay/api/v4/payments/${reference}?api_username=sandbox-merchant`, { auth });
const refund = (fields: object): Promise<Reply> =>
  send(`${url}/pay/api/v4/payments/refund`, {
    json: { api_username: 'sandbox-merchant', nonce: nonce(), timestamp: now(), ...fields },
    auth: merchant,
  });
const press = (reference: unknown, fields: Record<string, string>): Promise<Reply> =>
  send(`${url}/pay/${reference}`, { form: fields });
const opened = async (order: string): Promise<string> =>
  String((await oneOff({ order_reference: order })).body.payment_reference);

describe('POST /payments/oneoff', () => {
  it('opens a payment and says where to pay it', async () => {
    const { status, body } = await oneOff({ order_reference: 'Ref:10001, 140001' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      payment_reference: expect.stringMatching(/^[0-9a-f]{64}$/),
      payment_link: `${url}/pay/${body.payment_reference}`,
      payment_state: 'initial',
      account_name: 'EUR-sandbox',
      order_reference: 'Ref:10001, 140001',
      initial_amount: 20.5,
      standing_amount: 20.5,
      payment_created_at: expect.stringMatching(/Z$/),
      api_username: 'sandbox-merchant',
    });
    expect((body.payment_methods as unknown as Loose[]).map(({ source }) => source)).toContain('card');
  });

  it.each([
    ['no credentials', undefined],
    ['a wrong secret', `Basic ${Buffer.from('sandbox-merchant:wrong').toString('base64')}`],
    ['a bearer token', 'Bearer operator-sandbox'],
  ])('refuses %s', async (_, auth) => {
    const { status, body } = await send(`${url}/pay/api/v4/payments/oneoff`, { json: request(), auth });
    expect([status, body]).toEqual([
      401,
      { error: { code: 4001, message: 'The API username or secret is wrong' } },
    ]);
  });

  it('refuses another api_username than that of the credentials', async () => {
    expect((await oneOff({ api_username: 'somebody' })).status).toBe(401);
  });

  it('refuses a nonce that was used before, also by a request that failed', async () => {
    const used = nonce();
    await oneOff({ nonce: used, amount: -1 });
    expect((await oneOff({ nonce: used })).body.error).toMatchObject({ code: 4996 });
  });

  it.each([-301, 301])('refuses a timestamp that is %i seconds off its own clock', async (seconds) => {
    const timestamp = new Date(world.clock.now().getTime() + seconds * 1000).toISOString();
    expect((await oneOff({ timestamp })).body).toEqual({
      error: { code: 4997, message: 'The timestamp is not valid' },
    });
    expect((await oneOff({ timestamp: 'today' })).body.error).toMatchObject({ code: 4997 });
  });

  it.each([
    ['amount', 0],
    ['amount', 1.005],
    ['amount', 'much'],
    ['order_reference', 'a<b'],
    ['order_reference', ''],
    ['customer_url', 'javascript:alert(1)'],
    ['account_name', 'EUR-other'],
    ['nonce', 'a\0b'],
    ['structured_reference', '\0'],
    ['email', '\ud800'],
  ])('refuses %s %s', async (field, value) => {
    const { status, body } = await oneOff({ [field]: value });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 4002,
      message: expect.stringContaining(`The ${field} is not valid`),
    });
  });

  it('allows several attempts at an order until one has succeeded', async () => {
    const first = await opened('150100');
    await press(first, { outcome: 'failed' });
    const second = await opened('150100');
    const third = await opened('150100');
    await press(second, { outcome: 'settled' });
    expect((await oneOff({ order_reference: '150100' })).body).toEqual({
      error: { code: 4005, message: 'The order reference has been paid already' },
    });
    const late = await press(third, { outcome: 'settled' });
    expect([late.status, (await payment(third)).body.payment_state]).toEqual([422, 'initial']);
    expect(late.text).toContain('This has been paid already');
  });

  it('lets one of many win who pay the same order at once', async () => {
    const references = await Promise.all(Array.from({ length: 6 }, () => opened('150101')));
    await Promise.all(references.map((reference) => press(reference, { outcome: 'settled' })));
    const states = await Promise.all(references.map(async (one) => (await payment(one)).body.payment_state));
    expect(states.filter((state) => String(state) === 'settled')).toHaveLength(1);
  });
});

describe('GET /payments/:reference', () => {
  it('reports a payment by card', async () => {
    const reference = await opened('150200');
    await press(reference, { outcome: 'settled', method: 'card' });
    expect((await payment(reference)).body).toMatchObject({
      payment_state: 'settled',
      payment_method: 'card',
      initial_amount: 20.5,
      standing_amount: 20.5,
      customer_url: 'https://portal.example/back?lang=et',
      transaction_time: expect.stringMatching(/Z$/),
      warnings: {},
      ob_details: null,
      cc_details: expect.any(Object),
      linkpay_customer_data: null,
    });
  });

  it('reports a payment by bank with the details of its bank', async () => {
    const reference = await opened('150201');
    await press(reference, { outcome: 'sent_for_processing', method: 'lhv_ob_ee' });
    expect((await payment(reference)).body).toMatchObject({
      payment_state: 'sent_for_processing',
      payment_method: 'lhv_ob_ee',
      ob_details: { creditor_iban: expect.any(String), ob_payment_state: 'PDNG' },
    });
  });

  it('shows only its own, and only to the merchant', async () => {
    for (const unknown of ['0'.repeat(64), '%00'])
      expect((await payment(unknown)).body.error).toMatchObject({ code: 4004 });
    const reference = await opened('150202');
    expect((await payment(reference, 'Basic x')).status).toBe(401);
    const nameless = await send(`${url}/pay/api/v4/payments/${reference}`, { auth: merchant });
    expect(nameless.status).toBe(401);
  });
});

describe('POST /payments/refund', () => {
  it('gives back in parts, and never more than stands', async () => {
    const reference = await paidWith(opened, press, '150300', 'card');
    const part = await refund({ payment_reference: reference, amount: '5.50' });
    expect(part.status).toBe(201);
    expect(part.body).toMatchObject({ payment_state: 'partially_refunded', standing_amount: 15 });
    const tooMuch = await refund({ payment_reference: reference, amount: '15.01' });
    expect(tooMuch.body.error).toMatchObject({ code: 4007 });
    const rest = await refund({ payment_reference: reference, amount: '15.00' });
    expect(rest.body).toMatchObject({ payment_state: 'refunded', initial_amount: 20.5, standing_amount: 0 });
    const again = await refund({ payment_reference: reference, amount: '1.00' });
    expect(again.body.error).toMatchObject({ code: 4006 });
  });

  it('refuses open banking, but for the one bank that can', async () => {
    const refused = await paidWith(opened, press, '150301', 'swedbank_ob_ee');
    expect((await refund({ payment_reference: refused, amount: '20.50' })).body).toEqual({
      error: { code: 4037, message: 'Open banking payments cannot be refunded' },
    });
    const possible = await paidWith(opened, press, '150302', 'lhv_ob_ee');
    const answer = await refund({ payment_reference: possible, amount: '20.50' });
    expect(answer.body).toMatchObject({ payment_state: 'refunded' });
  });

  it('refuses what was never paid', async () => {
    const reference = await opened('150303');
    const answer = await refund({ payment_reference: reference, amount: '20.50' });
    expect(answer.body.error).toMatchObject({ code: 4006 });
    const unreadable = await refund({ payment_reference: '\0', amount: '20.50' });
    expect(unreadable.body.error).toMatchObject({ code: 4002 });
  });
});
