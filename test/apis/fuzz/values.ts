import { getOrCreate } from '#src/base/get-or-create.ts';
import { codePoint } from '../../support/code-points.ts';
import { fc } from '../../support/properties.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What is there in the world, by what a field that wants it is called. */
export interface Known {
  readonly domains: readonly string[];
  readonly contacts: readonly string[];
  readonly invoices: readonly string[];
  readonly reservations: readonly string[];
  readonly nodes: readonly string[];
  readonly codes: readonly string[];
  readonly days: readonly string[];
}

const texts = new WeakMap<Known, Map<string, fc.Arbitrary<string>>>();

/** Good values, by the name of the field: what is almost right gets furthest. */
export function goodText(name: string, known: Known): fc.Arbitrary<string> {
  const ofWorld = getOrCreate(texts, known, () => new Map<string, fc.Arbitrary<string>>());
  return getOrCreate(ofWorld, name, () => makeGoodText(name, known));
}

/** The first that fits is taken. */
function makeGoodText(name: string, known: Known): fc.Arbitrary<string> {
  const one = (...values: string[]) => fc.constantFrom(...values);
  const fresh = fc.nat(9999).map((number) => `fuzz-${number}.ee`);
  const words: readonly (readonly [RegExp, fc.Arbitrary<string>])[] = [
    [/^(organization|organisation)/i, one('Põhjatuul OÜ', 'Tamm', 'a')],
    [/contact_?id|^code$|registrant|admin|tech|contact/i, fc.constantFrom(...known.contacts)],
    [
      /domain|^names?$/i,
      fc.oneof(...[...known.domains, ...known.domains].map((domain) => fc.constant(domain)), fresh),
    ],
    [
      /(auth|transfer|registration|reserved).*(code|pw)|password/i,
      one(...known.codes, 'correct horse battery'),
    ],
    [/user_?unique_?id|custom_?field_?1/i, fc.constantFrom(...known.reservations)],
    [/invoice_?numbers?|^number$|description/i, fc.constantFrom(...known.invoices)],
    [/^ids?$/i, fc.constantFrom(...known.nodes)],
    [/amount|price|total|sum|balance/i, one('10.00', '0.01', '12', '3.30')],
    [/unit/i, one('y', 'm', 'pc')],
    [/period/i, one('1', '3', 'P1Y', 'P3M', '1y', '6m')],
    [/expires_?on|exp_date/i, fc.constantFrom(...known.days)],
    [
      /date|_at$|At$|^from$|^until$|day|_gteq|_lteq/i,
      one('2026-05-10', '2026-05-10T10:00:00Z', '2031-01-01'),
    ],
    [/host|nameserver/i, one('ns1.alpha.example', 'ns2.alpha.example', 'ns1.fuzz.ee')],
    [/ipv4|ip/i, one('192.0.2.1')],
    [/ipv6/i, one('2001:db8::1')],
    [/email/i, one('jaan@example.com')],
    [/phone/i, one('+372.5555555')],
    [/ident_?type|^type$/i, one('priv', 'org', 'birthday', 'tech', 'admin', 'nameserver')],
    [/country/i, one('EE', 'US')],
    [/ident/i, one('39708290069', '12345678', '1980-01-01')],
    [/flags|protocol|alg/i, one('257', '3', '8')],
    [/public_?key/i, one('dGVzdA==')],
    [/status/i, one('paid', 'unpaid', 'cancelled', 'clientHold', 'serverHold', 'ok')],
    [/reference/i, one('13', 'ref-1', ...known.invoices)],
    [/url/i, one('https://customer.example/back')],
    [/zone|origin/i, one('ee', 'com.ee', 'fuzz.ee')],
    [/registrar/i, one('ALPHA', 'BETA', 'NOBODY')],
    [/true|dry|detail|simple|read|verified|private/i, one('true', 'false')],
  ];
  return words.find(([fits]) => fits.test(name))?.[1] ?? one('Tamm', 'a', '1', 'Mari Mets');
}

/** What no field expects, whatever it is called. */
export const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', ' ', [], {}, [[]], [null], { '': {} }),
  fc.constantFrom<Json>(0, -1, 0.1, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MAX_SAFE_INTEGER + 1, 11),
  fc.constantFrom<Json>(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '😀',
    'ß',
    'İ',
    'xn--',
    'xn--a-ecp.ee',
  ),
  fc.constantFrom<Json>('__proto__', 'constructor', 'toString', 'then', '%', '%00', '_', "';--", '\\', '"'),
  fc.constantFrom<Json>(
    '-1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '99999999999999999999',
    '1.005',
    '-0',
    '٣',
    '+1',
  ),
  fc.constantFrom<Json>(
    '0000-00-00',
    '2026-02-30',
    '275760-09-13',
    '-271821-04-20',
    '9999-12-31T23:59:60Z',
    'P0D',
    'P999999999Y',
  ),
  fc.constantFrom<Json>(
    '.',
    '..',
    '.ee',
    'ee',
    'a..ee',
    '-.ee',
    '*.ee',
    `${'a'.repeat(64)}.ee`,
    'http://[::1',
    '::',
    '1.2.3.4/33',
  ),
  fc.constantFrom(100, 256, 4000, 20_000).map((length): Json => 'x'.repeat(length)),
  fc
    .integer({ min: 2, max: 60 })
    .map((depth): Json => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)),
  fc.array(fc.constantFrom<Json>('a.ee', 1, null), { minLength: 2, maxLength: 40 }),
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.integer(),
  fc.double(),
);

/** One change: of which place in a value (of all its places, counted), and to what. */
export interface Spoiling {
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'wrap' | 'add' | 'repeat';
  readonly by: Json;
}

export const spoilings = (most: number): fc.Arbitrary<Spoiling[]> =>
  fc.array(
    fc.record({
      at: fc.nat(999),
      how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'wrap', 'add', 'repeat'),
      by: odd,
    }),
    { maxLength: most },
  );

export const spoiled = (value: Json, spoils: readonly Spoiling[]): Json => spoils.reduce(spoil, value);

function spoil(value: Json, { at, how, by }: Spoiling): Json {
  const [whole, ...inside] = placesOf(value);
  // The whole of it only now and then: what is inside gets further.
  const places = inside.length === 0 || (whole && at % 20 === 0) ? [[]] : inside;
  const path = places[at % places.length] ?? [];
  return changed(value, path, (old) => {
    if (how === 'wrap') return [old];
    if (how === 'repeat') return Array.isArray(old) ? [...old, ...old] : [old, old];
    if (how === 'add' && isRecord(old)) return { ...old, [typeof by === 'string' ? by : 'unknown']: by };
    if (how === 'remove') return undefined;
    return by;
  });
}

const isRecord = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entriesOf = (value: Json): [string, Json][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function placesOf(value: Json): string[][] {
  return [[], ...entriesOf(value).flatMap(([key, inner]) => placesOf(inner).map((path) => [key, ...path]))];
}

function changed(
  value: Json,
  [key, ...rest]: readonly string[],
  change: (old: Json) => Json | undefined,
): Json {
  if (key === undefined) return change(value) ?? null;
  const entries = entriesOf(value).flatMap(([name, inner]): [string, Json][] => {
    if (name !== key) return [[name, inner]];
    const after = rest.length === 0 ? change(inner) : changed(inner, rest, change);
    return after === undefined ? [] : [[name, after]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
