import { beforeAll, describe, expect, it } from 'vitest';
import { alpha, beta, type Loose } from '../../support/world.ts';
import { type BillingFixture, billingFixture, done, nothingWaits, outboxLook } from './billing-fixture.ts';
import { notFor, objectNotFound, refused, registrarCalls, selfServiceScenarios } from './self-service-api.ts';
import type { Look } from './service-api.ts';

let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
});
const scenario = selfServiceScenarios(() => fixture.world);

const { send, forget } = registrarCalls(() => fixture.world);

interface Issued {
  readonly id: number;
  readonly number: number;
}

/** An invoice of an amount and its VAT, of which nothing waits to be sent. */
async function issued(amount = '100', auth = alpha): Promise<Issued> {
  const { body } = await send('POST', '/invoices/add_credit', { invoice: { amount } }, auth);
  await forget('outbox');
  const { id, number } = body.data.invoice;
  return { id: Number(id), number: Number(number) };
}
const paid = async (): Promise<Issued> => {
  const invoice = await issued();
  const sum = { initial_amount: 124, standing_amount: 124 };
  await fixture.desk.callback(fixture.desk.payment(invoice.number, 'settled', sum));
  await forget('outbox');
  return invoice;
};
const cancelled = async (amount?: string): Promise<Issued> => {
  const invoice = await issued(amount);
  await done(send('PUT', `/invoices/${invoice.id}/cancel`));
  await forget('outbox');
  return invoice;
};
const own = ({ number }: Issued) => [number];
const nobodys: Issued = { id: 199_999, number: 199_999 };

/** What both doors tell of an invoice that something was done with. */
const reported = {
  rest: ({ data: { invoice } }: Loose) => ({
    number: Number(invoice.number),
    isCancelled: Boolean(invoice.cancelled),
    isPaid: Boolean(invoice.paid),
    payable: Boolean(invoice.payable),
    cancellable: Boolean(invoice.cancellable),
    link: invoice.payment_link,
    dueOn: invoice.due_date,
    total: Number(invoice.total),
  }),
  graphql: ({ invoice }: Loose) => ({
    number: Number(invoice.number),
    isCancelled: String(invoice.status) === 'CANCELLED',
    isPaid: String(invoice.status) === 'PAID',
    payable: Boolean(invoice.payable),
    cancellable: Boolean(invoice.cancellable),
    link: invoice.paymentLink,
    dueOn: invoice.dueOn,
    total: Number(invoice.amount),
  }),
};
const select = 'invoice { number status payable cancellable paymentLink dueOn amount }';

/** Everything that its registrar can see of an invoice. */
const invoiceLook = (number: number, shows: object): Look => ({
  query: `query ($number: Int!) {
    invoice(number: $number) {
      number status kind amount subtotal vatRate vatAmount issuedOn dueOn description referenceNumber paymentLink
      paidAt cancelledAt payable cancellable lines { description unit quantity price amount }
      seller { name iban } buyer { name email countryCode }
    }
  }`,
  variables: { number },
  shows,
});
const balanceLook: Look = { url: '/accounts/balance' };

describe('invoices', () => {
  /** One that is paid, one that is open and one that was called off, each a day after the one before. */
  let all: readonly Issued[] = [];
  beforeAll(async () => {
    const day = 24 * 60 * 60 * 1000;
    const nextDay = () => fixture.world.clock.moveTo(new Date(fixture.world.clock.now().getTime() + day));
    const made = [await paid()];
    for (const [amount, make] of [
      ['66', issued],
      ['10.5', cancelled],
    ] as const) {
      nextDay();
      made.push(await make(amount));
    }
    all = made;
    await issued('5', beta);
  });

  const numbers = (places: readonly number[]) => places.map((place) => all[place]?.number);
  const listed = (title: string, query: string, args: string, places: readonly number[]) =>
    scenario({
      title: `are listed: ${title}`,
      arrange: async () => ({}),
      rest: () => ({ method: 'GET', url: `/invoices?${query}` }),
      graphql: () => ({ query: `{ invoices(first: 10${args}) { totalCount nodes { number } } }` }),
      status: 200,
      body: () => ({
        code: 1000,
        message: 'Command completed successfully',
        data: { invoices: numbers(places), count: places.length },
      }),
      reported: {
        rest: ({ data: { invoices, count } }: Loose): object => ({ invoices, count }),
        graphql: ({ totalCount, nodes }: Loose) => ({
          invoices: (nodes as unknown as Loose[]).map(({ number }) => number),
          count: totalCount,
        }),
      },
    });
  const open = 'paidAt: { isNull: true }, cancelledAt: { isNull: true }';
  for (const [title, query, args, places] of [
    ['the newest first', '', '', [2, 1, 0]],
    ['paid', 'q[account_activity_id_not_null]=1', ', where: { paidAt: { isNull: false } }', [0]],
    ['open', 'q[account_activity_id_null]=1&q[cancelled_at_null]=1', `, where: { ${open} }`, [1]],
    ['called off', 'q[cancelled_at_not_null]=1', ', where: { cancelledAt: { isNull: false } }', [2]],
    ['summaries', 'q[monthly_invoice_true]=1', ', where: { kind: { eq: MONTHLY_SUMMARY } }', []],
    ['no summaries', 'q[monthly_invoice_false]=1', ', where: { kind: { ne: MONTHLY_SUMMARY } }', [2, 1, 0]],
    [
      'by total',
      'q[total_gteq]=13.02&q[total_lteq]=81.84',
      ', where: { amount: { gte: "13.02", lte: "81.84" } }',
      [2, 1],
    ],
    [
      'by when they are due',
      'q[due_date_gteq]=2026-06-10&q[due_date_lteq]=2026-06-10',
      ', where: { dueOn: { gte: "2026-06-10", lte: "2026-06-10" } }',
      [1],
    ],
    ['sorted by number', 'q[s]=number asc', ', orderBy: { field: NUMBER, direction: ASC }', [0, 1, 2]],
    ['sorted by total', 'q[s]=total asc', ', orderBy: { field: AMOUNT, direction: ASC }', [2, 1, 0]],
    [
      'the last to be paid first',
      'q[s]=due_date desc',
      ', orderBy: { field: DUE_ON, direction: DESC }',
      [2, 1, 0],
    ],
  ] as const)
    listed(title, query, args, places);
  for (const [title, way] of [
    ['earliest', 'asc'],
    ['latest', 'desc'],
  ] as const)
    scenario({
      title: `are listed: the ${title} paid first, then those that are not`,
      arrange: async () => ({}),
      rest: () => ({ method: 'GET', url: `/invoices?q[s]=receipt_date ${way}&limit=1` }),
      graphql: () => ({
        query: `{ invoices(first: 1, orderBy: { field: PAID_AT, direction: ${way.toUpperCase()} }) { nodes { number } } }`,
      }),
      status: 200,
      reported: {
        rest: ({ data }: Loose) => (data.invoices as unknown as number[])[0],
        graphql: ({ nodes }: Loose) => Number((nodes as unknown as Loose[])[0]?.number),
      },
    });
  scenario({
    title: 'are not listed for users that register domains',
    arrange: async () => ({}),
    rest: () => ({ method: 'GET', url: '/invoices' }),
    graphql: () => ({ query: '{ invoices(first: 10) { totalCount } }' }),
    ...notFor('alpha-epp'),
  });
});

describe('a top-up', () => {
  const topUp = (invoice: object, input: object = invoice) => ({
    arrange: async () => {
      await forget('outbox');
      return {};
    },
    rest: () => ({ method: 'POST' as const, url: '/invoices/add_credit', payload: { invoice } }),
    graphql: () => ({ mutation: 'accountTopUp', input, select }),
  });
  type Snapshot = ReturnType<typeof reported.rest> | undefined;
  const ofIts = (_: object, one: Snapshot) => (one ? [one.number] : []);

  for (const [title, amount, sums] of [
    ['of whole euros', '100', { subtotal: '100.00', vatAmount: '24.00', amount: '124.00' }],
    ['of euros and cents', '66,05', { subtotal: '66.05', vatAmount: '15.85', amount: '81.90' }],
    ['of a cent', '0.01', { subtotal: '0.01', vatAmount: '0.00', amount: '0.01' }],
  ] as const)
    scenario({
      title: `${title} is an invoice with VAT and a link to pay it`,
      ...topUp(
        { amount, description: 'for May' },
        { amount: amount.replace(',', '.'), description: 'for May' },
      ),
      status: 200,
      reported,
      own: ofIts,
      effect: (_, one) => [
        invoiceLook(one?.number ?? 0, {
          status: 'UNPAID',
          kind: 'PREPAYMENT',
          description: 'for May',
          cancellable: true,
          dueOn: '2026-06-11',
          lines: [{ description: 'prepayment', quantity: 1, price: sums.subtotal }],
          ...sums,
        }),
        outboxLook({ nodes: [{ kind: 'E_INVOICE' }, { kind: 'MAIL' }] }),
        balanceLook,
      ],
    });
  scenario({
    title: 'that is tried dry keeps nothing',
    ...topUp({ amount: '100' }),
    rest: () => ({ ...topUp({ amount: '100' }).rest(), headers: { 'dry-run': 'true' } }),
    graphql: () => ({ ...topUp({ amount: '100' }).graphql(), dryRun: true }),
    status: 200,
    reported,
    own: ofIts,
    effect: (_, one) => [nothingWaits, invoiceLook(one?.number ?? 0, { resultCode: 2303 })],
  });

  const tooSmall = 'Amount is too small. Minimum deposit is 0.01 EUR';
  const long = 'x'.repeat(256);
  for (const [title, input, code, message] of [
    ['nothing', { amount: '0' }, 2004, tooSmall],
    ['less than nothing', { amount: '-5' }, 2004, tooSmall],
    ['far too much', { amount: '10000000' }, 2004, 'Amount is too large'],
    ['a note without an end', { amount: '10', description: long }, 2005, 'Description is invalid'],
    [
      'nothing, and such a note',
      { amount: '0', description: long },
      2004,
      `${tooSmall}, Description is invalid`,
    ],
  ] as const)
    scenario({
      title: `is refused with ${title}`,
      ...topUp(input),
      ...refused(400, code, message),
      effect: () => [nothingWaits],
    });
  scenario({
    title: 'is refused by something that is no amount',
    ...topUp({ amount: 'ten' }),
    ...refused(400, 2005, 'Amount is not a number'),
    code: 'BAD_USER_INPUT',
    effect: () => [nothingWaits],
  });
  scenario({
    title: 'is refused to users that register domains',
    ...topUp({ amount: '10' }),
    ...notFor('alpha-epp'),
  });
});

describe('an invoice that is called off', () => {
  const cancel = {
    rest: ({ id }: Issued) => ({ method: 'PUT' as const, url: `/invoices/${id}/cancel` }),
    graphql: ({ number }: Issued) => ({ mutation: 'invoiceCancel', input: { number }, select }),
    own,
  };
  const stays = (status: string) => ({
    effect: ({ number }: Issued) => [invoiceLook(number, { status }), balanceLook, nothingWaits],
  });
  scenario({
    title: 'can be paid no more',
    arrange: () => issued(),
    ...cancel,
    status: 200,
    reported,
    effect: ({ number }) => [
      invoiceLook(number, {
        status: 'CANCELLED',
        paymentLink: null,
        cancellable: false,
        cancelledAt: expect.any(String),
      }),
      balanceLook,
    ],
  });
  const prohibited = refused(400, 2304, 'Invoice status prohibits operation');
  scenario({
    title: 'is not called off again',
    arrange: () => cancelled(),
    ...cancel,
    ...prohibited,
    ...stays('CANCELLED'),
  });
  scenario({
    title: 'was not paid before',
    arrange: paid,
    ...cancel,
    ...prohibited,
    // Each run has paid for one more.
    effect: ({ number }) => [invoiceLook(number, { status: 'PAID' }), nothingWaits],
  });
  scenario({
    title: 'is its own registrar’s',
    arrange: () => issued('5', beta),
    ...cancel,
    ...objectNotFound,
  });
  scenario({ title: 'is there', arrange: async () => nobodys, ...cancel, ...objectNotFound });
  scenario({
    title: 'is refused to users that register domains',
    arrange: () => issued(),
    ...cancel,
    ...notFor('alpha-epp'),
    effect: ({ number }) => [{ ...invoiceLook(number, { status: 'UNPAID' }), auth: alpha }],
  });
});

describe('an invoice that is sent', () => {
  const sendTo = (recipient: string) => ({
    rest: ({ id }: Issued) => ({
      method: 'POST' as const,
      url: `/invoices/${id}/send_to_recipient`,
      payload: { invoice: { id: String(id), recipient } },
    }),
    graphql: ({ number }: Issued) => ({ mutation: 'invoiceSend', input: { number, recipient }, select }),
    own,
  });
  const mails = (...subjects: readonly string[]) =>
    outboxLook({ nodes: subjects.map((subject) => ({ kind: 'MAIL', subject })) });

  for (const [title, arrange] of [
    ['before it is paid', issued],
    ['after it was paid', paid],
    ['after it was called off', cancelled],
  ] as const)
    scenario({
      title: `${title} is mailed once`,
      arrange: () => arrange(),
      ...sendTo('accountant@alpha.example'),
      status: 200,
      reported,
      effect: () => [mails('(own 1)')],
    });
  for (const [title, recipient, code, message] of [
    ['nobody', '', 2003, 'Invoice recipient cannot be empty'],
    ['no address', 'accountant', 2005, 'Recipient is invalid'],
    ['two addresses', 'a@alpha.example, b@alpha.example', 2005, 'Recipient is invalid'],
  ] as const)
    scenario({
      title: `to ${title} stays here`,
      arrange: () => issued(),
      ...sendTo(recipient),
      ...refused(400, code, message),
      effect: () => [nothingWaits],
    });
  const sentTenTimes = async () => {
    await forget('rate_budgets');
    const invoice = await issued();
    const payload = { invoice: { id: String(invoice.id), recipient: 'accountant@alpha.example' } };
    const again = () => send('POST', `/invoices/${invoice.id}/send_to_recipient`, payload);
    for (let times = 0; times < 10; times += 1) await done(again());
    await forget('outbox');
    return { invoice, again };
  };
  it('an eleventh time shows when the hour is over', async () => {
    const { again } = await sentTenTimes();
    const { status, headers } = await again();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
  });
  scenario({
    title: 'an eleventh time in an hour stays here',
    arrange: async () => (await sentTenTimes()).invoice,
    ...sendTo('accountant@alpha.example'),
    ...refused(429, 2502, 'Session limit exceeded. Current limit is 10 invoices in an hour'),
    effect: () => [nothingWaits],
  });
  scenario({
    title: 'is its own registrar’s, and of nobody else',
    arrange: () => issued('5', beta),
    ...sendTo('accountant@alpha.example'),
    ...objectNotFound,
    effect: () => [nothingWaits],
  });
});
