import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { isNodeType } from '#src/apis/graphql/node-visibility.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { keptApproval } from '../../support/approvals.ts';
import { token } from '../../support/billing.ts';
import { requestFor } from '../../support/certificate-requests.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha, basic, beta, type Loose, operator, portal } from '../../support/world.ts';

let demo: SecondContainer;
const ids: Record<string, string> = {};

beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
  await seedWorld(demo.container, 'demo');
  const { data: own } = await ask(
    alpha,
    `{
      domain(name: "tamm.ee") { id history(first: 1) { nodes { id } } nameservers { id } dnssecKeys { id } }
      contact(code: "ALPHA:TAMM") { id }
      viewer { registrar { id } }
      notifications(first: 1) { nodes { id } }
      account { id transactions(first: 1) { nodes { id } } }
      zones { id }
      accessTokens(first: 1) { nodes { id } }
    }`,
  );
  await demo.container.database.db
    .insertInto('job_runs')
    .values({ job: 'outbox', started_at: new Date(), finished_at: new Date(), taken: 1, error: null })
    .execute();
  await ask(
    operator,
    'mutation { registrarPortfolioMove(input: { registrar: "ALPHA", toRegistrar: "BETA", reason: "x" }) { work { id } } }',
  );
  const { data: kept } = await ask(
    operator,
    `{
      apiUsers(first: 1, where: { username: { eq: "alpha" } }) { nodes { id } }
      disputes(first: 1) { nodes { id password } }
      reservedNames(first: 1) { nodes { id password } }
      jobRuns(first: 1) { nodes { id } }
      blockedNames(first: 1) { nodes { id } }
      bulkWorks(first: 1) { nodes { id } }
      bulkRows(first: 1) { nodes { id } }
      operatorLog(first: 1) { nodes { id } }
      prices(first: 1, where: { current: { eq: true } }) { nodes { id } }
    }`,
  );
  const { data: billed } = await ask(
    callers.auction,
    '{ invoices(first: 50) { nodes { id payments { id } } } }',
  );
  const [payment] = (billed.invoices.nodes as unknown as { payments: Loose[] }[]).flatMap(
    ({ payments }) => payments,
  );
  const { data: reserved } = await ask(
    portal,
    'mutation { reservationCreate(input: { names: ["hoitud.ee"] }) { reservation { id userUniqueId entries { name password } } } }',
  );
  const { data: hook } = await ask(
    alpha,
    'mutation { webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] }) { webhook { id } } }',
  );
  const webhook = hook.webhookCreate.webhook.id;
  const { data: sent } = await ask(
    alpha,
    `mutation { webhookTest(input: { id: "${webhook}" }) { delivery { id } } }`,
  );
  const { data: asked } = await ask(
    alpha,
    'mutation { questionPublish(input: { name: "a", document: "{ viewer { name } }" }) { question { id } } }',
  );
  const question = asked.questionPublish.question.id;
  const { data: wall } = await ask(
    alpha,
    `mutation { boardPublish(input: { name: "a", questions: ["${question}"] }) { board { id } } }`,
  );
  const { data: listed } = await ask(
    alpha,
    'mutation { allowedIpAdd(input: { address: "192.0.2.7", interfaces: [API] }) { allowedIp { id } } }',
  );
  const { data: requested } = await ask(
    alpha,
    'mutation ($csr: String!) { certificateRequestSubmit(input: { username: "alpha", csr: $csr }) { certificate { id } } }',
    { csr: await requestFor({ CN: 'alpha', C: 'EE' }) },
  );
  Object.assign(ids, {
    Question: question,
    ...Object.fromEntries(
      Object.entries(kept).map(([list, connection]) => [nodeOf[list], first(connection as Loose).id]),
    ),
    Payment: payment?.id,
    Board: wall.boardPublish.board.id,
    AccessToken: first(own.accessTokens).id,
    Account: own.account.id,
    Zone: own.zones[0].id,
    Job: named('Job', 'expire'),
    Setting: named('Setting', 'redemption_grace_period'),
    Nameserver: own.domain.nameservers[0].id,
    AllowedIp: listed.allowedIpAdd.allowedIp.id,
    Certificate: requested.certificateRequestSubmit.certificate.id,
    ...(await hiddenFromAll()),
    Webhook: webhook,
    WebhookDelivery: sent.webhookTest.delivery.id,
    Domain: own.domain.id,
    HistoryEntry: first(own.domain.history).id,
    Contact: own.contact.id,
    Registrar: own.viewer.registrar.id,
    Notification: first(own.notifications).id,
    Transaction: first(own.account.transactions).id,
    Invoice: first(billed.invoices).id,
    Reservation: reserved.reservationCreate.reservation.id,
    userUniqueId: reserved.reservationCreate.reservation.userUniqueId,
  });
});

const named = (type: string, name: string): string => Buffer.from(`${type}:${name}`).toString('base64');

/** One of each of those that only tables have here. */
async function hiddenFromAll(): Promise<Record<string, string>> {
  const { db } = demo.container.database;
  const at = new Date();
  const id = (type: string, { id: number }: { id: number }) =>
    [type, Buffer.from(`${type}:${number}`).toString('base64')] as const;
  const { id: domain_id } = await db.selectFrom('domains').select('id').limit(1).executeTakeFirstOrThrow();
  const key = { flags: 257, protocol: 3, alg: 13, public_key: 'AwEAAQ==', key_tag: 1, ds_digest_type: 2 };
  const stamps = { created_at: at, updated_at: at };
  return Object.fromEntries([
    id('Approval', await keptApproval(db, at)),
    id(
      'DnssecKey',
      await db
        .insertInto('dnssec_keys')
        .values({ ...key, ds_digest: '', domain_id, ...stamps })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    id(
      'LegalDocument',
      await db
        .insertInto('legal_documents')
        .values({
          object_type: 'domain',
          object_id: domain_id,
          object_key: 'tamm.ee',
          operation: 'domain.update',
          registrar_id: 1,
          actor_name: 'alpha',
          request_id: 'x',
          type: 'pdf',
          size: 1,
          sha256: '0'.repeat(64),
          body: Buffer.from('x'),
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    id(
      'OutboxItem',
      await db
        .insertInto('outbox')
        .values({ kind: 'mail', subject: 'x', payload: '{}', next_attempt_at: at, created_at: at })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
    id('Operator', await db.selectFrom('operators').select('id').limit(1).executeTakeFirstOrThrow()),
    id(
      'PaymentDisagreement',
      await db
        .insertInto('payment_disagreements')
        .values({
          payment_reference: 'x',
          invoice_id: null,
          kind: 'paidTwice',
          details: '{}',
          raised_at: at,
          resolved_at: null,
          resolved_by: null,
          note: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  ]);
}

const nodeOf: Readonly<Record<string, string>> = {
  apiUsers: 'ApiUser',
  disputes: 'Dispute',
  reservedNames: 'ReservedName',
  jobRuns: 'JobRun',
  blockedNames: 'BlockedName',
  bulkWorks: 'BulkWork',
  bulkRows: 'BulkRow',
  operatorLog: 'OperatorLogEntry',
  prices: 'Price',
};

const first = (connection: Loose): Loose => (connection.nodes as unknown as Loose[])[0] as Loose;

async function ask(auth: string | null, query: string, variables: object = {}) {
  const response = await demo.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...(auth && { authorization: auth }) },
    payload: { query, variables },
  });
  return response.json() as { data: Loose; errors?: Loose[] };
}

const callers = {
  alpha,
  beta,
  'alpha-billing': basic('alpha-billing', 'alpha-sandbox'),
  portal,
  auction: await token('auction'),
  eeid: await token('eeid'),
  operator,
  nobody: null,
} as const;
type Caller = keyof typeof callers;

/** Who finds one of ALPHA's, of the portal's or of the auction's with node(id:); for all others it is not there. */
const seenBy: Readonly<Record<string, readonly Caller[]>> = {
  AccessToken: ['alpha', 'alpha-billing', 'operator'],
  Approval: ['alpha'],
  AllowedIp: ['alpha', 'operator'],
  ApiUser: ['alpha', 'operator'],
  Certificate: ['alpha', 'operator'],
  DnssecKey: ['alpha', 'beta', 'operator'],
  LegalDocument: ['operator'],
  Nameserver: ['alpha', 'beta', 'operator'],
  OutboxItem: ['operator'],
  PaymentDisagreement: ['operator'],
  Account: ['alpha', 'alpha-billing'],
  BlockedName: ['operator'],
  Zone: ['alpha', 'beta', 'alpha-billing', 'operator'],
  Dispute: ['operator'],
  ReservedName: ['operator'],
  Job: ['operator'],
  JobRun: ['operator'],
  Setting: ['operator'],
  BulkWork: ['operator'],
  BulkRow: ['operator'],
  OperatorLogEntry: ['operator'],
  Operator: ['operator'],
  Payment: ['auction', 'operator'],
  Price: ['alpha', 'beta', 'alpha-billing', 'operator'],
  Question: ['alpha', 'alpha-billing', 'operator'],
  Board: ['alpha', 'alpha-billing', 'operator'],
  Domain: ['alpha', 'beta', 'operator'],
  HistoryEntry: ['alpha', 'operator'],
  Contact: ['alpha', 'operator'],
  Registrar: ['alpha', 'alpha-billing', 'operator'],
  Notification: ['alpha'],
  Transaction: ['alpha', 'alpha-billing', 'operator'],
  Invoice: ['auction', 'operator'],
  Reservation: ['portal', 'operator'],
  Webhook: ['alpha', 'operator'],
  WebhookDelivery: ['alpha', 'operator'],
};

const seeing = async (ids: readonly string[], auth: string | null): Promise<string[]> => {
  const { data, errors } = await ask(auth, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
  expect(errors).toBeUndefined();
  return (data.nodes as unknown as ({ id: string } | null)[]).flatMap((node) => node?.id ?? []);
};

describe('node(id:) and nodes(ids:)', () => {
  it('have a rule for every type of node', () => {
    const types = buildSchema().getTypeMap();
    const nodes = Object.values(types)
      .filter((type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
      .map(({ name }) => name);
    expect(Object.keys(types).filter(isNodeType).sort()).toEqual(nodes.sort());
    expect(Object.keys(seenBy).sort()).toEqual(nodes.sort());
  });

  it.each(Object.keys(seenBy))('show a %s to callers that may see it, and to nobody else', async (type) => {
    const seen: string[] = [];
    for (const [caller, auth] of Object.entries(callers)) {
      const { data, errors } = await ask(auth, 'query ($id: ID!) { node(id: $id) { __typename id } }', {
        id: ids[type],
      });
      expect(errors, caller).toBeUndefined();
      if (data.node) {
        expect(data.node).toEqual({ __typename: type, id: ids[type] });
        seen.push(caller);
      }
      expect(await seeing([String(ids[type])], auth), caller).toHaveLength(data.node ? 1 : 0);
    }
    expect(seen).toEqual(seenBy[type]);
  });
});

describe('an object found by its id', () => {
  it.each(['Dispute', 'ReservedName'])('shows no more of a %s than a list does: no code', async (type) => {
    const found = await ask(
      operator,
      `query ($id: ID!) { node(id: $id) { ... on ${type} { name password } } }`,
      {
        id: ids[type],
      },
    );
    expect(found.data.node).toEqual({ name: expect.stringMatching(/ee$/), password: null });
  });

  it('is a price only while it holds, but for operators', async () => {
    const input = { zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '99.00', validFrom: '2031-01-01' };
    const { data } = await ask(
      operator,
      'mutation ($input: PriceSetInput!) { priceSet(input: $input) { price { id } userErrors { message } } }',
      { input },
    );
    const { id } = data.priceSet.price;
    expect(await seeing([String(id)], operator)).toEqual([id]);
    expect(await seeing([String(id)], alpha)).toEqual([]);
  });

  it('is a user only until it is deleted', async () => {
    const { data } = await ask(
      alpha,
      'mutation { apiUserCreate(input: { username: "lahkuja", password: "lahkuja-sandbox", roles: [EPP] }) { apiUser { id } userErrors { message } } }',
    );
    const { id } = data.apiUserCreate.apiUser;
    expect(await seeing([String(id)], alpha)).toEqual([id]);
    await ask(alpha, 'mutation { apiUserDelete(input: { username: "lahkuja" }) { username } }');
    expect(await seeing([String(id)], alpha)).toEqual([]);
    expect(await seeing([String(id)], operator)).toEqual([]);
  });

  it('is a change in the log of operators only where one of them has made it', async () => {
    const madeBy = async (kind: 'operator' | 'registrar'): Promise<string> => {
      const { id } = await demo.container.database.db
        .selectFrom('history')
        .select('id')
        .where('actor_kind', '=', kind)
        .limit(1)
        .executeTakeFirstOrThrow();
      return Buffer.from(`OperatorLogEntry:${id}`).toString('base64');
    };
    const own = await madeBy('operator');
    expect(await seeing([await madeBy('registrar'), own], operator)).toEqual([own]);
  });
});

describe('a reservation', () => {
  it('is found by the registrar whose domain was registered with it, once it was', async () => {
    const { data } = await ask(
      portal,
      'query ($id: String!) { reservation(userUniqueId: $id) { entries { password } } }',
      { id: ids.userUniqueId },
    );
    const [entry] = data.reservation.entries as unknown as { password: string }[];
    const registered = await ask(
      beta,
      `mutation ($input: DomainRegisterInput!) {
        domainRegister(input: $input) { domain { reservation { id } } userErrors { message } }
      }`,
      {
        input: {
          name: 'hoitud.ee',
          registrant: 'BETA:HUNT',
          period: 'P1Y',
          reservationCode: entry?.password,
        },
      },
    );
    expect(registered.data.domainRegister).toEqual({
      domain: { reservation: { id: ids.Reservation } },
      userErrors: [],
    });
    expect(await seeing([String(ids.Reservation)], beta)).toHaveLength(1);
    expect(await seeing([String(ids.Reservation)], alpha)).toEqual([]);
  });
});

describe('an entry of the history', () => {
  const historyOf = async (name: string, auth: string, asOf?: string) => {
    const { data } = await ask(
      auth,
      `query ($name: DomainName!, $asOf: DateTimeOrDuration) {
        domain(name: $name, asOf: $asOf) { history(first: 100) { totalCount nodes { id actor operation } } }
      }`,
      { name, asOf },
    );
    const { history } = data.domain;
    if (!history) return null;
    const nodes = history.nodes as unknown as { id: string; actor: string; operation: string }[];
    expect(Number(history.totalCount)).toBe(nodes.length);
    return nodes;
  };

  it('that a job has written is found by the sponsor of the domain, exactly as its history shows it', async () => {
    await ask(operator, 'mutation { clockAdvance(input: { by: "P7D" }) { now } }');
    const entries = (await historyOf('kevad.ee', alpha)) ?? [];
    expect(entries.map(({ operation }) => operation)).toContain('domain.expire');
    const known = entries.map(({ id }) => id);
    expect(await seeing(known, alpha)).toEqual(known);
    expect(await historyOf('kevad.ee', beta)).toBeNull();
    expect(await seeing(known, beta)).toEqual([]);
    expect(await seeing(known, callers['alpha-billing'])).toEqual([]);
  });

  it('goes with the domain to its new registrar, and the old one keeps only the time that was its own', async () => {
    const { data } = await ask(alpha, '{ domain(name: "rebane.ee") { transferCode } }');
    const before = (await historyOf('rebane.ee', alpha)) ?? [];
    const then = demo.container.clock.now().toISOString();
    await ask(operator, 'mutation { clockAdvance(input: { by: "PT1H" }) { now } }');
    const moved = await ask(
      beta,
      'mutation ($code: Secret!) { domainTransfer(input: { name: "rebane.ee", transferCode: $code }) { userErrors { message } } }',
      { code: data.domain.transferCode },
    );
    expect(moved.data.domainTransfer).toEqual({ userErrors: [] });
    const after = (await historyOf('rebane.ee', beta)) ?? [];
    expect(after.length).toBeGreaterThan(before.length);
    const known = after.map(({ id }) => id);
    expect(await seeing(known, beta)).toEqual(known);
    expect(await historyOf('rebane.ee', alpha)).toBeNull();
    expect(await seeing(known, alpha)).toEqual([]);
    expect(await historyOf('rebane.ee', alpha, then)).toEqual(before);
  });

  it('of a contact that is gone is still found by its registrar', async () => {
    const input = {
      name: 'Kaduv Kontakt',
      email: 'kaduv@kontakt.example',
      phone: '+372.5555555',
      ident: { code: '37605030299', type: 'PRIV', countryCode: 'EE' },
    };
    const created = await ask(
      alpha,
      `mutation ($input: ContactCreateInput!) {
        contactCreate(input: $input) { contact { code history(first: 1) { nodes { id } } } }
      }`,
      { input },
    );
    const { code, history } = created.data.contactCreate.contact;
    const entry = String(first(history).id);
    await ask(alpha, 'mutation ($code: String!) { contactDelete(input: { code: $code }) { code } }', {
      code,
    });
    expect(await seeing([entry], alpha)).toEqual([entry]);
    expect(await seeing([entry], beta)).toEqual([]);
  });
});
