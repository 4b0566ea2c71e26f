import { beforeAll, describe, expect, it } from 'vitest';
import { requestSchema } from '#src/apis/rest/codec.ts';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import type { RestRoute } from '#src/apis/rest/route.ts';
import { newDomain } from '../../../support/domains.ts';
import { fc } from '../../../support/properties.ts';
import { seed } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

let world: TestWorld;
let contact: string;
let domain: string;
beforeAll(async () => {
  world = await testWorld();
  contact = await seed(world).contact();
  domain = await newDomain(world, { nameservers: ['ns1.host.test', 'ns2.host.test'], techs: [contact] });
});

const key = { flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' };
const nameserver = { hostname: 'ns3.host.test', ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'] };

/** Good bodies, from which bad ones are made: what is almost right gets furthest. */
const goodBodies = (): Record<string, Json> => ({
  contact: {
    id: 'my-id',
    name: 'Jaan Tamm',
    email: 'jaan@example.com',
    phone: '+372.5555555',
    ident: { ident: '39708290069', ident_type: 'priv', ident_country_code: 'EE' },
  },
  domain: {
    name: 'generated.ee',
    registrant: contact,
    period: 1,
    period_unit: 'y',
    admin_contacts: [contact],
    tech_contacts: [contact],
    nameservers_attributes: [nameserver],
    dnskeys_attributes: [key],
    transfer_code: 'code',
    reserved_pw: 'code',
    delete: { verified: false },
    contacts: [{ code: contact, type: 'tech' }],
    nameservers: [{ ...nameserver, action: 'add' }],
    dns_keys: [{ ...key, action: 'add' }],
  },
  renews: { period: 1, period_unit: 'y', exp_date: '2030-01-01' },
  notification: { read: true },
  contacts: [{ code: contact, type: 'tech' }],
  nameservers: [nameserver],
  dns_keys: [key],
  transfer: { transfer_code: 'code' },
  data: {
    type: 'nameserver',
    id: 'ns1.host.test',
    domains: [domain],
    attributes: nameserver,
    domain_transfers: [{ domain_name: domain, transfer_code: 'code' }],
  },
  current_contact_id: contact,
  new_contact_id: contact,
  domains: [domain],
  renew_period: '1y',
});

/** With halves of surrogate pairs, which texts elsewhere (support/code-points.ts) do not have. */
const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '😀',
    'x'.repeat(10_000),
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(
    '%',
    '\\',
    "'; drop table domains",
    '<b>',
    '1e400',
    '-1',
    '٣',
    'xn--',
    'xn--a',
    '.',
    '..ee',
    'ß.ee',
  ),
  fc.string({ unit: anyCodePoint, maxLength: 20 }),
);
const junk: fc.Arbitrary<Json> = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(2 ** 53, -1, 0.5, 1e300, [], {}, [[]], [null], [{}], { toString: null }),
);

/** Somewhere in the body a value is replaced or taken away, or everything is something else. */
const badBody = (good: Json): fc.Arbitrary<Json> =>
  fc.tuple(fc.nat(), junk, fc.nat({ max: 9 })).map(([place, value, whole]) => {
    if (whole === 0) return value;
    const body = structuredClone(good);
    const places = placesIn(body);
    places[place % places.length]?.(value);
    return body;
  });

/** The part that this route reads, by its own description. */
function goodBody({ request }: RestRoute): Json {
  const known = goodBodies();
  const { properties = known } = request?.body ? requestSchema(request.body) : {};
  return Object.fromEntries(Object.entries(known).filter(([name]) => name in properties));
}

function placesIn(value: Json): ((replacement: Json) => void)[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, Json>;
  return Object.keys(holder).flatMap((name) => [
    (replacement: Json) => {
      holder[name] = replacement;
    },
    () => {
      delete holder[name];
    },
    ...placesIn(holder[name] ?? null),
  ]);
}

const inUrl = (text: string): string => encodeURIComponent(text.toWellFormed());
/** Requests for each route. Each route has a seed of its own; more of them: BAD_INPUT_RUNS=400. */
const runs = Number(process.env.BAD_INPUT_RUNS ?? 10);

describe('generated bad input', () => {
  it.each(registrarRoutes.map((route, index) => [route.method, route.path, route, index] as const))(
    'is refused or taken by %s %s, and never a fault',
    async (method, path, route, routeIndex) => {
      const bodies = fc.sample(badBody(goodBody(route)), { numRuns: runs, seed: 2 * routeIndex });
      const texts = fc.sample(oddText, { numRuns: runs * 2, seed: 2 * routeIndex + 1 });
      const objects: Record<string, string> = {
        domain_name: domain,
        contact_id: contact,
        notification_id: '1',
        nameserver_hostname: 'ns1.host.test',
      };
      for (const [index, body] of bodies.entries()) {
        const [one = '', other = ''] = texts.slice(index * 2);
        const filled = path.replace(/:(\w+)/g, (_, name: string) =>
          inUrl(index % 3 === 0 ? one.slice(0, 500) : (objects[name] ?? one)),
        );
        const query = `limit=${inUrl(one)}&details=${inUrl(other)}&q[s]=${inUrl(one)}&q[name_matches]=${inUrl(other)}&query=${inUrl(one)}`;
        const payload = method === 'GET' ? undefined : JSON.stringify(body);
        const url = `/registry/v1${filled}${method === 'GET' && index % 2 === 0 ? `?${query}` : ''}`;
        const answer = await world.request({
          method,
          url,
          ...(payload !== undefined && { payload }),
          headers: {
            'content-type': 'application/json',
            // Everything is written, and undone: each request meets the same world.
            'dry-run': 'true',
            'auth-code': 'wrong',
          },
        });
        expect(answer.status, `${method} ${url} ${payload?.slice(0, 2000)} -> ${answer.text}`).toBeLessThan(
          500,
        );
        // What is published has no envelope; its refusals have.
        if (route.published && answer.status === 200) continue;
        expect(answer.body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
        expect(answer.body.data).toBeDefined();
      }
    },
  );
});
