import { beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import type { Incumbent } from '#src/extensions/sandbox/incumbent.ts';
import { type Between, between, incumbentBefore } from '../../support/between.ts';
import { accountOf } from '../../support/money.ts';
import { differences, fillRecorded, givenBefore, recordings, sent } from '../../support/recordings.ts';
import { people } from '../../support/seed.ts';
import { alpha, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** What a sandbox cannot hold or does not say: nothing of it matters to who stands in front. */
const notReplayed: Readonly<Record<string, string>> = {
  'not modified': 'nobody asks so',
  auth: 'tells what users may do in its own words',
  'contact create unregistered company': 'there is no company register behind it',
};

let world: TestWorld;
let line: Between;

beforeAll(async () => {
  const clock = new SimulatedClock(0, { now: () => new Date('2026-11-16T15:09:00Z') });
  world = await testWorld({}, { clock });
  const incumbent = incumbentBefore(world);
  await fill(incumbent);
  line = await between(world, incumbent);
});

/** With what no sandbox can hold. */
async function fill(incumbent: Incumbent): Promise<void> {
  await fillRecorded(world);
  const old = { type: 'passport', code: 'AB123456', country_code: 'RU' };
  incumbent.odd.set('CID:ALPHA:PASS', { ident: old });
  incumbent.odd.set('CID:ALPHA:NOIDENT', { ident: { type: null, code: null, country_code: null } });
  incumbent.odd.set('ALPHA:NOPHONE', { phone: null });
  incumbent.odd.set('ALPHA:VERIFIED', {
    verified_at: '2026-11-16T17:07:48.715+02:00',
    verification_id: 'abc',
  });
}

describe('the registry that stands for the real one answers as it did', () => {
  const played = recordings.filter(({ name }) => !(name in notReplayed));

  it.each(played)('$name', async (recording) => {
    const { name, response } = recording;
    await givenBefore(world)[name]?.();
    const { method, path, headers, payload } = sent(recording);
    const answer = await fetch(line.url + path, {
      method,
      headers,
      ...(payload !== undefined && { body: payload }),
    });
    const text = await answer.text();
    const isJson = /json/.test(String(answer.headers.get('content-type')));
    const reported: unknown = isJson ? JSON.parse(text) : text;
    const codeOf = (value: unknown) => (value as { code?: number }).code;
    expect({ status: answer.status, code: codeOf(reported) }, text).toEqual({
      status: response.status,
      code: codeOf(response.body),
    });
    expect(differences(response.body, reported)).toEqual([]);
  });
});

describe('beyond its answers', () => {
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: alpha, 'content-type': 'application/json', 'idempotency-key': 'x' };
    const answer = await fetch(`${line.url}/repp/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { headers: answer.headers, body: (await answer.json()) as Loose };
  };
  const names = async (query: string): Promise<string> =>
    String((await ask('GET', `/domains?limit=200&offset=0${query}`)).body.data.domains);

  it('it sorts without a tie-breaker, unless it is asked to sort by name', async () => {
    const orders = async (query: string) =>
      new Set(await Promise.all(Array.from({ length: 5 }, () => names(query)))).size;
    expect(await orders('')).toBeGreaterThan(1);
    expect(await orders('&q[s]=name+asc')).toBe(1);
  });

  it('it renews in bulk whose domain it may be, and as often as it is named', async () => {
    const before = await accountOf(world);
    const domains = ['b-plain.ee', 'b-plain.ee'];
    const { body } = await ask('POST', '/domains/renew/bulk', { domains, renew_period: '1y' });
    expect(body.code).toBe(1000);
    const after = await accountOf(world);
    expect(Number(before.balance) - Number(after.balance)).toBe(22);
    expect((await ask('GET', '/domains/b-plain.ee')).body.data.domain).toMatchObject({
      expire_time: expect.stringMatching(/^2029/),
      registrar: { name: 'Beta Names' },
    });
  });

  it('it charges for the punycode of a name that it has', async () => {
    const before = await accountOf(world);
    const domain = { name: 'xn--a-un-1qa.ee', registrant: 'ALPHA:MARI', period: 1, period_unit: 'y' };
    const answer = await fetch(`${line.url}/repp/v1/domains`, {
      method: 'POST',
      headers: { authorization: alpha, 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    });
    expect(answer.status).toBe(500);
    const { balance, transactions } = await accountOf(world);
    expect(Number(before.balance) - Number(balance)).toBe(10);
    expect(transactions[0]?.description).toBe('Create a-õun.ee');
  });

  it('it does nothing for contacts of a type that it does not know, and calls that done', async () => {
    const contacts = [{ code: 'ALPHA:VERIFIED', type: 'TECH' }];
    expect((await ask('POST', '/domains/a-plain.ee/contacts', { contacts })).body.code).toBe(1000);
    const { body } = await ask('GET', '/domains/a-plain.ee');
    expect(JSON.stringify(body.data.domain.contacts)).not.toContain('ALPHA:VERIFIED');
  });

  it('it says nothing of keys and dry runs, and does again what comes again with a key', async () => {
    const contact = {
      name: 'Kati Kask',
      email: 'kati@kask.ee',
      phone: '+372.5551234',
      ident: { ident: people.mari, ident_type: 'priv', ident_country_code: 'EE' },
    };
    const [one, other] = [
      await ask('POST', '/contacts', { contact }),
      await ask('POST', '/contacts', { contact }),
    ];
    expect(one.body.data.contact.code).not.toBe(other.body.data.contact.code);
    expect(one.headers.get('zonegraph-capabilities')).toBeNull();
  });
});
