import { beforeAll, describe, expect, it } from 'vitest';
import { merchant } from '../../support/merchant.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** Beside REST, which bad-requests.test.ts looks at. */
let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const document = `query=${encodeURIComponent('{ viewer { kind } }')}`;
const known = `documentId=${'0'.repeat(64)}`;
const values = ['{bad', '{', 'x', "'", '{"a":1}{', 'undefined', 'NaN', '%00', '%ff', '[1,', '"\\ud800'];

describe('GET /graphql', () => {
  it.each(
    [document, known, ''].flatMap((given) =>
      ['variables', 'extensions'].map((name) => [name, given] as const),
    ),
  )('takes %s that are no JSON for a mistake of the caller (%s)', async (name, given) => {
    for (const value of values)
      for (const auth of [null, alpha])
        for (const accept of ['application/json', 'application/graphql-response+json', '*/*', 'text/csv']) {
          const text = value.startsWith('%') ? value : encodeURIComponent(value);
          const url = `/graphql?${given}&${name}=${text}`;
          const { status, body } = await world.request({ method: 'GET', url, auth, headers: { accept } });
          expect([url, status, body.errors?.[0]?.extensions?.code]).toEqual([url, 400, 'BAD_REQUEST']);
          expect(body.errors?.[0]?.message).toBe('variables and extensions must be written as JSON');
        }
  });

  it.each(['variables', 'extensions'])(
    'takes %s that are JSON and no object for one as well',
    async (name) => {
      for (const value of ['5', '[1]', '"x"', 'true']) {
        const url = `/graphql?${document}&${name}=${encodeURIComponent(value)}`;
        const { status, body } = await world.request({ method: 'GET', url });
        expect([url, status, body.errors?.[0]?.extensions?.code]).toEqual([url, 400, 'BAD_REQUEST']);
      }
    },
  );

  it('answers what is written as JSON', async () => {
    const url = `/graphql?${document}&variables=%7B%7D&extensions=null`;
    const { status, body } = await world.request({ method: 'GET', url });
    expect([status, body.data]).toEqual([200, { viewer: { kind: 'REGISTRAR' } }]);
  });
});

describe('a page or a stand-in', () => {
  it.each([
    '/pay/',
    '/pay/api/v4/payments/',
    '/confirm/',
    '/schema/',
    '/guides/',
    '/operator/domains/',
    '/assets/',
  ])('has no fault when asked for an odd name: %s', async (path) => {
    for (const segment of [
      '%00',
      'a%00b',
      '%ED%A0%80',
      '%F0%9F%98%80',
      '..%2F..',
      '%25',
      'x'.repeat(2_000),
    ]) {
      const url = `${path}${segment}?api_username=sandbox-merchant`;
      const { status } = await world.request({ method: 'GET', url, auth: merchant });
      expect(status, url.slice(0, 100)).toBeLessThan(500);
    }
  });
});
