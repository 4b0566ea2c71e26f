import { beforeAll, describe, expect, it, test } from 'vitest';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { type BillingApi, billingApi, numbersIssuedUpTo } from '../../../support/billing.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registry: BillingApi;
let auction: BillingApi;
beforeAll(async () => {
  world = await testWorld({
    LINKPAY_URL: 'https://pay.example/lp',
    LINKPAY_TOKEN: 'testtoken',
    PAYMENT_API_SECRET: 'test-secret',
  });
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
  await numbersIssuedUpTo(world, 160_100);
});

const link = (body: unknown, api = registry) => api.post('/invoice_generator/invoice_generator', body);
const find = (number: number, user?: string | null) =>
  invoiceByNumber(world.container.database.db, number, user);

const vectorA = {
  transaction_amount: '20.0',
  order_reference: 150005,
  customer_name: null,
  customer_email: null,
  custom_field1: 'a1b2c3d4-e',
  custom_field2: 'business_registry',
  invoice_number: 150005,
  reference_number: null,
  reserved_domain_names: ['a.ee', 'b.ee'],
};

describe('a payment link', () => {
  it('of a reservation is vector A to the byte, and its invoice shows the names', async () => {
    const answer = await link(vectorA);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      message: 'Link created',
      everypay_link:
        'https://pay.example/lp?custom_field_1=a1b2c3d4-e&custom_field_2=business_registry&customer_email=&customer_name=&invoice_number=150005&linkpay_token=testtoken&order_reference=150005&reference_number=&transaction_amount=20.0&hmac=5d54ce8bf39649afb522e488a4ab343600656735666304698781d50260b5348d',
    });
    expect(await find(150005)).toMatchObject({
      initiator: 'business_registry',
      user_unique_id: 'a1b2c3d4-e',
      amount: '20.00',
      status: 'unpaid',
      affiliation: 'regular',
      reserved_names: ['a.ee', 'b.ee'],
      description: 'Reserved domain names: a.ee, b.ee; User unique id: a1b2c3d4-e',
    });
  });

  it('with signs to escape is vector B to the byte', async () => {
    const answer = await link(
      {
        invoice_number: '150006',
        transaction_amount: 100.5,
        reference_number: '1234567',
        customer_name: "Jüri O'Neil (OÜ)",
        customer_email: 'a+b@example.com',
        custom_field1: 'prepended',
        custom_field2: 'auction',
        linkpay_token: 'ignored',
        order_reference: 'ignored',
      },
      auction,
    );
    expect(answer.body.everypay_link).toBe(
      'https://pay.example/lp?custom_field_1=prepended&custom_field_2=auction&customer_email=a%2Bb%40example.com&customer_name=J%C3%BCri%20O%27Neil%20%28O%C3%9C%29&invoice_number=150006&linkpay_token=testtoken&order_reference=150006&reference_number=1234567&transaction_amount=100.5&hmac=87eef23b4f6e4bd401087af6f5661aa4f9ee8c2bd9d92290f02199467f0c3bcc',
    );
    expect(await find(150006)).toMatchObject({
      initiator: 'auction',
      description: 'prepended',
      amount: '100.50',
      reference_number: '1234567',
    });
  });

  it("says `reload balance` and names the token's service when the client says nothing", async () => {
    const { body } = await link({ invoice_number: 150007, transaction_amount: '5' }, auction);
    expect(body.everypay_link).toContain('custom_field_1=&custom_field_2=auction&');
    expect(await find(150007)).toMatchObject({ description: 'reload balance', initiator: 'auction' });
  });

  it('does not read the name of the documentation for the first custom field', async () => {
    const { body } = await link({
      invoice_number: 150008,
      transaction_amount: '5',
      custom_field_1: 'unread',
    });
    expect(body.everypay_link).toContain('custom_field_1=&');
    expect(await find(150008)).toMatchObject({ description: 'reload balance' });
  });

  it('of nothing is paid from the start, however the zero is written', async () => {
    for (const [index, amount] of ['0.0', '0', '0.00', 0, '000.000'].entries()) {
      expect((await link({ invoice_number: 160_000 + index, transaction_amount: amount })).status).toBe(201);
      expect(await find(160_000 + index)).toMatchObject({ status: 'paid', paid_at: expect.any(Date) });
    }
  });

  it('is given again for the same number, user and amount', async () => {
    const once = await link(vectorA);
    const again = await link({ ...vectorA, transaction_amount: '20.00', customer_name: 'Another' });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(once.body);
  });

  it('is refused for the same number with another amount', async () => {
    expect(await link({ ...vectorA, transaction_amount: '30.0' })).toMatchObject({
      status: 422,
      body: {
        error: { transaction_amount: ['differs from the amount of the invoice with this number'] },
      },
    });
    expect(await find(150005)).toMatchObject({ amount: '20.00' });
  });

  it('shares its number with other reservations only', async () => {
    const second = await link({ ...vectorA, custom_field1: 'ffffffff-0', transaction_amount: '10.0' });
    expect(second.status).toBe(201);
    expect(await find(150005, 'ffffffff-0')).toMatchObject({ amount: '10.00' });
    expect(await find(150005, 'a1b2c3d4-e')).toMatchObject({ amount: '20.00' });
    const taken = { status: 422, body: { error: { invoice_number: ['is already taken'] } } };
    expect(await link({ invoice_number: 150005, transaction_amount: '10.0' })).toMatchObject(taken);
    expect(await link({ invoice_number: 150007, transaction_amount: '5' })).toMatchObject(taken);
    expect(await link({ ...vectorA, invoice_number: 150007, custom_field1: 'ffffffff-1' })).toMatchObject(
      taken,
    );
  });

  it('belongs to the service of the token; the registry also acts for the business registry', async () => {
    const foreign = {
      status: 422,
      body: { error: { custom_field2: ['is a service that you may not act for'] } },
    };
    const body = { invoice_number: 150020, transaction_amount: '1' };
    expect(await link({ ...body, custom_field2: 'registry' }, auction)).toMatchObject(foreign);
    expect(await link({ ...body, custom_field2: 'business_registry' }, auction)).toMatchObject(foreign);
    expect(await link({ ...body, custom_field2: 'billing_system' })).toMatchObject(foreign);
    expect(await find(150020)).toBeUndefined();
  });

  it('of a deposit keeps whose deposit it is', async () => {
    await link(
      {
        invoice_number: 150030,
        transaction_amount: '500.0',
        affiliation: 'auction_deposit',
        custom_field1: 'auction_deposit d.ee, user_uuid u-1, user_email u@example.com',
      },
      auction,
    );
    expect(await find(150030)).toMatchObject({
      affiliation: 'auction_deposit',
      deposit_domain: 'd.ee',
      deposit_user_uuid: 'u-1',
      deposit_user_email: 'u@example.com',
    });
  });
});

describe('a request for a link', () => {
  test.each<[string, unknown, object]>([
    ['nothing', undefined, { invoice_number: ['is missing'], transaction_amount: ['is missing'] }],
    ['a list', [1], { invoice_number: ['is missing'], transaction_amount: ['is missing'] }],
    [
      'empty fields',
      { invoice_number: '', transaction_amount: null },
      { invoice_number: ['must be filled'], transaction_amount: ['must be filled'] },
    ],
    [
      'a number that is none',
      { invoice_number: 'INV-100', transaction_amount: '1' },
      { invoice_number: ['must be an integer'] },
    ],
    [
      'a number beyond all numbers',
      { invoice_number: 99_999_999_999, transaction_amount: '1' },
      { invoice_number: ['must be an integer'] },
    ],
    ['zero', { invoice_number: 0, transaction_amount: '1' }, { invoice_number: ['must be an integer'] }],
    [
      'a fraction',
      { invoice_number: 1.5, transaction_amount: '1' },
      { invoice_number: ['must be an integer'] },
    ],
    [
      'names that are no list',
      { invoice_number: 1, transaction_amount: '1', reserved_domain_names: 'a.ee' },
      { reserved_domain_names: ['must be an array of strings'] },
    ],
    [
      'a name that is a number',
      { invoice_number: 1, transaction_amount: '1', customer_name: 5 },
      { customer_name: ['must be a string'] },
    ],
    [
      'a user id of 300 characters',
      {
        invoice_number: 1,
        transaction_amount: '1',
        custom_field2: 'business_registry',
        custom_field1: 'x'.repeat(300),
      },
      { custom_field1: ['size cannot be greater than 255'] },
    ],
  ])('with %s is refused with what is wrong with it', async (_, body, error) => {
    const answer = await link(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ error });
  });

  test.each(['abc', '-1', '1.005', '1e3', 'NaN', '12345678901.00', ' ', 1e21, 0.3004])(
    'for the amount %j is refused',
    async (transaction_amount) => {
      const answer = await link({ invoice_number: 150040, transaction_amount });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.error ?? {})).toEqual(['transaction_amount']);
    },
  );
});
