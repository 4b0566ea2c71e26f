import { beforeAll, describe, expect, it } from 'vitest';
import { newContact, person, setStatuses } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { mailsAbout } from '../../../support/mail.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const put = (code: string, payload: object | string | undefined, auth?: string) =>
  world.request({
    method: 'PUT',
    url: `/registry/v1/contacts/${encodeURIComponent(code)}`,
    headers: { 'content-type': 'application/json' },
    ...(payload !== undefined && { payload }),
    ...(auth && { auth }),
  });
const update = (code: string, contact: object) => put(code, { contact });
const show = async (code: string) =>
  (await world.request({ url: `/registry/v1/contacts/${encodeURIComponent(code)}` })).body.data.contact;
const refused = (code: number, message: string) => ({ status: 400, body: { code, message, data: {} } });
const missing = refused(2003, 'param is missing or the value is empty: contact');
const gone = { status: 404, body: { code: 2303, message: 'Object does not exist', data: {} } };

/** What an older system may have left behind: nothing here would accept it. */
async function withStoredIdent(ident: {
  ident?: string;
  ident_type?: 'priv' | 'org' | 'birthday';
  ident_country_code?: string;
}) {
  const code = await newContact(world);
  await world.container.database.db.updateTable('contacts').set(ident).where('code', '=', code).execute();
  return code;
}

describe('PUT /contacts/:contact_id', () => {
  it('notifies a registrant of another e-mail address, at the new and at the old one', async () => {
    const [holder, nobody] = [await newContact(world), await newContact(world)];
    await newDomain(world, { registrant: holder });
    const { email } = await show(holder);
    for (const code of [holder, nobody])
      for (const change of [
        { name: 'Mari Mets' },
        { email: 'new@example.com' },
        { email: 'new@example.com' },
      ])
        expect((await update(code, change)).status).toBe(200);
    const mails = await mailsAbout(world, holder);
    expect(mails.map(({ to }) => to)).toEqual(['new@example.com', email]);
    for (const { subject, text } of mails) {
      expect(subject).toContain('Your e-mail address at the domain registry was changed');
      expect(text).toContain(`from ${String(email)} to new@example.com.`);
      expect(text).toContain('Mari Mets');
    }
    expect(await mailsAbout(world, nobody)).toEqual([]);
  });

  it('changes what is sent and leaves the rest', async () => {
    const code = await newContact(world, { id: 'changing' });
    const before = await show(code);
    const { status, text } = await update(code, { name: 'Mari Mets' });
    expect(status).toBe(200);
    expect(text).toBe(
      '{"code":1000,"message":"Command completed successfully","data":{"contact":{"code":"ALPHA:CHANGING"}}}',
    );
    expect(await show(code)).toEqual({ ...before, name: 'Mari Mets' });
    await update(code, { email: ' mari@example.com ', phone: '+372.1234' });
    expect(await show(code)).toEqual({
      ...before,
      name: 'Mari Mets',
      email: 'mari@example.com',
      phone: '+372.1234',
    });
  });

  it('takes the code raw or escaped, in its exact case', async () => {
    await newContact(world, { id: 'spelled' });
    const url = '/repp/v1/contacts/ALPHA:SPELLED';
    const payload = { contact: { name: 'Uus Nimi' } };
    expect((await world.request({ method: 'PUT', url, payload })).body.code).toBe(1000);
    expect(await world.request({ method: 'PUT', url: url.toLowerCase(), payload })).toMatchObject(gone);
  });

  it('ignores what it does not know, an id above all', async () => {
    const code = await newContact(world);
    const before = await show(code);
    expect((await update(code, { id: 'OTHER', color: 'red', auth_info: 'x', statuses: [] })).body.code).toBe(
      1000,
    );
    expect(await show(code)).toEqual(before);
  });

  it('keeps a postal address and answers as it does without one', async () => {
    expect((await update(await newContact(world), { addr: { city: 'Tallinn' } })).body).toMatchObject({
      code: 1000,
      message: 'Command completed successfully',
    });
  });

  it.each([undefined, {}, 'null', { contact: {} }, { contact: null }, { contact: [] }, { color: 'red' }])(
    'wants something to change: %j',
    async (payload) => {
      expect(await put(await newContact(world), payload)).toMatchObject(missing);
    },
  );

  it('does not find an unknown or foreign contact, and says so before it looks at the body', async () => {
    const foreign = await newContact(world, {}, { auth: beta });
    for (const code of [foreign, 'ALPHA:NOBODY'])
      for (const payload of [{ contact: { name: 'x' } }, {}, { contact: { name: [] } }])
        expect(await put(code, payload)).toMatchObject(gone);
  });

  it('is not for a user who only bills', async () => {
    const code = await newContact(world);
    for (const payload of [{ contact: { name: 'x' } }, {}])
      expect(await put(code, payload, basic('alpha-billing', 'alpha-sandbox'))).toMatchObject({
        status: 401,
        body: { code: 2201, message: 'Authorization error', data: {} },
      });
  });
});

describe('every field rule holds for the whole contact', () => {
  it.each([
    [{ name: '' }, 2003, 'Required parameter missing - name [name]'],
    [{ name: '  ' }, 2003, 'Required parameter missing - name [name]'],
    [{ name: null }, 2003, 'Required parameter missing - name [name]'],
    [{ email: '' }, 2003, 'Required parameter missing - email [email]'],
    [{ phone: '' }, 2003, 'Required parameter missing - phone [phone]'],
    [{ phone: null }, 2003, 'Required parameter missing - phone [phone]'],
    [{ name: 'a<b' }, 2005, 'Name is invalid [name]'],
    [{ name: 'n'.repeat(256) }, 2005, 'Contact name is too long, max 255 characters [name]'],
    [{ email: 'x' }, 2005, "Parameter value syntax error: email 'x' didn't pass validation"],
    [{ phone: '1' }, 2005, 'Phone nr is invalid [phone]'],
    [{ phone: '+372.12345678901234' }, 2005, 'Phone nr is too long, max 17 characters [phone]'],
    [{ name: ['x'] }, 2005, `Invalid parameter 'name' value ["x"]: Must be a String`],
    [{ email: false }, 2005, `Invalid parameter 'email' value false: Must be a String`],
    [{ name: 'a<b', email: 'x' }, 2005, "Parameter value syntax error: email 'x' didn't pass validation"],
  ])('%j is refused', async (fields, code, message) => {
    const contact = await newContact(world);
    const before = await show(contact);
    expect(await update(contact, fields)).toMatchObject(refused(code, message));
    expect(await show(contact)).toEqual(before);
  });

  it('so a contact whose stored ident has become invalid cannot be changed in any way', async () => {
    const code = await withStoredIdent({ ident: '39708290068' });
    expect(await update(code, { name: 'Mari Mets' })).toMatchObject(
      refused(2005, 'Ident code does not conform to national identification number format of Estonia'),
    );
    const blank = await withStoredIdent({ ident: '' });
    expect(await update(blank, { name: 'Mari Mets' })).toMatchObject(refused(2003, 'Ident code is missing'));
  });
});

describe('the ident names who the contact is', () => {
  const fixed = refused(2308, 'Ident update is not allowed. Consider creating new contact object');

  it('so the same one may be sent along, its country in any case', async () => {
    const code = await newContact(world);
    expect((await update(code, { ident: person.ident })).body.code).toBe(1000);
    expect((await update(code, { ident: { ...person.ident, ident_country_code: 'ee' } })).body.code).toBe(
      1000,
    );
    expect(await show(code)).toMatchObject({
      ident: { code: '39708290069', type: 'priv', country_code: 'EE' },
    });
  });

  it('and a valid one is sent whole or not at all', async () => {
    const code = await newContact(world);
    for (const part of ['ident', 'ident_type', 'ident_country_code'] as const) {
      expect(await update(code, { ident: { [part]: person.ident[part] } })).toMatchObject(fixed);
      expect(await update(code, { ident: { ...person.ident, [part]: null } })).toMatchObject(fixed);
    }
    expect((await update(code, { ident: {} })).body.code).toBe(1000);
  });

  it.each([{ ident: '47101010033' }, { ident_type: 'org' }, { ident_country_code: 'LV' }, { ident: 'x<' }])(
    'and a valid one does not change: %j',
    async (ident) => {
      expect(await update(await newContact(world), { ident: { ...person.ident, ...ident } })).toMatchObject(
        fixed,
      );
    },
  );

  it('an invalid one may be repaired in its type and country', async () => {
    const code = await withStoredIdent({ ident: '12345678' });
    expect((await update(code, { ident: { ident: '12345678', ident_type: 'org' } })).body.code).toBe(1000);
    expect(await show(code)).toMatchObject({ ident: { code: '12345678', type: 'org', country_code: 'EE' } });
    const lithuanian = await withStoredIdent({ ident: '38903111' });
    expect((await update(lithuanian, { ident: { ident_country_code: 'lt' } })).body.code).toBe(1000);
    expect(await show(lithuanian)).toMatchObject({ ident: { code: '38903111', country_code: 'LT' } });
  });

  it('but not in its code', async () => {
    expect(
      await update(await withStoredIdent({ ident: '39708290068' }), { ident: person.ident }),
    ).toMatchObject(
      refused(
        2308,
        'Only ident type and country can be updated in case of invalid ident. ' +
          'Please create new contact object to update ident code',
      ),
    );
  });

  it.each(['39708290069', 5, [], null, true])('one that is no object is ignored: %j', async (ident) => {
    expect((await update(await newContact(world), { ident, name: 'Mari Mets' })).body.code).toBe(1000);
  });
});

describe('statuses that forbid a change', () => {
  it.each([
    'clientUpdateProhibited',
    'serverUpdateProhibited',
    'clientTransferProhibited',
    'serverTransferProhibited',
    'clientDeleteProhibited',
    'serverDeleteProhibited',
    'pendingCreate',
    'pendingDelete',
    'pendingTransfer',
    'pendingUpdate',
  ])('%s is one, whatever is wrong with the fields', async (status) => {
    const code = await newContact(world);
    await setStatuses(world, code, [status]);
    for (const fields of [{ name: 'Mari Mets' }, { name: '<', ident: { ident: 'other' } }])
      expect(await update(code, fields)).toMatchObject(refused(2304, 'Object status prohibits operation'));
  });

  it.each(['ok', 'linked'])('%s is none', async (status) => {
    const code = await newContact(world);
    await setStatuses(world, code, [status]);
    expect((await update(code, { name: 'Mari Mets' })).body.code).toBe(1000);
  });
});
