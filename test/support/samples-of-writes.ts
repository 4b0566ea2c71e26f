import { certificateFor, keyPair, requestFor } from './certificate-requests.ts';
import { graph } from './graph.ts';
import { setBalance } from './money.ts';
import { people, seed, twoNameservers } from './seed.ts';
import { advance } from './time.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld } from './world.ts';

/** A write that succeeds; without an input where its mutation has none. */
interface Sample {
  readonly input?: object;
  readonly auth?: string;
}
export type Samples = Readonly<Record<string, Sample>>;

interface Written {
  readonly samples: Samples;
  /** A moment before the last changes. */
  readonly before: string;
  readonly contacts: { readonly own: string; readonly other: string; readonly unused: string };
}

/** Fills a world with all that writes can be about, and returns a sample of each write that then succeeds as a dry run. */
export async function samplesOfWrites(world: TestWorld): Promise<Written> {
  await setBalance(world, 'ALPHA', '1000.00');
  const own = await seed(world).contact({ id: 'OWN', ident: people.mari });
  const other = await seed(world).contact({ id: 'OTHER', ident: people.jaan });
  const unused = await seed(world).contact({ id: 'UNUSED', ident: people.jaan });
  await seed(world).domain('oma.ee', {
    registrant: own,
    admins: [own],
    techs: [other],
    nameservers: twoNameservers,
  });
  const theirs = await seed(world, beta).contact({ id: 'THEIRS', ident: people.jaan });
  await seed(world, beta).domain('teise.ee', { registrant: theirs, admins: [theirs], techs: [theirs] });
  const day = world.container.calendar.plusDays(world.container.calendar.dateOf(world.clock.now()), 20);
  await seed(world).alter('oma.ee', { expires_at: world.container.calendar.startOf(day) });
  await seed(world).alter('teise.ee', { transfer_code: 'sesame' });
  const made = async (mutation: string, auth = alpha): Promise<Loose> => {
    const { data, errors } = await graph(world, `mutation { ${mutation} }`, { auth });
    const [payload] = Object.values(data ?? {}) as [Loose];
    if (errors || payload.userErrors?.length > 0)
      throw new Error(`${mutation}: ${JSON.stringify([errors, payload])}`);
    return payload;
  };
  const { webhook } = await made(
    'webhookCreate(input: { url: "https://example.com/", events: [DOMAIN_CHANGED] }) { webhook { id } }',
  );
  const { accessToken } = await made(
    'accessTokenCreate(input: { name: "a", scopes: [READ] }) { accessToken { id } }',
  );
  const { allowedIp } = await made(
    'allowedIpAdd(input: { address: "192.0.2.1", interfaces: [API] }) { allowedIp { id } }',
  );
  const third = [...twoNameservers, 'ns3.hosting.example'];
  await seed(world).domain('kolm.ee', { registrant: own, admins: [own], techs: [other], nameservers: third });
  await made('domainClientHoldSet(input: { name: "kolm.ee" }) { domain { name } }');
  await made('nameBlock(input: { name: "kinni.ee" }) { blockedName { name } }', operator);
  await made('nameReserve(input: { name: "hoitud.ee" }) { reservedName { name } }', operator);
  await made('disputeOpen(input: { name: "vaidlus.ee" }) { dispute { id } }', operator);
  await made('zoneCreate(input: { origin: "uus.test" }) { zone { origin } }', operator);
  const { invoice } = await made('accountTopUp(input: { amount: "10.00" }) { invoice { number } }');
  await made(
    'apiUserCreate(input: { username: "alpha-teine", password: "long-enough", roles: [EPP] }) { apiUser { id } }',
  );
  const { question } = await made(
    'questionPublish(input: { name: "a", document: "{ domains { totalCount } }" }) { question { id } }',
  );
  const { board } = await made(
    `boardPublish(input: { name: "a", questions: ["${question.id}"] }) { board { id } }`,
  );
  const { reservation } = await made(
    'reservationCreate(input: { names: ["portaal.ee"] }) { reservation { userUniqueId } }',
    portal,
  );
  await made('registrarCreate(input: { code: "DELTA", name: "Delta" }) { registrar { code } }', operator);
  await made('registrarSuspend(input: { code: "DELTA", reason: "x" }) { registrar { code } }', operator);
  const domains = await samplesOfDomains(world, made, own);
  const sensitive = await samplesOfAccess(made);
  const billed = await samplesOfBilling(made);
  const bulk = { hostname: 'ns9.hosting.example' };
  const more = {
    accessTokenCreate: { input: { name: 'b', scopes: ['READ'] } },
    accountAutoReloadSet: { input: { amount: '20.00', threshold: '5.00' } },
    allowedIpAdd: { input: { address: '192.0.2.77', interfaces: ['API'] } },
    allowedIpCommit: { input: { id: allowedIp.id }, auth: operator },
    apiUserCreate: { input: { username: 'alpha-kolmas', password: 'long-enough', roles: ['EPP'] } },
    apiUserDelete: { input: { username: 'alpha-teine' } },
    boardPublish: { input: { name: 'b', questions: [question.id] } },
    boardRevoke: { input: { id: board.id } },
    boardUpdate: { input: { id: board.id, name: 'c' } },
    contactMerge: { input: { code: other, into: unused }, auth: operator },
    disputeClose: { input: { name: 'vaidlus.ee' }, auth: operator },
    disputeOpen: { input: { name: 'oma.ee' }, auth: operator },
    domainBulkNameserverAdd: { input: { names: ['oma.ee'], newNameserver: bulk } },
    domainBulkNameserverReplace: { input: { hostname: 'ns1.hosting.example', newNameserver: bulk } },
    domainBulkRenew: { input: { names: ['oma.ee'], period: 'P1Y' } },
    domainBulkTechContactReplace: { input: { currentContact: other, newContact: unused } },
    domainBulkTransfer: { input: { transfers: [{ name: 'teise.ee', transferCode: 'sesame' }] } },
    domainClientHoldRemove: { input: { name: 'kolm.ee' } },
    domainForceDelete: { input: { name: 'oma.ee', kind: 'SOFT' }, auth: operator },
    domainNameserverRemove: { input: { name: 'kolm.ee', hostname: 'ns3.hosting.example' } },
    domainStatusesSet: { input: { name: 'oma.ee', add: ['serverHold'] }, auth: operator },
    invoiceCancel: { input: { number: invoice.number } },
    invoiceSend: { input: { number: invoice.number, recipient: 'a@example.com' } },
    invoiceStatusUpdate: { input: { number: invoice.number, status: 'CANCELLED' }, auth: operator },
    nameBlock: { input: { name: 'kinni2.ee' }, auth: operator },
    nameReserve: { input: { name: 'hoitud2.ee' }, auth: operator },
    nameUnblock: { input: { name: 'kinni.ee' }, auth: operator },
    nameUnreserve: { input: { name: 'hoitud.ee' }, auth: operator },
    paidReservationCreate: { input: { names: ['portaal2.ee'] }, auth: portal },
    priceSet: {
      input: { zone: 'ee', operation: 'RENEW', period: 'P1Y', price: '9.00' },
      auth: operator,
    },
    questionPublish: { input: { name: 'b', document: '{ domains { totalCount } }' } },
    questionRevoke: { input: { id: question.id } },
    questionUpdate: { input: { id: question.id, name: 'c' } },
    registrarCreate: { input: { code: 'GAMMA', name: 'Gamma' }, auth: operator },
    registrarNotify: { input: { kind: 'NEWS', all: true, text: 'x' }, auth: operator },
    registrarReinstate: { input: { code: 'DELTA' }, auth: operator },
    reservationCancel: { input: { userUniqueId: reservation.userUniqueId }, auth: operator },
    reservationCreate: { input: { names: ['portaal3.ee'] }, auth: portal },
    settingSet: { input: { name: 'dnskeys_max_count', value: '5' }, auth: operator },
    webhookCreate: { input: { url: 'https://example.com/b', events: ['DOMAIN_CHANGED'] } },
    webhookSecretRotate: { input: { id: webhook.id } },
    zoneClose: { input: { origin: 'uus.test' }, auth: operator },
    zoneCreate: { input: { origin: 'uus2.test' }, auth: operator },
    personErase: { input: { email: 'nobody@example.com', reason: 'Asked for it' }, auth: operator },
    zoneUpdate: { input: { origin: 'med.ee', ttl: 3600 }, auth: operator },
  };
  const before = world.clock.now().toISOString();
  await advance(world, { by: 'PT1H' });
  await graph(
    world,
    'mutation { contactUpdate(input: { code: "ALPHA:OWN", name: "Mari Uus" }) { outcome } }',
  );
  await graph(
    world,
    'mutation { domainUpdate(input: { name: "oma.ee", transferCode: "uus-kood" }) { outcome } }',
  );
  const name = 'oma.ee';
  const samples: Samples = {
    contactCreate: {
      input: {
        name: 'Uus',
        email: 'a@example.com',
        phone: '+372.5555555',
        ident: { code: people.jaan, type: 'PRIV', countryCode: 'EE' },
      },
    },
    contactUpdate: { input: { code: own, name: 'Keegi Teine' } },
    contactDelete: { input: { code: unused } },
    domainRegister: { input: { name: 'uus.ee', registrant: unused, period: 'P1Y', techContacts: [unused] } },
    domainRenew: { input: { name, period: 'P1Y' } },
    domainUpdate: { input: { name, transferCode: 'kolmas-kood' } },
    domainDelete: { input: { name, verified: true } },
    domainTransfer: { input: { name: 'teise.ee', transferCode: 'sesame' } },
    domainClientHoldSet: { input: { name } },
    domainContactsAdd: { input: { name, contacts: [{ code: unused, role: 'TECH' }] } },
    domainContactsRemove: { input: { name, contacts: [{ code: other, role: 'TECH' }] } },
    domainNameserversAdd: { input: { name, nameservers: [{ hostname: 'ns3.hosting.example' }] } },
    domainNameserversSet: {
      input: { name, nameservers: [{ hostname: 'a.example.net' }, { hostname: 'b.example.net' }] },
    },
    accountUpdate: { input: { billingEmail: 'uus@example.com' } },
    accountTopUp: { input: { amount: '10.00' } },
    webhookUpdate: { input: { id: webhook.id, description: 'another' } },
    webhookDelete: { input: { id: webhook.id } },
    webhookTest: { input: { id: webhook.id } },
    accessTokenRevoke: { input: { id: accessToken.id } },
    allowedIpUpdate: { input: { id: allowedIp.id, address: '192.0.2.2' } },
    allowedIpRemove: { input: { id: allowedIp.id } },
    apiUserUpdate: { input: { username: 'alpha', email: 'uus@example.com' } },
    registrarUpdate: { input: { code: 'ALPHA', name: 'Alfa' }, auth: operator },
    registrarSuspend: { input: { code: 'ALPHA', reason: 'x' }, auth: operator },
    accountAdjust: { input: { registrar: 'ALPHA', amount: '1.00' }, auth: operator },
    ...more,
    ...domains,
    ...sensitive,
    ...billed,
  };
  return { samples, before, contacts: { own, other, unused } };
}

type Made = (mutation: string, auth?: string) => Promise<Loose>;

async function samplesOfDomains(world: TestWorld, made: Made, own: string): Promise<Samples> {
  const again = await seed(world).contact({ id: 'OWN-AGAIN', ident: people.mari });
  const next = await seed(world).contact({ id: 'NEXT', ident: people.peeter });
  const dnssecKeys = [{ flags: 257, protocol: 3, algorithm: 8, publicKey: 'dGVzdA==' }];
  const keys = [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }];
  for (const name of ['sund.ee', 'lukus.ee', 'ootel.ee', 'voti.ee'])
    await seed(world).domain(name, { registrant: own, admins: [own], keys: name === 'voti.ee' ? keys : [] });
  await made(
    'domainForceDelete(input: { name: "sund.ee", kind: SOFT }) { userErrors { message } }',
    operator,
  );
  await made('domainLock(input: { name: "lukus.ee", reason: "x" }) { userErrors { message } }', operator);
  await made(
    `domainUpdate(input: { name: "ootel.ee", registrant: { code: "${next}" } }) { pending userErrors { message } }`,
  );
  const bulk = await made(
    'bulkStart(input: { list: { domains: { name: { eq: "sund.ee" } } }, write: { domainLock: { reason: "x" } } }) { work { id } userErrors { message } }',
    operator,
  );
  const { data } = await graph(world, '{ notifications(first: 1) { nodes { id } } }');
  const tokens = await made(
    'accessTokenCreate(input: { name: "agent", scopes: [WRITE], guards: { approvalNeeded: true } }) { token }',
  );
  const asked = async (email: string): Promise<string> => {
    const answer = await graph(
      world,
      `mutation { contactUpdate(input: { code: "${again}", email: "${email}" }) { userErrors { code details } } }`,
      { auth: `Bearer ${tokens.token}` },
    );
    return String(answer.data.contactUpdate.userErrors[0].details.approval);
  };
  const [first, second] = [await asked('esimene@example.com'), await asked('teine@example.com')];
  const byOperator = (input: object): Sample => ({ input: { ...input, reason: 'x' }, auth: operator });
  return {
    approvalApprove: { input: { id: first } },
    approvalDecline: { input: { id: second } },
    bulkStart: {
      input: { list: { domains: { name: { eq: 'oma.ee' } } }, write: { domainLock: { reason: 'x' } } },
      auth: operator,
    },
    bulkStop: { input: { id: bulk.work.id }, auth: operator },
    changeSetApply: { input: { csv: 'action,domain,period\nrenew,oma.ee,1y' } },
    domainBulkAdminContactReplace: { input: { currentContact: own, newContact: again } },
    domainDnssecKeysAdd: { input: { name: 'oma.ee', dnssecKeys } },
    domainDnssecKeysRemove: { input: { name: 'voti.ee', dnssecKeys } },
    domainForceDeleteCancel: { input: { name: 'sund.ee' }, auth: operator },
    domainLock: byOperator({ name: 'oma.ee' }),
    domainUnlock: byOperator({ name: 'lukus.ee' }),
    domainNameserverReplace: {
      input: {
        name: 'oma.ee',
        hostname: 'ns1.hosting.example',
        newNameserver: { hostname: 'ns8.hosting.example' },
      },
    },
    domainPendingChangeCancel: { input: { name: 'ootel.ee' } },
    domainPendingSettle: byOperator({ name: 'ootel.ee', decision: 'FINISH' }),
    notificationAcknowledge: { input: { id: data.notifications.nodes[0].id } },
    registrarPortfolioMove: byOperator({ registrar: 'ALPHA', toRegistrar: 'BETA' }),
  };
}

async function samplesOfAccess(made: Made): Promise<Samples> {
  const keys = await keyPair();
  const csr = await requestFor({ CN: 'alpha', C: 'EE' }, { keys });
  const crt = await certificateFor({ CN: 'alpha', C: 'EE' }, { keys });
  const { certificate } = await made(
    `certificateRequestSubmit(input: { username: "alpha", csr: ${JSON.stringify(csr)} }) { certificate { id } userErrors { message } }`,
  );
  const { operator: person } = await made(
    'operatorCreate(input: { name: "Anna", email: "anna@example.com", role: VIEWER }) { operator { id } userErrors { message } }',
    operator,
  );
  const hook = await made(
    'webhookCreate(input: { url: "https://example.com/hook", events: [DOMAIN_CHANGED] }) { webhook { id } }',
  );
  const tried = await made(`webhookTest(input: { id: "${hook.webhook.id}" }) { delivery { id } }`);
  const session = await made('signIn(input: { username: "alpha", password: "alpha-sandbox" }) { token }');
  return {
    accountSettingsUpdate: { input: { approvalsSecondAbove: '100.00' } },
    certificateAdd: { input: { username: 'alpha', crt }, auth: operator },
    certificateRequestSubmit: { input: { username: 'alpha', csr } },
    certificateRevoke: { input: { id: certificate.id } },
    certificateSign: { input: { id: certificate.id, crt }, auth: operator },
    operatorCreate: { input: { name: 'Berta', email: 'berta@example.com', role: 'VIEWER' }, auth: operator },
    operatorDisable: { input: { id: person.id }, auth: operator },
    operatorUpdate: { input: { id: person.id, name: 'Anna Uus' }, auth: operator },
    sandboxReset: { input: { world: 'BARE' }, auth: operator },
    signIn: { input: { username: 'alpha', password: 'alpha-sandbox' } },
    signOut: { auth: `Bearer ${session.token}` },
    webhookRedeliver: { input: { id: tried.delivery.id } },
  };
}

async function samplesOfBilling(made: Made): Promise<Samples> {
  const billed = async (number: number, more = ''): Promise<number> => {
    const { invoice } = await made(
      `invoicePaymentLinkCreate(input: { number: ${number}, amount: "12.00", initiator: "auction" ${more} }) { invoice { number } userErrors { message path } }`,
      operator,
    );
    return invoice.number;
  };
  const issued = async (): Promise<number> =>
    (await made('invoiceNumberIssue { number userErrors { message } }', operator)).number;
  const deposit = 'deposit: { domainName: "oksjon.ee", userUuid: "u-1", userEmail: "u@example.com" }';
  const [first, second, third] = [
    await billed(await issued()),
    await billed(await issued()),
    await billed(await issued(), deposit),
  ];
  const spare = await issued();
  await made(
    'accountAutoReloadSet(input: { amount: "20.00", threshold: "5.00" }) { userErrors { message } }',
  );
  const { reservation } = await made(
    'paidReservationCreate(input: { names: ["tasuline.ee"] }) { reservation { userUniqueId } userErrors { message } }',
    portal,
  );
  const { account } = await made(
    'accountUpdate(input: {}) { account { referenceNumber } userErrors { message } }',
  );
  const customerUrl = 'https://auction.example/paid';
  const byOperator = (input: object): Sample => ({ input, auth: operator });
  return {
    accountAutoReloadDisable: {},
    bankTransferRecord: byOperator({
      amount: '10.00',
      bankReference: 'B-1',
      description: 'topping up',
      receivedAt: '2026-01-01T10:00:00Z',
      referenceNumber: account.referenceNumber,
    }),
    depositPrepaymentCreate: byOperator({
      amount: '50.00',
      customerUrl,
      domainName: 'haamer.ee',
      userUuid: 'u-2',
      userEmail: 'u2@example.com',
      initiator: 'auction',
    }),
    depositStatusUpdate: byOperator({ number: third, status: 'PAID' }),
    invoiceAmountUpdate: byOperator({ number: first, amount: '13.00' }),
    invoiceBulkPaymentCreate: byOperator({
      amount: '24.00',
      customerUrl,
      invoiceNumbers: [first, second],
      initiator: 'auction',
    }),
    invoiceNumberIssue: { auth: operator },
    invoiceOneOffPaymentCreate: byOperator({ number: first, customerUrl }),
    invoicePaymentLinkCreate: byOperator({ number: spare, amount: '12.00', initiator: 'auction' }),
    invoiceSendAsEInvoice: byOperator({
      invoice: {
        number: second,
        issueDate: '2026-01-10',
        dueDate: '2026-01-24',
        amount: '12.00',
        seller: { name: 'Registry', regNo: '1', countryCode: 'EE' },
        buyer: { name: 'Acme', regNo: '2', countryCode: 'EE' },
      },
      items: [{ description: 'Names', price: '12.00', quantity: '1', unit: 'pc', amount: '12.00' }],
      initiator: 'auction',
    }),
    invoicesExportToAccounting: byOperator({
      invoices: [
        {
          number: second,
          date: '2026-01-01',
          customer: { code: 'ACME', name: 'Acme' },
          lines: [{ productId: 'OKSJON', description: 'Order', quantity: '1', price: '12.00', unit: 'pc' }],
        },
      ],
      initiator: 'auction',
    }),
    invoicesImport: byOperator({
      invoices: [{ number: 98765, amount: '1.00', status: 'UNPAID', initiator: 'auction' }],
    }),
    jobsRun: byOperator({}),
    monthlyInvoiceNumbersIssue: byOperator({ count: 2 }),
    referenceNumberIssue: byOperator({ initiator: 'auction' }),
    referenceNumbersImport: byOperator({
      references: [{ referenceNumber: '1234561', initiator: 'auction' }],
    }),
    reservedNameInvoicesCancel: byOperator({
      domainName: 'tasuline.ee',
      userUniqueId: reservation.userUniqueId,
    }),
  };
}
