import { beforeAll, describe, it } from 'vitest';
import { certificateFor, keyPair, requestFor } from '../../support/certificate-requests.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { alpha, beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';
import { type Scenario, sameThroughBothApis } from './registrar-api.ts';
import { notFor, objectNotFound, registrarCalls, selfServiceScenarios } from './self-service-api.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

interface User {
  readonly id: number;
  readonly username: string;
}

const scenario = <C>(one: Scenario<C>): Scenario<unknown> => one as Scenario<unknown>;

/** A user of the run's own. */
async function user(tag: string, name: string): Promise<User> {
  const username = `${name}-${tag}`;
  const { body } = await world.request({
    method: 'POST',
    url: '/registry/v1/api_users',
    payload: { api_user: { username, plain_text_password: 'sesame', active: true, roles: ['epp'] } },
  });
  return { id: Number(body.data?.api_user?.id), username };
}

async function address(tag: string, last: number): Promise<{ readonly id: number }> {
  const network = `198.51.${tag === 'rr' ? 100 : 101}.${last}`;
  const { body } = await world.request({
    method: 'POST',
    url: '/registry/v1/white_ips',
    payload: { white_ip: { address: network, interfaces: ['registrar'] } },
  });
  return { id: Number(body.data?.ip?.id) };
}

const scenarios = [
  scenario<{ username: string }>({
    title: 'a new user',
    arrange: async (_, tag) => ({ username: `new-${tag}` }),
    rest: ({ username }) => ({
      method: 'POST',
      url: '/api_users',
      payload: { api_user: { username, plain_text_password: 'sesame', active: true, roles: ['epp'] } },
    }),
    graphql: ({ username }) => ({
      mutation: 'apiUserCreate',
      input: { username, password: 'sesame', roles: ['EPP'] },
    }),
    code: 1000,
  }),
  scenario<{ username: string }>({
    title: 'a new user whose password is too short',
    arrange: async (_, tag) => ({ username: `short-${tag}` }),
    rest: ({ username }) => ({
      method: 'POST',
      url: '/api_users',
      payload: { api_user: { username, plain_text_password: '12345', active: true, roles: ['epp'] } },
    }),
    graphql: ({ username }) => ({
      mutation: 'apiUserCreate',
      input: { username, password: '12345', roles: ['EPP'] },
    }),
    code: 2004,
  }),
  scenario<object>({
    title: 'a new user whose name is taken',
    arrange: async () => ({}),
    rest: () => ({
      method: 'POST',
      url: '/api_users',
      payload: { api_user: { username: 'beta', plain_text_password: 'sesame', roles: ['epp'] } },
    }),
    graphql: () => ({
      mutation: 'apiUserCreate',
      input: { username: 'beta', password: 'sesame', roles: ['EPP'] },
    }),
    code: 2302,
  }),
  scenario<User>({
    title: 'a changed user',
    arrange: (_, tag) => user(tag, 'changed'),
    rest: ({ id }) => ({
      method: 'PUT',
      url: `/api_users/${id}`,
      payload: { api_user: { active: false, roles: ['billing'], email: 'mari@alpha.example' } },
    }),
    graphql: ({ username }) => ({
      mutation: 'apiUserUpdate',
      input: { username, active: false, roles: ['BILLING'], email: 'mari@alpha.example' },
    }),
    code: 1000,
    effect: ({ id }) => [{ url: `/api_users/${id}` }],
  }),
  scenario<{ id: number }>({
    title: 'a user that locks itself out',
    arrange: async () => {
      const { body } = await world.request({ url: '/registry/v1/registrar/auth' });
      return { id: Number(body.data?.id) };
    },
    rest: ({ id }) => ({ method: 'PUT', url: `/api_users/${id}`, payload: { api_user: { active: false } } }),
    graphql: () => ({ mutation: 'apiUserUpdate', input: { username: 'alpha', active: false } }),
    code: 2304,
    effect: ({ id }) => [{ url: `/api_users/${id}` }],
  }),
  scenario<User>({
    title: 'a deleted user',
    arrange: (_, tag) => user(tag, 'deleted'),
    rest: ({ id }) => ({ method: 'DELETE', url: `/api_users/${id}` }),
    graphql: ({ username }) => ({ mutation: 'apiUserDelete', input: { username } }),
    code: 1000,
    effect: ({ id }) => [{ url: `/api_users/${id}` }],
  }),
  scenario<object>({
    title: 'a deletion of nobody',
    arrange: async () => ({}),
    rest: () => ({ method: 'DELETE', url: '/api_users/4711' }),
    graphql: () => ({ mutation: 'apiUserDelete', input: { username: 'nobody' } }),
    code: 2303,
  }),
  scenario<User & { csr: string }>({
    title: 'a request for a certificate',
    arrange: async (_, tag) => {
      const made = await user(tag, 'request');
      return { ...made, csr: await requestFor({ CN: made.username }) };
    },
    rest: ({ id, csr }) => ({
      method: 'POST',
      url: '/certificates',
      payload: { certificate: { api_user_id: id, csr: { body: Buffer.from(csr).toString('base64') } } },
    }),
    graphql: ({ username, csr }) => ({ mutation: 'certificateRequestSubmit', input: { username, csr } }),
    code: 1000,
    effect: ({ id }) => [{ url: `/api_users/${id}` }],
  }),
  scenario<User & { csr: string }>({
    title: 'a request in another name',
    arrange: async (_, tag) => ({ ...(await user(tag, 'other')), csr: await requestFor({ CN: 'alpha' }) }),
    rest: ({ id, csr }) => ({
      method: 'POST',
      url: '/certificates',
      payload: { certificate: { api_user_id: id, csr: { body: Buffer.from(csr).toString('base64') } } },
    }),
    graphql: ({ username, csr }) => ({ mutation: 'certificateRequestSubmit', input: { username, csr } }),
    code: 2306,
  }),
  scenario<User>({
    title: 'a request that is none',
    arrange: (_, tag) => user(tag, 'none'),
    rest: ({ id }) => ({
      method: 'POST',
      url: '/certificates',
      payload: { certificate: { api_user_id: id, csr: { body: 'invalid' } } },
    }),
    graphql: ({ username }) => ({ mutation: 'certificateRequestSubmit', input: { username, csr: '' } }),
    code: 2003,
  }),
  scenario<{ address: string }>({
    title: 'a new address',
    arrange: async (_, tag) => ({ address: `192.0.2.${tag === 'rr' ? 1 : 2}` }),
    rest: ({ address: one }) => ({
      method: 'POST',
      url: '/white_ips',
      payload: { white_ip: { address: one, interfaces: ['api'] } },
    }),
    graphql: ({ address: one }) => ({
      mutation: 'allowedIpAdd',
      input: { address: one, interfaces: ['API'] },
    }),
    code: 1000,
  }),
  scenario<object>({
    title: 'an address that is too wide',
    arrange: async () => ({}),
    rest: () => ({
      method: 'POST',
      url: '/white_ips',
      payload: { white_ip: { address: '2001:db8::/48', interfaces: ['api'] } },
    }),
    graphql: () => ({
      mutation: 'allowedIpAdd',
      input: { address: '2001:db8::/48', interfaces: ['API'] },
    }),
    code: 2306,
  }),
  scenario<{ id: number }>({
    title: 'a changed address',
    arrange: (_, tag) => address(tag, 7),
    rest: ({ id }) => ({
      method: 'PUT',
      url: `/white_ips/${id}`,
      payload: { white_ip: { interfaces: ['api'] } },
    }),
    graphql: ({ id }) => ({ mutation: 'allowedIpUpdate', input: { id, interfaces: ['API'] } }),
    code: 1000,
  }),
  scenario<{ id: number }>({
    title: 'a removed address',
    arrange: (_, tag) => address(tag, 8),
    rest: ({ id }) => ({ method: 'DELETE', url: `/white_ips/${id}` }),
    graphql: ({ id }) => ({ mutation: 'allowedIpRemove', input: { id } }),
    code: 1000,
    effect: ({ id }) => [{ url: `/white_ips/${id}` }],
  }),
  scenario<{ id: number }>({
    title: 'an address that is changed to none',
    arrange: (_, tag) => address(tag, 9),
    rest: ({ id }) => ({
      method: 'PUT',
      url: `/white_ips/${id}`,
      payload: { white_ip: { address: '192.0.2.256' } },
    }),
    graphql: ({ id }) => ({ mutation: 'allowedIpUpdate', input: { id, address: '192.0.2.256' } }),
    code: 2005,
  }),
  scenario<object>({
    title: 'a removal of what is not there',
    arrange: async () => ({}),
    rest: () => ({ method: 'DELETE', url: '/white_ips/4711' }),
    graphql: () => ({ mutation: 'allowedIpRemove', input: { id: 4711 } }),
    code: 2303,
  }),
  scenario<User>({
    title: 'a change to a name that is taken',
    arrange: (_, tag) => user(tag, 'renamed'),
    rest: ({ id }) => ({
      method: 'PUT',
      url: `/api_users/${id}`,
      payload: { api_user: { username: 'beta' } },
    }),
    graphql: ({ username }) => ({ mutation: 'apiUserUpdate', input: { username, newUsername: 'beta' } }),
    code: 2302,
    effect: ({ id }) => [{ url: `/api_users/${id}` }],
  }),
];

describe('people and addresses: the same through both APIs', () => {
  it.each(scenarios.map((one) => [one.title, one] as const))('%s', (_, one) =>
    sameThroughBothApis(world, { ...one, notInFacade: 'users of registrars are kept by each server itself' }),
  );

  it('what the graph has alone can be seen over REST', async () => {
    const { id, username } = await user('rr', 'added');
    const crt = await certificateFor({ CN: username }, { keys: await keyPair() });
    const added = await mutate('certificateAdd', { username, crt }, 'certificate { databaseId }');
    expectDone(added);
    const url = `/registry/v1/api_users/${id}/certificates/${String(added.certificate?.databaseId)}`;
    const { body } = await world.request({ url, auth: alpha });
    if (body.data?.cert?.interface !== ('api' as unknown)) throw new Error(JSON.stringify(body));
  });
});

describe('a certificate', () => {
  const shown = selfServiceScenarios(() => world);
  const { send } = registrarCalls(() => world);

  interface Held {
    readonly userId: number;
    readonly id: number;
  }
  const held =
    (name: string, auth = alpha, isSigned = false) =>
    async (tag: string): Promise<Held> => {
      const username = `${name}-${tag}`;
      const user = { username, plain_text_password: 'sesame', active: true, roles: ['epp'] };
      const { body } = await send('POST', '/api_users', { api_user: user }, auth);
      const keys = await keyPair();
      const csr = await requestFor({ CN: username }, { keys });
      const asked = await mutate(
        'certificateRequestSubmit',
        { username, csr },
        'certificate { databaseId }',
        auth,
      );
      const id = Number(asked.certificate.databaseId);
      const crt = await certificateFor({ CN: username }, { keys });
      if (isSigned) expectDone(await mutate('certificateSign', { id, crt }, 'certificate { id }'));
      return { userId: Number(body.data.api_user.id), id };
    };
  const show = {
    rest: ({ userId, id }: Held) => ({
      method: 'GET' as const,
      url: `/api_users/${userId}/certificates/${id}`,
    }),
    graphql: ({ id }: Held) => ({
      query: `query ($id: ID!) {
        certificate(id: $id) { commonName interface status serial subject issuer notBefore notAfter revokedAt }
      }`,
      variables: { id },
    }),
  };
  for (const isSigned of [false, true])
    shown({
      title: `is shown ${isSigned ? 'when it is signed' : 'while it is only asked for'}`,
      arrange: held(`signed-${isSigned}`, alpha, isSigned),
      ...show,
      status: 200,
      reported: {
        rest: ({ data: { cert } }: Loose) => [
          [cert.common_name, cert.interface, Boolean(cert.crt), cert.serial],
          [(cert.crt ?? cert.csr).subject, cert.crt?.issuer ?? null, cert.crt?.not_before ?? null],
          [cert.expires_at, cert.revoked_at],
        ],
        graphql: (one: Loose) => [
          [one.commonName, String(one.interface).toLowerCase(), String(one.status) === 'SIGNED', one.serial],
          [one.subject, one.issuer, one.notBefore],
          [one.notAfter, one.revokedAt],
        ],
      },
    });
  shown({ title: 'of another registrar is not', arrange: held('foreign', beta), ...show, ...objectNotFound });
  shown({
    title: 'is refused to billing users',
    arrange: held('unpaid'),
    ...show,
    ...notFor('alpha-billing'),
  });
});
