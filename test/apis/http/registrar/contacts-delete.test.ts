import { beforeAll, describe, expect, it } from 'vitest';
import { linkDomain, newContact, setStatuses } from '../../../support/contacts.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const remove = (code: string, options: { auth?: string; payload?: object | string } = {}) =>
  world.request({
    method: 'DELETE',
    url: `/registry/v1/contacts/${code}`,
    ...(options.payload !== undefined && { headers: { 'content-type': 'application/json' } }),
    ...options,
  });
const gone = { status: 404, body: { code: 2303, message: 'Object does not exist', data: {} } };
const linked = {
  status: 400,
  body: { code: 2305, message: 'Object association prohibits operation [domains]' },
};

describe('DELETE /contacts/:contact_id', () => {
  it('removes the contact and frees its code', async () => {
    const code = await newContact(world, { id: 'leaving' });
    const { status, text } = await remove(code);
    expect(status).toBe(200);
    expect(text).toBe('{"code":1000,"message":"Command completed successfully","data":{}}');
    expect(await world.request({ url: `/registry/v1/contacts/${code}` })).toMatchObject(gone);
    expect(await newContact(world, { id: 'leaving' })).toBe(code);
  });

  it('does not find a contact that is unknown, already deleted, or of another registrar', async () => {
    const code = await newContact(world);
    await remove(code);
    const foreign = await newContact(world, {}, { auth: beta });
    for (const absent of [code, 'ALPHA:NOBODY', foreign]) expect(await remove(absent)).toMatchObject(gone);
    expect((await world.request({ url: `/registry/v1/contacts/${foreign}`, auth: beta })).status).toBe(200);
  });

  it('takes a code that is raw or escaped, in its exact case', async () => {
    const code = await newContact(world, { id: 'cased' });
    expect(await remove(code.toLowerCase())).toMatchObject(gone);
    expect((await remove(code.replace(':', '%3A'))).body.code).toBe(1000);
  });

  it('needs no body, and minds none', async () => {
    for (const payload of ['null', '{}', '', { contact: {} }])
      expect((await remove(await newContact(world), { payload })).body.code).toBe(1000);
  });

  it.each([
    ['registrant', 'ALPHA'],
    ['admin', 'ALPHA'],
    ['tech', 'ALPHA'],
    ['registrant', 'BETA'],
    ['tech', 'BETA'],
  ])('keeps a contact that is the %s of a domain of %s', async (role, registrar) => {
    const [code, other] = [await newContact(world), await newContact(world)];
    const name = `${role}-${registrar.toLowerCase()}.ee`;
    await linkDomain(world, {
      name,
      registrar,
      registrant: other,
      ...(role === 'registrant' ? { registrant: code } : { [role]: [code] }),
    });
    expect(await remove(code)).toMatchObject({ ...linked, body: { ...linked.body, data: {} } });
  });

  it.each([
    'clientDeleteProhibited',
    'serverDeleteProhibited',
    'clientTransferProhibited',
    'serverTransferProhibited',
    'pendingCreate',
    'pendingDelete',
    'pendingTransfer',
    'pendingUpdate',
  ])('is prohibited by %s', async (status) => {
    const code = await newContact(world);
    await setStatuses(world, code, [status]);
    expect(await remove(code)).toMatchObject({
      status: 400,
      body: { code: 2304, message: 'Contact delete prohibited by status [statuses]', data: {} },
    });
  });

  it.each(['clientUpdateProhibited', 'serverUpdateProhibited'])('is not prohibited by %s', async (status) => {
    const code = await newContact(world);
    await setStatuses(world, code, [status]);
    expect((await remove(code)).body.code).toBe(1000);
  });

  it('reports the domains before the statuses', async () => {
    const code = await newContact(world);
    await setStatuses(world, code, ['serverDeleteProhibited']);
    await linkDomain(world, { name: 'both.ee', registrant: code });
    expect(await remove(code)).toMatchObject(linked);
  });

  it('is not for a user who only bills', async () => {
    const code = await newContact(world);
    for (const any of [code, 'ALPHA:NOBODY'])
      expect(await remove(any, { auth: basic('alpha-billing', 'alpha-sandbox') })).toMatchObject({
        status: 401,
        body: { code: 2201, message: 'Authorization error', data: {} },
      });
  });
});
