import { beforeAll, describe, expect, it } from 'vitest';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const person = {
  name: 'Jaan Tamm',
  email: 'jaan@example.com',
  phone: '+372.5555555',
  ident: { ident: '39708290069', ident_type: 'priv', ident_country_code: 'EE' },
};

const create = (contact: object, auth?: string) =>
  world.request({
    method: 'POST',
    url: '/registry/v1/contacts',
    payload: { contact },
    ...(auth && { auth }),
  });

describe('creating a contact', () => {
  it('answers with a code that has the registrar as its prefix', async () => {
    const answer = await create(person);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      code: 1000,
      message: 'Command completed successfully',
      data: { contact: { code: expect.stringMatching(/^ALPHA:[0-9A-F]{8}$/) } },
    });
  });

  it('takes a custom code, in upper case, once in the whole registry', async () => {
    expect((await create({ ...person, id: 'my-id' })).body.data).toEqual({
      contact: { code: 'ALPHA:MY-ID' },
    });
    const again = await create({ ...person, id: 'ALPHA:My-Id' });
    expect(again).toMatchObject({
      status: 400,
      body: { code: 2302, message: 'Contact id already exists [code]', data: {} },
    });
  });

  it('is only seen by its own registrar', async () => {
    const url = '/repp/v1/contacts/ALPHA%3AMY-ID';
    expect((await world.request({ url })).body.data.contact.statuses).toEqual({ ok: null });
    expect((await world.request({ url, auth: beta })).body).toEqual({
      code: 2303,
      message: 'Object does not exist',
      data: {},
    });
  });
});
