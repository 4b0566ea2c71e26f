import { beforeAll, describe, expect, it } from 'vitest';
import { besideRefusals } from '#src/apis/rest/registrar/envelope.ts';
import { SimulatedClock } from '#src/base/clock.ts';
import {
  differences,
  fillRecorded,
  givenBefore,
  type Recording,
  recordings,
  sent,
} from '../../support/recordings.ts';
import { type Answer, type TestWorld, testWorld } from '../../support/world.ts';

/**
 * What the real registry was asked is asked here, in the order in which it was recorded. Status, code, message, and keys
 * and types of the data are the same, and values where they follow from the request. Every request that is answered
 * otherwise is named here with its reason (docs/rules/registrar.md#differences-from-the-incumbent).
 */
interface Otherwise {
  readonly why: string;
  /** What is answered here. */
  readonly status?: number;
  readonly code?: number;
  readonly message?: string;
  /** Keys of the data that only one of them has. */
  readonly keys?: readonly string[];
}

const neverFails = 'JSON for every failure, none of which is ours';
const noSuchDomain = {
  why: 'a domain that does not exist is not there',
  status: 404,
  code: 2303,
  message: 'Object does not exist',
};
const noSecrets = { why: 'no password in a 401', keys: ['username', 'password', 'eligible_for_sign_in'] };

const allOrNone = { why: 'all or none, and the message says so', status: 400, code: 2002 };

const otherwise: Readonly<Record<string, Otherwise>> = {
  'contact create with address': { why: 'addresses are kept', status: 200, code: 1000 },
  'movements, from unreadable': { why: neverFails, status: 400, code: 2005 },
  'contacts blank limit': { why: 'blank means all rows', status: 200, code: 1000 },
  'domains unreadable limit': { why: neverFails, status: 400, code: 2005 },
  'domain unknown': noSuchDomain,
  'domain unknown zone': noSuchDomain,
  'domain trailing dot': noSuchDomain,
  'no credentials': noSecrets,
  'wrong password': noSecrets,
  'unknown path': { why: 'JSON for unknown paths', status: 404, code: 2303 },
  'malformed JSON': { why: neverFails, status: 400, code: 2001 },
  auth: { why: 'abilities without what is not built', keys: ['abilities'] },
  'contact create phone of 18 characters: 500': { why: neverFails, status: 400, code: 2005 },
  'register unknown registrant: 500': { why: neverFails, status: 400, code: 2303 },
  'register punycode of a registered name: 500, and charged': {
    why: 'an IDN is found by its punycode, and nothing is charged',
    status: 400,
    code: 2302,
  },
  'bulk renewal, partial: one is renewed and charged, the other refused, the whole answer 400': {
    ...allOrNone,
    message: 'Domain renew error for odd-forcedelete.ee; nothing was renewed',
  },
  'bulk renewal without money': {
    ...allOrNone,
    message:
      'Billing failure - credit balance low, Billing failure - credit balance low; nothing was renewed',
  },
  'bulk renewal period': { why: 'twelve months are a year', status: 200, code: 1000 },
  'update blank code: 500': { why: neverFails, status: 400, code: 2003 },
  'add key of flags 1: 500': { why: neverFails, status: 400, code: 2005 },
};

let world: TestWorld;
beforeAll(async () => {
  const clock = new SimulatedClock(0, { now: () => new Date('2026-11-16T15:09:00Z') });
  world = await testWorld({}, { clock });
  // The company register answers over the line.
  await world.listen();
  await fillRecorded(world);
});

let tag: unknown;

async function played(recording: Recording): Promise<Answer> {
  await givenBefore(world)[recording.name]?.();
  const { method, path: url, headers, payload } = sent(recording);
  const answer = await world.request({
    method: method as 'GET',
    url,
    auth: null,
    // Each has tags of its own.
    headers: { ...headers, ...('if-none-match' in headers && { 'if-none-match': String(tag) }) },
    ...(payload !== undefined && { payload }),
  });
  tag = answer.headers.etag;
  return answer;
}

/** Without what it guesses about the request, and without numbers of rows. */
const plain = (message: unknown): unknown =>
  typeof message === 'string'
    ? message.replace(/\. Did you mean\?.*$/s, '').replace(/Returning \d+ out of \d+/, 'Returning so many')
    : message;

/** What follows from the request alone. */
const determined = [
  'contact.code',
  'contact.available',
  'domain.name',
  'domain.type',
  'domain',
  'status',
  'currency',
  'types_for_select',
  'statuses',
  'ident_types',
  'notification_id',
  'read',
  'updated_domains',
  'success',
  'failed',
  'attributes',
];
const random = ['contact create without code'];

const valueAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((held, key) => (held as Record<string, unknown> | null)?.[key], data);
/** Here, a refusal may have details where it has none there. */
const detailsOfRefusals = Object.keys(besideRefusals);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || Array.isArray(value);

describe('recorded requests to the real registry are answered here as there', () => {
  it.each(recordings)('$name', async (recording) => {
    const { name, response } = recording;
    const { why = 'as there', keys = [], ...here } = otherwise[name] ?? {};
    const answer = await played(recording);
    const was = (typeof response.body === 'object' ? response.body : {}) as Record<string, unknown>;
    expect(
      { status: answer.status, code: answer.body.code, message: plain(answer.body.message) },
      `${why}: ${answer.text}`,
    ).toEqual({
      status: response.status,
      code: was.code,
      message: 'code' in here ? (here.message ?? expect.any(String)) : plain(was.message),
      ...('code' in here && { status: here.status, code: here.code }),
    });
    if ('code' in here || was.data === undefined) return;
    const details = response.status === 400 ? detailsOfRefusals.map((key) => `.${key} only here`) : [];
    const found = differences(was.data, answer.body.data).filter(
      (one) => !details.includes(one) && !keys.some((key) => one.startsWith(`.${key}`)),
    );
    expect(found).toEqual([]);
    for (const path of random.includes(name) ? [] : determined) {
      const [there, now] = [valueAt(was.data, path), valueAt(answer.body.data, path)];
      if (there !== undefined && isPlain(there)) expect(now, path).toEqual(there);
    }
  });

  it('names no exception that is none', () => {
    const names = recordings.map(({ name }) => name);
    expect(Object.keys(otherwise).filter((name) => !names.includes(name))).toEqual([]);
  });
});
