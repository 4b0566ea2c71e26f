import { beforeAll, describe, expect, it } from 'vitest';
import { putSetting } from '#src/registry/store/registry/settings.ts';
import { token } from '../../support/billing.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { type Pending, paymentsOf } from '../../support/paid-reservations.ts';
import { code, portalOf } from '../../support/portal.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld();
  payments = paymentsOf(world, portalOf(world));
});

const ask = (document: string, auth: string | null, variables: Record<string, unknown> = {}) =>
  graph(world, document, { auth, variables });
const entries = 'entries { name status password expiresAt domain { name } }';

/** The reservation's global id, as the portal sees it. */
async function idOf(userUniqueId: string): Promise<string> {
  const { data } = await ask('query ($id: String!) { reservation(userUniqueId: $id) { id } }', portal, {
    id: userUniqueId,
  });
  return String(data.reservation.id);
}
const nodeOf = (id: string, auth: string | null) =>
  ask(`query ($id: ID!) { node(id: $id) { ... on Reservation { userUniqueId ${entries} } } }`, auth, { id });

async function paid(...names: string[]): Promise<Pending> {
  const pending = await payments.pending(...names);
  await payments.pay(pending);
  return pending;
}
/** The global id of a paid reservation, without asking for it: that would issue its codes. */
async function rowIdOf({ user_unique_id }: Pending): Promise<string> {
  const { id } = await world.container.database.db
    .selectFrom('reservations')
    .select('id')
    .where('user_unique_id', '=', user_unique_id)
    .executeTakeFirstOrThrow();
  return Buffer.from(`Reservation:${id}`).toString('base64');
}
const asPaid = `query ($number: Int!, $id: String!) {
  paidReservation(invoiceNumber: $number, userUniqueId: $id) { id ${entries} invoice { id } } }`;
const pairOf = ({ invoice_number: number, user_unique_id: id }: Pending) => ({ number, id });

describe("a reservation's code", () => {
  it('is shown to the portal that names the reservation, not to one that finds it by its global id', async () => {
    const held = await portalOf(world).reserved('kood.ee');
    const entry = { name: 'kood.ee', status: 'RESERVED', expiresAt: held.expiresAt };
    const { data } = await ask(`{ reservation(userUniqueId: "${held.id}") { ${entries} } }`, portal);
    expect(data.reservation).toMatchObject({ entries: [{ ...entry, password: held.password }] });
    expect((await nodeOf(await idOf(held.id), portal)).data.node).toMatchObject({
      userUniqueId: null,
      entries: [{ ...entry, password: null }],
    });
  });

  it('is opened by its id, which a portal learns in no way but by naming it', async () => {
    const made = await payments.pending('avaja.ee');
    const named = `query ($number: Int!, $id: String!) {
      paidReservation(invoiceNumber: $number, userUniqueId: $id) {
        id userUniqueId invoice { id userUniqueId paymentLink reservation { userUniqueId } } } }`;
    const { data } = await ask(named, portal, pairOf(made));
    const { id, ...shown } = data.paidReservation as unknown as {
      id: string;
      invoice: { id: string };
    };
    expect(shown).toMatchObject({
      userUniqueId: made.user_unique_id,
      invoice: {
        userUniqueId: made.user_unique_id,
        paymentLink: expect.stringContaining(made.user_unique_id),
        reservation: { userUniqueId: made.user_unique_id },
      },
    });
    const ofInvoice = '... on Invoice { number userUniqueId paymentLink reservation { id userUniqueId } }';
    const found = await ask(
      `query ($id: ID!, $invoice: ID!) {
        node(id: $id) { ... on Reservation { id userUniqueId invoice { number userUniqueId paymentLink reservation { userUniqueId } } } }
        invoice: node(id: $invoice) { ${ofInvoice} }
        nodes(ids: [$id, $invoice]) { ... on Reservation { userUniqueId } ${ofInvoice} }
        reservations(first: 100) { nodes { id userUniqueId invoice { userUniqueId paymentLink } } } }`,
      portal,
      { id, invoice: shown.invoice.id },
    );
    expect(found.errors).toBeUndefined();
    expect(found.data.node).toMatchObject({ id, userUniqueId: null });
    expect(found.data.invoice).toMatchObject({ reservation: { id } });
    expect(JSON.stringify(found.data)).not.toContain(made.user_unique_id);
  });

  it('is not shown to operators, who see the rest', async () => {
    const { id } = await portalOf(world).reserved('vaatleja.ee');
    expect((await nodeOf(await idOf(id), operator)).data.node).toMatchObject({
      entries: [{ name: 'vaatleja.ee', status: 'RESERVED', password: null }],
    });
  });

  it('is not shown to registrars: for them a reservation does not exist', async () => {
    const { id } = await portalOf(world).reserved('registripidaja.ee');
    const global = await idOf(id);
    for (const auth of [alpha, beta, await token('business_registry')])
      expect((await nodeOf(global, auth)).data).toEqual({ node: null });
  });

  it('and its other names are not shown to the sponsor of a domain that was registered with one of them', async () => {
    const { body } = await portalOf(world).reserve('sponsor1.ee', 'sponsor2.ee');
    const [first] = body.reserved_domains as [{ password: string }];
    await seed(world).domain('sponsor1.ee', { reservationCode: first.password });
    const document = `{ domain(name: "sponsor1.ee") { reservation { kind userUniqueId invoice { id } ${entries} } } }`;
    const { data } = await ask(document, alpha);
    expect(data.domain.reservation).toMatchObject({
      kind: 'FREE',
      userUniqueId: null,
      invoice: null,
      entries: [
        { name: 'sponsor1.ee', status: 'REGISTERED', password: null, domain: { name: 'sponsor1.ee' } },
      ],
    });
  });

  it('is not shown to the billing client that owns the invoice, nor to one that does not', async () => {
    const pending = await paid('arve.ee');
    await payments.reported(pending);
    const document = `query ($number: Int!) { invoice(number: $number) { reservation { ${entries} } } }`;
    const variables = { number: pending.invoice_number };
    const { data } = await ask(document, await token('business_registry'), variables);
    expect(data.invoice.reservation).toMatchObject({ entries: [{ status: 'RESERVED', password: null }] });
    expect((await ask(document, await token('auction'), variables)).data).toEqual({ invoice: null });
  });

  it('is issued by asking with the invoice, not by looking at the reservation', async () => {
    const pending = await paid('esimene.ee');
    const waiting = { entries: [{ status: 'PENDING', password: null, expiresAt: null }] };
    expect((await nodeOf(await rowIdOf(pending), portal)).data.node).toMatchObject(waiting);
    const { data } = await ask(asPaid, portal, pairOf(pending));
    expect(data.paidReservation).toMatchObject({ entries: [{ status: 'RESERVED', password: code }] });
  });

  it('is not overlooked because the same document looked at the reservation a moment before', async () => {
    const document = `query ($number: Int!, $id: String!, $node: ID!) {
      node(id: $node) { ... on Reservation { entries { status } } }
      paidReservation(invoiceNumber: $number, userUniqueId: $id) { entries { status password } } }`;
    // Which of the two is answered first is up to the database: once would prove little.
    for (let round = 0; round < 10; round += 1) {
      const pending = await paid(`hetk${round}.ee`);
      const { data } = await ask(document, portal, { ...pairOf(pending), node: await rowIdOf(pending) });
      expect(data.paidReservation).toMatchObject({ entries: [{ status: 'RESERVED', password: code }] });
    }
  });

  it('is issued once, however often one document asks', async () => {
    const pending = await paid('mitu.ee');
    const field = `paidReservation(invoiceNumber: $number, userUniqueId: $id) { entries { password } }`;
    const { data } = await ask(
      `query ($number: Int!, $id: String!) { a: ${field} b: ${field} c: ${field} }`,
      portal,
      pairOf(pending),
    );
    const codes = Object.values<Loose>(data).map(({ entries }) => String(entries[0].password));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toEqual(code);
  });
});

describe('a paid reservation', () => {
  it('leads to its invoice and from there back to itself', async () => {
    const pending = await paid('ring.ee');
    const { data } = await ask(asPaid, portal, pairOf(pending));
    const document = `query ($id: ID!) { node(id: $id) { ... on Invoice { number reservation { id } } } }`;
    const invoice = await ask(document, operator, { id: data.paidReservation.invoice.id });
    expect(invoice.data.node).toEqual({
      number: pending.invoice_number,
      reservation: { id: data.paidReservation.id },
    });
  });

  it('that billing has no number for says that it may work later, and why not now', async () => {
    const { db } = world.container.database;
    await putSetting(db, 'invoice_number_max', '150005', world.clock.now());
    const { data } = await ask(
      `mutation { paidReservationCreate(input: { names: ["otsas.ee"] }) {
        reservation { id } invoice { id } paymentUrl
        userErrors { code resultCode message path retryable details } } }`,
      portal,
    );
    await putSetting(db, 'invoice_number_max', '199999', world.clock.now());
    expect(data.paidReservationCreate).toEqual({
      reservation: null,
      invoice: null,
      paymentUrl: null,
      userErrors: [
        {
          code: 'COMMAND_FAILED',
          resultCode: 2400,
          message: 'Billing service unavailable',
          path: null,
          retryable: true,
          details: { reason: 'out of range' },
        },
      ],
    });
  });
});

describe('names that are refused', () => {
  it('are reported with their place in the input', async () => {
    const { data } = await ask(
      `mutation { reservationCreate(input: { names: ["oma.ee", "a_b.ee"] }) { userErrors { code path retryable } } }`,
      portal,
    );
    expect(data.reservationCreate.userErrors).toEqual([
      { code: 'PARAMETER_VALUE_SYNTAX', path: ['names', '1'], retryable: false },
    ]);
  });
});

describe('several reservations at once', () => {
  it('take as many statements as one', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push(await idOf((await portalOf(world).reserved(`hulk${count}.ee`)).id));
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Reservation { ${entries} } } }`;
    const count = async (wanted: string[]) => {
      const counted = await countStatements(world.container.database, () =>
        ask(document, portal, { ids: wanted }),
      );
      return counted.count;
    };
    await count(ids);
    expect(await count(ids)).toBe(await count(ids.slice(0, 1)));
  });
});

describe('a refused reservation', () => {
  const reserve = (mutation: string, names: string[]) =>
    ask(
      `mutation ($names: [DomainName!]!) { done: ${mutation}(input: { names: $names }) { userErrors { code message path details } } }`,
      portal,
      { names },
    );

  it('names those that are taken, and REST says no more than its documentation does', async () => {
    await portalOf(world).reserved('voetud.ee');
    const details = { taken: ['voetud.ee'] };
    const none = { code: 'OBJECT_EXISTS', message: 'No available domains', path: ['names'], details };
    expect((await reserve('reservationCreate', ['voetud.ee'])).data.done.userErrors).toEqual([none]);
    expect((await reserve('paidReservationCreate', ['voetud.ee'])).data.done.userErrors).toEqual([none]);
    expect((await reserve('paidReservationCreate', ['vaba.ee', 'voetud.ee'])).data.done.userErrors).toEqual([
      { ...none, message: 'Some domains are not available' },
    ]);
    const { status, body } = await world.request({
      method: 'POST',
      url: '/api/v1/business_registry/long_reserve_domains',
      auth: portal,
      payload: { domain_names: ['vaba.ee', 'voetud.ee'] },
    });
    expect([status, body]).toEqual([422, { error: 'Some domains are not available' }]);
  });

  it('names those that somebody has paid for and not asked for yet', async () => {
    await paid('makstud.ee');
    expect((await reserve('paidReservationCreate', ['makstud.ee', 'veel.ee'])).data.done.userErrors).toEqual([
      {
        code: 'OBJECT_STATUS_PROHIBITS',
        message: 'Some intersecting invoices are paid',
        path: ['names'],
        details: { taken: ['makstud.ee'] },
      },
    ]);
  });
});
