import { beforeAll, describe, expect, it } from 'vitest';
import { unbuiltRoutes } from '#src/apis/rest/registrar/unbuilt.ts';
import { basic, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const users = ['alpha', 'alpha-epp', 'alpha-billing'].map((name) => basic(name, 'alpha-sandbox'));
const bodies = [null, {}, { api_user_id: '22' }, { p12: { api_user_id: '22' } }, { payload: '<epp/>' }];

describe('routes of the incumbent that this registry does not have', () => {
  it.each(unbuiltRoutes.map(({ method, path }) => [method, path] as const))(
    '%s %s is refused as such to every user that may sign in',
    async (method, path) => {
      const url = `/repp/v1${path.replace(/:\w+/, '1')}`;
      const withBody = method === 'GET' ? [undefined] : bodies;
      for (const [at, body] of withBody.entries()) {
        const call = (auth: string) =>
          world.request({
            method,
            url,
            auth,
            ...(body !== undefined && {
              headers: { 'content-type': 'application/json' },
              payload: JSON.stringify(body),
            }),
          });
        const known = await call(users[at % users.length] ?? '');
        expect({ status: known.status, body: known.body }).toEqual({
          status: 400,
          body: { code: 2101, message: 'Unimplemented command', data: {} },
        });
        expect(await call('Basic ')).toMatchObject({ status: 401, body: { code: 2202 } });
      }
    },
  );
});
