import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphCodes } from '#src/apis/graphql/help.ts';
import { errorCodes } from '#src/base/error-catalogue.ts';
import { graph } from '../../support/graph.ts';
import { type Answer, alpha, basic, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let anchors: Set<string>;
beforeAll(async () => {
  world = await testWorld({ MAX_DOCUMENT_LENGTH: '2000' });
  const { text } = await world.request({
    url: '/guides/errors',
    headers: { accept: 'text/html' },
    auth: null,
  });
  anchors = new Set([...text.matchAll(/id="([^"]+)"/g)].map(([, id = '']) => id));
});

/** Where a link leads: to this server's page of errors, at an anchor that is there. */
function expectHelp(link: unknown, code: string): void {
  const [page, anchor = ''] = String(link).split('#');
  expect(page).toBe(`${world.container.address.publicUrl}/guides/errors`);
  expect(anchor).toBe(code.toLowerCase());
  expect(anchors, anchor).toContain(anchor);
}

const errorOf = ({ text }: Answer) =>
  JSON.parse(text).errors[0].extensions as { code: string; helpUrl?: string };

const post =
  (payload: object | string, more: object = {}) =>
  () =>
    world.request({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload,
      ...more,
    });
const biller = basic('alpha-billing', 'alpha-sandbox');
const inItsOwnType = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };

describe('an error of the graph leads to where its code is explained', () => {
  it.each([
    ['UNAUTHENTICATED', post({ query: '{ account { balance } }' }, { auth: null })],
    ['UNAUTHENTICATED', post({ query: '{ viewer { kind } }' }, { auth: 'Basic eA==' })],
    ['FORBIDDEN', post({ query: '{ domains(first: 1) { totalCount } }' }, { auth: biller })],
    [
      'FORBIDDEN',
      post({ query: '{ domains(first: 2) { totalCount } }' }, { auth: biller, headers: inItsOwnType }),
    ],
    ['BAD_USER_INPUT', post({ query: '{ domains(first: 101) { totalCount } }' })],
    ['BAD_USER_INPUT', post({ query: 'query ($id: ID!) { node(id: $id) { id } }' })],
    ['GRAPHQL_PARSE_FAILED', post({ query: '{' })],
    ['GRAPHQL_VALIDATION_FAILED', post({ query: '{ nothing }' })],
    ['GRAPHQL_VALIDATION_FAILED', post({ query: '{ domains(first: 1) { totalCount } }' }, { auth: portal })],
    ['GRAPHQL_VALIDATION_FAILED', post({ query: '{ nothing }' }, { headers: inItsOwnType })],
    ['QUERY_TOO_COMPLEX', post({ query: `{ viewer { kind } } #${'x'.repeat(2000)}` })],
    ['BAD_REQUEST', post('query=1', { headers: { 'content-type': 'text/plain' } })],
    ['BAD_REQUEST', post({ query: '{ viewer { kind } }', documentId: 'x' })],
    ['PERSISTED_QUERY_NOT_FOUND', post({ documentId: 'x' })],
    [
      'PERSISTED_QUERY_NOT_SUPPORTED',
      post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
    ],
    ['BAD_REQUEST', post({ query: '{ viewer { kind } }' }, { url: '/graphql?all=true' })],
    [
      'BAD_USER_INPUT',
      post(
        { query: '{ viewer { kind } }' },
        { headers: { 'content-type': 'application/json', accept: 'text/csv' } },
      ),
    ],
  ])('%s', async (code, send) => {
    const extensions = errorOf(await send());
    expect(extensions.code).toBe(code);
    expectHelp(extensions.helpUrl, code);
  });

  it('also in a stream that is refused', async () => {
    const answer = await world.request({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      payload: { query: 'subscription { notificationReceived { text } }' },
      auth: null,
    });
    const [, data = '{}'] = /^data: (.*)$/m.exec(answer.text) ?? [];
    const [{ extensions }] = JSON.parse(data).errors;
    expectHelp(extensions.helpUrl, 'UNAUTHENTICATED');
  });
});

it('a refusal that is data leads there too, and so does one over REST', async () => {
  const { data } = await graph(
    world,
    'mutation { contactDelete(input: { code: "NOBODY" }) { userErrors { code helpUrl } } }',
    { auth: alpha },
  );
  const [refusal] = data.contactDelete.userErrors as unknown as { code: string; helpUrl: string }[];
  expectHelp(refusal?.helpUrl, refusal?.code ?? '');
  const { headers } = await world.request({ url: '/registry/v1/contacts/NOBODY' });
  expectHelp(/^<(.*)>; rel="help"$/.exec(String(headers.link))?.[1], 'OBJECT_DOES_NOT_EXIST');
});

it('every code that either API can answer with has its anchor', () => {
  for (const code of [...errorCodes, ...Object.keys(graphCodes)])
    expect(anchors).toContain(code.toLowerCase());
});

it('every code that the source of the graph gives to an error is explained', () => {
  const folder = new URL('../../../src/apis/graphql/', import.meta.url);
  const used = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/\bcode: '([A-Z_]+)'|refused\(\s*'([A-Z_]+)'/g),
    ])
    .map(([, code, other]) => code ?? other ?? '');
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((code) => !Object.hasOwn(graphCodes, code))).toEqual([]);
});
