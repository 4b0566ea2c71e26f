import { beforeAll, describe, expect, it } from 'vitest';
import { billingRoutes } from '#src/apis/rest/billing/router.ts';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import { reservationRoutes } from '#src/apis/rest/reservation/router.ts';
import type { RestRoute } from '#src/apis/rest/route.ts';
import { token } from '../../support/billing.ts';
import { type Answer, alpha, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let billing: string;
beforeAll(async () => {
  world = await testWorld();
  billing = await token('registry');
});

interface Api {
  readonly name: string;
  readonly prefix: string;
  readonly routes: readonly RestRoute[];
  readonly auth: () => string;
  /** The form of every refusal of this API. */
  readonly refusal: object;
}

const apis: readonly Api[] = [
  {
    name: 'registrar',
    prefix: '/registry/v1',
    routes: registrarRoutes,
    auth: () => alpha,
    refusal: { code: expect.any(Number), message: expect.any(String), data: {} },
  },
  {
    name: 'reservation',
    prefix: '/api/v1/business_registry',
    routes: reservationRoutes,
    auth: () => portal,
    refusal: expect.any(Object),
  },
  {
    name: 'billing',
    prefix: '/api/v1',
    routes: billingRoutes,
    auth: () => billing,
    refusal: expect.any(Object),
  },
];

const json = 'application/json';
const nested = (depth: number) => `${'{"contact":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Up to the largest one that is read, at 1. */
const large = (part: number): readonly (readonly [string, string])[] => [
  [
    json,
    `{"contact":{"name":"${'x'.repeat(900_000 * part)}"},"domain":{"name":"${'x'.repeat(50_000 * part)}"}}`,
  ],
  [json, `{${Array.from({ length: 20_000 * part }, (_, index) => `"k${index}":1`).join()}}`],
];

/** Bodies that the parser reads, and that each route must judge. */
const readable: readonly (readonly [string, string | Buffer])[] = [
  [json, ''],
  [json, 'null'],
  [json, 'true'],
  [json, '0'],
  [json, '""'],
  [json, '[]'],
  [json, '{}'],
  [json, '{"contact":"\\u0000","domain":"\\u0000","data":"\\u0000"}'],
  [json, '{"contact":{"name":"\\ud800"},"domain":{"name":"\\udfff"}}'],
  [json, '{"__proto__":{"contact":{},"domain":{},"read":true}}'],
  [json, '{"constructor":{"prototype":{"read":true}},"hasOwnProperty":1,"toString":null}'],
  [json, `{"contact":${'[1,'.repeat(20)}2${']'.repeat(20)}}`],
  ...large(0.01),
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'contact[name]=x&domain[name]=y'],
  ['', '{}'],
];

/** Bodies that the parser refuses. All routes of an API share the parser: a few of them are asked. */
const unreadable: typeof readable = [
  [json, '{'],
  [json, '{"a":1,}'],
  [json, '{"a":1}{"a":1}'],
  [json, '{"a":NaN}'],
  [json, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  [json, Buffer.from('{"contact":{"name":"\xe4"}}', 'latin1')],
  [json, nested(31)],
  [json, nested(1_000)],
  [json, nested(50_000)],
  [json, `"${'x'.repeat(1_100_000)}"`],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/json; charset=utf-16', Buffer.from('{"a":1}', 'utf16le')],
  ['application/', '{}'],
];
const ASKED_WITH_ALL = 4;

const segments = [
  '%00',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%2F',
  '..%2F..',
  '%20',
  'x'.repeat(2_000),
  "';--",
  '%25',
  '-1',
];
const queries = [
  'limit=%00',
  'limit[]=1',
  'limit[$ne]=1',
  'offset=99999999999999999999',
  'limit=1e9&offset=-0',
  'details=true&details=false',
  'q=1&q[s]=1&q[s][]=2',
  'q[s]=__proto__+desc',
  'q[name_matches]=%25%5C_&q[created_at_gteq]=0000-00-00',
  'detailed=true&from=-271821-04-20&until=+275760-09-13',
  `q[name_matches]=${'x'.repeat(5_000)}`,
];
/** No route looks for such names: what reads them is the same for all routes, and a few are asked. */
const queriesOfNobody = ['=', '&&&', '%00=%00', '__proto__[a]=1&constructor=1', '%ff=%ff'];
const headers: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': '' },
  { 'dry-run': 'maybe' },
  { 'auth-code': 'x'.repeat(5_000) },
];
/** Headers that the server itself reads. */
const headersOfServer: typeof headers = [
  { accept: '\u00ff/\u00ff' },
  { 'accept-language': '%00', 'accept-version': '2.0.0' },
  { 'content-encoding': 'br' },
  { expect: 'nothing' },
];

const filled = ({ path }: RestRoute, value = 'x'): string => path.replaceAll(/:\w+/g, value);

function expectRefusalOrAnswer(answer: Answer, { refusal }: Api, what: string): void {
  expect(answer.status, `${what} -> ${answer.text.slice(0, 500)}`).toBeLessThan(500);
  if (!/json/.test(String(answer.headers['content-type']))) {
    expect(answer.status, what).toBe(200);
    return;
  }
  expect(answer.text, what).not.toContain('<html');
  if (answer.status >= 400) expect(answer.body, what).toEqual(refusal);
}

describe.each(apis)('the $name API', (api) => {
  const send = async (route: RestRoute, url: string, options: object, what: string) => {
    const request = { method: route.method, url: `${api.prefix}${url}`, auth: api.auth(), ...options };
    expectRefusalOrAnswer(await world.request(request), api, `${route.method} ${url.slice(0, 200)} ${what}`);
  };
  const each = api.routes.map((route) => [`${route.method} ${route.path}`, route] as const);
  const writing = each.filter(([, { method }]) => method !== 'GET');
  const named = each.filter(([, { path }]) => path.includes(':'));

  const refuses = async (route: RestRoute, bodies: typeof readable) => {
    for (const [type, payload] of bodies) {
      const sent = { payload, headers: { 'content-type': type, 'dry-run': 'true' } };
      await send(route, filled(route), sent, `${type} ${String(payload).slice(0, 100)}`);
    }
  };
  it.each(writing)('refuses every bad body at %s', (_, route) => refuses(route, readable));

  it.each(writing.slice(0, ASKED_WITH_ALL))(
    'refuses every body that cannot be read, and the largest that can, at %s',
    (_, route) => refuses(route, [...unreadable, ...large(1)]),
  );

  it.each(named)('judges every odd name at %s', async (_, route) => {
    for (const segment of segments) await send(route, filled(route, segment), {}, '');
  });

  const judges = async (route: RestRoute, asked: readonly string[], sent: typeof headers) => {
    for (const query of asked) await send(route, `${filled(route)}?${query}`, {}, '');
    for (const one of sent) await send(route, filled(route), { headers: one }, JSON.stringify(one));
  };
  it.each(each)('judges every odd query and header at %s', (_, route) => judges(route, queries, headers));

  it.each([...new Set([...each.slice(0, ASKED_WITH_ALL), ...writing.slice(0, ASKED_WITH_ALL)])])(
    'judges every query and header that no route looks at, at %s',
    (_, route) => judges(route, queriesOfNobody, headersOfServer),
  );
});
