import { beforeAll, describe, expect, it } from 'vitest';
import { registrarRoutes } from '#src/apis/rest/registrar/router.ts';
import { Unavailable } from '#src/base/errors.ts';
import { buildApp } from '#src/server/app.ts';
import { newContact, person } from '../../../support/contacts.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const json = { 'content-type': 'application/json' };
const contacts = '/registry/v1/contacts';
const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
  world.request({ method: 'POST', url: contacts, headers, payload });
const syntaxError = { code: 2001, message: 'Command syntax error', data: {} };
const unknown = { status: 404, body: { code: 2303, message: 'Object does not exist', data: {} } };

describe('every answer', () => {
  it('is JSON in UTF-8 with a request id that belongs to it alone', async () => {
    const answers = await Promise.all(
      ['/registry/v1/accounts/balance', '/repp/v1/contacts', '/registry/v1/nothing', '/elsewhere'].map(
        (url) => world.request({ url, headers: { 'x-request-id': 'mine' } }),
      ),
    );
    for (const { headers } of answers)
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const ids = answers.map(({ headers }) => String(headers['x-request-id']));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is the same under both prefixes', async () => {
    const paths = registrarRoutes.map(({ path }) => path.replaceAll(/:\w+/g, 'x'));
    for (const path of new Set(paths)) {
      const [one, other] = await Promise.all(
        ['/registry/v1', '/repp/v1'].map((prefix) => world.request({ url: `${prefix}${path}` })),
      );
      expect({ path, ...one, headers: 0 }).toEqual({ path, ...other, headers: 0 });
    }
  });
});

describe('an unknown path', () => {
  it.each([
    ['GET', '/registry/v1'],
    ['GET', '/registry/v1/'],
    ['GET', '/registry/v1/contact'],
    ['GET', '/registry/v1/contacts/a/b'],
    ['GET', '/repp/v2/contacts'],
    ['POST', '/registry/v1/nothing'],
    ['DELETE', '/registry/v1/nothing'],
    ['PATCH', '/anything'],
  ] as const)('%s %s is 404 for everyone, known or not', async (method, url) => {
    expect(await world.request({ method, url })).toMatchObject(unknown);
    expect(await world.request({ method, url, auth: null })).toMatchObject(unknown);
  });

  it('is reported before the body is looked at', async () => {
    const url = '/registry/v1/nothing';
    expect(await world.request({ method: 'POST', url, headers: json, payload: '{' })).toMatchObject(unknown);
    expect(
      await world.request({ method: 'POST', url, headers: json, payload: 'x'.repeat(2 ** 21) }),
    ).toMatchObject(unknown);
  });
});

describe('a known path with another method', () => {
  it.each([
    ['DELETE', '/registry/v1/accounts/balance', 'GET, HEAD, OPTIONS'],
    ['PATCH', contacts, 'GET, POST, HEAD, OPTIONS'],
    ['POST', `${contacts}/ALPHA:X`, 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
    ['POST', '/repp/v1/registrar/notifications', 'GET, HEAD, OPTIONS'],
    ['TRACE', contacts, 'GET, POST, HEAD, OPTIONS'],
    ['PROPFIND', contacts, 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', `${contacts}.json?page=1`, 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', '/%72egistry/v1/%61ccounts/balance', 'GET, HEAD, OPTIONS'],
    // Neither a domain nor a contact of that name.
    ['GET', '/registry/v1/domains/transfer', 'POST, OPTIONS'],
    ['PATCH', '/repp/v1/domains/changes/', 'POST, OPTIONS'],
    ['TRACE', '/registry/v1/domains/transfer', 'POST, OPTIONS'],
    ['DELETE', `${contacts}/search`, 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 and names the methods there are', async (method, url, allow) => {
    for (const auth of [undefined, null]) {
      const answer = await world.request({ method: method as 'GET', url, ...(auth === null && { auth }) });
      expect(answer).toMatchObject({
        status: 405,
        body: { code: 2101, message: 'Unimplemented command', data: {} },
      });
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(allow.split(', ').sort());
    }
  });

  it('is refused in the words of the API when the server has no time for it', async () => {
    const service = {
      get ending(): boolean {
        throw new Unavailable('too busy');
      },
      set ending(_) {},
    };
    const app = buildApp({ ...world.container, service });
    const of = async (url: string) => {
      const { statusCode, headers, body } = await app.inject({ method: 'PUT', url });
      return { statusCode, link: headers.link, body: JSON.parse(body) as unknown };
    };
    const known = await of(`${contacts}/ALPHA:X`);
    expect(known).toMatchObject({
      statusCode: 503,
      link: expect.any(String),
      body: { code: 2400, data: {} },
    });
    expect(await of(contacts)).toEqual(known);
    expect(await of('/registry/v1/nothing')).toEqual(known);
    await app.close();
  });

  it('is reported before the body and what is accepted are looked at', async () => {
    for (const headers of [{ ...json, accept: 'text/html' }, { 'content-type': 'text/plain' }])
      expect((await world.request({ method: 'PATCH', url: contacts, headers, payload: '{' })).status).toBe(
        405,
      );
  });
});

describe('Accept', () => {
  const get = (accept: string, auth?: null) =>
    world.request({
      url: '/registry/v1/accounts/balance',
      headers: { accept },
      ...(auth === null && { auth }),
    });

  it.each([
    ...['*/*', 'application/*', 'application/json', 'text/html, */*;q=0.1', 'APPLICATION/JSON', '', ' '],
    ...['application/json; charset=utf-8', '*/*;charset=utf-8', 'application/*; charset="utf-8"; q=0.5'],
    ...[
      'text/html; charset=utf-8, application/json;v="1,2;\\"3"; indent=2',
      'application/json;;',
      'application/json ;odd',
    ],
  ])('of "%s" is fine', async (accept) => {
    expect((await get(accept)).status).toBe(200);
  });

  it.each([
    'text/html',
    'application/xml',
    'application/json;q=0',
    'application/json; charset=utf-8 ; q=0',
    'text/html; charset=utf-8',
    'text/*',
    'nonsense',
    'application/jsonx',
  ])('of "%s" is 406, still in JSON', async (accept) => {
    const answer = await get(accept);
    expect(answer).toMatchObject({ status: 406, body: { code: 2001, data: {} } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('is judged after the path and before the caller', async () => {
    expect((await get('text/html', null)).status).toBe(406);
    expect(
      await world.request({ url: '/registry/v1/nothing', headers: { accept: 'text/html' } }),
    ).toMatchObject(unknown);
  });
});

describe('a body', () => {
  it.each(['{', '{"contact":', 'contact=1', "{'a':1}", '{"a":1}x', 'NaN', '[1,]'])(
    'of %j is not JSON',
    async (payload) => {
      expect(await post(payload)).toMatchObject({ status: 400, body: syntaxError });
    },
  );

  it('in another encoding than UTF-8 is not JSON', async () => {
    for (const bytes of [
      Buffer.concat([Buffer.from('{"contact":{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}}')]),
      Buffer.from('{"contact":{"name":"ä"}}', 'latin1'),
      Buffer.from('{"contact":{}}', 'utf16le'),
      Buffer.from([0xed, 0xa0, 0x80]),
    ])
      expect(await post(bytes)).toMatchObject({ status: 400, body: syntaxError });
  });

  it.each([
    '{"contact":{"name":"a\\u0000b"}}',
    '{"contact":{"\\u0000":1}}',
    '{"contact":{"name":"\\ud800"}}',
  ])('of %s holds text that cannot be kept', async (payload) => {
    expect(await post(payload)).toMatchObject({ status: 400, body: { code: 2005, data: {} } });
  });

  it('that is nested a thousand deep is refused, not followed', async () => {
    for (const depth of [1_000, 100_000])
      expect(await post(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toMatchObject({ status: 400 });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    'application/jsonx',
  ])('as %s is 415', async (type) => {
    expect(await post('{"contact":{}}', { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 2001, data: {} },
    });
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.api+json',
  ])('as %s is read', async (type) => {
    const payload = JSON.stringify({ contact: person });
    expect(await post(payload, { 'content-type': type })).toMatchObject({ status: 200 });
  });

  it('that is compressed is 415', async () => {
    expect(await post('x', { ...json, 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });

  it('that is empty or the literal null says nothing', async () => {
    const nothing = { code: 2003, message: 'param is missing or the value is empty: contact', data: {} };
    for (const payload of ['', 'null', ' null ']) expect((await post(payload)).body).toEqual(nothing);
    expect((await world.request({ method: 'POST', url: contacts })).body).toEqual(nothing);
  });

  it('may be 1 MiB long and no longer', async () => {
    const filled = (length: number) =>
      JSON.stringify({ contact: { x: 'y'.repeat(length - 21) } }).padEnd(length);
    expect((await post(filled(2 ** 20))).body).toMatchObject({ code: 2003 });
    expect(await post(filled(2 ** 20 + 1))).toMatchObject({ status: 413, body: { code: 2001, data: {} } });
  });

  it('is only looked at when the caller is known', async () => {
    for (const payload of ['{', 'x'.repeat(2 ** 21)])
      expect(
        await world.request({ method: 'POST', url: contacts, headers: json, payload, auth: null }),
      ).toMatchObject({ status: 401, body: { code: 2202 } });
  });
});

describe('an URL', () => {
  it.each(['/registry/v1/contacts/%E0%A4%A', '/repp/v1/contacts/%', '/registry/v1/contacts/%zz', '/%ff'])(
    'of %s cannot be read',
    async (url) => {
      const answer = await world.request({ url });
      expect(answer).toMatchObject({ status: 400, body: syntaxError });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': expect.any(String),
      });
    },
  );

  it('may hold text that no object is named by', async () => {
    for (const code of ['%00', '%ED%A0%80', 'x'.repeat(8_000), '%20', '..%2F..', '%F0%9F%98%80'])
      expect([400, 404]).toContain((await world.request({ url: `${contacts}/${code}` })).status);
  });

  it('may have parameters without a value, which are not given', async () => {
    const { body } = await world.request({
      url: `${contacts}?limit&offset&q&simple=true&details&q[s]&q[name_matches]=`,
    });
    expect(body).toMatchObject({ code: 1000 });
  });

  it('may have parameters that cannot be decoded or kept, which are refused or ignored but no fault', async () => {
    for (const query of [
      '%',
      '%00',
      'limit=%ff',
      'q[name_matches]=%00',
      '%5B%5D=1',
      '__proto__=1',
      'a'.repeat(9_000),
    ])
      expect((await world.request({ url: `${contacts}?${query}` })).status).toBeLessThan(500);
  });
});

describe('HEAD', () => {
  it('answers like GET, without a body', async () => {
    const url = '/registry/v1/accounts/balance';
    const [get, head] = [await world.request({ url }), await world.request({ method: 'HEAD', url })];
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect((await world.request({ method: 'HEAD', url, auth: null })).status).toBe(401);
    expect((await world.request({ method: 'HEAD', url: '/registry/v1/nothing' })).status).toBe(404);
  });
});

describe('OPTIONS', () => {
  it.each(['/registry/v1/contacts', '/repp/v1/accounts/balance', '/registry/v1/nothing'])(
    'on %s is the CORS preflight, for nobody in particular',
    async (url) => {
      const headers = { origin: 'https://portal.example', 'access-control-request-headers': 'authorization' };
      const answer = await world.request({ method: 'OPTIONS', url, headers, auth: null });
      expect(answer).toMatchObject({ status: 200, text: '' });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': 'https://portal.example',
        'access-control-allow-methods': 'POST, GET, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '3600',
        vary: 'Origin',
      });
    },
  );

  it('lets a page of that origin read the answer itself', async () => {
    const code = await newContact(world);
    const { headers } = await world.request({
      url: `${contacts}/${code}`,
      headers: { origin: 'https://a.example' },
    });
    expect(headers['access-control-allow-origin']).toBe('https://a.example');
    expect((await world.request({ url: contacts })).headers['access-control-allow-origin']).toBeUndefined();
  });
});
