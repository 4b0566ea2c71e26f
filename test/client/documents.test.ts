import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generate } from '@graphql-codegen/cli';
import { buildSchema, getNamedType, isObjectType, parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyDocument, createClient, documentId } from '#client/client.ts';
import { printed } from '#client/parsing.ts';
import { askedOnce, repeatable } from '#client/repeatable.ts';
import { fc } from '../support/properties.ts';
import { alpha, testWorld } from '../support/world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A frontend team's own document, as codegen's client preset makes it. */
describe.each([
  { kind: 'parsed', config: {} },
  { kind: 'text', config: { documentMode: 'string' } },
])('a document of the client preset, $kind', ({ config }) => {
  // Inside of the repository, where what the generated files import is found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/client-preset-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let WhoAmI: AnyDocument;

  beforeAll(async () => {
    writeFileSync(
      join(folder, 'who.graphql'),
      'query WhoAmI($first: Int!) { viewer { name } domains(first: $first) { totalCount } }',
    );
    await generate(
      {
        schema: join(root, 'schema/schema.graphql'),
        documents: join(folder, 'who.graphql'),
        silent: true,
        generates: {
          [`${folder}/gql/`]: {
            preset: 'client',
            presetConfig: { persistedDocuments: true },
            config: { ...config, useTypeImports: true },
          },
        },
      },
      true,
    );
    ({ WhoAmIDocument: WhoAmI } = await import(join(folder, 'gql/graphql.ts')));
  });

  it('is sent, and by its id when the server trusts it', async () => {
    const url = `${await (await testWorld()).listen()}/graphql`;
    const sent: string[] = [];
    const watched: typeof fetch = (where, options) => {
      sent.push(String(options?.body));
      return fetch(where, options);
    };
    const client = createClient({ url, authorization: alpha, fetch: watched });
    expect(await client.request(WhoAmI, { first: 1 })).toMatchObject({ viewer: { name: 'alpha' } });
    const trusting = createClient({ url, authorization: alpha, fetch: watched, trustedDocuments: true });
    // This server has never heard of it.
    await expect(trusting.request(WhoAmI, { first: 1 })).rejects.toMatchObject({
      code: 'PERSISTED_QUERY_NOT_FOUND',
    });
    const manifest = JSON.parse(readFileSync(join(folder, 'gql/persisted-documents.json'), 'utf8')) as object;
    expect(JSON.parse(sent[1] ?? '')).toEqual({
      documentId: Object.keys(manifest)[0],
      variables: { first: 1 },
    });
  });

  it('is trusted by a server that has its manifest, in every way in which clients name it', async () => {
    const world = await testWorld({
      TRUSTED_DOCUMENTS: join(folder, 'gql'),
      TRUSTED_DOCUMENTS_ONLY: 'registrar',
    });
    const url = `${await world.listen()}/graphql`;
    const client = createClient({ url, authorization: alpha, trustedDocuments: true });
    expect(await client.request(WhoAmI, { first: 1 })).toMatchObject({ viewer: { name: 'alpha' } });
    // As Apollo and urql send what codegen wrote into the document.
    const { hash } = (WhoAmI as unknown as { __meta__: { hash: string } }).__meta__;
    for (const named of [
      { documentId: hash },
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
    ]) {
      const answer = await world.request({
        method: 'POST',
        url: '/graphql',
        payload: { ...named, operationName: 'WhoAmI', variables: { first: 1 } },
      });
      expect(answer.body).toMatchObject({ data: { viewer: { name: 'alpha' } } });
    }
    const own = await world.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ viewer { name } }' },
    });
    expect(own.body).toMatchObject({ errors: [{ extensions: { code: 'TRUSTED_DOCUMENTS_ONLY' } }] });
  });

  it('has the types of its result and of its variables', async () => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { createClient } from '#client/client.ts';
import { WhoAmIDocument } from './gql/graphql.ts';
const client = createClient({ url: '' });
export const name: Promise<string> = client.request(WhoAmIDocument, { first: 1 }).then(({ viewer }) => viewer.name);
// @ts-expect-error: there is no such field.
export const nothing = client.request(WhoAmIDocument, { first: 1 }).then(({ nothing }) => nothing);
// @ts-expect-error: a number.
export const wrong = client.request(WhoAmIDocument, { first: 'one' });
`,
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.json', include: ['use.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
      (failed: { stdout: string }) => failed,
    );
    expect(stdout).toBe('');
  });
});

describe('a document', () => {
  const trusted = Object.entries(
    JSON.parse(readFileSync(join(root, 'schema/trusted-documents.json'), 'utf8')) as Record<string, string>,
  );

  it('is printed to the letter as graphql prints it, so that its id is the same', async () => {
    for (const [id, text] of trusted) {
      expect(await documentId(text)).toBe(id);
      expect(await documentId(parse(text))).toBe(id);
    }
    const word = fc.stringMatching(/^[a-z]{1,30}$/);
    const value = fc.oneof(
      fc.integer().map(String),
      fc.string().map((text) => JSON.stringify(text)),
      fc.boolean().map(String),
      word.map((name) => `$${name}`),
    );
    const field = fc
      .record({
        alias: fc.option(word),
        name: word,
        args: fc.dictionary(word, value, { maxKeys: 4 }),
        selects: fc.boolean(),
      })
      .map(({ alias, name, args, selects }) => {
        const list = Object.entries(args)
          .map(([key, given]) => `${key}: ${given}`)
          .join(' ');
        return `${alias ? `${alias}: ` : ''}${name}${list && `(${list})`}${selects ? ' @include(if: $x) { id ...part ... on Type { id } }' : ''}`;
      });
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 5 }), (fields) => {
        const text = `query Some($a: [Int!]! = [1, 2], $b: In = { x: { y: "z" } }) { ${fields.join(' ')} } fragment part on Type { id }`;
        expect(printed(text)).toBe(print(parse(text)));
      }),
    );
  });

  it.each([
    ['{ viewer { name } }', {}, true],
    ['query A { viewer { name } }', {}, true],
    ['mutation { a(input: {}, idempotencyKey: "k") { id } }', {}, true],
    ['mutation ($k: String) { a(idempotencyKey: $k) { id } b(idempotencyKey: $k) { id } }', { k: 'k' }, true],
    ['mutation ($k: String = "k") { a(idempotencyKey: $k) { id } }', {}, true],
    ['mutation { a(idempotencyKey: null) { id } }', {}, false],
    ['mutation { ...all } fragment all on Mutation { a(idempotencyKey: "k") { id } }', {}, false],
    ['mutation A { a { id } } mutation B { b { id } }', {}, false],
    ['subscription { a { id } }', {}, false],
  ])('is sent as it is, and may be sent twice or not: %s', (text, variables, isRepeatable) => {
    expect(repeatable(text, variables, false)).toEqual({ document: text, variables, isRepeatable });
    const tree = parse(text);
    expect(repeatable(tree, variables, false)).toEqual({ document: tree, variables, isRepeatable });
  });

  it('gets a key for each write that has none, in the variable that it has for it or in one more', () => {
    const text =
      'mutation ($k: String) { a(idempotencyKey: $k) { id } b(x: 1) { id } c { id } __typename ...f } fragment f on M { d }';
    const made = repeatable(text, { k: null, x: 1 }, false);
    expect(printed(made.document)).toBe(
      print(
        parse(
          'mutation ($k: String, $idempotencyKey_1: String, $idempotencyKey_2: String) { a(idempotencyKey: $k) { id } b(x: 1, idempotencyKey: $idempotencyKey_1) { id } c(idempotencyKey: $idempotencyKey_2) { id } __typename ...f } fragment f on M { d }',
        ),
      ),
    );
    const { x, ...keys } = made.variables;
    expect(x).toBe(1);
    expect(Object.keys(keys)).toEqual(['k', 'idempotencyKey_1', 'idempotencyKey_2']);
    expect(new Set(Object.values(keys)).size).toBe(3);
    // The text is the same every time: the server knows it from the second time on.
    const tree = parse(text);
    expect(repeatable(tree, {}, false).document).toBe(repeatable(tree, {}, false).document);
  });

  it('gets none where one variable is the key of two writes, for the second would not be done', () => {
    const text = 'mutation ($k: String) { a(idempotencyKey: $k) { id } b(idempotencyKey: $k) { id } }';
    expect(repeatable(text, {}, false)).toEqual({ document: text, variables: {}, isRepeatable: false });
  });

  it('gets its keys in variables that it does not have yet', () => {
    const made = repeatable(
      'mutation ($idempotencyKey_0: Int) { a(x: $idempotencyKey_0) { id } }',
      {},
      false,
    );
    expect(printed(made.document)).toContain('$idempotencyKey__0: String');
    expect(Object.keys(made.variables)).toEqual(['idempotencyKey__0']);
  });

  it('gets none of its own where the answer to a repetition would lack what is shown once', () => {
    const schema = buildSchema(readFileSync(join(root, 'schema/schema.graphql'), 'utf8'));
    const shownOnce = Object.values(schema.getMutationType()?.getFields() ?? {}).filter((field) => {
      const payload = getNamedType(field.type);
      return (
        isObjectType(payload) &&
        Object.values(payload.getFields()).some(({ type }) => getNamedType(type).name === 'Secret')
      );
    });
    expect([...askedOnce].sort()).toEqual(
      [...shownOnce.map(({ name }) => name), 'sandboxReset', 'signOut'].sort(),
    );
    const text = 'mutation { signIn(input: {}) { token } }';
    expect(repeatable(text, {}, false)).toEqual({ document: text, variables: {}, isRepeatable: false });
    const keyed = 'mutation ($k: String) { signIn(input: {}, idempotencyKey: $k) { token } }';
    expect(repeatable(keyed, {}, false)).toEqual({ document: keyed, variables: {}, isRepeatable: false });
    expect(repeatable(keyed, { k: 'k' }, false).isRepeatable).toBe(true);
  });

  it('that a server trusts is not changed: only its own variable gets a key', () => {
    const bare = 'mutation { a { id } }';
    expect(repeatable(bare, {}, true)).toEqual({ document: bare, variables: {}, isRepeatable: false });
    const own = 'mutation ($k: String) { a(idempotencyKey: $k) { id } }';
    expect(repeatable(own, {}, true)).toEqual({
      document: own,
      variables: { k: expect.stringMatching(/^[\da-f-]{36}$/) },
      isRepeatable: true,
    });
  });
});
