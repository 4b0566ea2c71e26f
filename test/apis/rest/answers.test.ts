import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { requestFor } from '../../support/certificate-requests.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { openApi as document, judge } from '../../support/described-answers.ts';
import { alpha, basic, beta, portal } from '../../support/world.ts';

let demo: SecondContainer;
/** An invoice of ALPHA that can be paid. */
let invoiceId = '';
beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
  await seedWorld(demo.container, 'demo');
  const made = await answerOf({ route: `POST ${v1}/invoices/add_credit`, body: { invoice: { amount: 5 } } });
  invoiceId = String(made.response.json().data.invoice.id);
});

interface Call {
  readonly route: string;
  readonly url?: string;
  readonly body?: object;
  readonly auth?: string;
  readonly headers?: Record<string, string>;
  readonly status?: number;
}

async function answerOf({ route, url, body, auth = alpha, headers }: Call) {
  const [method = '', path = ''] = route.split(' ');
  const response = await demo.app.inject({
    method: method as 'GET',
    url: (url ?? path).replace('INVOICE', invoiceId),
    headers: { authorization: auth, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { payload: body }),
  });
  return { method: method.toLowerCase(), path, status: response.statusCode, response };
}

const v1 = '/registry/v1';
const nameserver = { hostname: 'ns3.hosting.example', ipv4: [], ipv6: [] };
const key = { flags: '257', protocol: '3', alg: '8', public_key: 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6' };
const newContact = {
  name: 'Mari Mets',
  email: 'mari@mets.example',
  phone: '+372.5555555',
  ident: { ident: '37605030299', ident_type: 'priv', ident_country_code: 'EE' },
};

const user = {
  username: 'alpha-uus',
  plain_text_password: 'uue-kasutaja-parool',
  active: true,
  roles: ['epp'],
  email: 'uus@alpha.example',
};
const request = await requestFor({ CN: 'alpha', C: 'EE' });

/** Each route once or more, in an order in which all go well. */
const calls: readonly Call[] = [
  { route: `GET ${v1}/accounts/balance` },
  { route: `GET ${v1}/accounts/balance`, url: `${v1}/accounts/balance?detailed=true` },
  { route: `GET ${v1}/accounts` },
  { route: `GET ${v1}/accounts/details` },
  { route: `PUT ${v1}/accounts`, body: { account: { iban: 'EE382200221020145685' } } },
  { route: `PATCH ${v1}/accounts`, body: { account: { accept_pdf_invoices: true } } },
  {
    route: `POST ${v1}/accounts/update_auto_reload_balance`,
    body: { type: { amount: 100, threshold: '10' } },
  },
  { route: `GET ${v1}/accounts/details` },
  { route: `GET ${v1}/accounts/disable_auto_reload_balance` },
  { route: `POST ${v1}/invoices/add_credit`, body: { invoice: { amount: '100,5', description: 'May' } } },
  { route: `GET ${v1}/invoices` },
  { route: `GET ${v1}/invoices`, url: `${v1}/invoices?details=true&simple=true` },
  { route: `GET ${v1}/invoices`, url: `${v1}/invoices?details=true` },
  { route: `GET ${v1}/invoices/{id}`, url: `${v1}/invoices/INVOICE` },
  {
    route: `POST ${v1}/invoices/{id}/send_to_recipient`,
    url: `${v1}/invoices/INVOICE/send_to_recipient`,
    body: { invoice: { id: '1', recipient: 'book@keeper.ee' } },
  },
  { route: `PUT ${v1}/invoices/{id}/cancel`, url: `${v1}/invoices/INVOICE/cancel` },
  { route: `GET ${v1}/registrar/notifications/all_notifications` },
  { route: `GET ${v1}/registrar/notifications` },
  { route: `GET ${v1}/registrar/notifications`, auth: basic('beta', 'beta-sandbox') },
  { route: `GET ${v1}/registrar/notifications/{notification_id}`, url: `${v1}/registrar/notifications/12` },
  {
    route: `PUT ${v1}/registrar/notifications/{notification_id}`,
    url: `${v1}/registrar/notifications/12`,
    body: { notification: { read: true } },
  },
  { route: `GET ${v1}/contacts` },
  { route: `GET ${v1}/contacts`, url: `${v1}/contacts?details=true` },
  { route: `GET ${v1}/contacts`, url: `${v1}/contacts?details=true&domains=true` },
  { route: `GET ${v1}/contacts/search`, url: `${v1}/contacts/search?query=tamm` },
  { route: `GET ${v1}/contacts/search/{contact_id}`, url: `${v1}/contacts/search/ALPHA:TAMM` },
  { route: `GET ${v1}/contacts/check/{contact_id}`, url: `${v1}/contacts/check/TAMM` },
  { route: `GET ${v1}/contacts/{contact_id}`, url: `${v1}/contacts/ALPHA:TAMM` },
  { route: `GET ${v1}/contacts/{contact_id}`, url: `${v1}/contacts/ALPHA:TAMM?simple=true` },
  { route: `POST ${v1}/contacts`, body: { contact: { ...newContact, id: 'METS' } } },
  {
    route: `POST ${v1}/contacts`,
    body: {
      contact: { ...newContact, addr: { city: 'Tartu', street: 'Uus 1', zip: '1', country_code: 'EE' } },
    },
  },
  {
    route: `PUT ${v1}/contacts/{contact_id}`,
    url: `${v1}/contacts/ALPHA:METS`,
    body: { contact: { email: 'mari@uus.example' } },
  },
  { route: `DELETE ${v1}/contacts/{contact_id}`, url: `${v1}/contacts/ALPHA:METS` },
  { route: `GET ${v1}/domains` },
  { route: `GET ${v1}/domains`, url: `${v1}/domains?details=true` },
  { route: `GET ${v1}/domains`, url: `${v1}/domains?details=true&simple=true` },
  { route: `GET ${v1}/domains/{domain_name}`, url: `${v1}/domains/tamm.ee` },
  { route: `GET ${v1}/domains/{domain_name}`, url: `${v1}/domains/tamm.ee`, auth: beta },
  {
    route: `POST ${v1}/domains`,
    body: { domain: { name: 'vastus.ee', registrant: 'ALPHA:TAMM', period: 1, period_unit: 'y' } },
  },
  {
    route: `PUT ${v1}/domains/{domain_name}`,
    url: `${v1}/domains/vastus.ee`,
    body: { domain: { transfer_code: 'uus-kood-123' } },
  },
  {
    route: `PUT ${v1}/domains/{domain_name}`,
    url: `${v1}/domains/rebane.ee`,
    body: { domain: { registrant: { code: 'ALPHA:ILVES', verified: false } } },
  },
  {
    route: `POST ${v1}/domains/changes`,
    body: { csv: 'action,domain,period\nrenew,regatt.ee,1y' },
  },
  {
    route: `POST ${v1}/domains/renew/bulk`,
    body: { domains: ['kevad.ee', 'suvi.ee'], renew_period: '1y' },
  },
  { route: `GET ${v1}/domains/{domain_name}/contacts`, url: `${v1}/domains/tamm.ee/contacts` },
  {
    route: `POST ${v1}/domains/{domain_name}/contacts`,
    url: `${v1}/domains/vastus.ee/contacts`,
    body: { contacts: [{ code: 'ALPHA:TECH', type: 'tech' }] },
  },
  {
    route: `DELETE ${v1}/domains/{domain_name}/contacts`,
    url: `${v1}/domains/vastus.ee/contacts`,
    body: { contacts: [{ code: 'ALPHA:TECH', type: 'tech' }] },
  },
  { route: `GET ${v1}/domains/{domain_name}/nameservers`, url: `${v1}/domains/tamm.ee/nameservers` },
  {
    route: `POST ${v1}/domains/{domain_name}/nameservers`,
    url: `${v1}/domains/tamm.ee/nameservers`,
    body: { nameservers: [nameserver] },
  },
  {
    route: `DELETE ${v1}/domains/{domain_name}/nameservers/{nameserver_hostname}`,
    url: `${v1}/domains/tamm.ee/nameservers/ns3.hosting.example`,
  },
  { route: `GET ${v1}/domains/{domain_name}/dnssec`, url: `${v1}/domains/tamm.ee/dnssec` },
  {
    route: `POST ${v1}/domains/{domain_name}/dnssec`,
    url: `${v1}/domains/tamm.ee/dnssec`,
    body: { dns_keys: [key] },
  },
  {
    route: `DELETE ${v1}/domains/{domain_name}/dnssec`,
    url: `${v1}/domains/tamm.ee/dnssec`,
    body: { dns_keys: [key] },
  },
  {
    route: `PUT ${v1}/domains/{domain_name}/statuses/clientHold`,
    url: `${v1}/domains/tamm.ee/statuses/clientHold`,
  },
  {
    route: `DELETE ${v1}/domains/{domain_name}/statuses/clientHold`,
    url: `${v1}/domains/tamm.ee/statuses/clientHold`,
  },
  { route: `GET ${v1}/domains/{domain_name}/transfer_info`, url: `${v1}/domains/tamm.ee/transfer_info` },
  {
    route: `POST ${v1}/domains/{domain_name}/transfer`,
    url: `${v1}/domains/vastus.ee/transfer`,
    body: { transfer: { transfer_code: 'uus-kood-123' } },
    auth: beta,
  },
  {
    route: `POST ${v1}/domains/transfer`,
    body: {
      data: {
        domain_transfers: [
          { domain_name: 'vastus.ee', transfer_code: 'uus-kood-123' },
          { domain_name: 'tamm.ee', transfer_code: 'wrong' },
          { transfer_code: 'nameless' },
        ],
      },
    },
  },
  {
    route: `PATCH ${v1}/domains/contacts`,
    body: { current_contact_id: 'ALPHA:TECH', new_contact_id: 'ALPHA:TAMM' },
  },
  {
    route: `PUT ${v1}/registrar/nameservers`,
    body: {
      data: {
        type: 'nameserver',
        id: 'ns1.alpha.example',
        attributes: { hostname: 'ns4.alpha.example', ipv4: [], ipv6: [] },
      },
    },
  },
  {
    route: `DELETE ${v1}/domains/{domain_name}`,
    url: `${v1}/domains/lepp.ee`,
    body: { domain: { delete: { verified: true } } },
  },
  { route: `GET ${v1}/api_users` },
  { route: `POST ${v1}/api_users`, body: { api_user: user } },
  { route: `GET ${v1}/api_users/{api_user_id}`, url: `${v1}/api_users/1` },
  {
    route: `PUT ${v1}/api_users/{api_user_id}`,
    url: `${v1}/api_users/3`,
    body: { api_user: { email: 'arved@alpha.example' } },
  },
  {
    route: `PATCH ${v1}/api_users/{api_user_id}`,
    url: `${v1}/api_users/3`,
    body: { api_user: { active: false } },
  },
  { route: `DELETE ${v1}/api_users/{api_user_id}`, url: `${v1}/api_users/3` },
  {
    route: `GET ${v1}/api_users/{api_user_id}/certificates/{certificate_id}`,
    url: `${v1}/api_users/1/certificates/1`,
  },
  {
    route: `POST ${v1}/certificates`,
    body: {
      certificate: {
        api_user_id: 1,
        csr: { body: Buffer.from(request).toString('base64'), type: 'csr' },
      },
    },
  },
  { route: `GET ${v1}/white_ips` },
  { route: `POST ${v1}/white_ips`, body: { white_ip: { address: '192.0.2.99', interfaces: ['api'] } } },
  { route: `GET ${v1}/white_ips/{white_ip_id}`, url: `${v1}/white_ips/1` },
  {
    route: `PUT ${v1}/white_ips/{white_ip_id}`,
    url: `${v1}/white_ips/1`,
    body: { white_ip: { interfaces: ['api'] } },
  },
  {
    route: `PATCH ${v1}/white_ips/{white_ip_id}`,
    url: `${v1}/white_ips/1`,
    body: { white_ip: { address: '192.0.2.98' } },
  },
  { route: `DELETE ${v1}/white_ips/{white_ip_id}`, url: `${v1}/white_ips/1` },
  { route: `GET ${v1}/registrar/auth` },
  { route: `GET ${v1}/registrar/summary` },
  {
    route: `GET ${v1}/stats/market_share_distribution`,
    url: `${v1}/stats/market_share_distribution?q[end_date]`,
  },
  {
    route: `GET ${v1}/stats/market_share_growth_rate`,
    url: `${v1}/stats/market_share_growth_rate?q[end_date]&q[compare_to_end_date]`,
  },
  { route: `GET ${v1}/retained_domains` },
  { route: `GET ${v1}/auctions` },
  {
    route: 'GET /api/v1/business_registry/domain_names/{organization_name}',
    url: '/api/v1/business_registry/domain_names/Uus%20Kohvik',
    auth: portal,
  },
  {
    route: 'POST /api/v1/business_registry/reserve_domains',
    body: { domain_names: ['vastuseks.ee'] },
    auth: portal,
  },
  {
    route: 'POST /api/v1/business_registry/long_reserve_domains',
    body: { domain_names: ['vastusteks.ee'] },
    auth: portal,
  },
];

describe('answers in /openapi.json', () => {
  it('is what the routes answer with', async () => {
    const wrong: string[] = [];
    for (const call of calls) {
      const { method, path, status, response } = await answerOf(call);
      const described = document.paths[path]?.[method]?.responses[status]?.content?.['application/json'];
      expect(described, `${call.route} answered ${status}: ${response.body}`).toBeDefined();
      expect(status, `${call.route}: ${response.body}`).toBeLessThan(300);
      const verdict = judge(described?.schema ?? {}).safeParse(response.json());
      if (!verdict.success)
        wrong.push(`${call.route}: ${z.prettifyError(verdict.error)} ${response.body.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('was compared for every route of the registrar API', () => {
    const compared = new Set(calls.map(({ route }) => route));
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => responses[200])
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const left = described.filter((route) => route.includes(v1) && !compared.has(route));
    expect(left).toEqual([
      // Where users are linked: test/apis/access/switching.test.ts.
      `PUT ${v1}/accounts/switch_user`,
      // A PDF.
      `GET ${v1}/invoices/{id}/download`,
      // Twins of those above, with the same codec.
      `PATCH ${v1}/registrar/notifications/{notification_id}`,
      `PATCH ${v1}/contacts/{contact_id}`,
      `PATCH ${v1}/domains/{domain_name}`,
      // Where a change waits: test/apis/http/registrar/domains-pending.test.ts.
      `DELETE ${v1}/domains/{domain_name}/pending_update`,
      `POST ${v1}/domains/{domain_name}/renew`,
      `PATCH ${v1}/domains/{domain_name}/statuses/clientHold`,
      `PATCH ${v1}/domains/admin_contacts`,
      // A file.
      `GET ${v1}/api_users/{api_user_id}/certificates/{certificate_id}/download`,
    ]);
  });

  it('has a shape for every success and what is really said for every refusal', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    for (const { name, responses } of operations)
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const { schema, examples } of Object.values(content)) {
          if (Number(status) < 300) expect(JSON.stringify(schema).length, name).toBeGreaterThan(20);
          else expect(Object.keys(examples ?? {}).length, `${name} ${status}`).toBeGreaterThan(0);
        }
  });

  it('reports refusals in the words that clients get', async () => {
    const unknown = await answerOf({
      route: `GET ${v1}/domains/{domain_name}`,
      url: `${v1}/domains/none.ee`,
    });
    const described = document.paths[`${v1}/domains/{domain_name}`]?.get?.responses[404]?.content;
    expect(described?.['application/json']?.examples).toMatchObject({
      '2303 Object does not exist': { value: { code: 2303, data: {} } },
    });
    expect(
      judge(described?.['application/json']?.schema ?? {}).safeParse(unknown.response.json()).success,
    ).toBe(true);
  });
});

describe('every answer of a REST API', () => {
  it.each([
    { route: `GET ${v1}/domains`, status: 200 },
    { route: `GET ${v1}/domains/none.ee`, status: 404 },
    { route: `GET ${v1}/nothing-here`, status: 404 },
    { route: `PUT ${v1}/domains`, status: 405 },
    { route: `GET ${v1}/domains`, headers: { accept: 'image/png' }, status: 406 },
    { route: `GET ${v1}/domains`, auth: 'Basic bm9ib2R5OndoYXQ=', status: 401 },
    { route: `POST ${v1}/contacts`, body: {}, status: 400 },
    { route: 'GET /repp/v1/accounts/balance', status: 200 },
  ] satisfies Call[])('says what facades may send: $route, $status', async (call) => {
    const { status, response } = await answerOf(call);
    expect({ status, capabilities: response.headers['zonegraph-capabilities'] }).toEqual({
      status: call.status,
      capabilities: 'idempotency-key, dry-run, if-outcome, details',
    });
    expect(response.headers.understands).toBeUndefined();
  });
});
