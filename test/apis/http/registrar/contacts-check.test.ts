import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../../support/contacts.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await newContact(world, { id: 'my-id' });
});

const check = (code: string, auth?: string) =>
  world.request({ url: `/registry/v1/contacts/check/${code}`, ...(auth && { auth }) });
const isFree = async (code: string, auth?: string) => (await check(code, auth)).body.data.contact.available;

describe('GET /contacts/check/:contact_id', () => {
  it('echoes the code as it was asked for', async () => {
    expect((await check('free-One')).text).toBe(
      '{"code":1000,"message":"Command completed successfully","data":{"contact":{"code":"free-One","available":true}}}',
    );
  });

  it('says no to a code that exists, and to one from which create would build it', async () => {
    for (const code of ['ALPHA:MY-ID', 'ALPHA%3AMY-ID', 'my-id', 'MY-ID', 'alpha:my-id'])
      expect(await isFree(code)).toBe(false);
  });

  it('looks at the contacts of all registrars', async () => {
    expect(await isFree('ALPHA:MY-ID', beta)).toBe(false);
    expect(await isFree('my-id', beta)).toBe(true);
  });

  it('agrees with create', async () => {
    expect(await isFree('soon')).toBe(true);
    await newContact(world, { id: 'soon' });
    expect(await isFree('soon')).toBe(false);
  });

  it('judges no form: whatever is asked is echoed', async () => {
    for (const code of ['õ', 'a b', '<b>', 'x'.repeat(500)])
      expect((await check(encodeURIComponent(code))).body.data.contact).toEqual({ code, available: true });
  });

  it('is not for a user who only bills', async () => {
    expect(await check('x', basic('alpha-billing', 'alpha-sandbox'))).toMatchObject({
      status: 401,
      body: { code: 2201 },
    });
  });
});
