import { beforeAll, describe, expect, it } from 'vitest';
import { token } from '../../support/billing.ts';
import { setStatuses } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { literal } from '../../support/literal.ts';
import { restApi } from '../../support/rest.ts';
import { rootFields } from '../../support/root-fields.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { alpha, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const rest = restApi(() => world);
const name = 'oma.ee';

/** Input with mistakes that have nothing to do with each other, and the fields that are named, in the order of the checks. */
interface Mistaken {
  readonly input: object;
  readonly paths: readonly (string | null)[];
  readonly auth?: string;
}

const billing = await token('registry');
const badHost = { hostname: 'no_host', ipv4: ['300.1.1.1'] };
const badKey = { flags: 1, protocol: 9, algorithm: 8, publicKey: 'AAAA' };

const mistaken: Record<string, Mistaken> = {
  accessTokenCreate: {
    input: { name: ' ', scopes: [], expiresIn: 'P9Y', guards: { maxPrice: '-1.00', domains: ['no_name'] } },
    paths: ['name', 'scopes', 'expiresIn', 'guards.domains', 'guards.maxPrice'],
  },
  accountAdjust: {
    input: { registrar: 'NONE', amount: '99999999999.00', description: 'x\u0007' },
    paths: ['amount', 'description', 'registrar'],
    auth: operator,
  },
  accountAutoReloadSet: { input: { amount: '0.00', threshold: '-1.00' }, paths: ['amount', 'threshold'] },
  accountTopUp: { input: { amount: '0.00', description: 'x\u0007' }, paths: ['amount', 'description'] },
  accountUpdate: { input: { billingEmail: 'nowhere', iban: 'EE00' }, paths: ['billingEmail', 'iban'] },
  allowedIpAdd: { input: { address: 'nowhere', interfaces: [] }, paths: ['address', 'address'] },
  apiUserCreate: {
    input: { username: 'оperator', password: 'x', roles: [], email: 'nowhere' },
    paths: ['password', 'roles', 'email', 'username'],
  },
  apiUserUpdate: {
    input: { username: 'alpha', newUsername: 'registry', password: 'x', active: false },
    paths: ['password', null, 'newUsername'],
  },
  bankTransferRecord: {
    input: {
      amount: '0.00',
      bankReference: 'a',
      description: 'nothing',
      receivedAt: '2020-01-01T00:00:00Z',
    },
    paths: ['amount', 'referenceNumber'],
    auth: operator,
  },
  boardPublish: {
    input: { name: ' ', questions: [], expiresIn: 'P9Y' },
    paths: ['name', 'questions', 'expiresIn'],
  },
  certificateAdd: { input: { username: 'nobody', crt: 'none' }, paths: ['username', 'crt'], auth: operator },
  certificateRequestSubmit: { input: { username: 'nobody', csr: 'none' }, paths: ['username', 'csr'] },
  contactCreate: {
    input: {
      name: '',
      email: 'nowhere',
      phone: '5',
      code: 'ä',
      ident: { code: '1', type: 'PRIV', countryCode: 'EE' },
      address: { street: 'x\u0007', zip: '12345678901234567' },
    },
    paths: ['email', 'name', 'phone', 'code', 'ident.code', 'address.street', 'address.zip'],
  },
  contactMerge: { input: { code: 'NO:ONE', into: 'NO:OTHER' }, paths: ['code', 'into'], auth: operator },
  contactUpdate: {
    input: { code: 'ALPHA:HELD', name: '', email: 'nowhere', phone: '5' },
    paths: [null, 'email', 'name', 'phone'],
  },
  disputeOpen: {
    input: { name: 'no_name', startsAt: '2020-01-01', expiresAt: '2019-01-01' },
    paths: ['name', 'expiresAt'],
    auth: operator,
  },
  domainBulkAdminContactReplace: {
    input: { currentContact: 'NO:ONE', newContact: 'NO:OTHER' },
    paths: ['currentContact', 'newContact'],
  },
  domainBulkTechContactReplace: {
    input: { currentContact: 'NO:ONE', newContact: 'NO:OTHER' },
    paths: ['currentContact', 'newContact'],
  },
  domainBulkNameserverAdd: {
    input: { names: [], newNameserver: badHost },
    paths: ['names', 'newNameserver.hostname', 'newNameserver.ipv4'],
  },
  domainBulkNameserverReplace: {
    input: { hostname: 'none.example', newNameserver: badHost },
    paths: ['hostname', 'newNameserver.hostname', 'newNameserver.ipv4'],
  },
  domainBulkRenew: {
    input: { names: ['eiole.ee', 'eiole2.ee'], period: 'P13M' },
    paths: ['period', 'names.0', 'names.1'],
  },
  domainContactsAdd: {
    input: {
      name,
      contacts: [
        { code: 'NO:ONE', role: 'TECH' },
        { code: 'NO:OTHER', role: 'ADMIN' },
      ],
    },
    paths: ['contacts.0.code', 'contacts.1.code'],
  },
  domainContactsRemove: {
    input: {
      name,
      contacts: [
        { code: 'NO:ONE', role: 'TECH' },
        { code: 'NO:OTHER', role: 'ADMIN' },
      ],
    },
    paths: ['contacts.0.code', 'contacts.1.code'],
  },
  domainDnssecKeysAdd: {
    input: { name, dnssecKeys: [badKey, { ...badKey, publicKey: '!' }] },
    paths: [
      'dnssecKeys',
      'dnssecKeys.0.protocol',
      'dnssecKeys.0.flags',
      'dnssecKeys.1.protocol',
      'dnssecKeys.1.flags',
    ],
  },
  domainDnssecKeysRemove: {
    input: { name, dnssecKeys: [badKey, { ...badKey, flags: 2 }] },
    paths: ['dnssecKeys.0', 'dnssecKeys.1'],
  },
  domainLock: { input: { name: 'nobody.ee', reason: ' ' }, paths: [null, 'reason'], auth: operator },
  domainUnlock: { input: { name: 'nobody.ee', reason: ' ' }, paths: [null, 'reason'], auth: operator },
  domainPendingSettle: {
    input: { name: 'nobody.ee', decision: 'CANCEL', reason: ' ' },
    paths: [null, 'reason'],
    auth: operator,
  },
  domainForceDelete: {
    input: { name, kind: 'SOFT', reason: 'x\u0007', notes: 'y\u0007' },
    paths: ['reason', 'notes'],
    auth: operator,
  },
  domainNameserversAdd: {
    input: { name, nameservers: [badHost, { hostname: 'ns.oma.ee' }] },
    paths: ['nameservers.0.hostname', 'nameservers.0.ipv4', 'nameservers.1.ipv4'],
  },
  domainNameserverReplace: {
    input: { name, hostname: 'ns1.hosting.example', newNameserver: badHost },
    paths: ['newNameserver.hostname', 'newNameserver.ipv4'],
  },
  domainNameserversSet: {
    input: { name, nameservers: [badHost, { hostname: '' }] },
    paths: ['nameservers.0.hostname', 'nameservers.0.ipv4', 'nameservers.1.hostname'],
  },
  domainRegister: {
    input: {
      name: 'no_name',
      registrant: 'NO:ONE',
      period: 'P13M',
      adminContacts: ['NO:OTHER'],
      techContacts: ['ALPHA:OWN', 'ALPHA:OWN'],
      nameservers: [badHost],
      dnssecKeys: [badKey],
      transferCode: ' ',
    },
    paths: [
      'registrant',
      'adminContacts.0',
      'techContacts',
      'name',
      'nameservers.0.hostname',
      'nameservers.0.ipv4',
      'dnssecKeys.0.protocol',
      'dnssecKeys.0.flags',
      'nameservers',
      'period',
    ],
  },
  domainStatusesSet: {
    input: { name, add: ['none'], remove: ['serverHold'], note: 'x\u0007' },
    paths: ['remove', 'add', 'note'],
    auth: operator,
  },
  domainUpdate: {
    input: { name: 'kinni.ee', registrant: { code: 'ALPHA:NONE' }, transferCode: ' ' },
    paths: [null, 'registrant', 'transferCode'],
  },
  invoiceAmountUpdate: {
    input: { number: 999999, amount: '-1.00' },
    paths: ['amount', null],
    auth: operator,
  },
  invoiceSend: { input: { number: 999999, recipient: 'nowhere' }, paths: ['number', 'recipient'] },
  jobsRun: { input: { jobs: ['none', 'other'] }, paths: ['jobs.0', 'jobs.1'], auth: operator },
  paidReservationCreate: {
    input: { names: ['no_name!', 'another one'] },
    paths: ['names.0', 'names.1'],
    auth: portal,
  },
  priceSet: {
    input: {
      zone: 'none',
      operation: 'RENEW',
      period: 'P13M',
      price: '-1.00',
      validFrom: '2000-01-01',
    },
    paths: ['zone', 'period', 'price', 'validFrom'],
    auth: operator,
  },
  questionPublish: {
    input: { name: ' ', document: '{', expiresIn: 'P9Y' },
    paths: ['name', 'document', 'expiresIn'],
  },
  operatorCreate: {
    input: { name: ' ', email: 'nowhere', role: 'VIEWER' },
    paths: ['name', 'email'],
    auth: operator,
  },
  registrarCreate: {
    input: { code: '!', name: '', email: 'nowhere', vatRate: '101', balance: '-1.00' },
    paths: ['code', 'name', 'vatRate', 'vatRate', 'balance'],
    auth: operator,
  },
  registrarNotify: {
    input: { kind: 'MAINTENANCE', registrars: ['NONE'], text: ' ', all: true },
    paths: ['all', 'text', 'registrars.0'],
    auth: operator,
  },
  registrarPortfolioMove: {
    input: { registrar: 'NONE', toRegistrar: 'NOBODY', reason: ' ' },
    paths: ['registrar', 'toRegistrar', 'reason'],
    auth: operator,
  },
  registrarSuspend: { input: { code: 'NONE', reason: ' ' }, paths: ['code', 'reason'], auth: operator },
  registrarUpdate: {
    input: { code: 'ALPHA', name: '', vatRate: '101' },
    paths: ['name', 'vatRate', 'vatRate'],
    auth: operator,
  },
  reservationCreate: {
    input: { names: ['no_name!', 'another one'] },
    paths: ['names.0', 'names.1'],
    auth: portal,
  },
  invoiceBulkPaymentCreate: {
    input: { amount: '0.00', customerUrl: 'nowhere', invoiceNumbers: [] },
    paths: ['invoiceNumbers', 'customerUrl', 'amount'],
    auth: billing,
  },
  invoiceOneOffPaymentCreate: {
    input: { number: 999999, customerUrl: 'nowhere' },
    paths: [null, 'customerUrl'],
    auth: billing,
  },
  invoicePaymentLinkCreate: {
    input: { amount: '0.00', number: 999999, initiator: 'none', customerName: 'x'.repeat(5000) },
    paths: ['initiator', 'customerName'],
    auth: billing,
  },
  depositPrepaymentCreate: {
    input: {
      amount: '0.00',
      customerUrl: 'nowhere',
      domainName: name,
      userEmail: 'a',
      userUuid: 'b',
      initiator: 'none',
    },
    paths: ['customerUrl', 'amount', 'initiator'],
    auth: billing,
  },
  webhookUpdate: { input: {}, paths: [] },
  boardUpdate: { input: {}, paths: [] },
  questionUpdate: { input: {}, paths: [] },
  webhookCreate: {
    input: { url: 'nowhere', events: [], description: 'x\u0007' },
    paths: ['url', 'events', 'description'],
  },
  zoneUpdate: {
    input: {
      origin: 'ee',
      nameservers: ['ns9.ee', 'ns.example=300.1.1.1'],
      hostmaster: 'nobody',
      refresh: 1,
    },
    paths: ['nameservers', 'nameservers', 'hostmaster', 'refresh'],
    auth: operator,
  },
};

beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  const own = await seed(world).contact({ id: 'OWN', ident: people.mari });
  await seed(world).contact({ id: 'HELD', ident: people.jaan });
  await setStatuses(world, 'ALPHA:HELD', ['serverUpdateProhibited']);
  const parts = { registrant: own, admins: [own], techs: [own], nameservers: twoNameservers };
  await seed(world).domain(name, parts);
  await seed(world).domain('kinni.ee', parts);
  await seed(world).alter('kinni.ee', { statuses: ['serverUpdateProhibited'] });
  const { data } = await graph(
    world,
    `mutation {
      webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] }) { webhook { id } }
      questionPublish(input: { name: "a", document: "{ domains { totalCount } }" }) { question { id } userErrors { message } }
    }`,
  );
  const { id } = data.webhookCreate.webhook;
  const questions = [data.questionPublish.question.id];
  const board = await graph(
    world,
    `mutation { boardPublish(input: { name: "a", questions: ${JSON.stringify(questions)} }) { board { id } } }`,
  );
  Object.assign(mistaken, {
    webhookUpdate: { input: { id, url: 'nowhere', events: [] }, paths: ['url', 'events'] },
    questionUpdate: {
      input: { id: questions[0], name: ' ', document: '{', expiresIn: 'P9Y' },
      paths: ['name', 'document', 'expiresIn'],
    },
    boardUpdate: {
      input: { id: board.data.boardPublish.board.id, name: ' ', questions: [], expiresIn: 'P9Y' },
      paths: ['name', 'questions', 'expiresIn'],
    },
  });
});

/** Mutations in whose input no two things can be wrong that are judged separately. */
const alone: Readonly<Record<string, readonly string[]>> = {
  'has no input, or only the object to change': [
    'accessTokenRevoke',
    'accountAutoReloadDisable',
    'allowedIpCommit',
    'allowedIpRemove',
    'apiUserDelete',
    'approvalApprove',
    'boardRevoke',
    'bulkStart',
    'bulkStop',
    'contactDelete',
    'disputeClose',
    'domainClientHoldRemove',
    'domainClientHoldSet',
    'domainForceDeleteCancel',
    'domainPendingChangeCancel',
    'invoiceCancel',
    'invoiceNumberIssue',
    'nameBlock',
    'nameUnblock',
    'nameUnreserve',
    'notificationAcknowledge',
    'operatorDisable',
    'outboxItemRetry',
    'paymentRefund',
    'paymentRefundAbandon',
    'questionRevoke',
    'registrarReinstate',
    'reservationCancel',
    'sandboxReset',
    'sessionSwitch',
    'signOut',
    'webhookDelete',
    'webhookRedeliver',
    'webhookSecretRotate',
    'webhookTest',
    'personErase',
    'zoneClose',
    'zoneCreate',
  ],
  'has an object to change, and one value that is judged by it': [
    'accountSettingsUpdate',
    'approvalDecline',
    'allowedIpUpdate',
    'certificateRevoke',
    'certificateSign',
    'depositStatusUpdate',
    'domainNameserverRemove',
    'invoiceRefund',
    'invoiceStatusUpdate',
    'monthlyInvoiceNumbersIssue',
    'nameReserve',
    'operatorUpdate',
    'paymentDisagreementResolve',
    'referenceNumberIssue',
    'reservedNameInvoicesCancel',
    'sandboxPaymentComplete',
    'settingSet',
  ],
  'has a secret, which is judged alone so that a refusal tells nothing else': [
    'domainDelete',
    'domainTransfer',
    'registrantDecide',
    'signIn',
  ],
  'answers each item of its list by itself': ['changeSetApply', 'domainBulkTransfer'],
  'is about the state of a domain, with all reasons of the renewal': ['domainRenew'],
  'takes lists of another service, which are read as a whole': [
    'invoicesExportToAccounting',
    'invoicesImport',
    'invoiceSendAsEInvoice',
    'paymentNotificationReceive',
    'referenceNumbersImport',
  ],
  'moves the clock': ['clockAdvance'],
};

async function problemsOf(field: string): Promise<Loose[]> {
  const { input, auth = alpha } = mistaken[field] as Mistaken;
  const { data, errors } = await graph(
    world,
    `mutation { ${field}(input: ${literal(field, input)}, dryRun: true) { userErrors { code message path } } }`,
    { auth },
  );
  expect(errors).toBeUndefined();
  return data[field].userErrors;
}

describe('an object that is not there', () => {
  const badHosts = '[{ hostname: "no_host" }]';
  const badKeys = '[{ flags: 1, protocol: 9, algorithm: 8, publicKey: "AAAA" }]';

  it.each([
    ['domainNameserversAdd', `name: "eiole.ee", nameservers: ${badHosts}`, ['nameservers.0.hostname']],
    ['domainNameserversSet', `name: "eiole.ee", nameservers: ${badHosts}`, ['nameservers.0.hostname']],
    [
      'domainDnssecKeysAdd',
      `name: "eiole.ee", dnssecKeys: ${badKeys}`,
      ['dnssecKeys.0.protocol', 'dnssecKeys.0.flags'],
    ],
    ['domainUpdate', 'name: "eiole.ee", transferCode: " "', ['transferCode']],
    [
      'domainUpdate',
      'name: "eiole.ee", transferCode: " ", registrant: { code: "ALPHA:NONE" }',
      ['registrant', 'transferCode'],
    ],
    [
      'domainContactsAdd',
      'name: "eiole.ee", contacts: [{ code: "ALPHA:NONE", role: TECH }, { code: "ALPHA:OWN", role: ADMIN }]',
      ['contacts.0.code'],
    ],
    ['domainRenew', 'name: "eiole.ee", period: "P13M"', ['expiresOn', 'period']],
    ['domainRenew', 'name: "eiole.ee", period: "P1Y", expiresOn: "2026-01-01"', []],
    ['contactUpdate', 'code: "ALPHA:NONE", email: "nowhere", phone: "5"', ['email', 'phone']],
    // Whether & may be in a name depends on whose name it is.
    ['contactUpdate', 'code: "ALPHA:NONE", name: "Kask & Pojad"', []],
  ] as const)('does not hide what is wrong with the rest of the input: %s', async (field, input, paths) => {
    const { data } = await graph(
      world,
      `mutation { ${field}(input: { ${input} }) { userErrors { code path } } }`,
    );
    expect(data[field].userErrors[0]).toEqual({ code: 'OBJECT_DOES_NOT_EXIST', path: null });
    expect((data[field].userErrors as Loose[]).slice(1).map(({ path }) => path?.join('.'))).toEqual(paths);
  });
});

describe('a refusal names every problem that can be found without the others', () => {
  it.each(Object.keys(mistaken))('%s', async (field) => {
    const found = await problemsOf(field);
    expect(found.map(({ path }) => path?.join('.') ?? null)).toEqual(mistaken[field]?.paths);
  });

  it('in every mutation where two things can be wrong', () => {
    const known = [...Object.keys(mistaken), ...Object.values(alone).flat()].sort();
    expect(known).toEqual(
      rootFields('Mutation')
        .map((field) => field.name)
        .sort(),
    );
    for (const { paths } of Object.values(mistaken)) expect(paths.length).toBeGreaterThan(1);
  });

  it('and does the same when it is sent in earnest, and again with its key', async () => {
    const { input, paths } = mistaken.contactUpdate as Mistaken;
    const document = `mutation { contactUpdate(input: ${literal('contactUpdate', input)}, idempotencyKey: "once") { userErrors { path } } }`;
    const answers = [await graph(world, document), await graph(world, document)];
    for (const { data } of answers)
      expect(data.contactUpdate.userErrors.map(({ path }: Loose) => path?.join('.') ?? null)).toEqual(paths);
  });
});

describe('REST reports what its documents say', () => {
  it('the first problem, whatever else is found', async () => {
    const held = await rest('PUT /contacts/ALPHA:HELD', { contact: { name: '', email: 'nowhere' } });
    expect(held.body).toMatchObject({ code: 2304, message: 'Object status prohibits operation' });
    expect(held.text).not.toContain('email');
    const domain = await rest('PUT /domains/kinni.ee', {
      domain: { registrant: { code: 'ALPHA:NONE' }, transfer_code: ' ' },
    });
    expect(domain.body).toMatchObject({ code: 2304, message: 'Object status prohibits operation' });
    const renewal = await rest('POST /domains/renew/bulk', {
      domains: ['eiole.ee'],
      renew_period: '13m',
    });
    expect(renewal.body).toMatchObject({ code: 2005, message: 'Invalid renew period' });
  });

  it('the problems of one step together where they are one text', async () => {
    const { body } = await rest('POST /api_users', {
      api_user: { username: 'registry', plain_text_password: 'x', roles: ['super'], active: true },
    });
    expect(body.message).toBe('Password is too short (minimum is 6 characters)');
    const named = await rest('POST /api_users', {
      api_user: { username: 'registry', plain_text_password: 'long-enough', roles: ['super'], active: true },
    });
    expect(named.body.message).toBe('Username is reserved');
  });

  it('one text for all malformed names', async () => {
    const { body } = await world.request({
      method: 'POST',
      url: '/api/v1/business_registry/reserve_domains',
      auth: portal,
      payload: { domain_names: ['no_name!', 'another one'] },
    });
    expect(body).toEqual({
      error: 'Invalid parameter: domain_names must be a non-empty array of valid domain names',
    });
  });
});
