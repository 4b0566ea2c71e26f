import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { basic, beta, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const billing = basic('alpha-billing', 'alpha-sandbox');
const encode = (text: string) => Buffer.from(text).toString('base64');

/** One of each, as global ids. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await testWorld();
  const { db } = world.container.database;
  const code = await newContact(world);
  const { data } = await graph(
    world,
    `query ($code: String!) {
      contact(code: $code) { id }
      viewer { registrar { id } }
      account { transactions(first: 1) { nodes { id } } }
    }`,
    { variables: { code } },
  );
  ids.Contact = String(data.contact.id);
  ids.Registrar = String(data.viewer.registrar.id);
  ids.Transaction = String(data.account.transactions.nodes[0].id);
  const alpha = await db
    .selectFrom('registrars')
    .select('id')
    .where('code', '=', 'ALPHA')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('notifications')
    .values({
      registrar_id: alpha.id,
      kind: 'test',
      text: 'hello',
      attached_obj_type: null,
      attached_obj_id: null,
      read_at: null,
      created_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.Notification = encode(`Notification:${id}`);
});

const node = (id: string, auth?: string | null) =>
  graph(world, 'query ($id: ID!) { node(id: $id) { __typename id } }', {
    variables: { id },
    ...(auth !== undefined && { auth }),
  });
const types = ['Contact', 'Registrar', 'Transaction', 'Notification'];

describe('node(id:)', () => {
  it.each(types)('finds a %s again', async (type) => {
    expect((await node(ids[type] ?? '')).data).toEqual({ node: { __typename: type, id: ids[type] } });
  });

  it.each(types)('is null for a %s that is not there', async (type) => {
    for (const id of ['999999', '0', '-1', '2147483648', '99999999999999999999', 'abc', '1.5', 'NaN', "1'--"])
      expect(await node(encode(`${type}:${id}`))).toMatchObject({
        status: 200,
        data: { node: null },
        errors: undefined,
      });
  });

  it.each([
    'garbage',
    '',
    '=',
    encode('Foo:1'),
    encode('Setting:1'),
    encode('Query:1'),
    encode('constructor:1'),
  ])('is null for "%s", which is no id of anything', async (id) => {
    expect(await node(id)).toMatchObject({ status: 200, data: { node: null }, errors: undefined });
  });

  it.each(types)('is null for a %s that belongs to another registrar', async (type) => {
    expect(await node(ids[type] ?? '', beta)).toMatchObject({
      status: 200,
      data: { node: null },
      errors: undefined,
    });
  });

  it.each(types)('is null for a %s when the portal or nobody asks', async (type) => {
    for (const auth of [portal, null])
      expect(await node(ids[type] ?? '', auth)).toMatchObject({
        status: 200,
        data: { node: null },
        errors: undefined,
      });
  });

  it('gives users who only bill the money and not the rest', async () => {
    for (const type of types) {
      const { data } = await node(ids[type] ?? '', billing);
      const visible = type === 'Transaction' || type === 'Registrar';
      expect({ type, node: data.node }).toEqual({
        type,
        node: visible ? { __typename: type, id: ids[type] } : null,
      });
    }
  });

  it('lets an operator look at contacts, registrars and transactions', async () => {
    for (const type of ['Contact', 'Registrar', 'Transaction'])
      expect((await node(ids[type] ?? '', operator)).data.node.id).toBe(ids[type]);
  });

  it.each([
    '',
    'nonsense',
    encode('Nothing:1'),
    encode('Query:1'),
    encode('Contact'),
    encode(':'),
    '%%%',
    '\0',
  ])('refuses %j, which is no id, without a fault', async (id) => {
    const { status, errors, data } = await node(id);
    expect(status).toBe(200);
    if (errors) expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    else expect(data).toEqual({ node: null });
  });
});

describe('nodes(ids:)', () => {
  it('finds several, in the requested order, with null for those that do not exist', async () => {
    const foreign = await newContact(world, {}, { auth: beta });
    const theirs = await graph(world, `{ contact(code: "${foreign}") { id } }`, { auth: beta });
    const wanted = [
      ids.Notification,
      encode('Contact:999999'),
      theirs.data.contact.id,
      ids.Contact,
      'garbage',
      encode('Foo:1'),
      ids.Registrar,
    ];
    const { data, errors } = await graph(world, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      variables: { ids: wanted },
    });
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([
      { id: ids.Notification },
      null,
      null,
      { id: ids.Contact },
      null,
      null,
      { id: ids.Registrar },
    ]);
  });
});
