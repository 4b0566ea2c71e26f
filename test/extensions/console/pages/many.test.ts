import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, ours } from '../../../support/console.ts';
import { newContact } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { askOf } from '../../../support/operator.ts';
import { advance } from '../../../support/time.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const { get, post, signIn } = consoleOf(() => world);
const names = ['kolm.ee', 'kaks.ee', 'yks.ee'];

beforeAll(async () => {
  world = await testWorld();
  const registrant = await newContact(world, { name: 'Mari Maasikas' });
  for (const name of names) await newDomain(world, { name, registrant });
});

const statusesOf = async (name: string): Promise<string[]> => {
  const { data } = await ask(`{ domain(name: "${name}") { statuses { name } } }`);
  const { statuses } = data.domain as unknown as { statuses: readonly { name: string }[] };
  return statuses.map((status) => status.name);
};

/** Every value of a hidden field or a box, as a browser would send it. */
const valuesIn = (body: string, name: string): string[] =>
  [...body.matchAll(/<input [^>]*>/g)].flatMap(([input]) =>
    input.includes(` name="${name}"`)
      ? [(input.match(/ value="([^"]*)"/)?.[1] ?? '').replaceAll('&amp;', '&')]
      : [],
  );
const rowsOf = async (path: string): Promise<string[]> => valuesIn((await get(path)).body, 'row');
const hold = { add: 'serverHold', asked: 'yes', back: '/operator/domains' };

/** What the form on a page sends, when its button is pressed. */
const sentBy = (body: string) =>
  Object.fromEntries(
    ['row', 'outcome', 'key', 'confirmed', 'asked', 'back', 'add', 'remove', 'note'].flatMap((name) => {
      const values = valuesIn(body, name);
      return values.length > 0 ? [[name, values]] : [];
    }),
  );

describe('rows of a list', () => {
  it('can be chosen, each by its name', async () => {
    const { body } = await get('/domains');
    for (const name of names) expect(body).toContain(`aria-label="Choose ${name}"`);
    expect(body).toContain('formaction="/operator/many/domainForceDelete"');
  });

  it('are asked once what all of them need', async () => {
    const { statusCode, body } = await post('/many/domainStatusesSet', { row: await rowsOf('/domains') });
    expect(statusCode).toBe(200);
    expect(body).toContain('Change the statuses: 3 rows');
    for (const name of names) expect(body).toContain(name);
    expect(valuesIn(body, 'row')).toHaveLength(3);
    expect(valuesIn(body, 'name')).toEqual([]);
  });

  it('are tried and shown before anything is done, and done with a second press', async () => {
    const shown = await post('/many/domainStatusesSet', { ...hold, row: await rowsOf('/domains') });
    expect(shown.body).toContain('succeeded for 3 of 3. Nothing has been done yet.');
    expect(shown.body).toContain('Statuses afterwards');
    for (const name of names) expect(await statusesOf(name)).not.toContain('serverHold');
    const done = await post('/many/domainStatusesSet', sentBy(shown.body));
    expect(done.body).toContain('Done for 3 of 3.');
    for (const name of names) expect(await statusesOf(name)).toContain('serverHold');
  });

  it('that would be refused are named with the reason, and the others are done', async () => {
    await post('/do/domainStatusesSet', { name: 'kaks.ee', remove: 'serverHold' });
    const row = await rowsOf('/domains');
    const shown = await post('/many/domainStatusesSet', {
      remove: 'serverHold',
      asked: 'yes',
      row: [...row, 'about=puudub.ee&name=puudub.ee'],
    });
    expect(shown.body).toContain('puudub.ee');
    // kaks.ee has no hold that could be removed.
    expect(shown.body).toContain('succeeded for 2 of 4.');
    expect(shown.body.match(/would not work/g)).toHaveLength(2);
    const transfer = {
      asked: 'yes',
      registrar: 'BETA',
      reason: 'It failed',
      row: 'about=kaks.ee&name=kaks.ee',
    };
    await post('/do/domainStatusesSet', { name: 'kaks.ee', add: 'serverTransferProhibited' });
    const why = 'It cannot be done while it has the status serverTransferProhibited.';
    expect((await post('/many/domainTransfer', transfer)).body).toContain(why);
    expect((await post('/do/domainTransfer', { ...transfer, name: 'kaks.ee' })).body).toContain(why);
    await post('/do/domainStatusesSet', { name: 'kaks.ee', remove: 'serverTransferProhibited' });
    const again = sentBy(shown.body);
    expect(again.row).not.toContain('about=puudub.ee&name=puudub.ee');
    expect((await post('/many/domainStatusesSet', again)).body).toContain('Done for 2 of 2.');
    expect(await statusesOf('yks.ee')).not.toContain('serverHold');
  });

  it('leave a row alone that has changed since it was shown', async () => {
    const shown = await post('/many/domainStatusesSet', { ...hold, row: await rowsOf('/domains') });
    await post('/do/domainStatusesSet', { name: 'kolm.ee', add: 'serverRenewProhibited' });
    const done = await post('/many/domainStatusesSet', sentBy(shown.body));
    expect(done.body).toContain('Done for 2 of 3.');
    expect(done.body).toContain('The statuses have changed.');
    expect(await statusesOf('kolm.ee')).not.toContain('serverHold');
    expect(await statusesOf('yks.ee')).toContain('serverHold');
  });

  it('are done once, however often the form is sent', async () => {
    const [row = ''] = await rowsOf('/domains?q=yks');
    const asked = { row, remove: 'serverHold', asked: 'yes' };
    const form = sentBy((await post('/many/domainStatusesSet', asked)).body);
    expect((await post('/many/domainStatusesSet', form)).body).toContain('Done for 1 of 1.');
    expect((await post('/many/domainStatusesSet', form)).body).toContain('Done for 1 of 1.');
    const { data } = await ask(
      '{ domain(name: "yks.ee") { history(first: 50) { nodes { operation changes { field to } } } } }',
    );
    expect(JSON.stringify(data).match(/domain.set-statuses/g)?.length).toBe(4);
  });

  it('are refused where there is none, too many, or nothing to do', async () => {
    const nothing = await post('/many/domainStatusesSet', { asked: 'yes' });
    expect([nothing.statusCode, nothing.body]).toEqual([422, expect.stringContaining('at least one row')]);
    const row = Array.from({ length: 51 }, (_, index) => `name=n${index}.ee`);
    const tooMany = await post('/many/domainStatusesSet', { ...hold, row });
    expect([tooMany.statusCode, tooMany.body]).toEqual([422, expect.stringContaining('At most 50')]);
    const empty = await post('/many/domainStatusesSet', { row: row.slice(1, 2), asked: 'yes' });
    expect([empty.statusCode, empty.body]).toEqual([422, expect.stringContaining('Choose a status')]);
    expect((await post('/many/nothing', { row: 'name=a.ee' })).statusCode).toBe(404);
    // What no list offers: a password that is made, money, settings.
    for (const action of ['nameReserve', 'accountAdjust', 'settingSet', 'apiUserUpdate'])
      expect((await post(`/many/${action}`, { row: 'name=a.ee' })).statusCode).toBe(404);
  });

  it('are as many as a page has, also with what one minute allows', async () => {
    for (let number = 0; number < 50; number += 1)
      await ask(`mutation { nameBlock(input: { name: "palju${number}.ee" }) { userErrors { message } } }`);
    const row = await rowsOf('/names/blocked?q=palju');
    const shown = await post('/many/nameUnblock', { row });
    expect(shown.body).toContain('succeeded for 50 of 50');
    expect((await post('/many/nameUnblock', sentBy(shown.body))).body).toContain('Done for 50 of 50.');
    expect(await rowsOf('/names/blocked?q=palju')).toEqual([]);
  });

  it('are accepted from our own pages and signed-in operators only', async () => {
    const form = { ...hold, row: 'about=kaks.ee&name=kaks.ee' };
    const session = await signIn();
    const elsewhere = await post('/many/domainStatusesSet', form, {
      ...session,
      'sec-fetch-site': 'cross-site',
    });
    expect(elsewhere.statusCode).toBe(403);
    const nobody = await post('/many/domainStatusesSet', form, ours);
    expect([nobody.statusCode, nobody.headers.location]).toEqual([
      303,
      expect.stringContaining('/operator/sign-in'),
    ]);
  });

  it('are named after the changed object, whatever words came with them', async () => {
    const shown = await post('/many/domainStatusesSet', {
      add: 'serverRenewProhibited',
      asked: 'yes',
      row: ['about=kaks.ee&name=kolm.ee', 'about=yks.ee&name=yks.ee'],
    });
    expect(shown.body).toContain('>kaks.ee, kolm.ee</td>');
    expect(shown.body).toContain('>yks.ee</td>');
  });

  it('that come twice are done once, and bring nothing that is not shown', async () => {
    const row = 'about=kaks.ee&name=kaks.ee&add=serverUpdateProhibited';
    const asked = { add: 'serverTransferProhibited', asked: 'yes' };
    const shown = await post('/many/domainStatusesSet', { ...asked, row: [row, row] });
    expect(shown.body).toContain('succeeded for 1 of 1.');
    const { outcome, ...without } = sentBy(shown.body);
    expect(outcome).toHaveLength(1);
    for (const form of [without, { ...without, outcome: 'made up' }])
      await post('/many/domainStatusesSet', form);
    expect(await statusesOf('kaks.ee')).not.toContain('serverTransferProhibited');
    await post('/many/domainStatusesSet', sentBy(shown.body));
    expect(await statusesOf('kaks.ee')).toContain('serverTransferProhibited');
    expect(await statusesOf('kaks.ee')).not.toContain('serverUpdateProhibited');
  });

  it('are all accounted for when it stops in the middle, and the form can be sent again', async () => {
    const row = ['kolm.ee', 'kaks.ee', 'yks.ee'].map((name) => `about=${name}&name=${name}`);
    const asked = { row, add: 'serverDeleteProhibited', asked: 'yes' };
    const form = sentBy((await post('/many/domainStatusesSet', asked)).body);
    const { db } = world.container.database;
    await sql`create function stops() returns trigger language plpgsql as
      'begin raise exception ''full'' using errcode = ''53400''; end'`.execute(db);
    await sql`create trigger stops before update on domains for each row when (new.name = 'kaks.ee')
      execute function stops()`.execute(db);
    const stopped = await post('/many/domainStatusesSet', form);
    await sql`drop function stops cascade`.execute(db);
    expect(stopped.body).toContain('Done for 1 of 3. It stopped in the middle.');
    expect(stopped.body).toMatch(/kaks\.ee<.*not known.*yks\.ee<.*not tried/s);
    expect(await statusesOf('yks.ee')).not.toContain('serverDeleteProhibited');
    expect((await post('/many/domainStatusesSet', form)).body).toContain('Done for 3 of 3.');
    for (const name of names) await post('/do/domainStatusesSet', { name, remove: 'serverDeleteProhibited' });
  });

  it('are distinguished where their names are the same', async () => {
    const create =
      'mutation ($input: AccessTokenCreateInput!) { accessTokenCreate(input: $input) { userErrors { message } } }';
    for (const name of ['<b>nightly</b>', '<b>nightly</b>']) {
      await ask(create, { input: { name, scopes: ['READ'], expiresIn: 'P30D' } });
      await advance(world, { by: 'PT1M' });
    }
    const row = await rowsOf('/tokens?q=nightly');
    expect(new Set(row.map((one) => new URLSearchParams(one).get('about'))).size).toBe(2);
    const shown = await post('/many/accessTokenRevoke', { row });
    expect(shown.body).toContain('&lt;b&gt;nightly&lt;/b&gt;, of an operator, made by');
    expect((await post('/many/accessTokenRevoke', sentBy(shown.body))).body).toContain('Done for 2 of 2.');
    expect(await rowsOf('/tokens?q=nightly')).toEqual([]);
  });

  it('fill a page with long names, and their confirmation is taken', async () => {
    const registrant = await newContact(world, { name: 'Õie Õunapuu' });
    const many = Array.from({ length: 47 }, (_, number) => `õõõõõõõõõõ-${number}-äääääää.ee`);
    for (const name of many) await newDomain(world, { name, registrant });
    const row = await rowsOf('/domains');
    expect(row).toHaveLength(50);
    const notes = 'x'.repeat(1000);
    const shown = await post('/many/domainForceDelete', { row, kind: 'SOFT', notes, asked: 'yes' });
    expect(shown.body).toContain('succeeded for 50 of 50.');
    const done = await post('/many/domainForceDelete', { ...sentBy(shown.body), kind: 'SOFT', notes });
    expect(done.body).toContain('Done for 50 of 50.');
  });
});
