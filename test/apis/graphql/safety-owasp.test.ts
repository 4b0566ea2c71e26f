import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** The OWASP GraphQL cheat sheet, point by point; what graphql-cop looks for is in safety-cop.test.ts. */

let world: TestWorld;
let own: string;
let foreign: string;
beforeAll(async () => {
  world = await testWorld();
  own = await newContact(world, { name: "Mary O'Hara - drop table" });
  foreign = await newContact(world, { name: 'Somebody Else' }, { auth: beta });
});

const listed = (where: object) =>
  graph(world, 'query ($where: ContactWhere) { contacts(first: 100, where: $where) { nodes { code } } }', {
    variables: { where },
  });

describe('input validation', () => {
  it.each([
    `' or '1'='1`,
    `'; drop table contacts; --`,
    `%' or name like '%`,
    `\\`,
    '%',
    '_',
    '$1',
    '#{1+1}',
    '{{7*7}}',
    `"`,
  ])('takes %s for text, in every comparator', async (text) => {
    for (const comparator of ['eq', 'contains', 'startsWith'])
      for (const field of ['name', 'code', 'email', 'phone', 'ident']) {
        const { status, data, errors } = await listed({ [field]: { [comparator]: text } });
        expect({ status, errors }).toEqual({ status: 200, errors: undefined });
        expect(data.contacts.nodes).toEqual([]);
      }
  });

  it('finds text that looks like an attack, because it is only text', async () => {
    const { data } = await listed({ name: { contains: "o'hara - DROP" } });
    expect(data.contacts.nodes).toEqual([{ code: own }]);
  });

  it.each([
    ['a field that is none', { passwordHash: { eq: 'x' } }],
    ['a comparator that is none', { name: { regex: '.*' } }],
    ['a property of every object', JSON.parse('{"__proto__": {"eq": "x"}}')],
    ['its constructor', { constructor: { eq: 'x' } }],
    ['a text where a condition belongs', { name: 'x' }],
    ['a list where a text belongs', { name: { eq: ['x'] } }],
    ['an object where a text belongs', { name: { eq: { $ne: null } } }],
  ])('refuses %s', async (_, where) => {
    const { data, errors } = await listed(where as object);
    if (Object.keys(where as object).length === 0) expect(errors).toBeUndefined();
    else {
      expect(data ?? null).toBeNull();
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('refuses text that no database can keep, without a fault', async () => {
    const { status, errors } = await listed({ name: { eq: 'a\0b' } });
    expect(status).toBe(200);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('refuses a body of more than a megabyte', async () => {
    const answer = await graph(world, `{ __typename } # ${'x'.repeat(1_100_000)}`);
    expect(answer.status).toBe(413);
  });
});

describe('expensive queries', () => {
  it('are limited in amount: a page holds a hundred, a list of nodes two hundred', async () => {
    const page = await graph(world, '{ contacts(first: 101) { totalCount } }');
    expect(page.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', resultCode: 2004 });
    const ids = Array.from({ length: 201 }, (_, index) => btoa(`Contact:${index}`));
    const nodes = await graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids },
    });
    expect(nodes.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', resultCode: 2004 });
  });

  it('are limited in depth, however they are spelled', async () => {
    const inline = '... on Contact { domains(first: 1) { nodes { registrant { '.repeat(5);
    const { status } = await graph(
      world,
      `{ contact(code: "x") { ${inline} code ${'} } } } '.repeat(5)} } }`,
    );
    expect(status).toBe(400);
  });

  it.runIf(process.env.TEST_DATABASE_URL)('are limited in time by the database', async () => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      world.container.database.db,
    );
    expect(rows).toEqual([{ statement_timeout: '15s' }]);
  });
});

describe('batching attacks', () => {
  it.each([
    ['domainTransfer', 'domainTransfer(input: { name: "a.ee", transferCode: "x" })'],
    ['registrantDecide', 'registrantDecide(input: { token: "x", decision: APPROVE })'],
  ])('a document tries one code with %s, not two', async (_, call) => {
    const { status, errors } = await graph(
      world,
      `mutation { a: ${call} { userErrors { code } } ...B } fragment B on Mutation { b: ${call} { userErrors { code } } }`,
    );
    expect(status).toBe(400);
    expect(errors?.[0]?.message).toContain('At most one of');
  });

  it('codes that are tried under many names at once are counted, and the right one does not help any more', async () => {
    const name = await newDomain(world, {}, { auth: beta });
    const { data: theirs } = await graph(world, `{ domain(name: "${name}") { transferCode } }`, {
      auth: beta,
    });
    const guess = (alias: string, code: string) =>
      `${alias}: domainTransferInfo(name: "${name}", transferCode: "${code}") { name }`;
    const guesses = Array.from({ length: 14 }, (_, index) => guess(`g${index}`, `wrong-${index}`)).join(' ');
    const { data, errors } = await graph(world, `{ ${guesses} }`);
    expect(Object.values(data)).toEqual(Array(14).fill(null));
    expect(errors).toHaveLength(14);
    const late = await graph(world, `{ ${guess('right', String(theirs.domain.transferCode))} }`);
    expect(late.data).toEqual({ right: null });
    expect(late.errors?.[0]?.extensions).toMatchObject({ code: 'THROTTLED', resultCode: 2502 });
  });
});

describe('access control', () => {
  it("is the same for objects, lists, edges and what hangs on others' objects", async () => {
    const { data } = await graph(
      world,
      `{
        contact(code: "${foreign}") { code }
        contacts(first: 100) { nodes { code } edges { node { code } } }
      }`,
    );
    expect(data.contact).toBeNull();
    expect(JSON.stringify(data)).not.toContain(foreign);
    expect(data.contacts.edges).toEqual([{ node: { code: own } }]);
  });

  it('is no matter of the input: another registrar is nobody to name', async () => {
    const { data } = await graph(
      world,
      `mutation { contactUpdate(input: { code: "${foreign}", name: "Mine Now" }) { contact { code } userErrors { code } } }`,
    );
    expect(data.contactUpdate).toEqual({ contact: null, userErrors: [{ code: 'OBJECT_DOES_NOT_EXIST' }] });
  });

  it('does not let a field be assigned that the schema does not have', async () => {
    const { errors } = await graph(
      world,
      'mutation ($input: ContactUpdateInput!) { contactUpdate(input: $input) { contact { code } } }',
      { variables: { input: { code: own, registrar: 'BETA', authInfo: 'x' } } },
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('keeps operators and everyone else apart, field by field', async () => {
    const roots = ['ledgerProof { balanced }', 'outbox { totalCount }', 'jobs { name }', 'settings { name }'];
    for (const root of roots) {
      expect((await graph(world, `{ ${root} }`, { auth: operator })).errors, root).toBeUndefined();
      for (const caller of [{}, { auth: portal }, { auth: null }])
        expect((await graph(world, `{ ${root} }`, caller)).errors, root).toMatchObject([
          unknownField(root.split(' ')[0] ?? ''),
        ]);
    }
  });
});

describe('errors', () => {
  it('that are our fault show their request id alone', async () => {
    const broken = await testWorld();
    const { db } = broken.container.database;
    await db.schema.alterTable('contacts').renameTo('contacts_lost').execute();
    const { status, data, errors, text } = await graph(broken, '{ contacts(first: 1) { totalCount } }');
    await db.schema.alterTable('contacts_lost').renameTo('contacts').execute();
    expect({ status, data }).toEqual({ status: 200, data: { contacts: null } });
    expect(errors).toMatchObject([
      {
        message: 'Command failed',
        extensions: { code: 'INTERNAL_SERVER_ERROR', resultCode: 2400, requestId: expect.any(String) },
      },
    ]);
    expect(text).not.toMatch(/contacts_lost|relation|select|sql|stack/i);
  });
});
