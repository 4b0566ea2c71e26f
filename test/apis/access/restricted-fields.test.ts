import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { type CallerKind, type Scope, scopes } from '#src/base/actor.ts';
import { giveToken } from '../../support/access-tokens.ts';
import { keptApproval } from '../../support/approvals.ts';
import { token } from '../../support/billing.ts';
import { requestFor } from '../../support/certificate-requests.ts';
import { graph } from '../../support/graph.ts';
import { knownPart } from '../../support/known-document.ts';
import { paymentsOf } from '../../support/paid-reservations.ts';
import { portalOf } from '../../support/portal.ts';
import { buildSchema } from '../../support/schema.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { alpha, basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/**
 * Who sees each field of what belongs to somebody: ALPHA's domain with its people, money, history and messages, which
 * was registered with a code of the portal's reservation, and the invoice of that. A new field must be put in here.
 */
let world: TestWorld;
const callers = {
  alpha,
  'alpha-epp': basic('alpha-epp', 'alpha-sandbox'),
  'alpha-billing': basic('alpha-billing', 'alpha-sandbox'),
  beta,
  portal,
  'other portal': 'Bearer another-portal-token',
  registry: await token('registry'),
  business_registry: await token('business_registry'),
  auction: await token('auction'),
  operator,
  nobody: null,
} as const;
type Caller = keyof typeof callers;
const kindOfCaller = (caller: Caller): CallerKind => {
  if (caller === 'nobody') return 'anonymous';
  if (caller === 'operator') return 'operator';
  if (caller.endsWith('portal')) return 'portal';
  return /^(alpha|beta)/.test(caller) ? 'registrar' : 'billing';
};

const sponsor: readonly Caller[] = ['alpha', 'alpha-epp', 'operator'];
const epp: readonly Caller[] = ['alpha', 'alpha-epp', 'beta', 'operator'];
const account: readonly Caller[] = ['alpha', 'alpha-epp', 'alpha-billing', 'operator'];
const billed: readonly Caller[] = ['registry', 'business_registry', 'operator'];
const portals: readonly Caller[] = ['portal', 'other portal'];
const invoiced: readonly Caller[] = [...portals, ...billed];
const reserved: readonly Caller[] = ['alpha', 'alpha-epp', ...invoiced];

const all = (who: readonly Caller[], ...fields: string[]): Record<string, readonly Caller[]> =>
  Object.fromEntries(fields.map((field) => [field, who]));
const words = (text: string): string[] => text.trim().split(/\s+/);

/** Who is shown something in each field, on whichever way. */
const seenBy: Readonly<Record<string, Readonly<Record<string, readonly Caller[]>>>> = {
  Domain: {
    ...all(
      epp,
      ...words(`adminContacts allowedActions contacts createdAt deleteDate disputed dnssecKeys expiresAt forceDeleteDate
        id name nameservers outzoneAt punycode registrant registrar renewQuote statuses techContacts updatedAt`),
    ),
    ...all(sponsor, 'current', 'history', 'reservation', 'transactions'),
    // Only the past has a moment.
    asOf: [],
    transferCode: ['alpha', 'alpha-epp'],
    legalDocuments: ['operator'],
  },
  Contact: {
    ...all(epp, 'code', 'id', 'name'),
    asOf: [],
    ...all(
      sponsor,
      ...words(`address createdAt current disclosedAttributes domains domainsCount email history ident phone registrar statuses
        updatedAt`),
    ),
    authInfo: ['alpha', 'alpha-epp'],
    legalDocuments: ['operator'],
  },
  Registrar: {
    ...all([...epp, 'alpha-billing'], 'code', 'email', 'id', 'name', 'website'),
    ...all(account, 'billingAddress', 'billingEmail', 'phone', 'regNo'),
    allowedIps: ['alpha', 'operator'],
    balance: ['operator'],
    currency: ['operator'],
    // Nobody has said, and nobody has suspended it.
    ...all([], 'countryCode', 'suspendedAt', 'suspensionReason'),
  },
  Transaction: {
    ...all(account, ...words('amount balance createdAt currency description id kind registrar')),
    domain: sponsor,
    // A charge has none.
    invoice: [],
  },
  AccessToken: {
    ...all(account, ...words('createdAt createdBy expiresAt guards id lastUsedAt name registrar scopes')),
    // Only tokens of operators have one.
    role: [],
  },
  Approval: all(
    ['alpha', 'alpha-epp'],
    ...words(`address askedAt askedBy changes changesCount currency decidedAt decidedBy documentType endsAt firstApprovedBy id
      notifies operation price reason refusals result state summary tokenName userErrors`),
  ),
  Question: all(
    account,
    ...words(
      'createdAt createdBy document expiresAt id lastReadAt look name personalData reads registrar variables',
    ),
  ),
  Board: all(account, ...words('cards createdAt createdBy expiresAt filters id name questions registrar')),
  HistoryEntry: {
    ...all(sponsor, 'actor', 'actorKind', 'at', 'changes', 'id', 'operation', 'requestId'),
    // Nobody has prepared it, with no token, and no operator has done it.
    askedBy: [],
    token: [],
    reason: [],
  },
  Notification: all(
    ['alpha', 'alpha-epp'],
    ...words('attached attachedObjectId attachedObjectType createdAt databaseId id kind readAt text'),
  ),
  Reservation: {
    ...all(reserved, 'createdAt', 'entries', 'id', 'kind'),
    ...all(invoiced, 'invoice', 'userUniqueId'),
  },
  ReservationEntry: {
    ...all(reserved, 'name', 'status'),
    // Held names are shown with their end to all but registrars, who see what they have registered.
    expiresAt: invoiced,
    password: portals,
    domain: sponsor,
  },
  Invoice: {
    ...all(
      invoiced,
      ...words(`amount createdAt currency description events exportedToAccountingAt id initiator number paidAt
        paymentReference payments referenceNumber sentAsEInvoiceAt status userUniqueId kind payable cancellable overdueDays`),
    ),
    // A reservation's invoice tells none of what a registrar's says.
    ...all([], ...words('buyer cancelledAt dueOn issuedOn lines pdfUrl seller subtotal vatAmount vatRate')),
    // From the invoice back to the reservation goes the portal that made it.
    reservation: ['portal', ...billed],
    // Nothing stands there on this invoice: paid by itself, paid already, and no deposit.
    ...all([], 'children', 'deposit', 'parent', 'paymentLink'),
  },
  Webhook: all(
    ['alpha', 'alpha-epp', 'operator'],
    ...words('registrar createdAt deliveries description enabled events failingSince id url'),
  ),
  WebhookDelivery: all(['alpha', 'alpha-epp', 'operator'], ...words('at attempts error event id status')),
  ApiUser: {
    ...all(
      ['alpha', 'operator'],
      ...words(`active allowedIps createdAt email id identityCode lastLoginAt registrar roles updatedAt username
        verification`),
    ),
    // It has none.
    ...all([], 'certificateFingerprints', 'certificates'),
  },
  Price: {
    ...all([...epp, 'alpha-billing'], 'currency', 'id', 'operation', 'period', 'price', 'validFrom', 'zone'),
    // No other follows.
    validTo: [],
  },
  Payment: {
    ...all(
      invoiced,
      'currency',
      'id',
      'invoice',
      'occurredAt',
      'providerState',
      'reference',
      'state',
      'strayAmount',
    ),
    // The provider has not said, and nothing is on its way back.
    ...all([], 'acquiringCompletedAt', 'amount', 'refundBegunAt', 'standingAmount'),
  },
  Account: {
    ...all(
      ['alpha', 'alpha-epp', 'alpha-billing'],
      ...words('acceptPdfInvoices balance balances billingEmail currency id minimumTopUp transactions'),
    ),
    // Nobody has set them.
    ...all([], ...words('approvalsSecondAbove autoReload iban referenceNumber')),
  },
  BlockedName: all(['operator'], 'createdAt', 'id', 'name'),
  Zone: {
    ...all([...epp, 'alpha-billing'], ...words('expire id nameservers negativeTtl origin refresh retry ttl')),
    // It is open, and nobody has named a mailbox.
    ...all([], 'closedAt', 'hostmaster'),
  },
  Dispute: {
    ...all(['operator'], 'closedAt', 'expiresAt', 'id', 'name', 'startsAt'),
    // Only the answer to who opens it has it.
    password: [],
  },
  ReservedName: {
    ...all(['operator'], 'createdAt', 'expiresAt', 'id', 'name', 'reservation'),
    // Only the answer to who reserves it has it.
    password: [],
  },
  AllowedIp: all(['alpha', 'operator'], ...words('address committed createdAt databaseId id interfaces')),
  Certificate: {
    ...all(
      ['alpha', 'operator'],
      ...words('apiUser commonName createdAt csr databaseId id interface status subject'),
    ),
    // It is only asked for.
    ...all([], ...words('crt issuer notAfter notBefore revokedAt serial sha256')),
  },
  Nameserver: { ...all(epp, ...words('databaseId hostname id')), ...all([], 'ipv4', 'ipv6') },
  DnssecKey: all(epp, ...words('algorithm databaseId flags id keyTag protocol publicKey')),
  LegalDocument: all(
    ['operator'],
    ...words('actor createdAt databaseId downloadUrl id kind operation sha256 size'),
  ),
  OutboxItem: {
    ...all(['operator'], ...words('attempts createdAt databaseId id kind nextAttemptAt subject')),
    // It waits to be sent.
    ...all([], ...words('deadAt doneAt lastError')),
  },
  PaymentDisagreement: {
    ...all(['operator'], ...words('databaseId details id invoice kind payment paymentReference raisedAt')),
    // It is open.
    ...all([], ...words('about note resolvedAt resolvedBy')),
  },
  BulkWork: {
    ...all(
      ['operator'],
      ...words(
        'done given id number operation reason refused registrar rows startedAt startedBy state toRegistrar total waiting',
      ),
    ),
    // It goes on.
    ...all([], 'finishedAt', 'stopReason'),
  },
  BulkRow: {
    ...all(['operator'], 'id', 'state', 'subject'),
    // It has not had its turn.
    ...all([], 'doneAt', 'message'),
  },
  Job: {
    ...all(['operator'], 'description', 'id', 'lagSeconds', 'name', 'nextDueAt'),
    // None runs here.
    ...all([], 'heldBy', 'lastError', 'lastFinishedAt', 'lastStartedAt'),
  },
  Setting: all(['operator'], 'about', 'defaultValue', 'id', 'name', 'unit', 'value'),
  JobRun: all(['operator'], 'error', 'finishedAt', 'id', 'job', 'startedAt', 'taken'),
  Operator: {
    ...all(['operator'], ...words('createdAt createdBy email id name role')),
    // Nobody has signed in or been disabled yet.
    ...all([], 'disabledAt', 'lastSignInAt'),
  },
  OperatorLogEntry: {
    ...all(['operator'], ...words('actor actorKind at entry id objectKey objectType operation')),
    // Its operation asks for none.
    reason: [],
  },
};

const schema = buildSchema();
const typeOf = (name: string): GraphQLObjectType => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`no type ${name}`);
  return type;
};

const fieldsFor = (type: string, kind: CallerKind): ReadonlySet<string> => {
  const own = (kind === 'anonymous' ? schema : schemaOf(schema, kind)).getType(type);
  return new Set(isObjectType(own) ? Object.keys(own.getFields()) : []);
};

/** Every field that there is, with the least that must be said of it. */
const everything = (type: string): string =>
  Object.values(typeOf(type).getFields())
    .map((field) => `${field.name}${argumentsOf(field)}${selectionOf(field)}`)
    .join(' ');
const argumentsOf = ({ args }: GraphQLField<unknown, unknown>): string =>
  args.some(({ name }) => name === 'first') ? '(first: 1)' : '';
const selectionOf = ({ type }: GraphQLField<unknown, unknown>): string =>
  isLeafType(getNamedType(type)) ? '' : ' { __typename }';

const ids: Record<string, string> = {};
const known: Record<string, string | number> = {};

/** Every way on which an object of the type can be reached, each under a name of its own; `X` is everything of it. */
const ways: Readonly<Record<string, () => string>> = {
  Domain: () => 'a: domain(name: "kaitse.ee") X b: node(id: "$Domain") { ... on Domain X }',
  Contact: () => `a: domain(name: "kaitse.ee") { registrant X adminContacts X techContacts X }
    b: node(id: "$Contact") { ... on Contact X } c: node(id: "$Domain") { ... on Domain { registrant X } }`,
  Registrar:
    () => `a: domain(name: "kaitse.ee") { registrar X } b: node(id: "$Registrar") { ... on Registrar X }
    c: node(id: "$Domain") { ... on Domain { registrar X } }`,
  Transaction: () => `a: node(id: "$Transaction") { ... on Transaction X }
    b: domain(name: "kaitse.ee") { transactions { nodes X } }`,
  HistoryEntry: () => `a: node(id: "$HistoryEntry") { ... on HistoryEntry X }
    b: domain(name: "kaitse.ee") { history(first: 5) { nodes X } }`,
  Account: () => 'a: node(id: "$Account") { ... on Account X }',
  BlockedName: () =>
    'a: node(id: "$BlockedName") { ... on BlockedName X } b: blockedNames(first: 5) { nodes X }',
  Zone: () => 'a: node(id: "$Zone") { ... on Zone X } b: zones X',
  AccessToken: () =>
    'a: node(id: "$AccessToken") { ... on AccessToken X } b: accessTokens(first: 5) { nodes X }',
  Approval: () => 'a: node(id: "$Approval") { ... on Approval X } b: approvals(first: 5) { nodes X }',
  Question: () => 'a: node(id: "$Question") { ... on Question X } b: questions(first: 5) { nodes X }',
  Board: () => 'a: node(id: "$Board") { ... on Board X } b: boards(first: 5) { nodes X }',
  Notification: () => 'a: node(id: "$Notification") { ... on Notification X } b: latestNotification X',
  Reservation: () => `a: node(id: "$Reservation") { ... on Reservation X }
    b: domain(name: "kaitse.ee") { reservation X } c: invoice(number: $number) { reservation X }
    d: paidReservation(invoiceNumber: $number, userUniqueId: "$uid") X`,
  ReservationEntry: () => ways.Reservation?.().replaceAll('X', '{ entries X }') ?? '',
  Invoice: () => `a: node(id: "$Invoice") { ... on Invoice X } b: invoice(number: $number) X
    c: paidReservation(invoiceNumber: $number, userUniqueId: "$uid") { invoice X }
    d: domain(name: "kaitse.ee") { reservation { invoice X } }`,
  Webhook: () => 'a: node(id: "$Webhook") { ... on Webhook X } b: webhooks(first: 5) { nodes X }',
  WebhookDelivery: () => `a: node(id: "$WebhookDelivery") { ... on WebhookDelivery X }
    b: webhooks(first: 5) { nodes { deliveries(first: 5) { nodes X } } }`,
  ApiUser: () => `a: node(id: "$ApiUser") { ... on ApiUser X } b: apiUser(username: "alpha") X
    c: apiUsers(first: 5, where: { username: { eq: "alpha" } }) { nodes X }`,
  Price: () => 'a: node(id: "$Price") { ... on Price X } b: prices(first: 5) { nodes X }',
  Payment: () => `a: node(id: "$Payment") { ... on Payment X } b: invoice(number: $number) { payments X }
    c: paidReservation(invoiceNumber: $number, userUniqueId: "$uid") { invoice { payments X } } d: payments(first: 5) { nodes X }`,
  Dispute: () => 'a: node(id: "$Dispute") { ... on Dispute X } b: disputes(first: 5) { nodes X }',
  ReservedName: () =>
    'a: node(id: "$ReservedName") { ... on ReservedName X } b: reservedNames(first: 5) { nodes X }',
  AllowedIp: () => `a: node(id: "$AllowedIp") { ... on AllowedIp X }
    b: domain(name: "kaitse.ee") { registrar { allowedIps X } }`,
  Certificate: () => `a: node(id: "$Certificate") { ... on Certificate X }
    b: apiUser(username: "alpha-epp") { certificates X }`,
  Operator: () => 'a: node(id: "$Operator") { ... on Operator X } b: operators(first: 5) { nodes X }',
  Nameserver: () => `a: node(id: "$Nameserver") { ... on Nameserver X }
    b: domain(name: "kaitse.ee") { nameservers X }`,
  DnssecKey: () => `a: node(id: "$DnssecKey") { ... on DnssecKey X }
    b: domain(name: "kaitse.ee") { dnssecKeys X }`,
  LegalDocument: () => `a: node(id: "$LegalDocument") { ... on LegalDocument X }
    b: domain(name: "kaitse.ee") { legalDocuments X }`,
  OutboxItem: () => 'a: node(id: "$OutboxItem") { ... on OutboxItem X } b: outbox(first: 5) { nodes X }',
  PaymentDisagreement: () => `a: node(id: "$PaymentDisagreement") { ... on PaymentDisagreement X }
    b: paymentDisagreements(first: 5) { nodes X }`,
  BulkWork: () => 'a: node(id: "$BulkWork") { ... on BulkWork X } b: bulkWorks(first: 5) { nodes X }',
  BulkRow: () => 'a: node(id: "$BulkRow") { ... on BulkRow X } b: bulkRows(first: 5) { nodes X }',
  Job: () => 'a: node(id: "$Job") { ... on Job X } b: jobs X',
  Setting: () => 'a: node(id: "$Setting") { ... on Setting X } b: settings X',
  JobRun: () => 'a: node(id: "$JobRun") { ... on JobRun X } b: jobRuns(first: 5) { nodes X }',
  OperatorLogEntry: () =>
    'a: node(id: "$OperatorLogEntry") { ... on OperatorLogEntry X } b: operatorLog(first: 5) { nodes X }',
};

/** Without what the caller's kind cannot even ask for; whoever is nobody is told to sign in. */
function documentFor(type: string, kind: CallerKind): string {
  const asked = (ways[type]?.() ?? '')
    .replaceAll(/\$(\w+)/g, (_, name: string) => String(ids[name] ?? known[name]))
    .replaceAll(/\bX\b/g, '{ ...all }');
  const document = `{ ${asked} } fragment all on ${type} { ${everything(type)} }`;
  return kind === 'anonymous' ? document : knownPart(document, schemaOf(schema, kind));
}

const global = (type: string, id: unknown): string => Buffer.from(`${type}:${id}`).toString('base64');

beforeAll(async () => {
  world = await testWorld({ BUSINESS_REGISTRY_TOKENS: 'portal-sandbox,another-portal-token' });
  const payments = paymentsOf(world, portalOf(world));
  const pending = await payments.pending('kaitse.ee', 'kilp.ee');
  await payments.pay(pending);
  const { reserved_domains } = await payments.reported(pending);
  known.number = pending.invoice_number;
  known.uid = pending.user_unique_id;
  const registrant = await seed(world).contact({ ident: people.mari, addr: { city: 'Tallinn' } });
  await seed(world).domain('kaitse.ee', {
    registrant,
    admins: [registrant],
    techs: [registrant],
    nameservers: twoNameservers,
    keys: [
      {
        flags: '257',
        protocol: '3',
        alg: '8',
        public_key: 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6HtxWEA4RJ9Ao6LCWheg8',
      },
    ],
    reservationCode: String(reserved_domains.find(({ name }) => name === 'kaitse.ee')?.password),
  });
  await sql`
    insert into legal_documents (object_type, object_id, object_key, operation, registrar_id, actor_name, request_id, type, size,
      sha256, body, created_at)
    select type, id, key, type || '.update', registrar_id, 'alpha', 'request', 'pdf', 1, repeat('0', 64), 'x', now()
    from (
      select 'domain' as type, id, name as key, registrar_id from domains where name = 'kaitse.ee'
      union all select 'contact', id, code, registrar_id from contacts where code = ${registrant}) of`.execute(
    world.container.database.db,
  );
  const soon = new Date(world.clock.now().getTime() + 40 * 24 * 60 * 60 * 1000);
  const day = world.container.calendar.dateOf(soon);
  await seed(world).alter('kaitse.ee', {
    expires_at: soon,
    outzone_at: soon,
    delete_date: day,
    force_delete_date: day,
  });
  const { db } = world.container.database;
  const moment = world.clock.now();
  await db.updateTable('registrars').set({ website: 'https://a.example', email: 'a@a.example' }).execute();
  await sql`update contacts set disclosed_attributes = '{email}'`.execute(db);
  const invoice = await db
    .updateTable('invoices')
    .set({ reference_number: '1234567', exported_to_accounting_at: moment, sent_as_e_invoice_at: moment })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into payments (reference, invoice_id, state, snapshot, occurred_at, created_at, updated_at)
    values ('pay-1', ${invoice.id}, 'settled', '{}', ${moment}, ${moment}, ${moment})`.execute(db);
  await sql`insert into payment_events (payment_reference, invoice_id, name, outcome, received_at)
    values ('pay-1', ${invoice.id}, 'settled', 'paid', ${moment})`.execute(db);
  const domain = await db.selectFrom('domains').selectAll().executeTakeFirstOrThrow();
  await db.updateTable('registrars').set({ billing_address: 'Pikk 1, Tallinn' }).execute();
  await sql`insert into allowed_ips (registrar_id, network, interfaces, created_by, updated_by, created_at, updated_at)
    values (${domain.registrar_id}, '192.0.2.1', '{api}', 'alpha', 'alpha', ${moment}, ${moment})`.execute(
    db,
  );
  const note = await db
    .insertInto('notifications')
    .values({
      registrar_id: domain.registrar_id,
      kind: 'other',
      text: 'hello',
      attached_obj_type: 'Domain',
      attached_obj_id: domain.id,
      created_at: moment,
      read_at: moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: moment, guards: '{"maxPrice":"900.00"}' })
    .execute();
  const user = await db
    .selectFrom('api_users')
    .select('id')
    .where('username', '=', 'alpha')
    .executeTakeFirstOrThrow();
  const made = {
    maker: 'registrar' as const,
    maker_name: 'alpha',
    registrar_id: domain.registrar_id,
    api_user_id: user.id,
    created_by: 'alpha',
    created_at: moment,
    expires_at: moment,
  };
  const question = await db
    .insertInto('questions')
    .values({
      ...made,
      hash: '0'.repeat(64),
      name: 'ours',
      document: '{ viewer { name } }',
      variables: '{}',
      look: '{"as":"TABLE"}',
      personal_data: true,
      last_read_at: moment,
      reads: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const board = await db
    .insertInto('boards')
    .values({
      ...made,
      hash: '1'.repeat(64),
      name: 'ours',
      question_ids: [question.id],
      wall: JSON.stringify({ cards: [], filters: ['ZONE'] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const webhook = await db
    .insertInto('webhooks')
    .values({
      registrar_id: domain.registrar_id,
      url: 'https://example.com/',
      events: ['domain.changed'],
      description: 'ours',
      failing_since: moment,
      secret: 'whsec_',
      created_by: 'alpha',
      created_at: moment,
      updated_at: moment,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivery = await db
    .insertInto('outbox')
    .values({
      kind: 'webhook',
      subject: 'domain.changed kaitse.ee',
      payload: JSON.stringify({ event: 'domain.changed', message: '', data: {} }),
      next_attempt_at: moment,
      created_at: moment,
      done_at: null,
      dead_at: null,
      last_error: 'nobody answers',
      webhook_id: webhook.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await graph(
    world,
    'mutation { nameReserve(input: { name: "varuks.ee" }) { name: outcome } nameBlock(input: { name: "kinni.ee" }) { outcome } disputeOpen(input: { name: "tuli.ee" }) { outcome } }',
    { auth: operator },
  );
  await sql`update disputes set closed_at = now()`.execute(db);
  await sql`delete from outbox where webhook_id is null`.execute(db);
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at)
    values ('mail', 'kaitse.ee', '{}', now(), now())`.execute(db);
  await sql`insert into payment_disagreements (payment_reference, invoice_id, kind, details, raised_at)
    values ('pay-1', ${invoice.id}, 'paidTwice', '{}', now())`.execute(db);
  await graph(
    world,
    'mutation ($csr: String!) { certificateRequestSubmit(input: { username: "alpha-epp", csr: $csr }) { userErrors { message } } }',
    { variables: { csr: await requestFor({ CN: 'alpha-epp', C: 'EE' }) } },
  );
  await sql`update api_users set email = 'a@a.example', identity_code = '38001085718', last_login_at = now(),
    allowed_ips = '{127.0.0.1,::1}' where username = 'alpha'`.execute(db);
  await graph(
    world,
    'mutation { registrarPortfolioMove(input: { registrar: "ALPHA", toRegistrar: "BETA", reason: "x" }) { userErrors { message } } }',
    { auth: operator },
  );
  await sql`insert into job_runs (job, started_at, finished_at, taken, error)
    values ('outbox', now(), now(), 1, null), ('outbox', now(), null, 0, 'nobody answers')`.execute(db);
  const firstOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(db)).rows[0]?.id;
  Object.assign(ids, {
    Domain: global('Domain', domain.id),
    Contact: global('Contact', domain.registrant_id),
    Registrar: global('Registrar', domain.registrar_id),
    Notification: global('Notification', note.id),
    Transaction: global(
      'Transaction',
      await firstOf(sql`select id from ledger where domain_id = ${domain.id}`),
    ),
    HistoryEntry: global(
      'HistoryEntry',
      await firstOf(sql`select id from history where object_type = 'domain' order by id`),
    ),
    Approval: global('Approval', (await keptApproval(db, moment)).id),
    Question: global('Question', question.id),
    Board: global('Board', board.id),
    AccessToken: global('AccessToken', await firstOf(sql`select id from access_tokens`)),
    Reservation: global('Reservation', await firstOf(sql`select id from reservations`)),
    Invoice: global('Invoice', invoice.id),
    Webhook: global('Webhook', webhook.id),
    WebhookDelivery: global('WebhookDelivery', delivery.id),
    ApiUser: global('ApiUser', user.id),
    Account: global('Account', await firstOf(sql`select id from registrars where code = 'ALPHA'`)),
    BlockedName: global('BlockedName', await firstOf(sql`select id from blocked_names`)),
    Zone: global('Zone', await firstOf(sql`select id from zones`)),
    Price: global('Price', await firstOf(sql`select id from prices`)),
    Payment: global('Payment', await firstOf(sql`select id from payments where reference = 'pay-1'`)),
    Dispute: global('Dispute', await firstOf(sql`select id from disputes`)),
    ReservedName: global(
      'ReservedName',
      await firstOf(sql`select id from reserved_names where name = 'varuks.ee'`),
    ),
    AllowedIp: global('AllowedIp', await firstOf(sql`select id from allowed_ips`)),
    Certificate: global('Certificate', await firstOf(sql`select id from certificates`)),
    Nameserver: global('Nameserver', await firstOf(sql`select id from nameservers`)),
    DnssecKey: global('DnssecKey', await firstOf(sql`select id from dnssec_keys`)),
    LegalDocument: global('LegalDocument', await firstOf(sql`select id from legal_documents`)),
    OutboxItem: global('OutboxItem', await firstOf(sql`select id from outbox where webhook_id is null`)),
    PaymentDisagreement: global(
      'PaymentDisagreement',
      await firstOf(sql`select id from payment_disagreements`),
    ),
    BulkWork: global('BulkWork', await firstOf(sql`select id from bulk_works`)),
    BulkRow: global('BulkRow', await firstOf(sql`select id from bulk_rows`)),
    Job: global('Job', 'expire'),
    Setting: global('Setting', 'redemption_grace_period'),
    JobRun: global('JobRun', await firstOf(sql`select id from job_runs`)),
    Operator: global('Operator', await firstOf(sql`select id from operators`)),
    OperatorLogEntry: global(
      'OperatorLogEntry',
      await firstOf(sql`select id from history where actor_kind = 'operator'`),
    ),
  });
});

/** The fields of the type in which the answer holds something. */
function filled(value: unknown, fields: ReadonlySet<string>, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) filled(item, fields, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      if (fields.has(name) && part !== null && !(Array.isArray(part) && part.length === 0)) found.add(name);
    }
  return found;
}

/** What stands behind the ways, where the type's own fields begin. */
function objectsIn(value: unknown, fields: ReadonlySet<string>): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => objectsIn(item, fields));
  if (typeof value !== 'object' || value === null) return [];
  const isOne = [...fields].every((field) => field in value);
  return isOne ? [value] : Object.values(value).flatMap((part) => objectsIn(part, fields));
}

const descriptionOf = (type: string, field: string): string =>
  typeOf(type).getFields()[field]?.description ?? '';

describe('a field that not everybody is shown', () => {
  // Of these, nobody who sees the object lacks the field: it is empty for another reason, which it tells.
  const reported = ['ReservationEntry.expiresAt', 'Invoice.reservation'];

  it.each(Object.keys(seenBy))('says so: %s', (type) => {
    const fields = Object.entries(seenBy[type] ?? {});
    const most = Math.max(...fields.map(([, who]) => who.length));
    const silent = fields
      .filter(([, who]) => who.length > 0 && who.length < most)
      .map(([field]) => field)
      .filter(
        (field) =>
          !/unless|not yours|(null|and) for|only to|\bfor (its|itself)\b/i.test(descriptionOf(type, field)),
      );
    expect(silent.map((field) => `${type}.${field}`).filter((name) => !reported.includes(name))).toEqual([]);
  });

  it.each(Object.keys(seenBy))('says which scope an access token takes: %s', async (type) => {
    const fields = fieldsFor(type, 'registrar');
    const shown = async (scopes: readonly Scope[]) => {
      const { auth } = await giveToken(world, scopes);
      return filled(
        objectsIn((await graph(world, documentFor(type, 'registrar'), { auth })).data, fields),
        fields,
      );
    };
    const [all, least] = [await shown(scopes), await shown(['READ'])];
    const hidden = [...all].filter((field) => !least.has(field));
    if (least.size === 0 && all.size > 0) expect(typeOf(type).description).toContain('the scope BILLING');
    else expect(hidden.filter((field) => !/the scope [A-Z]+/.test(descriptionOf(type, field)))).toEqual([]);
  });
});

describe('every field of what belongs to somebody', () => {
  const nodes = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node'))
    .map(({ name }) => name);

  it('says here who sees it', () => {
    expect(Object.keys(seenBy)).toEqual(expect.arrayContaining(nodes));
    for (const [type, fields] of Object.entries(seenBy))
      expect(Object.keys(fields).sort(), type).toEqual(Object.keys(typeOf(type).getFields()).sort());
  });

  it.each(Object.keys(seenBy))('of a %s is shown to them, and to nobody else', async (type) => {
    const fields = new Set(Object.keys(typeOf(type).getFields()));
    const found: Record<string, Caller[]> = Object.fromEntries([...fields].map((field) => [field, []]));
    for (const [caller, auth] of Object.entries(callers) as [Caller, string | null][]) {
      const { data, text } = await graph(world, documentFor(type, kindOfCaller(caller)), { auth });
      expect(text).not.toContain('INTERNAL_SERVER_ERROR');
      const own = fieldsFor(type, kindOfCaller(caller));
      for (const field of filled(objectsIn(data, own), own)) found[field]?.push(caller);
    }
    const sorted = (table: Readonly<Record<string, readonly Caller[]>>) =>
      Object.fromEntries(Object.entries(table).map(([field, who]) => [field, [...who].sort()]));
    expect(sorted(found)).toEqual(sorted(seenBy[type] ?? {}));
  });
});
