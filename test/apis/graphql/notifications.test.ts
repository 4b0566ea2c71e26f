import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registrarByCode } from '#src/registry/store/registry/registrars.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let ids: { alpha: number; beta: number };
const billing = basic('alpha-billing', 'alpha-sandbox');
const globalId = (number: number) => Buffer.from(`Notification:${number}`).toString('base64');

async function message(
  registrar: 'alpha' | 'beta',
  text: string,
  seconds: number,
  readAt?: Date,
): Promise<number> {
  const { id } = await world.container.database.db
    .insertInto('notifications')
    .values({
      registrar_id: ids[registrar],
      kind: 'domain_transferred',
      text,
      attached_obj_type: 'DomainTransfer',
      attached_obj_id: 77,
      read_at: readAt ?? null,
      created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  world = await testWorld();
  const idOf = async (code: string) => (await registrarByCode(world.container.database.db, code))?.id ?? 0;
  ids = { alpha: await idOf('ALPHA'), beta: await idOf('BETA') };
});
beforeEach(async () => {
  await world.container.database.db.deleteFrom('notifications').execute();
});

const texts = async (args: string) => {
  const { data } = await graph(world, `{ notifications(${args}) { totalCount nodes { text } } }`);
  return {
    texts: (data.notifications.nodes as unknown as { text: string }[]).map(({ text }) => text),
    totalCount: Number(data.notifications.totalCount),
  };
};

describe('notifications', () => {
  it('are the own ones, newest first, read and unread', async () => {
    await message('alpha', 'one', 1);
    await message('alpha', 'two', 2, new Date('2030-02-01T00:00:00Z'));
    await message('beta', 'theirs', 3);
    expect(await texts('first: 10')).toEqual({ texts: ['two', 'one'], totalCount: 2 });
  });

  it.each([
    ['readAt: { isNull: true }', ['one']],
    ['readAt: { isNull: false }', ['two']],
    ['readAt: { gte: "2030-02-01" }', ['two']],
    ['createdAt: { lt: "2030-01-01T00:00:02Z" }', ['one']],
    ['kind: { eq: DOMAIN_TRANSFERRED }, text: { contains: "TW" }', ['two']],
    ['kind: { in: [DOMAIN_DELETED] }', []],
    ['or: [{ text: { eq: "one" } }, { readAt: { gte: "2030-02-01" } }]', ['two', 'one']],
    ['not: { readAt: { isNull: true } }', ['two']],
  ])('are filtered by %s', async (where, expected) => {
    await message('alpha', 'one', 1);
    await message('alpha', 'two', 2, new Date('2030-02-01T00:00:00Z'));
    expect(await texts(`first: 10, where: { ${where} }`)).toEqual({
      texts: expected,
      totalCount: expected.length,
    });
  });

  it('show what REST shows, and more', async () => {
    const number = await message('alpha', 'hello', 1);
    const { data } = await graph(
      world,
      '{ latestNotification { id databaseId text kind attachedObjectType attachedObjectId readAt createdAt } }',
    );
    expect(data.latestNotification).toEqual({
      id: globalId(number),
      databaseId: String(number),
      text: 'hello',
      kind: 'DOMAIN_TRANSFERRED',
      attachedObjectType: 'DomainTransfer',
      attachedObjectId: '77',
      readAt: null,
      createdAt: '2030-01-01T02:00:01.000+02:00',
    });
  });
});

describe('latestNotification', () => {
  it('is the newest unread one, or null', async () => {
    expect((await graph(world, '{ latestNotification { text } }')).data).toEqual({
      latestNotification: null,
    });
    await message('alpha', 'unread', 1);
    await message('alpha', 'read', 2, new Date(0));
    expect((await graph(world, '{ latestNotification { text } }')).data).toEqual({
      latestNotification: { text: 'unread' },
    });
  });
});

describe('notification(id:)', () => {
  const show = (id: string, auth?: string | null) =>
    graph(world, 'query ($id: ID!) { notification(id: $id) { text } }', {
      variables: { id },
      ...(auth !== undefined && { auth }),
    });

  it('gives one of the own messages, read or unread', async () => {
    const unread = await message('alpha', 'unread', 1);
    const read = await message('alpha', 'read', 2, new Date(0));
    expect((await show(globalId(unread))).data).toEqual({ notification: { text: 'unread' } });
    expect((await show(globalId(read))).data).toEqual({ notification: { text: 'read' } });
  });

  it('is null for a foreign or unknown one', async () => {
    for (const number of [await message('beta', 'theirs', 1), 999_999, 2 ** 31, 0])
      expect(await show(globalId(number))).toMatchObject({
        status: 200,
        data: { notification: null },
        errors: undefined,
      });
  });

  it('is not for users who only bill, nor for nobody', async () => {
    const id = globalId(await message('alpha', 'unread', 1));
    expect(await show(id, billing)).toMatchObject({
      data: { notification: null },
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await show(id, null)).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });
});

describe('notificationAcknowledge', () => {
  const acknowledge = (id: string, auth?: string) =>
    graph(
      world,
      `mutation ($id: ID!) { notificationAcknowledge(input: { id: $id }) {
        notification { databaseId readAt } userErrors { code resultCode } query { latestNotification { databaseId } }
      } }`,
      { variables: { id }, ...(auth && { auth }) },
    );

  it('marks a message as read, and shows what is next', async () => {
    const [next, number] = [await message('alpha', 'next', 1), await message('alpha', 'now', 2)];
    expect((await acknowledge(globalId(number))).data.notificationAcknowledge).toEqual({
      notification: { databaseId: String(number), readAt: expect.stringMatching(/^20/) },
      userErrors: [],
      query: { latestNotification: { databaseId: String(next) } },
    });
  });

  it('does not find one that is read, foreign or unknown', async () => {
    const read = await message('alpha', 'read', 1, new Date(0));
    const foreign = await message('beta', 'theirs', 1);
    const domain = Buffer.from('Domain:1').toString('base64');
    for (const id of [...[read, foreign, 999_999, 2 ** 40].map(globalId), 'garbage', '', domain])
      expect((await acknowledge(id)).data.notificationAcknowledge).toMatchObject({
        notification: null,
        userErrors: [{ code: 'OBJECT_DOES_NOT_EXIST', resultCode: 2303 }],
      });
    expect(
      (await graph(world, '{ latestNotification { text } }', { auth: beta })).data.latestNotification.text,
    ).toBe('theirs');
  });

  it('is not for users who only bill, nor for operators', async () => {
    const id = globalId(await message('alpha', 'unread', 1));
    expect(await acknowledge(id, billing)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await acknowledge(id, operator)).errors).toContainEqual(
      expect.objectContaining(unknownField('notificationAcknowledge', 'Mutation')),
    );
  });
});
