import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOf } from '../support/console.ts';
import { newContact } from '../support/contacts.ts';
import { newDomain } from '../support/domains.ts';
import { askOf } from '../support/operator.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const { get, post } = consoleOf(() => world);
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
    expect(body).toContain('Set or take away statuses: 3 rows');
    for (const name of names) expect(body).toContain(name);
    expect(valuesIn(body, 'row')).toHaveLength(3);
    expect(valuesIn(body, 'name')).toEqual([]);
  });

  it('are tried and shown before anything is done, and done with a second press', async () => {
    const shown = await post('/many/domainStatusesSet', { ...hold, row: await rowsOf('/domains') });
    expect(shown.body).toContain('would work for 3 of 3. Nothing has been done yet.');
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
    expect(shown.body).toContain('would not work');
    const again = sentBy(shown.body);
    expect(again.row).not.toContain('about=puudub.ee&name=puudub.ee');
    expect((await post('/many/domainStatusesSet', again)).body).toMatch(/Done for (\d) of \1\./);
    expect(await statusesOf('yks.ee')).not.toContain('serverHold');
  });

  it('of which one has changed since it was shown leave that one alone', async () => {
    const shown = await post('/many/domainStatusesSet', { ...hold, row: await rowsOf('/domains') });
    await post('/do/domainStatusesSet', { name: 'kolm.ee', add: 'serverRenewProhibited' });
    const done = await post('/many/domainStatusesSet', sentBy(shown.body));
    expect(done.body).toContain('Done for 2 of 3.');
    expect(done.body).toContain('The statuses are others now.');
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
    // A password that is made is shown for one name at a time.
    expect((await post('/many/nameReserve', { row: 'name=a.ee' })).statusCode).toBe(404);
  });

  it('are as many as a page has, also with what one minute allows', async () => {
    for (let number = 0; number < 50; number += 1)
      await ask(`mutation { nameBlock(input: { name: "palju${number}.ee" }) { userErrors { message } } }`);
    const row = await rowsOf('/names/blocked?q=palju');
    const shown = await post('/many/nameUnblock', { row });
    expect(shown.body).toContain('would work for 50 of 50');
    expect((await post('/many/nameUnblock', sentBy(shown.body))).body).toContain('Done for 50 of 50.');
    expect(await rowsOf('/names/blocked?q=palju')).toEqual([]);
  });
});
