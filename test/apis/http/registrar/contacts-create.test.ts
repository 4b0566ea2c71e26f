import { beforeAll, describe, expect, it } from 'vitest';
import { newContact, person, postContact } from '../../../support/contacts.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const create = (fields: object = {}, auth?: string) =>
  postContact(world, { ...person, ...fields }, auth ? { auth } : {});
const createWith = (ident: object) => create({ ident: { ...person.ident, ...ident } });
const send = (payload: object | string | undefined) =>
  world.request({
    method: 'POST',
    url: '/registry/v1/contacts',
    headers: { 'content-type': 'application/json' },
    ...(payload !== undefined && { payload }),
  });
const show = async (code: string) =>
  (await world.request({ url: `/registry/v1/contacts/${encodeURIComponent(code)}` })).body.data.contact;
const refused = (code: number, message: string) => ({ status: 400, body: { code, message, data: {} } });
const missing = (name: string) => refused(2003, `param is missing or the value is empty: ${name}`);

describe('POST /contacts', () => {
  it('answers with a code made of the registrar and eight random hex digits', async () => {
    const { status, text } = await create();
    expect(status).toBe(200);
    expect(text).toMatch(
      /^\{"code":1000,"message":"Command completed successfully","data":\{"contact":\{"code":"ALPHA:[0-9A-F]{8}"\}\}\}$/,
    );
  });

  it('keeps every field as it was sent, the address trimmed and the country in upper case', async () => {
    const code = await newContact(world, {
      name: "Mari-Liis O'Neill",
      email: '  mari@example.com ',
      phone: '+372.1',
      ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'ee' },
    });
    expect(await show(code)).toMatchObject({
      name: "Mari-Liis O'Neill",
      email: 'mari@example.com',
      phone: '+372.1',
      ident: { code: '47101010033', type: 'priv', country_code: 'EE' },
      statuses: { ok: '' },
      auth_info: expect.stringMatching(/^[0-9a-f]{22}$/),
    });
  });

  it('costs nothing and leaves no poll message', async () => {
    const url = '/registry/v1/accounts/balance';
    await create();
    expect((await world.request({ url })).body.data.balance).toBe('1000.0');
    expect((await world.request({ url: '/registry/v1/registrar/notifications' })).body.data).toEqual({});
  });

  it('keeps a postal address and answers as it does without one', async () => {
    const answer = await create({
      addr: { city: 'Tallinn', street: 'Pikk 1', zip: '10123', country_code: 'EE' },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { code: 1000, message: 'Command completed successfully' },
    });
    expect(answer.body.data).toEqual({ contact: { code: expect.stringMatching(/^ALPHA:/) } });
  });

  it('ignores fields it does not know', async () => {
    expect(
      await create({ legal_papers: { type: 'pdf', body: 'x' }, color: 'red', auth_info: 'mine' }),
    ).toMatchObject({ body: { code: 1000 } });
  });

  it('takes numbers where text is documented', async () => {
    const { body } = await create({
      name: 42,
      ident: { ident: 12345678, ident_type: 'org', ident_country_code: 'EE' },
    });
    expect(await show(String(body.data.contact.code))).toMatchObject({
      name: '42',
      ident: { code: '12345678' },
    });
  });

  it('is not for a user who only bills', async () => {
    expect(await create({}, basic('alpha-billing', 'alpha-sandbox'))).toMatchObject({
      status: 401,
      body: { code: 2201, message: 'Authorization error', data: {} },
    });
  });
});

describe('a custom code', () => {
  it.each([
    ['my-id', 'ALPHA:MY-ID'],
    ['ALPHA:own', 'ALPHA:OWN'],
    ['alpha:lower', 'ALPHA:LOWER'],
    ['beta:abc', 'ALPHA:BETA:ABC'],
    ['a.b_c:d-1', 'ALPHA:A.B_C:D-1'],
    [7, 'ALPHA:7'],
    ['x'.repeat(94), `ALPHA:${'X'.repeat(94)}`],
  ])('%s becomes %s', async (id, code) => {
    expect((await create({ id })).body.data).toEqual({ contact: { code } });
  });

  it.each(['', '   ', 'ALPHA', 'alpha', 'ALPHA:', null])('%j means a random one', async (id) => {
    expect((await create({ id })).body.data.contact.code).toMatch(/^ALPHA:[0-9A-F]{8}$/);
  });

  it.each(['my id', 'tere!', 'õun', 'a/b', 'straße', '<b>'])(
    '%s has characters that no code has',
    async (id) => {
      expect(await create({ id })).toMatchObject(refused(2005, 'Contact code is invalid [code]'));
    },
  );

  it('is at most 100 characters long with its prefix', async () => {
    expect(await create({ id: 'y'.repeat(95) })).toMatchObject(
      refused(2005, 'Contact code is too long, max 100 characters [code]'),
    );
  });

  it('is taken once in the whole registry', async () => {
    await newContact(world, { id: 'taken' });
    const again = refused(2302, 'Contact id already exists [code]');
    expect(await create({ id: 'taken' })).toMatchObject(again);
    expect(await create({ id: 'ALPHA:Taken' })).toMatchObject(again);
    expect(await create({ id: 'taken' }, beta)).toMatchObject({
      body: { data: { contact: { code: 'BETA:TAKEN' } } },
    });
  });

  it('is given once however many ask for it in the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ id: 'race' })));
    expect(answers.map(({ body }) => Number(body.code)).sort()).toEqual([1000, ...Array(7).fill(2302)]);
  });
});

describe('missing fields are reported first, one at a time', () => {
  it.each([undefined, {}, 'null', { contact: null }, { contact: {} }, { contact: [] }, { contact: '' }, []])(
    'a body of %j lacks the contact',
    async (payload) => {
      expect(await send(payload)).toMatchObject(missing('contact'));
    },
  );

  it('in the order name, email, phone, ident and its parts, before any value is judged', async () => {
    const bad = { ident: '1', ident_type: 'alien', ident_country_code: 'XX' };
    const order: [object, string][] = [
      [{ id: 'õ' }, 'name'],
      [{ name: '<', email: ' ' }, 'email'],
      [{ name: '<', email: '<', phone: null }, 'phone'],
      [{ name: '<', email: '<', phone: '<' }, 'ident'],
      [{ name: '<', email: '<', phone: '<', ident: { ident_type: 'x' } }, 'ident'],
      [{ name: '<', email: '<', phone: '<', ident: { ident: '1' } }, 'ident_type'],
      [
        { name: '<', email: '<', phone: '<', ident: { ...bad, ident_country_code: '' } },
        'ident_country_code',
      ],
    ];
    for (const [contact, name] of order) expect(await send({ contact })).toMatchObject(missing(name));
  });

  it.each(['priv', 5, true, ['39708290069'], {}, [], null, ''])(
    'an ident of %j counts as missing',
    async (ident) => {
      expect(await create({ ident })).toMatchObject(missing('ident'));
    },
  );

  it.each(['', '   ', '\t', null, {}, [], false])('a name of %j counts as missing', async (name) => {
    expect(await create({ name })).toMatchObject(missing('name'));
  });

  it('of the bare fields as of wrapped ones', async () => {
    expect((await send(person)).body.code).toBe(1000);
    expect(await send({ ...person, name: '' })).toMatchObject(missing('name'));
    expect(await send({ color: 'red' })).toMatchObject(missing('contact'));
  });
});

describe('values are judged in the order ident type, email, then the fields', () => {
  it('a wrong ident type hides a wrong email, which hides a wrong name', async () => {
    const ident = { ...person.ident, ident_type: 'alien' };
    expect(await create({ name: '<', email: 'x', ident })).toMatchObject(refused(2003, 'Invalid ident type'));
    expect(await create({ name: '<', email: 'x', id: 'õ' })).toMatchObject(
      refused(2005, "Parameter value syntax error: email 'x' didn't pass validation"),
    );
    expect(await create({ name: '<', id: 'õ' })).toMatchObject(refused(2005, 'Name is invalid [name]'));
    expect(await create({ name: '<', phone: 'x' })).toMatchObject(refused(2005, 'Name is invalid [name]'));
  });

  it.each([
    [{ name: 'n'.repeat(256) }, 'Contact name is too long, max 255 characters [name]'],
    [{ name: 'Jaan <b>' }, 'Name is invalid [name]'],
    [{ name: 'Jaan & Mari' }, 'Name is invalid [name]'],
    [{ name: 'Jaan %3Cb' }, 'Name is invalid [name]'],
    [{ email: 'jaan' }, "Parameter value syntax error: email 'jaan' didn't pass validation"],
    [{ email: 'jaan@x.ee' }, "Parameter value syntax error: email 'jaan@x.ee' didn't pass validation"],
    [{ phone: '5555555' }, 'Phone nr is invalid [phone]'],
    [{ phone: '+372 5555555' }, 'Phone nr is invalid [phone]'],
    [{ phone: '+000.5555555' }, 'Phone nr is invalid [phone]'],
    [{ phone: '+372.0000' }, 'Phone nr is invalid [phone]'],
    [{ phone: '+372.12345678901234' }, 'Phone nr is too long, max 17 characters [phone]'],
    [{ name: ['Jaan'] }, `Invalid parameter 'name' value ["Jaan"]: Must be a String`],
    [{ email: { a: 1 } }, `Invalid parameter 'email' value {"a":1}: Must be a String`],
    [{ phone: true }, `Invalid parameter 'phone' value true: Must be a String`],
    [{ id: {} }, `Invalid parameter 'id' value {}: Must be a String`],
  ])('%j is refused', async (fields, message) => {
    expect(await create(fields)).toMatchObject(refused(2005, message));
  });

  it('an organisation may be called what a person may not', async () => {
    const ident = { ident: '12345678', ident_type: 'org', ident_country_code: 'EE' };
    expect(await create({ name: 'Kask & Kuusk OÜ (100%)', ident })).toMatchObject({ body: { code: 1000 } });
    expect(await create({ name: 'Kask <OÜ>', ident })).toMatchObject(refused(2005, 'Name is invalid [name]'));
  });
});

describe('an ident', () => {
  const estonian = 'Ident code does not conform to national identification number format of Estonia';
  const company = 'Ident code does not conform to registration number format of Estonia';
  const dateFormat = 'Ident code has invalid date format YYYY-MM-DD (ISO 8601)';
  const age = 'Ident code Birth date is invalid, age must be over 0 and under 150';
  it.each([
    [{ ident: '39708290068' }, estonian],
    [{ ident: '123123123' }, estonian],
    [{ ident: 'aaa0101aaa1' }, estonian],
    [{ ident_type: 'org', ident: '1234567' }, company],
    [{ ident_type: 'org', ident: '123456789' }, company],
    [{ ident_country_code: 'XX' }, 'Ident country code does not conform to ISO 3166-1 alpha-2 standard'],
    [{ ident_country_code: 'EST' }, 'Ident country code does not conform to ISO 3166-1 alpha-2 standard'],
    [{ ident_type: 'birthday', ident: '2000-01-01zzz', ident_country_code: 'DE' }, dateFormat],
    [{ ident_type: 'birthday', ident: '1111-22-33', ident_country_code: 'DE' }, dateFormat],
    [{ ident_type: 'birthday', ident: '2999-01-01', ident_country_code: 'DE' }, age],
    [{ ident_type: 'birthday', ident: '1800-01-01', ident_country_code: 'DE' }, age],
    [{ ident_type: 'birthday', ident: '2000-01-01' }, 'Ident type "birthday" is invalid for Estonia'],
    [{ ident: 'A<B', ident_country_code: 'DE' }, 'Ident is invalid [ident]'],
  ])('%j is refused', async (ident, message) => {
    expect(await createWith(ident)).toMatchObject(refused(2005, message));
  });

  it.each([
    { ident: '61203150222' },
    { ident_type: 'org', ident: '12345678' },
    { ident_type: 'birthday', ident: '2000-01-01', ident_country_code: 'DE' },
    { ident: 'whatever text', ident_country_code: 'us' },
  ])('%j is accepted', async (ident) => {
    expect(await createWith(ident)).toMatchObject({ body: { code: 1000 } });
  });
});
