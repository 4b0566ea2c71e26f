import { beforeAll, describe, expect, it } from 'vitest';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { token } from '../../support/billing.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { judge, openApi } from '../../support/described-answers.ts';
import { alpha, portal } from '../../support/world.ts';

let demo: SecondContainer;
/** The number of an invoice that is there: a deposit. */
let issued = '';
const callers: Record<string, string> = { '/registry': alpha, '/api/v1/business_registry': portal };
beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent' } });
  await seedWorld(demo.container, 'demo');
  callers['/api/v1'] = await token('registry');
  const made = await send(`POST ${v1}/invoices/add_credit`, { invoice: { amount: '5' } }, 'for real');
  invoiceId = String(JSON.parse(made.text).data.invoice.id);
  const numbers = await send(`POST ${billing}/invoice_number_generator`, undefined);
  issued = String(JSON.parse(numbers.text).invoice_number);
  const description = `auction_deposit ${deposit.domain_name}, user_uuid ${deposit.user_uuid}, user_email a@b.example`;
  const invoice = { ...link, custom_field1: description, affiliation: 'auction_deposit' };
  expect(await send(`POST ${billing}/invoice_generator`, invoice, 'for real')).toMatchObject({ status: 201 });
});

const ident = { ident: '37605030299', ident_type: 'priv', ident_country_code: 'EE' };
const contact = { name: 'Mari Mets', email: 'mari@mets.example', phone: '+372.5555555', ident };
const dnssecKey = {
  flags: '257',
  protocol: '3',
  alg: '8',
  public_key: 'AwEAAddt2AkLfYGKgiEZB5SmIF8EvrjxNMH6',
};
const attributes = { hostname: 'ns4.alpha.example' };
const renewal = { period: 1, period_unit: 'y', exp_date: '2026-12-15' };
const replacement = { current_contact_id: 'ALPHA:TECH', new_contact_id: 'ALPHA:TAMM' };
const deposit = { domain_name: 'oksjon.ee', user_uuid: '1c0f' };
const link = { invoice_number: 'ISSUED', transaction_amount: '10.00' };
const payment = { description: '1', transaction_amount: '10.00', customer_url: 'https://nowhere.example/' };
const user = { username: 'alpha-uus', plain_text_password: 'uue-kasutaja-parool', roles: ['epp'] };
const v1 = '/registry/v1';
const billing = '/api/v1/invoice_generator';

/** A body of every form for every route that needs one. */
const bodies: readonly (readonly [route: string, body: unknown])[] = [
  [`PUT ${v1}/registrar/notifications/{notification_id}`, { notification: { read: true } }],
  [`PUT ${v1}/registrar/notifications/{notification_id}`, { read: true }],
  [`PATCH ${v1}/registrar/notifications/{notification_id}`, { notification: { read: true } }],
  [`PATCH ${v1}/registrar/notifications/{notification_id}`, { read: true }],
  [`POST ${v1}/contacts`, { contact }],
  [`POST ${v1}/contacts`, contact],
  [`PUT ${v1}/contacts/{contact_id}`, { contact: { name: 'Mari Mets' } }],
  [`PATCH ${v1}/contacts/{contact_id}`, { contact: { name: 'Mari Mets' } }],
  [
    `POST ${v1}/domains`,
    { domain: { name: 'uus-nimi.ee', registrant: 'ALPHA:TAMM', period: 1, period_unit: 'y' } },
  ],
  [`POST ${v1}/domains`, { name: 'uus-nimi.ee', registrant: 'ALPHA:TAMM', period: 1, period_unit: 'Y' }],
  [`PATCH ${v1}/domains/{domain_name}`, { domain: { transfer_code: 'uus-kood' } }],
  [`PUT ${v1}/domains/{domain_name}`, { domain: { registrant: { code: 'ALPHA:ILVES' } } }],
  [`PUT ${v1}/domains/{domain_name}`, { domain: { contacts: [{ code: 'ALPHA:TECH', type: 'tech' }] } }],
  [`PUT ${v1}/domains/{domain_name}`, { domain: { nameservers: [{ hostname: 'ns3.hosting.example' }] } }],
  [`PUT ${v1}/domains/{domain_name}`, { domain: { dns_keys: [dnssecKey] } }],
  [`DELETE ${v1}/domains/{domain_name}`, { domain: { delete: { verified: true } } }],
  [`DELETE ${v1}/domains/{domain_name}`, { delete: { verified: true } }],
  [`POST ${v1}/domains/changes`, { csv: 'action,domain,period\nrenew,tamm.ee,1y' }],
  [`POST ${v1}/domains/renew/bulk`, { domains: ['tamm.ee'], renew_period: '1y' }],
  [`POST ${v1}/domains/{domain_name}/renew`, { renews: renewal }],
  [`POST ${v1}/domains/{domain_name}/renew`, { renew: renewal }],
  [`POST ${v1}/domains/{domain_name}/renew`, renewal],
  [`POST ${v1}/domains/{domain_name}/contacts`, { contacts: [{ code: 'ALPHA:TECH', type: 'tech' }] }],
  [`DELETE ${v1}/domains/{domain_name}/contacts`, { contacts: [{ code: 'ALPHA:TECH', type: 'tech' }] }],
  [`POST ${v1}/domains/{domain_name}/nameservers`, { nameservers: [{ hostname: 'ns3.hosting.example' }] }],
  [`POST ${v1}/domains/{domain_name}/dnssec`, { dns_keys: [dnssecKey] }],
  [`DELETE ${v1}/domains/{domain_name}/dnssec`, { dns_keys: [dnssecKey] }],
  [`POST ${v1}/domains/{domain_name}/transfer`, { transfer: { transfer_code: 'not-the-code' } }],
  [`POST ${v1}/domains/{domain_name}/transfer`, { transfer_code: 'not-the-code' }],
  [`POST ${v1}/domains/transfer`, { data: { domain_transfers: [{ domain_name: 'tamm.ee' }] } }],
  [`PATCH ${v1}/domains/contacts`, replacement],
  [`PATCH ${v1}/domains/admin_contacts`, replacement],
  [`PUT ${v1}/registrar/nameservers`, { data: { type: 'nameserver', id: 'ns1.alpha.example', attributes } }],
  [
    `PUT ${v1}/registrar/nameservers`,
    { data: { type: 'nameserver', id: '', domains: ['tamm.ee'], attributes } },
  ],
  [`PUT ${v1}/accounts`, { account: { iban: '' } }],
  [`PATCH ${v1}/accounts`, { account: { iban: '' } }],
  [`POST ${v1}/accounts/update_auto_reload_balance`, { type: { amount: '100', threshold: '10' } }],
  [`PUT ${v1}/accounts/switch_user`, { account: { new_user_id: '8' } }],
  [`PUT ${v1}/accounts/switch_user`, { new_user_id: '8' }],
  [`POST ${v1}/invoices/add_credit`, { invoice: { amount: '100' } }],
  [`POST ${v1}/invoices/{id}/send_to_recipient`, { invoice: { id: '1', recipient: 'book@keeper.ee' } }],
  [`POST ${v1}/invoices/{id}/send_to_recipient`, { id: '1', recipient: 'book@keeper.ee' }],
  [`POST ${v1}/api_users`, { api_user: user }],
  [`PUT ${v1}/api_users/{api_user_id}`, { api_user: { email: 'uus@alpha.example' } }],
  [`PATCH ${v1}/api_users/{api_user_id}`, { api_user: { email: 'uus@alpha.example' } }],
  [`POST ${v1}/certificates`, { certificate: { api_user_id: 1, csr: { body: 'AAAA', type: 'csr' } } }],
  [`POST ${v1}/certificates`, { api_user_id: 1, csr: { body: 'AAAA', type: 'csr' } }],
  [`POST ${v1}/white_ips`, { white_ip: { address: '192.0.2.99', interfaces: ['api'] } }],
  [`PUT ${v1}/white_ips/{white_ip_id}`, { white_ip: { interfaces: ['api'] } }],
  [`PATCH ${v1}/white_ips/{white_ip_id}`, { white_ip: { interfaces: ['api'] } }],
  ['POST /api/v1/business_registry/reserve_domains', { domain_names: ['vastuseks.ee'] }],
  ['POST /api/v1/business_registry/long_reserve_domains', { domain_names: ['vastusteks.ee'] }],
  [`POST ${billing}/monthly_invoice_numbers_generator`, { count: 1 }],
  [`POST ${billing}/invoice_generator`, link],
  [`POST ${billing}/invoice_generator`, { ...link, custom_field1: 'id', reserved_domain_names: ['a.ee'] }],
  [`POST ${billing}/oneoff`, { invoice_number: 'ISSUED', customer_url: payment.customer_url }],
  [`POST ${billing}/bulk_payment`, payment],
  [`POST ${billing}/deposit_prepayment`, payment],
  [`POST ${billing}/invoice_status`, { invoice_number: '1', status: 'paid' }],
  ['PATCH /api/v1/invoice/update_invoice_data', { ...link, transaction_amount: '11.00' }],
  ['PUT /api/v1/invoice/update_invoice_data', { ...link, transaction_amount: '11.00' }],
  ...['PATCH', 'PUT'].flatMap((method): [string, unknown][] => [
    [`${method} /api/v1/invoice/invoice_synchronize`, { id: 'ISSUED', status: 'paid' }],
    [
      `${method} /api/v1/invoice/reserved_domain_cancellation_statuses`,
      { domain_name: 'uus.ee', token: '3c4d5e6f-7' },
    ],
  ]),
  [`POST ${billing}/deposit_status`, { ...deposit, status: 'paid' }],
  [`POST ${billing}/deposit_status`, { invoice_number: 'ISSUED', status: 'paid' }],
  ['POST /api/v1/refund/auction', { invoice_number: '1' }],
  ['POST /api/v1/refund/auction', { params: { invoice_number: '1' } }],
  ['POST /api/v1/import_data/invoice_data', [link]],
  ['POST /api/v1/import_data/invoice_data', { _json: [link] }],
  ['POST /api/v1/import_data/reference_data', [{ reference_number: '1' }]],
  ['POST /api/v1/import_data/reference_data', { _json: [{ reference_number: '1' }] }],
  ['POST /api/v1/directo/directo', { invoice_data: [{ number: '1' }], dry: true }],
  ['POST /api/v1/e_invoice/e_invoice', { invoice: { number: '1' } }],
];

interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
type Path = readonly (string | number)[];

const operationOf = (route: string) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, operation: openApi.paths[path]?.[method.toLowerCase()] };
};
const schemaOf = (route: string): Schema | undefined =>
  operationOf(route).operation?.requestBody?.content['application/json']?.schema as Schema | undefined;

/** Where the document says that something of this body is required. */
function requiredIn(schema: Schema, value: unknown): Path[] {
  if (schema.anyOf) {
    const form = schema.anyOf.find((one) => judge(one).safeParse(value).success);
    return form ? requiredIn(form, value) : [];
  }
  if (Array.isArray(value))
    return value.flatMap((one, at) => requiredIn(schema.items ?? {}, one).map((path) => [at, ...path]));
  if (typeof value !== 'object' || value === null) return [];
  const given = value as Readonly<Record<string, unknown>>;
  return [
    ...(schema.required ?? []).map((name) => [name]),
    ...Object.entries(schema.properties ?? {})
      .filter(([name]) => name in given)
      .flatMap(([name, inner]) => requiredIn(inner, given[name]).map((path) => [name, ...path])),
  ];
}

function without(value: unknown, [key = '', ...deeper]: Path): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (deeper.length > 0) copy[key] = without(copy[key], deeper);
  else delete copy[key];
  return copy;
}

const inPath: Readonly<Record<string, string>> = {
  domain_name: 'tamm.ee',
  contact_id: 'ALPHA:TAMM',
  notification_id: '12',
  api_user_id: '2',
  white_ip_id: '1',
};
/** The id of an invoice of ALPHA. */
let invoiceId = '';

async function send(
  route: string,
  body: unknown,
  mode = 'dry run',
): Promise<{ status: number; text: string }> {
  const { method, path } = operationOf(route);
  const api = Object.keys(callers)
    .sort((a, b) => b.length - a.length)
    .find((one) => path.startsWith(one));
  const response = await demo.app.inject({
    method: method as 'POST',
    url: path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(name === 'id' ? invoiceId : (inPath[name] ?? 'x')),
    ),
    headers: {
      authorization: callers[api ?? ''] ?? '',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(body !== undefined && mode === 'dry run' && { 'dry-run': 'true' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body).replaceAll('ISSUED', issued) }),
  });
  return { status: response.statusCode, text: response.body };
}

describe('requests in /openapi.json', () => {
  it.each(bodies)('%s needs what it says that it needs of %j', async (route, body) => {
    const schema = schemaOf(route) ?? {};
    expect(judge(schema).safeParse(body).error).toBeUndefined();
    const whole = await send(route, body);
    for (const path of requiredIn(schema, body)) {
      const spoiled = await send(route, without(body, path));
      // Refused, and for what is missing: the whole body has another answer.
      expect(spoiled.status, `${path.join('.')}: ${spoiled.text}`).toBeGreaterThanOrEqual(400);
      expect(spoiled.text, path.join('.')).not.toBe(whole.text);
    }
  });

  it('is tried for every form of every body', () => {
    const untried = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) => {
        const route = `${method.toUpperCase()} ${path}`;
        const schema = schemaOf(route) ?? {};
        const tried = bodies.filter(([one]) => one === route).map(([, body]) => body);
        return (schema.anyOf ?? [schema])
          .filter(({ required }) => required)
          .filter((form) => !tried.some((body) => judge(form).safeParse(body).success))
          .map((form) => `${route}: ${form.required?.join(', ')}`);
      }),
    );
    expect(untried).toEqual([]);
  });

  it('of required parameters is so: nothing is found without them', async () => {
    for (const [path, methods] of Object.entries(openApi.paths))
      for (const { name } of methods.get?.parameters?.filter((one) => one.in === 'query' && one.required) ??
        []) {
        const { status, text } = await send(`GET ${path}`, undefined);
        expect(status, `${path} without ${name}: ${text}`).toBeGreaterThanOrEqual(400);
      }
  });
});
