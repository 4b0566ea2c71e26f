import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../support/seed.ts';
import { type Answer, alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '100000' });
  await seed(world).domain('short.ee');
});

/** A second accepted type that cannot be served sends the same request Yoga's own way. */
const byYoga = { accept: 'application/json, text/x-nothing' };

const post = (payload: object, headers: Record<string, string>, auth: string | null): Promise<Answer> =>
  world.request({ method: 'POST', url: '/graphql', payload, headers, auth });

const comparable = ({ status, headers, body }: Answer) => ({
  status,
  type: headers['content-type'],
  authenticate: headers['www-authenticate'],
  body: JSON.parse(JSON.stringify(body).replace(/"requestId":"[^"]*"/g, '"requestId":""')),
});

const requests: readonly [string, object, (string | null)?][] = [
  ['a query', { query: '{ viewer { name } domains(first: 5) { nodes { name registrant { code } } } }' }],
  ['variables', { query: 'query ($n: Int!) { domains(first: $n) { totalCount } }', variables: { n: 1 } }],
  [
    'a wrong variable',
    { query: 'query ($n: Int!) { domains(first: $n) { totalCount } }', variables: { n: 'x' } },
  ],
  ['a missing variable', { query: 'query ($n: Int!) { domains(first: $n) { totalCount } }' }],
  [
    'an operation by name',
    { query: 'query A { viewer { name } } query B { viewer { kind } }', operationName: 'B' },
  ],
  ['an operation that is not there', { query: 'query A { viewer { name } }', operationName: 'C' }],
  ['several operations without a name', { query: 'query A { viewer { name } } query B { viewer { kind } }' }],
  ['a document that cannot be parsed', { query: '{ viewer {' }],
  ['an empty document', { query: '' }],
  ['a field that is not there', { query: '{ viewer { nam } }' }],
  ['a bad argument', { query: '{ domains(first: 1000) { totalCount } }' }],
  [
    'a mutation that is refused',
    { query: 'mutation { contactDelete(input: { code: "X" }) { userErrors { resultCode } } }' },
  ],
  ['nobody', { query: '{ viewer { name } }' }, null],
  ['nobody with a wrong field', { query: '{ viewer { nam } }' }, null],
  ['a wrong role', { query: '{ domains(first: 1) { totalCount } }' }, 'Bearer portal-sandbox'],
  ['a document that is too complex', { query: `{ ${'errorCatalogue { code } '.repeat(21)} }` }],
];

describe('the short way of a plain JSON request', () => {
  it.each(requests)('answers like Yoga itself: %s', async (_, payload, auth = alpha) => {
    const short = await post(payload, { accept: 'application/json' }, auth);
    const long = await post(payload, byYoga, auth);
    expect(comparable(short)).toEqual(comparable(long));
  });
});
