import { readFileSync } from 'node:fs';
import { buildSchema, type DocumentNode, parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import * as forBilling from '#client/billing-documents.generated.ts';
import { createClient, documentId } from '#client/client.ts';
import * as forRegistrars from '#client/documents.generated.ts';
import * as forOperators from '#client/operator-documents.generated.ts';
import * as forPortals from '#client/portal-documents.generated.ts';
import { ConfigError } from '#src/base/config.ts';
import { readConfig } from '../../support/extensions.ts';
import { type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const documents = { ...forRegistrars, ...forPortals, ...forBilling, ...forOperators };
const trusted = JSON.parse(file('schema/trusted-documents.json')) as Record<string, string>;

let world: TestWorld;
let tour: string;
let inventory: string;

beforeAll(async () => {
  world = await testWorld({ TRUSTED_DOCUMENTS_ONLY: 'operator, anonymous' });
  tour = await documentId(documents.RegistrarTourDocument);
  inventory = await documentId(documents.OperatorDocument);
});

const post = (payload: object, auth?: string | null) =>
  world.request({ method: 'POST', url: '/graphql', payload, ...(auth !== undefined && { auth }) });
const refusal = ({ status, body }: { status: number; body: Loose }) => ({
  status,
  code: body.errors[0].extensions.code,
});

describe('schema/trusted-documents.json', () => {
  it('has every typed document under the id that clients compute', async () => {
    const ids = await Promise.all((Object.values(documents) as DocumentNode[]).map(documentId));
    expect(ids.sort()).toEqual(Object.keys(trusted).sort());
  });

  it('has only documents that fit the published schema', () => {
    const schema = buildSchema(file('schema/schema.graphql'));
    expect(Object.values(trusted).flatMap((text) => validate(schema, parse(text)))).toEqual([]);
  });
});

describe('schema/earlier-documents.json', () => {
  const earlier = JSON.parse(file('schema/earlier-documents.json')) as Record<string, string>;

  it('keeps what clients of earlier versions ask for, which still fits the schema', async () => {
    const schema = buildSchema(file('schema/schema.graphql'));
    expect(Object.values(earlier).flatMap((text) => validate(schema, parse(text)))).toEqual([]);
    // A write is known too, and lacks its variables or is another caller's.
    for (const id of Object.keys(earlier))
      expect(JSON.stringify((await post({ documentId: id })).body), id).not.toMatch(
        /"code":"PERSISTED_QUERY/,
      );
  });
});

describe('a document id', () => {
  it('stands for its document', async () => {
    const { status, body } = await post({ documentId: tour });
    expect({ status, name: body.data.viewer.name }).toEqual({ status: 200, name: 'alpha' });
  });

  it('is enough in a link, with variables', async () => {
    const query = new URLSearchParams({ documentId: inventory, variables: '{"zone":"pri.ee"}' });
    const { status, body } = await world.request({ method: 'GET', url: `/graphql?${query}`, auth: operator });
    expect({ status, balanced: body.data.ledgerProof.balanced }).toEqual({ status: 200, balanced: true });
  });

  it('cannot bring a write in by a link', async () => {
    const id = await documentId(documents.RenewDomainDocument);
    const { status } = await world.request({ method: 'GET', url: `/graphql?documentId=${id}` });
    expect(status).toBe(405);
  });

  it('that nobody knows is refused', async () => {
    expect(refusal(await post({ documentId: `sha256:${'0'.repeat(64)}` }))).toEqual({
      status: 400,
      code: 'PERSISTED_QUERY_NOT_FOUND',
    });
    expect(refusal(await post({ documentId: 'constructor' }))).toMatchObject({ status: 400 });
  });

  it('is a text, and stands alone', async () => {
    expect(refusal(await post({ documentId: 7 }))).toEqual({ status: 400, code: 'BAD_REQUEST' });
    expect(refusal(await post({ documentId: tour, query: '{ viewer { name } }' }))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
    });
  });
});

describe('TRUSTED_DOCUMENTS_ONLY', () => {
  const free = { query: '{ errorCatalogue { code } }' };

  it('refuses documents of their own from the callers it names', async () => {
    for (const auth of [operator, null])
      expect(refusal(await post(free, auth))).toEqual({ status: 400, code: 'TRUSTED_DOCUMENTS_ONLY' });
    const asLink = await world.request({
      method: 'GET',
      url: `/graphql?query=${encodeURIComponent(free.query)}`,
      auth: operator,
    });
    expect(refusal(asLink)).toEqual({ status: 400, code: 'TRUSTED_DOCUMENTS_ONLY' });
  });

  it('lets them send ids, and everybody else what they like', async () => {
    expect((await post({ documentId: inventory }, operator)).status).toBe(200);
    expect((await post(free)).status).toBe(200);
  });

  it('is what a client in trusted mode is for', async () => {
    const url = `${await world.listen()}/graphql`;
    const client = createClient({ url, authorization: operator, trustedDocuments: true });
    expect((await client.request(documents.OperatorDocument)).ledgerProof?.balanced).toBe(true);
    const outdated = createClient({ url, authorization: operator });
    await expect(outdated.request(documents.OperatorDocument)).rejects.toMatchObject({
      status: 400,
      code: 'TRUSTED_DOCUMENTS_ONLY',
    });
  });

  it('names only kinds of callers that there are', () => {
    expect(() => readConfig({ TRUSTED_DOCUMENTS_ONLY: 'registrar,everybody' })).toThrow(ConfigError);
    expect([...readConfig({}).TRUSTED_DOCUMENTS_ONLY]).toEqual([]);
  });
});
