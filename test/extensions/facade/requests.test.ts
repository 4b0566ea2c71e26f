import { describe, expect, it } from 'vitest';
import { read, requestSchema } from '#src/apis/rest/codec.ts';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import { registrarWordings } from '#src/apis/rest/registrar/wordings.ts';
import type { RestCall, RestRoute } from '#src/apis/rest/route.ts';
import { Refusal } from '#src/base/errors.ts';
import { isForwarded } from '#src/extensions/facade/commands.ts';
import { splitLocal } from '#src/extensions/facade/fields.ts';
import { encoders, type RegistrarRequest } from '#src/extensions/facade/requests.ts';
import { contact } from '#src/registry/entities/contact.ts';
import { domain } from '#src/registry/entities/domain.ts';

const key = { flags: '257', protocol: '3', alg: '8', publicKey: 'dGVzdA==' };
const host = { hostname: 'ns1.õun.ee', ipv4: ['192.0.2.1'], ipv6: ['2001:DB8::1'] };
const names = ['a.ee', 'b.ee'];
const replaced = { currentContact: 'ALPHA:A', newContact: 'ALPHA:B' };

/** Whether a facade keeps the field itself, so that its registry is not sent any of it. */
const isKept = (field: string): boolean =>
  [domain, contact].some((one) => Object.keys(splitLocal(one, { [field]: '' }).local).length > 0);

/** One good input for every command that is handed on. */
const inputs: Readonly<Record<string, object>> = {
  'contact.create': {
    code: 'my-id',
    name: 'Jaan',
    email: 'a@b.ee',
    phone: '+372.5',
    ident: { code: '39708290069', type: 'priv', countryCode: 'EE' },
    address: { street: 'Pikk 1', zip: '10123', city: 'Tallinn', state: null, countryCode: 'EE' },
  },
  'contact.update': {
    code: 'ALPHA:A B',
    name: 'Jaan',
    email: '',
    phone: '+372.5',
    ident: { code: '1', type: 'priv', countryCode: 'EE' },
    address: { street: 'Pikk 1', countryCode: 'EE' },
  },
  'contact.delete': { code: 'ALPHA:A B%' },
  'domain.register': {
    name: 'õun.ee',
    registrant: 'ALPHA:A',
    months: 6,
    adminContacts: ['ALPHA:B'],
    techContacts: [],
    nameservers: [host],
    dnssecKeys: [key],
    transferCode: 'code',
    reservationCode: 'pw',
  },
  'domain.renew': { name: 'õun.ee', months: 24, expiresOn: '2027-01-01' },
  'domain.update': {
    name: 'õun.ee',
    registrant: { code: 'ALPHA:A', verified: true },
    transferCode: 'code',
    reservationCode: 'pw',
    contacts: [{ code: 'ALPHA:B', role: 'admin' }],
    nameservers: [{ action: 'remove', nameserver: host }],
    dnssecKeys: [{ action: 'add', key }],
  },
  'domain.delete': { name: 'õun.ee', verified: false, authCode: 'code' },
  'domain.transfer': { name: 'õun.ee', transferCode: 'code' },
  'domain.add-contacts': { name: 'a.ee', contacts: [{ code: 'ALPHA:B', role: 'tech' }] },
  'domain.remove-contacts': { name: 'a.ee', contacts: [{ code: 'ALPHA:B', role: 'admin' }] },
  'domain.add-nameservers': { name: 'a.ee', nameservers: [host] },
  'domain.remove-nameserver': { name: 'a.ee', hostname: 'ns1.õun.ee' },
  'domain.add-dnssec-keys': { name: 'a.ee', dnssecKeys: [key] },
  'domain.remove-dnssec-keys': { name: 'a.ee', dnssecKeys: [key] },
  'domain.set-client-hold': { name: 'a.ee' },
  'domain.remove-client-hold': { name: 'a.ee' },
  'domain.bulk-transfer': { transfers: [{ name: 'a.ee', transferCode: 'x' }, { name: 'b.ee' }] },
  'domain.bulk-renew': { names, months: 9 },
  'domain.replace-tech-contact': replaced,
  'domain.replace-admin-contact': replaced,
  'domain.replace-nameserver': { hostname: 'ns1.old.ee', newNameserver: host, names },
  'domain.add-nameserver-in-bulk': { newNameserver: host, names },
  'notification.acknowledge': { id: 7 },
};

/** The route that serves it, and what stands in its path; fixed segments come before parameters. */
function routeOf({ method, path }: RegistrarRequest): {
  route: RestRoute;
  parameters: Record<string, string>;
} {
  const given = path.split('/').map(decodeURIComponent);
  const found = registrarRoutes
    .filter((route) => route.method === method)
    .map((route) => ({ route, parts: route.path.split('/') }))
    .filter(
      ({ parts }) =>
        parts.length === given.length &&
        parts.every((part, index) => part.startsWith(':') || part === given[index]),
    )
    .sort((one, other) => one.route.path.split(':').length - other.route.path.split(':').length)[0];
  if (!found) throw new Error(`nothing serves ${method} ${path}`);
  const named = found.parts.flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), given[index] ?? '']] : [],
  );
  return { route: found.route, parameters: Object.fromEntries(named) };
}

class Seen extends Error {
  readonly operation: string;
  readonly input: unknown;
  constructor(operation: string, input: unknown) {
    super('seen');
    this.operation = operation;
    this.input = input;
  }
}

/** What our own API makes of the request. */
async function decoded(request: RegistrarRequest): Promise<Seen> {
  const { route, parameters } = routeOf(request);
  const body = JSON.parse(JSON.stringify(request.body ?? null)) as unknown;
  const shape = route.request?.body;
  const reading = shape ? read(shape, body, registrarWordings, { kind: 'anonymous' }) : undefined;
  if (reading && !reading.ok) throw new Error(reading.failures[0].message);
  const run = async (operation: { name: string }, input: unknown): Promise<never> => {
    throw new Seen(operation.name, input);
  };
  const call = {
    path: parameters,
    query: {},
    headers: request.headers ?? {},
    body: reading?.value,
    run,
    runAndShow: run,
  };
  return (await route
    .handle(call as unknown as RestCall<never, never>)
    .catch((error: unknown) => error)) as Seen;
}

const defined = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a command that is handed on', () => {
  it('is written for every one that there is something to know of, and tried here', () => {
    expect(encoders.map(({ operation }) => operation).sort()).toEqual(Object.keys(inputs).sort());
    expect(encoders.filter(({ operation }) => !isForwarded({ operation }))).toEqual([]);
  });

  for (const { operation, encode } of encoders)
    it(`is read back as it was: ${operation}`, async () => {
      const seen = await decoded(encode(inputs[operation] ?? {}));
      expect({ operation: seen.operation, input: defined(seen.input) }).toEqual({
        operation,
        input: defined(inputs[operation]),
      });
    });
});

describe('a part of a path', () => {
  const inPath = encoders.flatMap(({ operation, encode }) =>
    Object.entries(inputs[operation] ?? {}).flatMap(([field, value]) => {
      if (typeof value !== 'string') return [];
      const { path } = encode({ ...inputs[operation], [field]: 'marked' });
      return path.includes('marked') ? [{ operation, encode, field }] : [];
    }),
  );

  it('is the name, code or host of most commands', () => {
    expect(inPath.length).toBeGreaterThan(12);
  });

  it.each(inPath)('is one part, or refused: $field of $operation', ({ operation, encode, field }) => {
    for (const value of ['..', '.', '', '../b.ee', 'a/b', 'a\\b', 'a%2Fb', 'a%2e', 'a\r\nb', 'a\u007f'])
      expect(() => encode({ ...inputs[operation], [field]: value })).toThrow(Refusal);
    expect(encode({ ...inputs[operation], [field]: 'a.b?c#d;e%' }).path).toContain('a.b%3Fc%23d%3Be%25');
  });
});

describe('a request to the registry', () => {
  const bodyOf = (operation: string, input: object): unknown =>
    defined(encoders.find((one) => one.operation === operation)?.encode(input).body);

  it('has blank values as they are: the registry has its own words for them', () => {
    const blank = { name: '', email: ' ', phone: '', ident: { code: '', type: '', countryCode: '' } };
    expect(bodyOf('contact.create', blank)).toEqual({
      contact: {
        name: '',
        email: ' ',
        phone: '',
        ident: { ident: '', ident_type: '', ident_country_code: '' },
      },
    });
    expect(bodyOf('domain.replace-tech-contact', { currentContact: '', newContact: ' ' })).toEqual({
      current_contact_id: '',
      new_contact_id: ' ',
    });
  });

  it('leaves out the address of a new contact that has none, and takes away that of a known one', () => {
    const { 'contact.create': contact } = inputs;
    expect(bodyOf('contact.create', { ...contact, address: null })).not.toHaveProperty('contact.addr');
    expect(bodyOf('contact.update', { code: 'A', address: null })).toEqual({ contact: { addr: null } });
    const address = { street: null, countryCode: 'EE' };
    expect(bodyOf('contact.update', { code: 'A', address })).toEqual({
      contact: { addr: { street: null, country_code: 'EE' } },
    });
  });

  it('has the numbers of keys as text, no period for one without a price, and no word of who has not agreed', () => {
    const numbers = { flags: 257, protocol: 3, alg: 8, publicKey: 'dGVzdA==' };
    expect(bodyOf('domain.add-dnssec-keys', { name: 'a.ee', dnssecKeys: [numbers] })).toEqual({
      dns_keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
    });
    const renewal = { name: 'a.ee', months: null, expiresOn: '2027-01-01' };
    expect(bodyOf('domain.renew', renewal)).toEqual({
      renews: { period: 0, period_unit: 'y', exp_date: '2027-01-01' },
    });
    const registrant = { code: 'ALPHA:A', verified: false };
    expect(bodyOf('domain.update', { name: 'a.ee', registrant })).toEqual({
      domain: { registrant: { code: 'ALPHA:A' } },
    });
  });

  it('is refused where its body would be read as something else, as the operation refuses it', () => {
    const refusalOf = (operation: string, input: object) => {
      try {
        return bodyOf(operation, input);
      } catch (error) {
        return error instanceof Refusal ? error.failures : error;
      }
    };
    expect(refusalOf('domain.add-nameserver-in-bulk', { newNameserver: host, names: [] })).toEqual([
      expect.objectContaining({ message: 'Missing parameter domains', path: ['names'] }),
    ]);
    const blank = { hostname: ' ', newNameserver: host, names };
    expect(refusalOf('domain.replace-nameserver', blank)).toEqual([
      expect.objectContaining({ code: 'OBJECT_DOES_NOT_EXIST', path: ['hostname'] }),
    ]);
  });

  it('never has what the path or a header has, nor what a body cannot hold', () => {
    const renewal = { name: 'a.ee', months: 12, expiresOn: '2027-01-01', authCode: 'secret' };
    expect(JSON.stringify(bodyOf('domain.renew', renewal))).not.toMatch(/a\.ee|secret/);
    const wrong = { name: 'a.ee', transferCode: 7351 };
    expect(() => bodyOf('domain.transfer', wrong)).toThrow(/cannot represent .*: transfer/);
    expect(() => bodyOf('domain.transfer', wrong)).not.toThrow('7351');
  });

  const withBody = Object.entries(inputs).flatMap(([operation, input]) => {
    const request = encoders.find((one) => one.operation === operation)?.encode(input);
    const shape = request && routeOf(request).route.request?.body;
    return shape ? [[operation, { request, shape }] as const] : [];
  });
  it.each(withBody)('has every field of its body in the good input above: %s', (_, { request, shape }) => {
    const { anyOf: [usual = requestSchema(shape)] = [] } = requestSchema(shape);
    const sent = defined(request.body) as Record<string, Record<string, unknown>>;
    for (const [name, { properties = {} }] of Object.entries(usual.properties ?? {})) {
      expect(sent).toHaveProperty(name);
      const fields = Object.keys(properties).filter((field) => field !== 'legal_document' && !isKept(field));
      expect(Object.keys(sent[name] ?? {})).toEqual(expect.arrayContaining(fields));
    }
  });
});
