import { beforeAll, describe, expect, it } from 'vitest';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { list, names, registrarPortal } from './registrar-portal.ts';

let world: TestWorld;
let url = '';
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
});

const alpha = registrarPortal(() => url, 'alpha', 'alpha-sandbox');
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
const anything = { limit: null, offset: null };

/** The form of a user: it shows what the list showed, the password too, and sends one role. */
const userForm = (user: Loose, changes: object = {}) => ({
  api_user: {
    username: user.name,
    plain_text_password: user.password,
    identity_code: user.identity_code,
    roles: [String(user.roles).split(',')[0]],
    active: user.active,
    ...changes,
  },
});

describe('users', () => {
  const shown = async (id: unknown): Promise<Loose> => (await alpha.get(`/api_users/${id}`)).user;
  const made = async (username: string, role = 'epp') =>
    (
      await alpha.send('POST', '/api_users', {
        api_user: {
          username,
          plain_text_password: 'kontor-on-lahti',
          identity_code: '',
          roles: [role],
          active: true,
        },
      })
    ).api_user.id;

  it('are listed and shown without passwords', async () => {
    const { users, count } = await alpha.get('/api_users', anything);
    expect(Number(count)).toBe(3);
    for (const { id } of list(users)) {
      const { user, roles } = await alpha.get(`/api_users/${id}`);
      expect(roles).toEqual(['super', 'epp', 'billing']);
      expect(user).toMatchObject({
        id,
        name: expect.any(String),
        password: '********',
        identity_code: expect.any(String),
        roles: expect.any(String),
        active: true,
        created_at: instant,
        updated_at: instant,
        certificates: expect.any(Array),
      });
      for (const key of ['creator', 'updator']) expect(user).toHaveProperty(key);
    }
  });

  it('are made, may sign in at once, are saved as they are, changed and removed', async () => {
    const id = await made('kontor-1');
    const office = registrarPortal(() => url, 'kontor-1', 'kontor-on-lahti');
    expect((await office.get('/registrar/auth')).roles).toEqual(['epp']);
    // What is remembered of a user is forgotten as soon as the database has told of the change.
    const seen = () => expect.poll(() => office.ask('GET', '/registrar/auth'));
    const before = await shown(id);
    expect((await alpha.send('PUT', `/api_users/${id}`, userForm(before))).api_user).toEqual({ id });
    expect(await shown(id)).toEqual(before);
    // The mask that was sent back is not a password.
    expect((await office.get('/registrar/auth')).username).toBe('kontor-1');
    await alpha.send('PUT', `/api_users/${id}`, userForm(before, { active: false }));
    await seen().toMatchObject({ status: 401, code: 2202 });
    await alpha.send('PUT', `/api_users/${id}`, userForm(before, { roles: ['billing'] }));
    await seen().toMatchObject({ data: { roles: ['billing'] } });
    await alpha.send('DELETE', `/api_users/${id}`);
    expect(await alpha.ask('GET', `/api_users/${id}`)).toMatchObject({ status: 404, code: 2303 });
    await seen().toMatchObject({ status: 401, code: 2202 });
  });

  it('that are wrong are reported in words to show', async () => {
    const body = { api_user: { username: '', plain_text_password: '', roles: [''], active: true } };
    const { status, code, message } = await alpha.ask('POST', '/api_users', { body });
    expect({ status, code }).toEqual({ status: 400, code: 2003 });
    expect(message).toMatch(/^Username is missing, /);
    const taken = { api_user: { username: 'beta', plain_text_password: 'kontor-on-lahti', roles: ['epp'] } };
    expect(await alpha.ask('POST', '/api_users', { body: taken })).toMatchObject({ status: 400, code: 2302 });
  });

  it('are a matter of super users', async () => {
    for (const name of ['alpha-epp', 'alpha-billing'])
      for (const path of ['/api_users', '/white_ips'])
        expect(await registrarPortal(() => url, name, 'alpha-sandbox').ask('GET', path)).toMatchObject({
          status: 401,
          code: 2201,
        });
  });

  /** CN=kontor, C=EE, P-256. */
  const request = `-----BEGIN CERTIFICATE REQUEST-----
MIHZMIGAAgEAMB4xCzAJBgNVBAYTAkVFMQ8wDQYDVQQDDAZrb250b3IwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAS23fXH3H5exizuUzseqz/AcbXfzIiLxhUNULVK
r8IuXSElgV7GDMbmElXWT+FCvOCmrUIYlpuNje9eWuP4QRYUoAAwCgYIKoZIzj0E
AwIDSAAwRQIgfBmP0rPLaPZDYCozUYFddrXkOcgD8FDeucB4jicx0QACIQDXhX55
/RlRBcNdgBvF+8eJ+InUXBunz+T6wcVARSHiTw==
-----END CERTIFICATE REQUEST-----
`;

  it('have certificates: asked for with a file, looked at, saved', async () => {
    const id = await made('kontor');
    // Lines as long as a mail's, as the portal encodes a file.
    const encoded = Buffer.from(request)
      .toString('base64')
      .replace(/(.{60})/g, '$1\n');
    const ask = (csr: object | null, api_user_id: unknown = String(id)) =>
      alpha.ask('POST', '/certificates', { body: { certificate: { api_user_id, ...(csr && { csr }) } } });
    const answer = await ask({ body: encoded, type: 'csr' });
    expect(answer).toMatchObject({ code: 1000, data: { api_user: { id } } });
    const [{ id: number, subject, status }] = list((await shown(id)).certificates) as [Loose];
    expect({ subject, status }).toEqual({ subject: '/C=EE/CN=kontor', status: 'unsigned' });
    const path = `/api_users/${id}/certificates/${number}`;
    expect((await alpha.get(path)).cert).toMatchObject({
      id: number,
      api_user_id: id,
      common_name: 'kontor',
      md5: null,
      interface: 'registrar',
      revoked: false,
      created_at: instant,
      updated_at: instant,
      csr: { version: 0, subject: '/C=EE/CN=kontor', alg: expect.any(String) },
    });
    const file = await alpha.download(`${path}/download`, { type: 'csr' });
    expect(file.type).toBe('application/octet-stream');
    expect(file.name).toMatch(/^kontor_\d{6}_portal\.csr\.pem$/);
    expect(Buffer.from(file.bytes).toString().trim()).toBe(request.trim());
    for (const [type, code] of [
      ['crt', 2303],
      ['private_key', 2005],
      ['p12_password', 2005],
    ] as const)
      expect((await alpha.ask('GET', `${path}/download`, { params: { type } })).code, type).toBe(code);
    expect((await ask(null)).code).toBe(2003);
    expect((await ask({ body: 'AAAA', type: 'csr' })).code).toBe(2005);
    const [someoneElse] = names((await alpha.get('/api_users', anything)).users, 'id');
    expect((await ask({ body: encoded, type: 'csr' }, someoneElse)).code).toBe(2306);
  });
});

describe('addresses', () => {
  it('are added, shown, saved as they are and removed', async () => {
    const form = (address: string, interfaces: string[]) => ({
      white_ip: { address, interfaces },
      locale: 'en',
    });
    const { ip } = await alpha.send('POST', '/white_ips', form('192.0.2.1', ['api']));
    const { ip: shown, interfaces } = await alpha.get(`/white_ips/${ip.id}`, { locale: 'en' });
    expect(interfaces).toEqual(['registrar', 'api']);
    expect(shown).toMatchObject({
      id: ip.id,
      ipv4: '192.0.2.1',
      ipv6: null,
      interfaces: ['api'],
      committed: false,
      created_at: instant,
      updated_at: instant,
    });
    expect(await alpha.send('PUT', `/white_ips/${ip.id}`, form('192.0.2.1', ['api']))).toEqual({
      ip: { id: ip.id },
    });
    expect((await alpha.get(`/white_ips/${ip.id}`)).ip).toEqual(shown);
    const { ips, count } = await alpha.get('/white_ips', anything);
    expect([Number(count), names(ips, 'ipv4')]).toEqual([1, ['192.0.2.1']]);
    expect(names((await alpha.get('/accounts/details')).account.white_ips, 'id')).toEqual([String(ip.id)]);
    expect(await alpha.send('DELETE', `/white_ips/${ip.id}`)).toEqual({});
    for (const [address, code, text] of [
      ['nowhere', 2005, 'IP Address is invalid'],
      ['', 2003, 'IPv4 or IPv6 must be present'],
      ['2001:db8::/32', 2306, 'IPv6 address must be either a single address or a /64 range'],
      ['10.0.0.0/24', 2004, 'IP address limit exceeded'],
    ] as const) {
      const refused = await alpha.ask('POST', '/white_ips', { body: form(address, ['api']) });
      expect({ status: refused.status, code: refused.code }, address).toEqual({ status: 400, code });
      expect(refused.message).toContain(text);
    }
  });
});
