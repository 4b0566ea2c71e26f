import { describe, expect, it } from 'vitest';
import { fieldsOf, viewOf } from '#src/apis/rest/registrar/view.ts';
import type { RestCall } from '#src/apis/rest/route.ts';
import { moment, orNull, text } from '#src/apis/rest/shapes.ts';
import {
  accountIn,
  contactsIn,
  domainIn,
  domainsIn,
  movementsIn,
  notificationsIn,
} from '#src/extensions/facade/answers.ts';
import { envelopeOf } from '#src/extensions/facade/envelope.ts';
import { into, orNullInto, readingOf } from '#src/extensions/facade/readings.ts';
import * as reported from '#src/extensions/facade/reported-values.ts';

/** As docs/rules/registrar.md has them of the incumbent. */
const contact = {
  code: 'BESTNAMES:84F23FD1',
  name: 'John',
  ident: { code: '1234', type: 'priv', country_code: 'US' },
  phone: '+555.555',
  created_at: '2010-07-05T00:00:00.000+03:00',
  auth_info: 'cacb5b',
  email: 'john@inbox.test',
  statuses: { ok: '', linked: null },
  disclosed_attributes: [],
  registrar: { name: 'Best Names', website: null },
  verification_snapshot: {},
};
const domain = {
  name: 'shop.test',
  registrant: { name: 'John', code: 'john-001' },
  created_at: '2010-07-05T00:00:00.000+03:00',
  updated_at: '2010-07-05T00:00:00.000+03:00',
  expire_time: '2027-11-16T00:00:00.000+02:00',
  outzone_at: null,
  delete_date: null,
  force_delete_date: null,
  contacts: [{ code: 'jane-001', type: 'AdminDomainContact', name: 'Jane' }],
  nameservers: [{ id: 994034955, hostname: 'ns1.newone.test', ipv4: ['192.0.2.1'], ipv6: ['2001:DB8::1'] }],
  dnssec_keys: [{ id: 980190964, flags: 257, protocol: 3, alg: 8, public_key: 'dGVzdA==' }],
  statuses: { ok: '' },
  registrar: { name: 'Best Names', website: 'https://bestnames.test' },
  dispute: false,
  transfer_code: '65078d5',
};
const read = (changes: object) => domainIn({ domain: { ...domain, ...changes } });

describe("the incumbent's odd answers are understood", () => {
  it.each([
    [
      'numbers as texts',
      { dnssec_keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }] },
    ],
    ['a code as a number', { transfer_code: 65078 }],
    ['a registrant who is only a code', { registrant: 'john-001' }],
    ['statuses without notes', { statuses: ['ok'] }],
    ['lists that are left out', { contacts: null, dnssec_keys: undefined, nameservers: null }],
    ['a note', { statuses: { ok: null, serverHold: 'unpaid' } }],
    ['no website', { registrar: { name: 'Best Names' } }],
    ['a moment where a day is documented', { delete_date: '2027-01-02T00:00:00.000+02:00' }],
  ])('%s', (_, changes) => {
    expect(read(changes)).toMatchObject({ name: 'shop.test', registrant: { code: 'john-001' } });
  });

  it('numbers are numbers and days are days', () => {
    const reported = read({
      dnssec_keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
      delete_date: '2027-01-02T00:00:00.000+02:00',
    });
    expect(reported).toMatchObject({
      keys: [{ flags: 257, protocol: 3, alg: 8 }],
      delete_date: '2027-01-02',
    });
  });

  it('a contact of old, with few fields', () => {
    const old = {
      ...contact,
      email: null,
      phone: null,
      ident: { code: null, type: 'org', country_code: null },
    };
    const { rows, unreadable, count } = contactsIn({ contacts: [contact, old], count: '2' });
    expect({ read: rows.length, unreadable, count }).toEqual({ read: 2, unreadable: [], count: 2 });
  });

  it('movements without sums, sums as numbers, ids of messages as texts', () => {
    const old = { created_at: '2010-07-05T00:00:00.000+03:00', description: null, sum: null, balance: null };
    const paid = { ...old, created_at: '2011-07-05T00:00:00.000+03:00', sum: -10, balance: '90.0' };
    const account = accountIn({ balance: 100, transactions: [paid, old] });
    expect(account).toMatchObject({ balance: '100.00', currency: 'EUR', movements: [{ sum: '-10.00' }] });
    expect(notificationsIn([{ id: '7', text: 'Transfer requested.' }])).toMatchObject({ rows: [{ id: 7 }] });
  });
});

describe('a field is read as it is shown', () => {
  const { made, plain } = fieldsOf<{ readonly nickname: string | null; readonly born_at: Date }>();
  const person = viewOf(
    'Person',
    { shownWholeBecause: 'nobody minds' },
    {
      nickname: plain('nickname', orNull(text('Its other name', 'Juku'))),
      born: made(moment('When'), ({ born_at }) => born_at.toISOString()),
    },
  );
  const reading = readingOf<typeof person.shape>()({
    nickname: orNullInto('nickname', reported.text),
    born: into('born_at', reported.moment),
  });
  const call = {} as RestCall;
  const row = { nickname: 'Juku', born_at: new Date('2010-07-05T00:00:00.000Z') };

  it('every one of its view', () => {
    const shown = person.show(call, row);
    expect(shown).toEqual({ nickname: 'Juku', born: '2010-07-05T00:00:00.000Z' });
    expect(reading.parse(shown)).toEqual(row);
  });

  it('null where it may be null and is left out, and not understood where it may not', () => {
    const { born } = person.show(call, row);
    expect(reading.parse({ born, more: 1 })).toEqual({ ...row, nickname: null });
    expect(reading.safeParse({ nickname: 'Juku' }).error?.issues).toMatchObject([{ path: ['born'] }]);
  });
});

describe('an answer that is not understood is never half a row', () => {
  it.each([
    ['no registrant', { registrant: null }],
    ['an expiry that is no moment', { expire_time: 'soon' }],
    ['a status that nobody knows', { statuses: { shiny: '' } }],
    ['a name that is none', { name: '' }],
    ['a nameserver without a name', { nameservers: [{ ipv4: [] }] }],
    ['a role that nobody knows', { contacts: [{ code: 'x', type: 'BillingContact' }] }],
    ['no registrar', { registrar: undefined }],
  ])('%s: one alone is refused, in a list it is left out and named', (_, changes) => {
    expect(() => read(changes)).toThrow(/cannot be understood/);
    const list = { domains: [domain, { ...domain, name: 'other.test', ...changes }], count: 2 };
    expect(domainsIn(list)).toMatchObject({ rows: [{ name: 'shop.test' }], length: 2, unreadable: [{}] });
  });

  it('movements in another order than asked for are not taken page by page', () => {
    const at = (created_at: string) => ({ created_at, description: 'x', sum: '1.0', balance: '1.0' });
    const activities = [at('2020-01-02T00:00:00Z'), at('2020-01-01T00:00:00Z')];
    expect(() => movementsIn({ activities, count: 2 })).toThrow('cannot be understood');
    expect(movementsIn({ activities: activities.reverse(), count: 2 }).rows).toHaveLength(2);
  });
});

describe('an envelope', () => {
  const raw = (status: number, body: unknown, headers = {}) =>
    envelopeOf({ status, headers, text: JSON.stringify(body) });

  it('reports a changed outcome only where it has its code', () => {
    expect(raw(412, { code: 2308, message: 'x', data: { changed: ['price'] } })).toMatchObject({
      failure: { code: 'OUTCOME_CHANGED', details: { changed: ['price'] } },
    });
    expect(raw(412, { code: 2306, message: 'x' })).toMatchObject({
      failure: { code: 'PARAMETER_VALUE_POLICY', resultCode: 2306 },
    });
  });

  it.each([
    ['without a code', 404, { message: 'Not found' }, 2303],
    ['with nothing but an error', 400, { error: 'param is missing' }, 2001],
    ['with a code that is a text', 400, { code: '2306', message: 'x' }, 2306],
    ['without data', 400, { code: 2003, message: 'Missing parameter name' }, 2003],
    ['that shows too much', 400, { code: 2308, message: 'x', data: { password: 'secret' } }, 2308],
  ])('of a refusal %s is one', (_, status, body, resultCode) => {
    const answer = raw(status, body);
    expect(answer).toMatchObject({ ok: false, failure: { resultCode } });
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('says for how long to wait, in seconds or until a moment of its own clock', () => {
    const date = 'Mon, 16 Nov 2026 04:00:00 GMT';
    const until = { date, 'retry-after': 'Mon, 16 Nov 2026 04:01:00 GMT' };
    for (const [headers, waitSeconds] of [
      [{ 'retry-after': '7' }, 7],
      [until, 60],
      [{ 'retry-after': 'soon' }, undefined],
      [{}, undefined],
    ] as const)
      expect(raw(429, {}, headers)).toMatchObject({ kind: 'throttled', waitSeconds });
  });
});
