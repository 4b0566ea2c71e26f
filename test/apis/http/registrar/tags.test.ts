import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../../support/seed.ts';
import { alpha, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let code: string;
beforeAll(async () => {
  world = await testWorld();
  code = await seed(world).contact();
});

const read = (url: string, headers: Readonly<Record<string, string>> = {}, auth = alpha) =>
  world.request({ url, auth, headers });

describe('an answer to a GET', () => {
  it.each(['/registry/v1/accounts/balance', '/registry/v1/domains', '/repp/v1/contacts?details=true'])(
    '%s has a weak tag, and is not sent again to who has it',
    async (url) => {
      const { status, headers } = await read(url);
      expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
      const again = await read(url, { 'if-none-match': String(headers.etag) });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    },
  );

  it('is sent again when it has changed', async () => {
    const url = `/registry/v1/contacts/${code}`;
    const before = await read(url);
    const payload = { contact: { name: 'Mari Maasikas' } };
    await world.request({ method: 'PUT', url, payload, auth: alpha });
    const after = await read(url, { 'if-none-match': String(before.headers.etag) });
    expect([after.status, after.body.data.contact.name]).toEqual([200, 'Mari Maasikas']);
  });

  it('is refused as ever to who may not read it, tag or not', async () => {
    const { headers } = await read('/registry/v1/accounts/balance');
    const refused = await read(
      '/registry/v1/accounts/balance',
      { 'if-none-match': String(headers.etag) },
      'Basic none',
    );
    expect([refused.status, refused.headers.etag]).toEqual([401, undefined]);
  });
});
