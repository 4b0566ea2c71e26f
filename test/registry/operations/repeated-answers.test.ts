import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BillingFixture, billingFixture } from '../../apis/parity/billing-fixture.ts';
import { requestFor } from '../../support/certificate-requests.ts';
import { person } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { mutateOf } from '../../support/operator.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, type Loose, operator, portal } from '../../support/world.ts';

/**
 * A request that is repeated with its key gets the first answer, whatever has become of the object: for each type of object that
 * the payload of any mutation shows. Domains and contacts have their own tests (replayed-secrets.test.ts).
 */
let fixture: BillingFixture;
beforeAll(async () => {
  fixture = await billingFixture();
  await setBalance(fixture.world, 'ALPHA', '1000.00');
});
const mutate = mutateOf(() => fixture.world);
const db = () => fixture.world.container.database.db;

const schema = buildSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const isOfPayload = (type: unknown): boolean => ['Query', 'UserError', 'Notices'].includes(String(type));
/** The fields of a payload that are objects. */
const objectsIn = (mutation: string): [field: string, type: GraphQLObjectType][] => {
  const payload = getNamedType(mutations.find(({ name }) => name === mutation)?.type);
  const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
  return fields.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return isObjectType(named) && !isOfPayload(named) ? [[name, named]] : [];
  });
};
/** Everything that the object itself shows, but secrets. */
const plainFields = (type: GraphQLObjectType): string =>
  Object.values(type.getFields())
    .filter(({ args, type }) => args.length === 0 && isLeafType(getNamedType(type)))
    .filter(({ type }) => getNamedType(type).name !== 'Secret')
    .map(({ name }) => name)
    .join(' ');

interface Case {
  readonly mutation: string;
  readonly input: object;
  readonly auth: string;
  /** What happens to the object afterwards: mostly, its row is gone. */
  readonly later: RawBuilder<unknown>;
}
const inTable = (table: string): RawBuilder<unknown> =>
  sql`delete from ${sql.table(table)} where id = (select max(id) from ${sql.table(table)})`;

/** A contact that an access token wants to create. */
async function waitingApproval(): Promise<string> {
  const { token } = await mutate(
    'accessTokenCreate',
    { name: 'asks first', scopes: ['WRITE'], guards: { approvalNeeded: true } },
    'token',
    alpha,
  );
  const { data } = await graph(
    fixture.world,
    'mutation ($input: ContactCreateInput!) { contactCreate(input: $input) { userErrors { details } } }',
    {
      variables: { input: { ...person, ident: { code: '39708290069', type: 'PRIV', countryCode: 'EE' } } },
      auth: `Bearer ${token}`,
    },
  );
  return data.contactCreate.userErrors[0].details.approval;
}

async function strayPayment(): Promise<string> {
  const number = await fixture.desk.invoice(fixture.auction);
  const [first, second] = [1, 2].map(() => fixture.desk.payment(number, 'settled'));
  for (const reference of [first, second]) await fixture.desk.callback(String(reference));
  return String(second);
}
const idOf = async (mutation: string, input: object, field: string, auth: string): Promise<string> => {
  const made = await mutate(mutation, { ...input }, `${field} { id }`, auth);
  expect(made.userErrors).toEqual([]);
  return String(made[field]?.id);
};
const webhook = { url: 'https://example.com/hook', events: ['DOMAIN_CHANGED'] };
const question = { name: 'How many', document: '{ domains { totalCount } }' };

const cases: Readonly<Record<string, () => Promise<Case> | Case>> = {
  AccessToken: () => ({
    mutation: 'accessTokenCreate',
    input: { name: 'for a script', scopes: ['READ'] },
    auth: alpha,
    later: inTable('access_tokens'),
  }),
  Account: () => ({
    mutation: 'accountUpdate',
    input: { billingEmail: 'first@example.com' },
    auth: alpha,
    later: sql`with account as (update accounts set balance = balance + 1)
      update registrars set billing_email = 'second@example.com', iban = 'EE382200221020145685'`,
  }),
  Approval: async () => ({
    mutation: 'approvalDecline',
    input: { id: await waitingApproval() },
    auth: alpha,
    later: inTable('approvals'),
  }),
  AllowedIp: () => ({
    mutation: 'allowedIpAdd',
    input: { address: '192.0.2.7', interfaces: ['API'] },
    auth: alpha,
    later: inTable('allowed_ips'),
  }),
  ApiUser: () => ({
    mutation: 'apiUserCreate',
    input: { username: 'kasutaja', password: 'kasutaja-salasona', roles: ['EPP'] },
    auth: alpha,
    later: inTable('api_users'),
  }),
  Board: async () => ({
    mutation: 'boardPublish',
    input: { name: 'Wall', questions: [await idOf('questionPublish', question, 'question', alpha)] },
    auth: alpha,
    later: inTable('boards'),
  }),
  Certificate: async () => ({
    mutation: 'certificateRequestSubmit',
    input: { username: 'alpha', csr: await requestFor({ CN: 'alpha' }) },
    auth: alpha,
    later: inTable('certificates'),
  }),
  OutboxItem: async () => {
    const { rows } = await sql<{
      id: string;
    }>`insert into outbox (kind, subject, payload, next_attempt_at, created_at, dead_at)
      values ('mail', 'dead.ee', '{}', now(), now(), now()) returning id::text`.execute(db());
    return {
      mutation: 'outboxItemRetry',
      input: { id: rows[0]?.id },
      auth: operator,
      later: sql`delete from outbox where subject = 'dead.ee'`,
    };
  },
  Dispute: () => ({
    mutation: 'disputeOpen',
    input: { name: 'vaidlus.ee', password: 'sesame' },
    auth: operator,
    later: inTable('disputes'),
  }),
  Invoice: () => ({
    mutation: 'accountTopUp',
    input: { amount: '7.00' },
    auth: alpha,
    later: inTable('invoices'),
  }),
  Notification: async () => {
    await sql`insert into notifications (registrar_id, kind, text, created_at)
      select id, 'other', 'News', now() from registrars where code = 'ALPHA'`.execute(db());
    const { data } = await graph(fixture.world, '{ notifications(first: 1) { nodes { id } } }', {
      auth: alpha,
    });
    const [{ id } = { id: '' }] = data.notifications.nodes as unknown as { id: string }[];
    return {
      mutation: 'notificationAcknowledge',
      input: { id },
      auth: alpha,
      later: inTable('notifications'),
    };
  },
  Payment: async () => ({
    mutation: 'paymentRefund',
    input: { reference: await strayPayment() },
    auth: operator,
    later: inTable('payments'),
  }),
  PaymentDisagreement: async () => {
    await strayPayment();
    const { rows } = await sql<{ id: number }>`select max(id) as id from payment_disagreements`.execute(db());
    return {
      mutation: 'paymentDisagreementResolve',
      input: { id: rows[0]?.id, note: 'done' },
      auth: operator,
      later: inTable('payment_disagreements'),
    };
  },
  Price: () => ({
    mutation: 'priceSet',
    input: { zone: 'ee', operation: 'RENEW', period: 'P2Y', price: '31.00' },
    auth: operator,
    later: inTable('prices'),
  }),
  Question: () => ({
    mutation: 'questionPublish',
    input: question,
    auth: alpha,
    later: inTable('questions'),
  }),
  Registrar: () => ({
    mutation: 'registrarCreate',
    input: { code: 'GAMMA', name: 'Gamma', balance: '5.00' },
    auth: operator,
    later: sql`with account as (update accounts set balance = balance + 1)
      update registrars set name = 'Another', email = 'another@example.com' where code = 'GAMMA'`,
  }),
  Reservation: () => ({
    mutation: 'reservationCreate',
    input: { names: ['kordus.ee'] },
    auth: portal,
    later: inTable('reservations'),
  }),
  ReservedName: () => ({
    mutation: 'nameReserve',
    input: { name: 'hoitud.ee' },
    auth: operator,
    later: inTable('reserved_names'),
  }),
  Transaction: () => ({
    mutation: 'accountAdjust',
    input: { registrar: 'ALPHA', amount: '1.00', description: 'a gift' },
    auth: operator,
    later: inTable('ledger'),
  }),
  Webhook: () => ({ mutation: 'webhookCreate', input: webhook, auth: alpha, later: inTable('webhooks') }),
  WebhookDelivery: async () => ({
    mutation: 'webhookTest',
    input: { id: await idOf('webhookCreate', webhook, 'webhook', alpha) },
    auth: alpha,
    later: inTable('outbox'),
  }),
  Operator: () => ({
    mutation: 'operatorCreate',
    input: { name: 'Uus Inimene', email: 'uus@registry.example', role: 'VIEWER' },
    auth: operator,
    later: inTable('operators'),
  }),
  BulkWork: async () => ({
    mutation: 'bulkStop',
    input: {
      id: await idOf(
        'bulkStart',
        { list: { registrars: {} }, write: { registrarSuspend: { reason: 'Court order' } } },
        'work',
        operator,
      ),
    },
    auth: operator,
    later: inTable('bulk_works'),
  }),
  Zone: () => ({
    mutation: 'zoneCreate',
    input: { origin: 'kool.ee' },
    auth: operator,
    later: inTable('zones'),
  }),
};

/** Kept as they are in the answer itself. */
const values = ['BlockedName', 'BulkGlance', 'BulkResult', 'ChangeSetRow', 'JobEvent', 'Setting', 'Viewer'];
const ownTests = ['Domain', 'Contact'];

const ask = async ({ mutation, input, auth }: Case) => {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const selection = objectsIn(mutation).map(([field, of]) => `${field} { ${plainFields(of)} }`);
  const { data, headers, errors } = await graph(
    fixture.world,
    `mutation ($input: ${type}!) { ${mutation}(input: $input, idempotencyKey: "again-${mutation}") {
      ${selection.join(' ')} userErrors { message } } }`,
    { variables: { input }, auth },
  );
  expect(errors).toBeUndefined();
  return { data: data[mutation] as Loose, isRepeated: headers['idempotent-replayed'] === 'true' };
};

describe('a repeated mutation gets the first answer again', () => {
  it('with every type of object that any of them shows', () => {
    const shown = mutations.flatMap(({ name }) => objectsIn(name).map(([, type]) => type.name));
    expect([...new Set(shown)].sort()).toEqual([...Object.keys(cases), ...values, ...ownTests].sort());
  });

  it.each(Object.entries(cases))('with %s, whatever has happened to it since', async (_, made) => {
    const one = await made();
    const first = await ask(one);
    expect(first.data.userErrors).toEqual([]);
    for (const [field] of objectsIn(one.mutation)) expect(first.data[field]).not.toBeNull();
    // Without foreign keys: nothing else of the object is to go with it.
    await fixture.world.container.database.transaction(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await one.later.execute(tx);
    });
    const again = await ask(one);
    expect(again.isRepeated).toBe(true);
    expect(again.data).toEqual(first.data);
  });

  it('over REST, too', async () => {
    const send = async (method: 'POST' | 'PUT', path: string, payload: object) => {
      const headers = { 'idempotency-key': 'again-over-rest' };
      const { status, body } = await fixture.world.request({
        method,
        url: `/registry/v1${path}`,
        payload,
        ...(method === 'POST' && { headers }),
      });
      expect(status).toBe(200);
      return body;
    };
    const bill = () => send('POST', '/invoices/add_credit', { invoice: { amount: '9.00' } });
    const first = await bill();
    const { id } = first.data.invoice as Loose;
    const cancelled = await send('PUT', `/invoices/${id}/cancel`, {});
    expect(cancelled.data.invoice).not.toEqual(first.data.invoice);
    expect(await bill()).toEqual(first);
  });

  it('and keeps no secret for it', async () => {
    const { rows } = await sql<{ text: string }>`select answer::text as text from idempotency_keys`.execute(
      db(),
    );
    expect(rows.length).toBeGreaterThan(0);
    const columns = [/"\w*password\w*":/, /"\w*secret":/, /"\w*hash\w*":/];
    for (const { text } of rows) for (const column of columns) expect(text).not.toMatch(column);
  });
});
