import { beforeAll, describe, expect, it, test } from 'vitest';
import { type BillingApi, billingApi, billingDesk, token } from '../../support/billing.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { startProvider, type TestProvider } from '../../support/payment-provider.ts';
import { clockAt } from '../../support/time.ts';
import {
  alpha,
  basic,
  type Loose,
  operator,
  portal,
  type TestWorld,
  testWorld,
} from '../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let registry: BillingApi;
let auction: BillingApi;
let desk: ReturnType<typeof billingDesk>;
/** By what they are. */
const numbers: Record<string, number> = {};
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url }, { clock: clockAt('2026-05-10T12:00:00Z') });
  registry = await billingApi(world, 'registry');
  auction = await billingApi(world, 'auction');
  desk = billingDesk(world, provider);
  numbers.unpaid = await desk.invoice(auction, { transaction_amount: '5.00', custom_field1: 'a shoe' });
  numbers.paid = await desk.invoice(auction, { custom_field1: 'a coat' });
  await desk.callback(desk.payment(numbers.paid, 'settled'), 'status_updated');
  numbers.cancelled = await desk.invoice(auction, { transaction_amount: '20.00', custom_field1: 'a hat' });
  await auction.post('/invoice_generator/invoice_status', {
    invoice_number: numbers.cancelled,
    status: 'cancelled',
  });
  numbers.registrys = await desk.invoice(registry);
});

const nodesOf = async (args: string, auth?: string): Promise<number[]> => {
  const { data, text } = await graph(world, `{ invoices(${args}) { totalCount nodes { number } } }`, {
    auth: auth ?? (await token('auction')),
  });
  if (!data) throw new Error(text);
  const nodes = data.invoices.nodes as unknown as { number: number }[];
  return nodes.map(({ number }) => number);
};
const named = (...names: string[]) => names.map((name) => numbers[name]);

describe('invoices', () => {
  test.each<[string, string[]]>([
    ['{ status: { eq: PAID } }', ['paid']],
    ['{ status: { in: [PAID, CANCELLED] } }', ['cancelled', 'paid']],
    ['{ status: { notIn: [PAID, CANCELLED] } }', ['unpaid']],
    ['{ status: { ne: UNPAID } }', ['cancelled', 'paid']],
    ['{ amount: { gt: "5.00" } }', ['cancelled', 'paid']],
    ['{ amount: { eq: "5" } }', ['unpaid']],
    ['{ description: { contains: "A H" } }', ['cancelled']],
    ['{ initiator: { eq: "registry" } }', []],
    ['{ paidAt: { isNull: false } }', ['paid']],
    ['{ paidAt: { gte: "2026-05-10" } }', ['paid']],
    ['{ createdAt: { lt: "-P1D" } }', []],
    ['{ or: [{ status: { eq: PAID } }, { amount: { lt: "6" } }] }', ['paid', 'unpaid']],
    ['{ not: { status: { eq: PAID } } }', ['cancelled', 'unpaid']],
    ['{ and: [{ amount: { gte: "10" } }, { amount: { lte: "10" } }] }', ['paid']],
  ])('are filtered by %s, newest first', async (where, expected) => {
    expect(await nodesOf(`first: 10, where: ${where}`)).toEqual(named(...expected));
  });

  it('are filtered by number', async () => {
    expect(await nodesOf(`first: 10, where: { number: { eq: ${numbers.paid} } }`)).toEqual(named('paid'));
    expect(await nodesOf(`first: 10, where: { number: { gt: ${numbers.unpaid} } }`)).toEqual(
      named('cancelled', 'paid'),
    );
    expect(
      await nodesOf(`first: 10, where: { number: { in: [${numbers.unpaid}, ${numbers.registrys}] } }`),
    ).toEqual(named('unpaid'));
  });

  it('are sorted by number either way', async () => {
    expect(await nodesOf('first: 10, orderBy: { field: NUMBER }')).toEqual(
      named('unpaid', 'paid', 'cancelled'),
    );
    expect(await nodesOf('first: 10, orderBy: { field: NUMBER, direction: DESC }')).toEqual(
      named('cancelled', 'paid', 'unpaid'),
    );
  });

  it('come page by page, forward and back, in either order', async () => {
    for (const order of ['', ', orderBy: { field: NUMBER }', ', orderBy: { field: CREATED_AT }']) {
      const all = await nodesOf(`first: 10${order}`);
      const walk = async (way: 'first' | 'last') => {
        const seen: number[] = [];
        for (let cursor = ''; ; ) {
          const [after, info] =
            way === 'first' ? ['after', 'endCursor hasNextPage'] : ['before', 'startCursor hasPreviousPage'];
          const { data } = await graph(
            world,
            `{ invoices(${way}: 1${order}${cursor && `, ${after}: "${cursor}"`}) { nodes { number } pageInfo { ${info} } } }`,
            { auth: await token('auction') },
          );
          const { nodes, pageInfo } = data.invoices;
          seen.push(...(nodes as unknown as { number: number }[]).map(({ number }) => number));
          if (!pageInfo.hasNextPage && !pageInfo.hasPreviousPage) return seen;
          cursor = String(pageInfo.endCursor ?? pageInfo.startCursor);
        }
      };
      expect(await walk('first')).toEqual(all);
      expect(await walk('last')).toEqual([...all].reverse());
    }
  });

  it("are a service's own; an operator sees all, others none", async () => {
    expect(await nodesOf('first: 10', await token('registry'))).toEqual(named('registrys'));
    expect(await nodesOf('first: 10', await token('eeid'))).toEqual([]);
    expect((await nodesOf('first: 10', operator)).sort()).toEqual(
      named('unpaid', 'paid', 'cancelled', 'registrys'),
    );
    expect(await nodesOf('first: 10', alpha)).toEqual([]);
    for (const [auth, code] of [
      [basic('alpha-epp', 'alpha-sandbox'), 'FORBIDDEN'],
      [portal, 'GRAPHQL_VALIDATION_FAILED'],
    ] as const) {
      const { errors } = await graph(world, '{ invoices(first: 1) { totalCount } }', { auth });
      expect(errors?.[0]?.extensions.code).toBe(code);
    }
  });
});

describe('invoice', () => {
  const ask = async (args: string, select: string, auth?: string) =>
    graph(world, `{ invoice(${args}) { ${select} } }`, { auth: auth ?? (await token('auction')) });

  it('shows its payments and every hint that came', async () => {
    const { data } = await ask(
      `number: ${numbers.paid}`,
      'status amount currency paidAt paymentLink payments { state amount standingAmount occurredAt } events { name outcome receivedAt }',
    );
    expect(data.invoice).toEqual({
      status: 'PAID',
      amount: '10.00',
      currency: 'EUR',
      paidAt: '2026-05-10T15:00:00.000+03:00',
      paymentLink: null,
      payments: [
        {
          state: 'SETTLED',
          amount: '10.00',
          standingAmount: '10.00',
          occurredAt: '2026-05-10T13:05:00.000+03:00',
        },
      ],
      events: [{ name: 'status_updated', outcome: 'CHANGED', receivedAt: '2026-05-10T15:00:00.000+03:00' }],
    });
  });

  it('is null in the same way when it is unknown and when it belongs to somebody else', async () => {
    for (const [number, auth] of [
      [199_999, await token('auction')],
      [numbers.registrys, await token('auction')],
      [numbers.paid, await token('registry')],
    ] as const)
      expect(await ask(`number: ${number}`, 'number', auth)).toMatchObject({
        data: { invoice: null },
        errors: undefined,
      });
  });

  it('among several with the same number is the requested one, else the paid one, else the newest', async () => {
    const fields = { custom_field2: 'business_registry', reserved_domain_names: ['s.ee'] };
    const number = await desk.invoice(registry, { ...fields, custom_field1: 'first-user' });
    await registry.post('/invoice_generator/invoice_generator', {
      ...fields,
      invoice_number: number,
      transaction_amount: '10.0',
      custom_field1: 'other-user',
    });
    const user = async (args: string) =>
      (await ask(args, 'userUniqueId', await token('registry'))).data.invoice.userUniqueId;
    expect(await user(`number: ${number}, userUniqueId: "first-user"`)).toBe('first-user');
    expect(await user(`number: ${number}`)).toBe('other-user');
    await registry.post('/invoice_generator/invoice_status', {
      invoice_number: number,
      user_unique_id: 'first-user',
      status: 'paid',
    });
    expect(await user(`number: ${number}`)).toBe('first-user');
  });
});

describe('a page of invoices', () => {
  it('costs the same number of SQL statements for 1, 10 and 100, with all that hangs on them', async () => {
    const items = Array.from({ length: 120 }, (_, index) => ({
      invoice_number: 130_000 + index,
      initiator: 'auction',
      transaction_amount: '1.00',
      status: 'unpaid',
    }));
    await auction.post('/import_data/invoice_data', items);
    for (const first of [0, 50])
      await auction.post('/invoice_generator/bulk_payment', {
        description: items
          .slice(first, first + 50)
          .map(({ invoice_number }) => invoice_number)
          .join(' '),
        transaction_amount: '50.00',
        customer_url: 'https://auction.example/',
      });
    const document = `query ($first: Int!) {
      invoices(first: $first, where: { number: { gte: 130000, lt: 140000 } }, orderBy: { field: NUMBER }) {
        nodes {
          number status parent { number children { number } } children { number }
          payments { reference } events { name } deposit { userUuid } reservation { kind }
        }
      }
    }`;
    const counts: number[] = [];
    for (const first of [1, 10, 100]) {
      const page = async () => graph(world, document, { variables: { first }, auth: await token('auction') });
      await page();
      const { count } = await countStatements(world.container.database, async () => {
        const { data } = await page();
        expect((data.invoices.nodes as unknown as Loose[]).length).toBe(first);
      });
      counts.push(count);
    }
    expect(new Set(counts).size, String(counts)).toBe(1);
    expect(counts[0]).toBeLessThanOrEqual(9);
  });
});

describe('a wrong input of billing', () => {
  it.each([
    [
      'invoiceAmountUpdate(input: { number: 999999, amount: "0.00" })',
      ['must be greater than 0', 'Invoice not found'],
    ],
    [
      `invoicePaymentLinkCreate(input: { number: 1, amount: "-1.00", initiator: "nobody", customerName: "${'x'.repeat(2001)}", referenceNumber: "${'1'.repeat(256)}" })`,
      [
        'is a service that you may not act for',
        'must be an amount such as 20.00',
        'size cannot be greater than 2000',
        'size cannot be greater than 255',
      ],
    ],
  ])('is reported at once: %.40s', async (field, messages) => {
    const { data, errors } = await graph(world, `mutation { done: ${field} { userErrors { message } } }`, {
      auth: await token('registry'),
    });
    expect(errors).toBeUndefined();
    const reported = (data.done.userErrors as unknown as { message: string }[]).map(({ message }) => message);
    expect(reported).toEqual(messages);
  });
});
