import { describe, expect, it } from 'vitest';
import { HttpCompanyRegister } from '#src/integrations/company-register.ts';
import { person, postContact } from '../support/contacts.ts';
import { receiver, silentReceiver } from '../support/receiver.ts';
import { testWorld } from '../support/world.ts';

const answer = (...companies: object[]) => JSON.stringify({ status: 'OK', data: companies });
const known = answer({ reg_code: 12345678, status: 'R' });

describe('the company register', () => {
  it.each([
    [known, 'registered'],
    [answer({ reg_code: '12345678', status: 'L' }), 'registered'],
    [answer({ reg_code: 12345678, status: 'K' }), 'unknown'],
    [answer({ reg_code: 12345670, status: 'R' }, null as unknown as object), 'unknown'],
    [answer(), 'unknown'],
    ['{}', 'unavailable'],
    ['null', 'unavailable'],
    ['<html>', 'unavailable'],
  ])('that says %s: %s', async (body, status) => {
    const { url } = await receiver(body);
    expect(await new HttpCompanyRegister({ url: () => url }).status('12345678')).toBe(status);
  });

  it('is asked for one number', async () => {
    const { url, received } = await receiver(known);
    await new HttpCompanyRegister({ url: () => `${url}/autocomplete` }).status('12345678');
    expect(received.map(({ method, path }) => [method, path])).toEqual([['GET', '/autocomplete?q=12345678']]);
  });

  it('that does not answer in time is away', async () => {
    const { url } = await silentReceiver();
    const register = new HttpCompanyRegister({ url: () => url, timeoutMs: 50 });
    expect(await register.status('12345678')).toBe('unavailable');
  });

  it('that fails again and again is left alone, and reported once when it goes and when it is back', async () => {
    const one = await receiver('broken', 500);
    const reported: boolean[] = [];
    const register = new HttpCompanyRegister({
      url: () => one.url,
      onChange: (isAway) => reported.push(isAway),
    });
    for (let asked = 0; asked < 20; asked += 1) expect(await register.status('12345678')).toBe('unavailable');
    expect(one.received).toHaveLength(5);
    expect(reported).toEqual([true]);
    const another = new HttpCompanyRegister({
      url: () => one.url,
      onChange: (isAway) => reported.push(isAway),
    });
    await another.status('12345678');
    one.answer = { status: 200, body: known };
    expect(await another.status('12345678')).toBe('registered');
    expect(reported).toEqual([true, true, false]);
  });
});

describe('a new contact of a company', () => {
  const ident = { ident: '12345678', ident_type: 'org', ident_country_code: 'EE' };
  const firstEntry = async (world: Awaited<ReturnType<typeof testWorld>>, code: unknown) =>
    (await world.container.database.db
      .selectFrom('history')
      .selectAll()
      .where('object_key', '=', String(code))
      .executeTakeFirstOrThrow()) as unknown as Record<string, unknown>;

  it('is looked up before anything is written, refused in its place, and noted when the register was away', async () => {
    const register = await receiver(answer());
    const world = await testWorld({ COMPANY_REGISTER_URL: register.url });
    const refused = { status: 400, body: { code: 2003, message: 'Company is not registered', data: {} } };
    expect(await postContact(world, { ...person, ident })).toMatchObject(refused);
    expect(await postContact(world, { ...person, ident, name: '<' })).toMatchObject(refused);
    expect(await postContact(world, { ...person, ident, email: 'x' })).toMatchObject({
      body: { code: 2005 },
    });
    expect(await postContact(world, { ...person, ident }, { headers: { 'dry-run': 'true' } })).toMatchObject(
      refused,
    );
    // Nobody else is looked up.
    const asked = register.received.length;
    for (const other of [person.ident, { ...ident, ident: '1' }, { ...ident, ident_country_code: 'LV' }])
      await postContact(world, { ...person, ident: other });
    expect(register.received).toHaveLength(asked);

    register.answer = { status: 200, body: known };
    const checked = await postContact(world, { ...person, ident });
    expect(checked.body.code).toBe(1000);
    register.answer = { status: 503, body: '' };
    const taken = await postContact(world, { ...person, ident });
    expect(taken.body.code).toBe(1000);
    const entries = [checked, taken].map(({ body }) => firstEntry(world, body.data.contact.code));
    const noted = (await Promise.all(entries)).map((entry) => JSON.stringify(entry).includes('unavailable'));
    expect(noted).toEqual([false, true]);
    const { text } = await world.request({ method: 'GET', url: '/metrics', auth: null });
    expect(text).toContain('zonegraph_company_lookups_total{standing="unavailable"} 1');
  });

  it('does as was shown whether or not somebody can be asked', async () => {
    const register = await receiver(answer());
    const world = await testWorld({ COMPANY_REGISTER_URL: register.url });
    register.answer = { status: 503, body: '' };
    const { headers } = await postContact(world, { ...person, ident }, { headers: { 'dry-run': 'true' } });
    register.answer = { status: 200, body: known };
    const confirmed = { 'if-outcome': String(headers.outcome) };
    expect((await postContact(world, { ...person, ident }, { headers: confirmed })).body.code).toBe(1000);
  });

  it('is not looked up where no register is known', async () => {
    const world = await testWorld();
    // The stand-in of a sandbox that does not listen is as good as away.
    const unknown = { ...ident, ident: '99999999' };
    expect((await postContact(world, { ...person, ident: unknown })).body.code).toBe(1000);
  });
});
