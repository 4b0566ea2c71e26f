import { sql } from 'kysely';
import { beforeAll, describe, expect } from 'vitest';
import { openDispute } from '../../support/domains.ts';
import { mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { clockAt } from '../../support/time.ts';
import { alpha, beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { done, outboxLook, pending } from './billing-fixture.ts';
import { notFor, objectNotFound, refused, registrarCalls, selfServiceScenarios } from './self-service-api.ts';
import type { Look } from './service-api.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-05-10T12:00:00Z') });
});
const scenario = selfServiceScenarios(() => world);
const { send, forget } = registrarCalls(() => world);
const mutate = mutateOf(() => world);

const arrange = async () => ({});
const list = (value: unknown): Loose[] => value as Loose[];
const euros = (...amounts: readonly unknown[]) => amounts.map(Number);

describe('an account', () => {
  const base = {
    billing_email: 'billing@alpha.example',
    iban: 'EE382200221020145685',
    accept_pdf_invoices: true,
  };
  /** The account as it was in the beginning, with an IBAN and, where they are told, with how it is reloaded. */
  const account =
    (reloading?: { readonly amount: string; readonly threshold: string }) => async (): Promise<object> => {
      await done(send('PUT', '/accounts', { account: base }));
      await done(send('GET', '/accounts/disable_auto_reload_balance'));
      if (reloading) await done(send('POST', '/accounts/update_auto_reload_balance', { type: reloading }));
      await forget('outbox');
      return {};
    };
  const looks = (shows: object, waiting: number): readonly Look[] => [
    { url: '/accounts/details', auth: alpha },
    {
      query:
        '{ account { billingEmail iban acceptPdfInvoices autoReload { amount threshold pendingInvoice { number } } } }',
      auth: alpha,
      shows,
    },
    outboxLook(pending(waiting)),
  ];
  const asItWas = { billingEmail: base.billing_email, iban: base.iban, acceptPdfInvoices: true };

  const update = (rest: object, input: object) => ({
    arrange: account(),
    rest: () => ({ method: 'PUT' as const, url: '/accounts', payload: { account: rest } }),
    graphql: () => ({ mutation: 'accountUpdate', input }),
  });
  for (const [title, rest, input, shows, waiting] of [
    [
      'changes as a whole, which is mailed to the old and new address',
      { billing_email: 'new@alpha.example', iban: 'EE47 1000 0010 2014 5685', accept_pdf_invoices: false },
      { billingEmail: 'new@alpha.example', iban: 'EE47 1000 0010 2014 5685', acceptPdfInvoices: false },
      { billingEmail: 'new@alpha.example', iban: 'EE471000001020145685', acceptPdfInvoices: false },
      2,
    ],
    [
      'changes in part',
      { iban: 'EE471000001020145685' },
      { iban: 'EE471000001020145685' },
      { ...asItWas, iban: 'EE471000001020145685' },
      1,
    ],
    [
      'is cleared by what is blank',
      { billing_email: '', iban: ' ' },
      { billingEmail: '', iban: ' ' },
      { ...asItWas, billingEmail: null, iban: null },
      2,
    ],
    ['is saved as it is', base, asItWas, asItWas, 0],
  ] as const)
    scenario({
      title,
      ...update(rest, input),
      status: 200,
      effect: () => looks(shows, waiting),
    });
  const wrong = { email: 'Billing email is invalid', iban: 'Iban is invalid' };
  for (const [title, rest, input, message] of [
    ['an address that is none', { billing_email: 'bills' }, { billingEmail: 'bills' }, wrong.email],
    [
      'an IBAN that does not add up',
      { iban: 'EE382200221020145686' },
      { iban: 'EE382200221020145686' },
      wrong.iban,
    ],
    [
      'neither',
      { billing_email: 'bills', iban: 'EE00' },
      { billingEmail: 'bills', iban: 'EE00' },
      `${wrong.email}, ${wrong.iban}`,
    ],
  ] as const)
    scenario({
      title: `stays as it is for ${title}`,
      ...update(rest, input),
      ...refused(400, 2005, message),
      effect: () => looks(asItWas, 0),
    });

  const reloading = account({ amount: '50', threshold: '5' });
  const reload = (type: { readonly amount: string; readonly threshold: string }) => ({
    arrange: reloading,
    rest: () => ({
      method: 'POST' as const,
      url: '/accounts/update_auto_reload_balance',
      payload: { type },
    }),
    graphql: () => ({
      mutation: 'accountAutoReloadSet',
      input: type,
      select: 'account { autoReload { amount threshold } }',
    }),
  });
  const asReloaded = { ...asItWas, autoReload: { amount: '50.00', threshold: '5.00' } };
  const sums = ({ amount, threshold }: Loose) => ({ amount: Number(amount), threshold: Number(threshold) });
  scenario({
    title: 'is reloaded by itself, as was said last',
    ...reload({ amount: '100', threshold: '10.5' }),
    status: 200,
    reported: {
      rest: ({ data }: Loose) => sums(data.settings.balance_auto_reload.type),
      graphql: (payload: Loose) => sums(payload.account.autoReload),
    },
    effect: () => looks({ autoReload: { amount: '100.00', threshold: '10.50' } }, 0),
  });
  const least = {
    amount: 'Amount must be greater than or equal to 0.01',
    threshold: 'Threshold must be greater than or equal to 0',
  };
  for (const [amount, threshold, message] of [
    ['0', '10', least.amount],
    ['10', '-1', least.threshold],
    ['0', '-1', `${least.amount}, ${least.threshold}`],
    ['10000000', '10', 'Amount is too large'],
    ['10', '100000000', 'Threshold is too large'],
  ] as const)
    scenario({
      title: `is not reloaded by ${amount} at ${threshold}`,
      ...reload({ amount, threshold }),
      ...refused(400, 2004, message),
      effect: () => looks(asReloaded, 0),
    });
  scenario({
    title: 'is not reloaded by a word',
    ...reload({ amount: 'much', threshold: '10' }),
    ...refused(400, 2005, 'Amount is not a number'),
    code: 'BAD_USER_INPUT',
    effect: () => looks(asReloaded, 0),
  });

  const disable = {
    rest: () => ({ method: 'GET' as const, url: '/accounts/disable_auto_reload_balance' }),
    graphql: () => ({ mutation: 'accountAutoReloadDisable' }),
  };
  for (const [title, arrange] of [
    ['no more', reloading],
    ['still not', account()],
  ] as const)
    scenario({
      title: `is ${title} reloaded by itself`,
      arrange,
      ...disable,
      status: 200,
      effect: () => looks({ autoReload: null }, 0),
    });
  for (const [title, one] of [
    ['told where its bills go', { ...update({ iban: '' }, { iban: '' }), arrange: reloading }],
    ['reloaded otherwise', reload({ amount: '1', threshold: '1' })],
    ['reloaded no more', { arrange: reloading, ...disable }],
  ] as const)
    scenario({
      title: `is not ${title} by users that register domains`,
      ...one,
      ...notFor('alpha-epp'),
      effect: () => looks(asReloaded, 0),
    });
  scenario({
    title: 'is left for nobody who is not linked',
    arrange: account(),
    rest: () => ({
      method: 'PUT',
      url: '/accounts/switch_user',
      payload: { account: { new_user_id: '4711' } },
    }),
    graphql: () => ({ mutation: 'sessionSwitch', input: { username: 'beta' } }),
    ...refused(400, 2306, 'Cannot switch to unlinked user'),
  });
});

describe('an invoice', () => {
  interface Issued {
    readonly id: number;
    readonly number: number;
  }
  const issued = (auth: string) => async (): Promise<Issued> => {
    const invoice = { amount: '66.05', description: 'for May' };
    const { body } = await send('POST', '/invoices/add_credit', { invoice }, auth);
    return { id: Number(body.data.invoice.id), number: Number(body.data.invoice.number) };
  };
  const show = {
    rest: ({ id }: Issued) => ({ method: 'GET' as const, url: `/invoices/${id}` }),
    graphql: ({ number }: Issued) => ({
      query: `query ($number: Int!) {
        invoice(number: $number) {
          number status amount subtotal vatRate vatAmount issuedOn dueOn description referenceNumber paymentLink
          lines { description unit quantity price amount }
          seller { ...party iban } buyer { ...party }
        }
      }
      fragment party on InvoiceParty { name regNo address phone email }`,
      variables: { number },
    }),
    own: ({ number }: Issued) => [number],
  };
  scenario({
    title: 'is shown as a whole',
    arrange: issued(alpha),
    ...show,
    status: 200,
    reported: {
      rest: ({ data: { invoice } }: Loose) => ({
        words: [invoice.number, invoice.description, invoice.reference_no, invoice.payment_link],
        days: [invoice.issue_date, invoice.due_date],
        euros: euros(invoice.total, invoice.subtotal, invoice.vat_rate, invoice.vat_amount),
        lines: list(invoice.items).map(({ description, unit, quantity, price, sum_without_vat }) => [
          [description, unit],
          euros(quantity, price, sum_without_vat),
        ]),
        parties: [invoice.seller, invoice.buyer].map(({ name, reg_no, address, phone, email, iban }) => [
          [name, reg_no, phone, email, iban],
          String(address),
        ]),
      }),
      graphql: (invoice: Loose) => ({
        words: [invoice.number, invoice.description, invoice.referenceNumber, invoice.paymentLink],
        days: [invoice.issuedOn, invoice.dueOn],
        euros: euros(invoice.amount, invoice.subtotal, invoice.vatRate, invoice.vatAmount),
        lines: list(invoice.lines).map(({ description, unit, quantity, price, amount }) => [
          [description, unit],
          euros(quantity, price, amount),
        ]),
        parties: [invoice.seller, invoice.buyer].map(({ name, regNo, address, phone, email, iban }) => [
          [name, regNo, phone, email, iban],
          String(address ?? ''),
        ]),
      }),
    },
  });
  scenario({ title: 'of another registrar is not', arrange: issued(beta), ...show, ...objectNotFound });
});

describe('movements on an account', () => {
  beforeAll(async () => {
    await seed(world).domain('liikus.ee');
    await mutate('accountAdjust', { registrar: 'ALPHA', amount: '-5.00', description: 'An error' }, '');
    await seed(world, beta).domain('teine.ee');
  });
  const row = ({ description, sum, balance }: Loose, at: unknown) => [
    ...[description, at],
    ...euros(sum, balance),
  ];
  for (const [title, query, args, count] of [
    ['newest first', '', '', 3],
    ['in words', 'q[description_matches]=LIIKUS', ', where: { description: { contains: "LIIKUS" } }', 1],
    [
      'by kind',
      'q[activity_type_in]=create,add_credit',
      ', where: { kind: { in: [REGISTRATION, TOP_UP] } }',
      2,
    ],
    ['by day', 'q[created_at_lteq]=2026-05-09', ', where: { createdAt: { lt: "2026-05-10" } }', 0],
    ['by amount', 'q[s]=sum asc', ', orderBy: { field: AMOUNT, direction: ASC }', 3],
    ['by balance', 'q[s]=new_balance asc', ', orderBy: { field: BALANCE, direction: ASC }', 3],
  ] as const)
    scenario({
      title: `is listed ${title}`,
      arrange,
      rest: () => ({ method: 'GET', url: `/accounts?${query}` }),
      graphql: () => ({
        query: `{ account { transactions(first: 10${args}) { totalCount nodes { description createdAt sum: amount balance } } } }`,
      }),
      status: 200,
      reported: {
        rest: ({ data }: Loose) => {
          expect(data.count).toBe(count);
          return { count, rows: list(data.activities).map((one) => row(one, one.created_at)) };
        },
        graphql: ({ transactions: { totalCount, nodes } }: Loose) => ({
          count: Number(totalCount),
          rows: list(nodes).map((one) => row(one, one.createdAt)),
        }),
      },
    });
});

describe('how domains are spread', () => {
  beforeAll(async () => {
    // One of ALPHA and two of BETA that were there in April and are gone since.
    await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key,
        event, changes, snapshot)
      select event.at::timestamptz, 'system', 'test', 'domain.' || event.name, 'test', 'domain', 1000000 + gone.number,
        'gone-' || gone.number || '.ee', event.name,
        jsonb_build_object('registrar', jsonb_build_object(event.side, gone.registrar)),
        case event.name when 'create' then jsonb_build_object('registrar', gone.registrar) end
      from (values ('2026-04-10', 'create', 'to'), ('2026-05-01', 'destroy', 'from')) as event (at, name, side),
        (values (1, 'ALPHA'), (2, 'BETA'), (3, 'BETA')) as gone (number, registrar)
      order by event.at`.execute(world.container.database.db);
  });
  const months = (month: string, before: string, iso: readonly [string, string]) => ({
    arrange,
    rest: () => ({
      method: 'GET' as const,
      url: `/stats/market_share_growth_rate?q[end_date]=${month}&q[compare_to_end_date]=${before}`,
    }),
    graphql: () => ({
      query: `query ($month: String!, $before: String) {
        marketShare(month: $month, compareTo: $before) { registrars { name domains share domainsBefore shareBefore } }
      }`,
      variables: { month: iso[0], before: iso[1] },
    }),
  });
  scenario({
    title: 'is reported and compared',
    ...months('05.26', '04.26', ['2026-05', '2026-04']),
    status: 200,
    reported: {
      rest: ({ data: { data, prev_data } }: Loose): unknown => [
        ...[data.domains, data.market_share, prev_data.domains],
        prev_data.market_share,
      ],
      graphql: ({ registrars }: Loose) =>
        ['domains', 'share', 'domainsBefore', 'shareBefore'].map((what) =>
          list(registrars).map((one) => [one.name, one[what]]),
        ),
    },
  });
  scenario({
    title: 'is refused for a month that is none',
    ...months('13.26', '04.26', ['2026-13', '2026-04']),
    status: 400,
    body: {
      code: 2005,
      message: `Invalid parameter 'end_date' value "13.26": Must be a month (mm.yy)`,
      data: {},
    },
    code: 'BAD_USER_INPUT',
  });
});

describe('for everybody', () => {
  beforeAll(async () => {
    await mutate('nameBlock', { name: 'õunad.ee' }, '');
    await mutate('nameReserve', { name: 'hoitud.ee' }, '');
    await openDispute(world, 'hoitud.ee');
  });
  for (const [query, args, count] of [
    ['', '', 3],
    ['?type=blocked', ', kind: BLOCKED', 1],
    ['?type=reserved', ', kind: RESERVED', 1],
    ['?type=disputed', ', kind: DISPUTED', 1],
  ] as const)
    scenario({
      title: `retained names are listed${query}`,
      arrange,
      rest: () => ({ method: 'GET', url: `/retained_domains${query}` }),
      graphql: () => ({
        query: `{ retainedNames(first: 10${args}) { totalCount nodes { name punycode kind } } }`,
      }),
      auth: null,
      status: 200,
      reported: {
        rest: (body: Loose) => {
          expect(body.count).toBe(count);
          return {
            count,
            names: list(body.domains).map((one) => [one.name, one.punycode_name, one.status]),
          };
        },
        graphql: ({ totalCount, nodes }: Loose) => ({
          count: Number(totalCount),
          names: list(nodes).map((one) => [one.name, one.punycode, String(one.kind).toLowerCase()]),
        }),
      },
    });
});
