import { getNamedType, isAbstractType, isIntrospectionType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../support/billing.ts';
import { countStatements } from '../../support/database.ts';
import { graph } from '../../support/graph.ts';
import { paymentsOf } from '../../support/paid-reservations.ts';
import { portalOf } from '../../support/portal.ts';
import { buildSchema } from '../../support/schema.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** What an object is hidden from by node(id:) it is not reached by from another object either. */
let world: TestWorld;
let payments: ReturnType<typeof paymentsOf>;
const otherPortal = 'Bearer another-portal-token';
beforeAll(async () => {
  world = await testWorld({ BUSINESS_REGISTRY_TOKENS: 'portal-sandbox,another-portal-token' });
  payments = paymentsOf(world, portalOf(world));
});

const ask = (document: string, auth: string | null, variables: Record<string, unknown> = {}) =>
  graph(world, document, { auth, variables });
const globalId = (type: string, id: number): string => Buffer.from(`${type}:${id}`).toString('base64');
const reservationId = async (userUniqueId: string): Promise<string> => {
  const { id } = await world.container.database.db
    .selectFrom('reservations')
    .select('id')
    .where('user_unique_id', '=', userUniqueId)
    .executeTakeFirstOrThrow();
  return globalId('Reservation', id);
};

describe('the edges of the graph', () => {
  it('that lead to objects of several types have been thought of one by one', () => {
    const fields = Object.values(buildSchema().getTypeMap())
      .filter((type) => isObjectType(type) && !isIntrospectionType(type))
      .flatMap((type) =>
        isObjectType(type)
          ? Object.values(type.getFields())
              .filter((field) => isAbstractType(getNamedType(field.type)))
              .map((field) => `${type.name}.${field.name}`)
          : [],
      );
    expect(fields.sort()).toEqual(['Notification.attached', 'Query.node', 'Query.nodes']);
  });

  it('that show their object to every caller say why', () => {
    const open = Object.values(buildSchema().getTypeMap()).flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields())
            .filter((field) => field.extensions.shownToEveryCaller)
            .map((field) => `${type.name}.${field.name}`)
        : [],
    );
    expect(open.sort()).toEqual(['SandboxPaymentCompletePayload.invoice', 'SignInPayload.token']);
  });
});

describe('a reservation', () => {
  it('is found only with the portal token that made it; a code only with its userUniqueId, whatever the token', async () => {
    const held = await portalOf(world).reserved('oma.ee');
    const id = await reservationId(held.id);
    const find = async (auth: string) =>
      (
        await ask(
          'query ($id: ID!) { node(id: $id) { ... on Reservation { userUniqueId entries { password } } } nodes(ids: [$id]) { id } }',
          auth,
          { id },
        )
      ).data;
    expect(await find(portal)).toEqual({
      node: { userUniqueId: null, entries: [{ password: null }] },
      nodes: [{ id }],
    });
    expect(await find(otherPortal)).toEqual({ node: null, nodes: [null] });
    // Tokens are exchanged now and then; who was given the id keeps it (docs/rules/reservation.md#who-may-call).
    const named = '{ reservation(userUniqueId: "ID") { userUniqueId entries { password } } }';
    for (const auth of [portal, otherPortal])
      expect((await ask(named.replace('ID', held.id), auth)).data).toEqual({
        reservation: { userUniqueId: held.id, entries: [{ password: held.password }] },
      });
  });

  it('that nobody wrote down who made is found by its name alone', async () => {
    const held = await portalOf(world).reserved('vana.ee');
    await world.container.database.db
      .updateTable('reservations')
      .set({ made_by: null })
      .where('user_unique_id', '=', held.id)
      .execute();
    const id = await reservationId(held.id);
    expect((await ask('query ($id: ID!) { node(id: $id) { id } }', portal, { id })).data).toEqual({
      node: null,
    });
    expect((await portalOf(world).entries(held.id))[0]?.password).toBe(held.password);
  });

  it('shows a registrar its own domain and nothing else, also not to one that registered the name without it', async () => {
    const { body } = await portalOf(world).reserve('kohv.ee', 'tee.ee', 'piim.ee');
    const codes = body.reserved_domains as unknown as { name: string; password: string }[];
    const codeOf = (name: string) => String(codes.find((one) => one.name === name)?.password);
    await seed(world).domain('kohv.ee', { reservationCode: codeOf('kohv.ee') });
    await seed(world, beta).domain('tee.ee', { reservationCode: codeOf('tee.ee') });
    const document = `query ($name: DomainName!) {
      domain(name: $name) { reservation { userUniqueId invoice { number } entries { name status password domain { name } } } } }`;
    const own = (name: string) => ({
      domain: {
        reservation: {
          userUniqueId: null,
          invoice: null,
          entries: [{ name, status: 'REGISTERED', password: null, domain: { name } }],
        },
      },
    });
    expect((await ask(document, alpha, { name: 'kohv.ee' })).data).toEqual(own('kohv.ee'));
    expect((await ask(document, beta, { name: 'tee.ee' })).data).toEqual(own('tee.ee'));
    expect((await ask(document, beta, { name: 'kohv.ee' })).data).toEqual({ domain: { reservation: null } });
  });

  it('of a paid invoice leads its billing client to no domain, and the portal to its own invoice only', async () => {
    const pending = await payments.pending('maja.ee');
    await payments.pay(pending);
    const [held] = (await payments.reported(pending)).reserved_domains;
    await seed(world).domain('maja.ee', { reservationCode: String(held?.password) });
    const document = `{ invoices(first: 10, where: { number: { eq: ${pending.invoice_number} } }) { nodes {
      reservation { userUniqueId entries { name status password domain { name } } } } } }`;
    const reservation = (domain: object | null) => ({
      invoices: {
        nodes: [
          {
            reservation: {
              userUniqueId: pending.user_unique_id,
              entries: [{ name: 'maja.ee', status: 'REGISTERED', password: null, domain }],
            },
          },
        ],
      },
    });
    for (const initiator of ['business_registry', 'registry'])
      expect((await ask(document, await token(initiator))).data).toEqual(reservation(null));
    expect((await ask(document, operator)).data).toEqual(reservation({ name: 'maja.ee' }));

    const asPaid = `query ($number: Int!, $id: String!) { paidReservation(invoiceNumber: $number, userUniqueId: $id) {
      invoice { id number parent { number } children { number } reservation { entries { password domain { name } } } } } }`;
    const { data } = await ask(asPaid, portal, {
      number: pending.invoice_number,
      id: pending.user_unique_id,
    });
    expect(data.paidReservation.invoice).toMatchObject({
      number: pending.invoice_number,
      parent: null,
      children: [],
      reservation: { entries: [{ password: null, domain: null }] },
    });
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    const { id } = data.paidReservation.invoice;
    expect((await ask(node, portal, { id })).data.node).toEqual({ id });
    expect((await ask(node, otherPortal, { id })).data.node).toBeNull();
    expect((await ask(node, alpha, { id })).data.node).toBeNull();
  });

  it('costs no more statements for many domains than for one', async () => {
    const statements: number[] = [];
    for (const [first, names] of [
      [1, ['a']],
      [6, ['b', 'c', 'd', 'e', 'f']],
    ] as const) {
      const { body } = await portalOf(world).reserve(...names.map((name) => `loend-${name}.ee`));
      for (const { name, password } of body.reserved_domains as unknown as {
        name: string;
        password: string;
      }[])
        await seed(world).domain(name, { reservationCode: password });
      const { count } = await countStatements(world.container.database, async () => {
        const { data } = await ask(
          `{ domains(first: ${first}, where: { name: { startsWith: "loend-" } }) {
            nodes { reservation { kind entries { name domain { name } } invoice { number } } } } }`,
          alpha,
        );
        expect(data.domains.nodes).toHaveLength(first);
      });
      statements.push(count);
    }
    expect(statements[1]).toBe(statements[0]);
  });
});

describe('an invoice', () => {
  it('of another service is neither the parent nor a child that is shown', async () => {
    const { db } = world.container.database;
    const numbers: Record<string, number> = {};
    for (const initiator of ['auction', 'eeid']) {
      const { data } = await ask('mutation { invoiceNumberIssue { number } }', await token(initiator));
      const number = Number(data.invoiceNumberIssue.number);
      await ask(
        `mutation { invoicePaymentLinkCreate(input: { number: ${number}, amount: "10.00" }) { userErrors { message } } }`,
        await token(initiator),
      );
      const row = await db
        .selectFrom('invoices')
        .select('id')
        .where('number', '=', number)
        .executeTakeFirst();
      numbers[initiator] = Number(row?.id);
    }
    await db
      .insertInto('bulk_payment_items')
      .values({ parent_id: Number(numbers.auction), child_id: Number(numbers.eeid) })
      .execute();
    const family = '{ invoices(first: 10) { nodes { parent { number } children { number } } } }';
    const of = async (auth: string) => (await ask(family, auth)).data.invoices.nodes;
    expect(await of(await token('auction'))).toEqual([{ parent: null, children: [] }]);
    expect(await of(await token('eeid'))).toEqual([{ parent: null, children: [] }]);
    const nodes = (await of(operator)) as unknown as { parent: object | null; children: object[] }[];
    expect(nodes.filter(({ parent }) => parent)).toHaveLength(1);
    expect(nodes.filter(({ children }) => children.length > 0)).toHaveLength(1);
  });
});

describe('a poll message', () => {
  it('leads its registrar to entries of the history only while they are its own', async () => {
    const { name } = await seed(world).domain('sonum.ee');
    const { db } = world.container.database;
    const entry = await db
      .selectFrom('history')
      .select('id')
      .where('object_key', '=', name)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('notifications')
      .values({
        registrar_id: 1,
        kind: 'other',
        text: 'about a change',
        attached_obj_type: 'Version::DomainVersion',
        attached_obj_id: Number(entry.id),
        created_at: world.clock.now(),
      })
      .execute();
    const attached = async () =>
      (await ask('{ latestNotification { attached { ... on HistoryEntry { operation } } } }', alpha)).data
        .latestNotification?.attached;
    expect(await attached()).toEqual({ operation: 'domain.register' });
    await seed(world).alter(name, { registrar_id: 2 });
    expect(await attached()).toBeNull();
  });
});
