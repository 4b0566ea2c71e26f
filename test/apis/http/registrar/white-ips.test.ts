import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object | null,
  auth = alpha,
) =>
  world.request({
    method,
    url: `/repp/v1/white_ips${url}`,
    auth,
    ...(payload !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    }),
  });
const add = async (white_ip: object, auth = alpha) => {
  const answer = await call('POST', '', { white_ip, locale: 'en' }, auth);
  return { ...answer, id: Number(answer.body.data?.ip?.id) };
};

describe('/white_ips', () => {
  it('keeps addresses, each in the column of its family', async () => {
    const four = await add({ address: '192.0.2.5/28', interfaces: ['api'] });
    const six = await add({ address: '2001:DB8::1', interfaces: ['registrar', 'api'] });
    expect(four).toMatchObject({ status: 200, body: { code: 1000, data: { ip: { id: four.id } } } });
    const { body } = await call('GET', '?limit&offset');
    expect(body.data).toMatchObject({
      count: 2,
      ips: [
        {
          id: four.id,
          ipv4: '192.0.2.0/28',
          ipv6: null,
          interfaces: ['api'],
          creator_str: 'alpha',
          updator_str: 'alpha',
          committed: false,
        },
        { id: six.id, ipv4: null, ipv6: '2001:db8::1', interfaces: ['api', 'registrar'], committed: false },
      ],
    });
  });

  it('shows one with what it can be for, and committed once an operator has said so', async () => {
    const { id } = await add({ address: '192.0.2.17', interfaces: ['api'] });
    expectDone(await mutate('allowedIpCommit', { id }, 'allowedIp { id }'));
    expect((await call('GET', `/${id}`)).body.data).toMatchObject({
      ip: { id, ipv4: '192.0.2.17', committed: true },
      interfaces: ['registrar', 'api'],
    });
    const form = { white_ip: { address: '192.0.2.17', interfaces: ['', 'api'] }, locale: 'en' };
    expect((await call('PUT', `/${id}`, form)).body.data).toEqual({ ip: { id } });
    expect((await call('GET', `/${id}`)).body.data?.ip).toMatchObject({ committed: true });
    expect((await call('PATCH', `/${id}`, { white_ip: { address: '192.0.2.18' } })).status).toBe(200);
    expect((await call('GET', `/${id}`)).body.data?.ip).toMatchObject({
      ipv4: '192.0.2.18',
      interfaces: ['api'],
      committed: false,
    });
  });

  it.each<[object, number, string]>([
    [{ address: '', interfaces: ['api'] }, 2003, 'IPv4 or IPv6 must be present'],
    [{ address: 'home', interfaces: ['api'] }, 2005, 'IP Address is invalid, IPv4 or IPv6 must be present'],
    [{ address: '192.0.2.99' }, 2003, 'Interfaces is missing'],
    [{ address: '192.0.2.99', interfaces: ['web'] }, 2005, 'Interfaces is invalid'],
    [
      { address: '2001:db8::/32', interfaces: ['api'] },
      2306,
      'IPv6 address must be either a single address or a /64 range',
    ],
    [{ address: '192.0.2.0/28', interfaces: ['api'] }, 2302, 'IP address already exists'],
    [
      { address: '10.0.0.0/8', interfaces: ['api'] },
      2004,
      'IP address limit exceeded. Total addresses: 16777233. Limit: 256.',
    ],
  ])('refuses %j with %i %s', async (white_ip, code, message) => {
    expect(await add(white_ip)).toMatchObject({ status: 400, body: { code, message, data: {} } });
  });

  it('takes one away, by DELETE with the body null', async () => {
    const { id } = await add({ address: '192.0.2.200', interfaces: ['api'] });
    expect(await call('DELETE', `/${id}`, null)).toMatchObject({
      status: 200,
      body: { code: 1000, data: {} },
    });
    expect(await call('DELETE', `/${id}`, null)).toMatchObject({ status: 404, body: { code: 2303 } });
  });

  it('knows none of another registrar', async () => {
    const { id } = await add({ address: '198.51.100.1', interfaces: ['api'] }, beta);
    const missing = { status: 404, body: { code: 2303, message: 'Object does not exist' } };
    expect(await call('GET', `/${id}`)).toMatchObject(missing);
    expect(await call('PUT', `/${id}`, {})).toMatchObject(missing);
    expect(await call('DELETE', `/${id}`, null)).toMatchObject(missing);
    expect((await call('POST', '', {})).body).toMatchObject({
      code: 2003,
      message: 'param is missing or the value is empty: white_ip',
    });
  });
});
