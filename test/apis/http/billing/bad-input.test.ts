import { beforeAll, describe, expect, it } from 'vitest';
import { billingRoutes } from '#src/apis/rest/billing/router.ts';
import { type BillingApi, billingApi } from '../../../support/billing.ts';
import { startProvider } from '../../../support/payment-provider.ts';
import { fc } from '../../../support/properties.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let registry: BillingApi;
beforeAll(async () => {
  const provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  registry = await billingApi(world, 'registry');
});

const posts = billingRoutes.filter(({ method }) => method === 'POST').map(({ path }) => path);
const names = [
  'invoice_number',
  'transaction_amount',
  'custom_field1',
  'custom_field2',
  'customer_name',
  'customer_email',
  'customer_url',
  'reference_number',
  'reserved_domain_names',
  'affiliation',
  'description',
  'status',
  'domain_name',
  'user_uuid',
  'user_unique_id',
  'initiator',
  'owner',
  'email',
  'count',
  'params',
  '_json',
  '__proto__',
  'constructor',
];
const strange = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    '',
    ' ',
    '0',
    '-1',
    '150005',
    '2147483648',
    '99999999999999999999',
    '9999999999.99',
    '10000000000',
    '1e5',
    'NaN',
    'paid',
    'registry',
    'business_registry',
    'auction_deposit',
    'auction_deposit a, user_uuid b, user_email c',
    'https://auction.example/',
    '\ufffd',
    "'; drop table invoices; --",
    '%_\\',
    'x'.repeat(3000),
    'õ'.repeat(300),
    true,
    0,
    -0,
    1.5,
    150_005,
    1e21,
    2 ** 31,
    [],
    [null],
    ['a.ee'],
    {},
    { a: { b: [] } },
  ),
  fc.string(),
  fc.integer(),
  fc.double(),
);
const body = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(fc.constantFrom(...names), strange, { maxKeys: 12 }) },
  { weight: 1, arbitrary: strange },
  {
    weight: 2,
    arbitrary: fc.array(fc.dictionary(fc.constantFrom(...names), strange, { maxKeys: 8 }), { maxLength: 5 }),
  },
);

describe('the billing API', () => {
  it('has an answer to every body, and never a fault', async () => {
    expect(posts.length).toBeGreaterThanOrEqual(12);
    for (const [seed, path] of posts.entries())
      await fc.assert(
        fc.asyncProperty(body, async (value) => {
          const answer = await registry.post(path, value);
          expect(answer.status, `${path} ${JSON.stringify(value)} ${answer.text}`).toBeLessThan(500);
          expect(answer.headers['content-type']).toContain('application/json');
        }),
        { numRuns: 40, seed },
      );
  });

  it('has an answer to every notification, and never a fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (reference, event) => {
        const query = new URLSearchParams({ payment_reference: reference, event_name: event });
        const answer = await world.request({
          url: `/api/v1/callback_handler/callback?${query}`,
          auth: null,
        });
        expect([200, 422]).toContain(answer.status);
      }),
      { numRuns: 60 },
    );
  });
});
