import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registrarByCode } from '#src/registry/store/registry/registrars.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let ids: { alpha: number; beta: number };

const queue = '/registry/v1/registrar/notifications';
const get = (path = '', auth?: string) => world.request({ url: `${queue}${path}`, ...(auth && { auth }) });
const put = (id: unknown, payload?: unknown, auth?: string) =>
  world.request({
    method: 'PUT',
    url: `${queue}/${id}`,
    ...(payload !== undefined && { payload: payload as object }),
    ...(auth && { auth }),
  });
const gone = { status: 404, body: { code: 2303, message: 'Object does not exist', data: {} } };

/** A message some seconds after the others. */
async function message(
  registrar: 'alpha' | 'beta',
  text: string,
  seconds: number,
  attached?: [string, number],
) {
  const { id } = await world.container.database.db
    .insertInto('notifications')
    .values({
      registrar_id: ids[registrar],
      kind: 'test',
      text,
      attached_obj_type: attached?.[0] ?? null,
      attached_obj_id: attached?.[1] ?? null,
      read_at: null,
      created_at: new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  world = await testWorld();
  const { db } = world.container.database;
  const idOf = async (code: string) => (await registrarByCode(db, code))?.id ?? 0;
  ids = { alpha: await idOf('ALPHA'), beta: await idOf('BETA') };
});
beforeEach(async () => {
  await world.container.database.db.deleteFrom('notifications').execute();
});

describe('GET /registrar/notifications', () => {
  it('answers with an empty object when the queue is empty', async () => {
    expect(await get()).toMatchObject({
      status: 200,
      body: { code: 1000, message: 'Command completed successfully', data: {} },
    });
    expect((await get()).body.data).toEqual({});
  });

  it('gives the newest unread message: last in, first out', async () => {
    const newest = await message('alpha', 'Transfer requested.', 9, ['DomainTransfer', 77]);
    await message('alpha', 'older, though written later', 5);
    const { text } = await get();
    expect(text).toBe(
      '{"code":1000,"message":"Command completed successfully","data":' +
        `{"id":${newest},"text":"Transfer requested.","attached_obj_type":"DomainTransfer","attached_obj_id":77}}`,
    );
  });

  it('breaks a tie of the same moment by the higher id', async () => {
    await message('alpha', 'first', 1);
    await message('alpha', 'second', 1);
    expect((await get()).body.data).toMatchObject({
      text: 'second',
      attached_obj_type: null,
      attached_obj_id: null,
    });
  });

  it('is one queue for all users of a registrar, and none of another', async () => {
    await message('alpha', 'for alpha', 1);
    expect((await get('', basic('alpha-epp', 'alpha-sandbox'))).body.data).toMatchObject({
      text: 'for alpha',
    });
    expect((await get('', beta)).body.data).toEqual({});
  });
});

describe('GET /registrar/notifications/all_notifications', () => {
  const returning = (shown: number, all: number) =>
    `Command completed successfully. Returning ${shown} out of ${all}. ` +
    'Use URL parameters :limit and :offset to list other messages if needed.';

  it('answers with an empty array when the queue is empty', async () => {
    expect((await get('/all_notifications')).body).toEqual({
      code: 1000,
      message: returning(0, 0),
      data: [],
    });
  });

  it('lists the unread messages newest first and shows how many there are', async () => {
    const first = await message('alpha', 'one', 1);
    const second = await message('alpha', 'two', 2, ['Epp::Domain', 3]);
    await message('beta', 'not for alpha', 3);
    expect((await get('/all_notifications')).body).toEqual({
      code: 1000,
      message: returning(2, 2),
      data: [
        { id: second, text: 'two', attached_obj_type: 'Epp::Domain', attached_obj_id: 3 },
        { id: first, text: 'one', attached_obj_type: null, attached_obj_id: null },
      ],
    });
  });

  it('pages by limit and offset', async () => {
    for (const seconds of [1, 2, 3]) await message('alpha', `at ${seconds}`, seconds);
    const page = async (query: string) => (await get(`/all_notifications${query}`)).body;
    expect(await page('?limit=1&offset=1')).toMatchObject({
      message: returning(1, 3),
      data: [{ text: 'at 2' }],
    });
    expect(await page('?offset=2')).toMatchObject({ message: returning(1, 3), data: [{ text: 'at 1' }] });
    expect(await page('?limit=0')).toEqual({ code: 1000, message: returning(0, 3), data: [] });
    expect(await page('?offset=99')).toEqual({ code: 1000, message: returning(0, 3), data: [] });
    expect(await page('?limit&offset')).toMatchObject({ message: returning(3, 3) });
  });

  it('shows 200 by default', async () => {
    const { db } = world.container.database;
    const row = {
      registrar_id: ids.alpha,
      kind: 'test',
      text: 'x',
      attached_obj_type: null,
      attached_obj_id: null,
    };
    const rows = Array.from({ length: 205 }, () => ({ ...row, read_at: null, created_at: new Date(0) }));
    await db.insertInto('notifications').values(rows).execute();
    expect((await get('/all_notifications')).body).toMatchObject({ message: returning(200, 205) });
    expect((await get('/all_notifications?limit=')).body).toMatchObject({ message: returning(205, 205) });
  });

  it.each([
    ['limit', '-1'],
    ['limit', 'ten'],
    ['limit', '1.5'],
    ['offset', '-1'],
  ])('refuses %s=%s', async (name, value) => {
    expect(await get(`/all_notifications?${name}=${value}`)).toMatchObject({
      status: 400,
      body: {
        code: 2005,
        message: `Invalid parameter '${name}' value "${value}": Must be a Integer`,
        data: {},
      },
    });
  });
});

describe('GET /registrar/notifications/:notification_id', () => {
  it('gives one unread message of the caller', async () => {
    const id = await message('alpha', 'hello', 1);
    expect((await get(`/${id}`)).body.data).toEqual({
      id,
      text: 'hello',
      attached_obj_type: null,
      attached_obj_id: null,
      read: false,
    });
  });

  it('does not find a foreign, read or unknown one, nor one that is not a number', async () => {
    const foreign = await message('beta', 'not yours', 1);
    const read = await message('alpha', 'read', 1);
    await put(read, { notification: { read: true } });
    for (const id of [
      foreign,
      read,
      0,
      999_999_999,
      2_147_483_648,
      '99999999999999999999',
      'abc',
      '1.0',
      '-1',
      '%00',
    ])
      expect(await get(`/${id}`)).toMatchObject(gone);
  });
});

describe('PUT /registrar/notifications/:notification_id', () => {
  it('marks the message as read and takes it out of the queue', async () => {
    const id = await message('alpha', 'hello', 1);
    const { status, text } = await put(id, { notification: { read: true } });
    expect(status).toBe(200);
    expect(text).toBe(
      `{"code":1000,"message":"Command completed successfully","data":{"notification_id":${id},"read":true}}`,
    );
    expect((await get()).body.data).toEqual({});
  });

  it('accepts the text "true", and a body without its wrapper', async () => {
    const [one, two] = [await message('alpha', 'one', 1), await message('alpha', 'two', 2)];
    expect((await put(one, { notification: { read: 'true' } })).body.data).toEqual({
      notification_id: one,
      read: true,
    });
    expect((await put(two, { read: true })).body.data).toEqual({ notification_id: two, read: true });
  });

  it('does not find a message that was read already, is foreign or unknown', async () => {
    const foreign = await message('beta', 'not yours', 1);
    const read = await message('alpha', 'read', 1);
    await put(read, { notification: { read: true } });
    for (const id of [foreign, read, 999_999_999, 'abc'])
      expect(await put(id, { notification: { read: true } })).toMatchObject(gone);
    expect((await get('', beta)).body.data).toMatchObject({ id: foreign });
  });

  it('reports that the message is not there before it looks at the body', async () => {
    expect(await put(999_999_999, {})).toMatchObject(gone);
    expect(await put('abc', { notification: { read: false } })).toMatchObject(gone);
  });

  it.each([
    [undefined, 'Missing parameter notification'],
    [{}, 'Missing parameter read'],
    [{ notification: {} }, 'Missing parameter read'],
    [[], 'Missing parameter notification'],
  ])('wants to know what was read: %j', async (payload, text) => {
    const id = await message('alpha', 'hello', 1);
    expect(await put(id, payload)).toMatchObject({
      status: 400,
      body: { code: 2003, message: text, data: {} },
    });
  });

  const markup = 'Must be one of: <code>true</code>, <code>true</code>.';
  it.each([
    [{ notification: null }, `Invalid parameter 'notification' value nil: Must be a Hash`],
    [{ notification: { read: null } }, `Invalid parameter 'read' value nil: ${markup}`],
    [{ notification: { read: false } }, `Invalid parameter 'read' value false: ${markup}`],
    [{ notification: { read: 'no' } }, `Invalid parameter 'read' value "no": ${markup}`],
    [{ notification: { read: 1 } }, `Invalid parameter 'read' value 1: ${markup}`],
    [{ notification: { read: [true] } }, `Invalid parameter 'read' value [true]: ${markup}`],
    [{ notification: 'read' }, `Invalid parameter 'notification' value "read": Must be a Hash`],
    [{ notification: [1] }, `Invalid parameter 'notification' value [1]: Must be a Hash`],
  ])('accepts nothing but true: %j', async (payload, text) => {
    const id = await message('alpha', 'hello', 1);
    expect(await put(id, payload)).toMatchObject({
      status: 400,
      body: { code: 2005, message: text, data: {} },
    });
    expect((await get()).body.data).toMatchObject({ id });
  });

  it('is not for a user who only bills', async () => {
    const id = await message('alpha', 'hello', 1);
    const billing = basic('alpha-billing', 'alpha-sandbox');
    for (const payload of [{ notification: { read: true } }, {}])
      expect(await put(id, payload, billing)).toMatchObject({
        status: 401,
        body: { code: 2201, message: 'Authorization error', data: {} },
      });
    expect((await get()).body.data).toMatchObject({ id });
  });
});
