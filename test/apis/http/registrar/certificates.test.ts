import { beforeAll, describe, expect, it } from 'vitest';
import { certificateFor, keyPair, requestFor } from '../../../support/certificate-requests.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let userId: number;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  const { body } = await get('/registrar/auth');
  userId = Number(body.data?.id);
});

const get = (url: string, auth = alpha) => world.request({ url: `/repp/v1${url}`, auth });
const post = (certificate: unknown, auth = alpha) =>
  world.request({ method: 'POST', url: '/repp/v1/certificates', auth, payload: { certificate } });
const file = (pem: string) => ({ body: Buffer.from(pem).toString('base64'), type: 'csr' });
const ofUser = async () => {
  const { body } = await get(`/api_users/${userId}`);
  return body.data?.user?.certificates as unknown as { id: number; subject: string; status: string }[];
};

describe('POST /certificates', () => {
  it('takes a request as the portal sends it', async () => {
    const csr = file(await requestFor({ CN: 'alpha', C: 'EE' }));
    const wrapped = { ...csr, body: csr.body.replaceAll(/.{76}/g, '$&\n') };
    expect(await post({ api_user_id: userId, csr: wrapped })).toMatchObject({
      status: 200,
      body: { code: 1000, data: { api_user: { id: userId } } },
    });
    expect(await ofUser()).toEqual([
      { id: expect.any(Number), subject: '/C=EE/CN=alpha', status: 'unsigned' },
    ]);
  });

  const absent = [2003, 'CRT or CSR must be present'] as const;
  const unreadable = [2005, 'Invalid CSR or CRT'] as const;
  it.each<[number, string, unknown]>([
    [...absent, undefined],
    [...absent, {}],
    [...absent, { body: '', type: 'csr' }],
    [...absent, 'invalid'],
    [...absent, { body: 'invalid', type: 'csr' }],
    [...unreadable, file('nonsense')],
    [...unreadable, { body: 'A'.repeat(40_000), type: 'csr' }],
  ])('says %i %s where it is so', async (code, message, csr) => {
    expect(await post({ api_user_id: userId, csr })).toMatchObject({
      status: 400,
      body: { code, message, data: {} },
    });
  });

  it('refuses a request for somebody else, or of a user who is not there', async () => {
    expect(await post({ api_user_id: userId, csr: file(await requestFor({ CN: 'beta' })) })).toMatchObject({
      status: 400,
      body: { code: 2306, message: 'CSR common name (CN) must match API user username' },
    });
    const csr = file(await requestFor({ CN: 'alpha' }));
    for (const [api_user_id, auth] of [
      [userId, beta],
      [4711, alpha],
      ['x', alpha],
    ] as const)
      expect(await post({ api_user_id, csr }, auth)).toMatchObject({ status: 404, body: { code: 2303 } });
    expect((await post(undefined)).body).toMatchObject({
      code: 2003,
      message: 'param is missing or the value is empty: certificate',
    });
  });

  it('keeps at most ten requests of a user waiting', async () => {
    const csr = file(await requestFor({ CN: 'alpha' }));
    const codes: unknown[] = [];
    for (let wait = 0; wait < 10; wait += 1)
      codes.push((await post({ api_user_id: userId, csr })).body.code as unknown);
    expect(codes).toEqual([...Array(9).fill(1000), 2304]);
    const [first] = await ofUser();
    expectDone(await mutate('certificateRevoke', { id: first?.id }, 'certificate { status }', alpha));
    expect((await post({ api_user_id: userId, csr })).status).toBe(200);
  });
});

describe('GET /api_users/:id/certificates/:id', () => {
  let id: number;
  let url: string;
  let crt: string;

  beforeAll(async () => {
    const keys = await keyPair();
    for (const { id: waiting } of await ofUser())
      await mutate('certificateRevoke', { id: waiting }, 'certificate { id }');
    await post({ api_user_id: String(userId), csr: file(await requestFor({ CN: 'alpha' }, { keys })) });
    id = (await ofUser())[0]?.id ?? 0;
    url = `/api_users/${userId}/certificates/${id}`;
    crt = await certificateFor({ CN: 'alpha', C: 'EE' }, { keys });
  });

  it('shows the request, and the certificate once it is signed', async () => {
    const cert = async () => (await get(url)).body.data?.cert;
    expect(await cert()).toEqual({
      id,
      api_user_id: userId,
      creator_str: 'alpha',
      updator_str: 'alpha',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      common_name: 'alpha',
      md5: null,
      sha256: null,
      interface: 'registrar',
      revoked: false,
      expires_at: null,
      serial: null,
      revoked_at: null,
      revoked_reason: null,
      csr: { version: 0, subject: '/CN=alpha', alg: 'ecdsa-with-SHA256' },
    });
    const other = await certificateFor({ CN: 'alpha' }, { keys: await keyPair() });
    const sign = (pem: string) => mutate('certificateSign', { id, crt: pem }, 'certificate { id }');
    expect((await sign(other)).userErrors).toMatchObject([
      { resultCode: 2306, message: 'Certificate does not belong to the key of the request' },
    ]);
    expect((await sign('nonsense')).userErrors).toMatchObject([
      { resultCode: 2005, message: 'Invalid CSR or CRT' },
    ]);
    expectDone(await sign(crt));
    expect(await cert()).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      serial: '4711',
      expires_at: expect.stringMatching(/^2049-01-01/),
      crt: {
        version: 2,
        serial: '4711',
        alg: 'ecdsa-with-SHA256',
        issuer: '/C=EE/CN=Registry CA',
        subject: '/C=EE/CN=alpha',
        extensions: ['basicConstraints = CA:FALSE'],
      },
    });
    expect((await ofUser())[0]).toMatchObject({ status: 'signed', subject: '/C=EE/CN=alpha' });
  });

  it('notifies the registrar by mail that it was signed', async () => {
    const mails = await world.container.database.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .execute();
    expect(JSON.stringify(mails)).toContain('Certificate Signing Confirmation');
  });

  it('lets both be downloaded, and nothing else', async () => {
    const load = (type: string) => get(`${url}/download?${type}`);
    const loaded = await load('type=crt');
    expect(loaded.status).toBe(200);
    expect(loaded.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="alpha_\d{6}_portal\.crt\.pem"$/),
    });
    expect(loaded.text.replaceAll('\n', '')).toBe(crt.replaceAll('\n', ''));
    expect((await load('type=csr')).text).toContain('BEGIN CERTIFICATE REQUEST');
    expect((await load('')).body).toMatchObject({ code: 2003, message: 'Missing parameter type' });
    for (const type of ['p12', 'private_key', 'p12_password', ''])
      expect((await load(`type=${type}`)).body).toMatchObject({ code: 2005 });
  });

  it('knows none of another user or registrar, and no file that is not there', async () => {
    const missing = { status: 404, body: { code: 2303 } };
    expect(await get(url, beta)).toMatchObject(missing);
    expect(await get(`/api_users/${userId + 1}/certificates/${id}`)).toMatchObject(missing);
    expect(await get(`/api_users/${userId}/certificates/x`)).toMatchObject(missing);
    await post({ api_user_id: userId, csr: file(await requestFor({ CN: 'alpha' })) });
    const waiting = (await ofUser()).find(({ status }) => status === 'unsigned');
    expect(await get(`/api_users/${userId}/certificates/${waiting?.id}/download?type=crt`)).toMatchObject(
      missing,
    );
  });

  it('is not listed any more when it was revoked, but shown', async () => {
    const revoked = await mutate(
      'certificateRevoke',
      { id, reason: 'KEY_COMPROMISE' },
      'certificate { status revokedAt }',
      alpha,
    );
    expect(revoked.certificate).toMatchObject({ status: 'REVOKED' });
    expect((await ofUser()).map((one) => one.id)).not.toContain(id);
    expect((await get(url)).body.data?.cert).toMatchObject({ revoked: true, revoked_reason: 1 });
  });
});
