import { beforeAll, describe, expect, it, test } from 'vitest';
import { countStatements } from '../../../support/database.ts';
import { mutateOf } from '../../../support/operator.ts';
import { day, portalOf, wait } from '../../../support/portal.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
});

const zones = ['ee', 'com.ee', 'pri.ee', 'fie.ee', 'med.ee', 'test'];
const inAllZones = (...labels: string[]): string[] =>
  labels.flatMap((label) => zones.map((zone) => `${label}.${zone}`));

describe('suggesting names for an organization', () => {
  test.each([
    ['Test Company AS', inAllZones('testcompany', 'test-company')],
    ['Test Company MTU', inAllZones('testcompany', 'test-company')],
    ['Foo-Bar Baz', inAllZones('foo-barbaz', 'foo-bar-baz')],
    ['Acme', inAllZones('acme')],
    ['Two\tWords\nHere', inAllZones('twowordshere', 'two-words-here')],
    ['1000', inAllZones('1000')],
    ['Õunapuu OÜ', inAllZones('õunapuu')],
    ['O\u0303unapuu OU\u0308', inAllZones('õunapuu')],
    ['xn--mnchen-3ya', inAllZones('münchen')],
  ])('%j gives the joined form in every zone, then the hyphenated one', async (name, variants) => {
    expect(await portal.suggest(name)).toEqual({ variants });
  });

  test.each(['Привет', '-Foo', 'a'.repeat(64), 'ab--c', 'ü'.repeat(60)])(
    '%j gives nothing, because no such name could be registered',
    async (name) => {
      expect(await portal.suggest(name)).toEqual({ variants: [] });
    },
  );

  test.each([
    ['a blank', '%20'],
    ['more than 100 characters', 'a'.repeat(101)],
    ['an exclamation mark', 'Acme!'],
    ['an ampersand', 'A%26B'],
    ['a plus sign, which is no blank in a path', 'Test+Company'],
    ['a dot', 'acme.ee'],
    ['an underscore', 'a_b'],
    ['an encoded slash', 'a%2Fb'],
    ['an apostrophe', "O'Neil"],
    ['a no-break space', 'a%C2%A0b'],
    ['a character that no database keeps', 'a%00b'],
    ['bytes that are not UTF-8', 'a%E4b'],
    ['a broken escape', 'a%zz'],
  ])('refuses %s', async (_, segment) => {
    expect(await portal.get(`/domain_names/${segment}`)).toMatchObject({
      status: 400,
      body: { error: 'Invalid organization name' },
    });
  });

  it('takes 100 letters however many bytes they are', async () => {
    expect((await portal.get(`/domain_names/${encodeURIComponent('𐌰'.repeat(100))}`)).status).toBe(200);
  });

  it('leaves out names that are reserved, and gives them back once their time is over', async () => {
    await portal.reserved('kevad.ee');
    expect(await portal.suggest('Kevad')).toEqual({ variants: inAllZones('kevad').slice(1) });
    wait(world, 7 * day + 60 * 60 * 1000);
    expect(await portal.suggest('Kevad')).toEqual({ variants: inAllZones('kevad') });
  });

  it('removes reservations that are over, and no others', async () => {
    await portal.reserved('suvi.ee');
    wait(world, 6 * day);
    await portal.reserved('suvi.pri.ee');
    wait(world, 1.5 * day);
    const stored = async () => {
      const rows = await world.container.database.db
        .selectFrom('reserved_names')
        .select('name')
        .where('name', 'like', 'suvi%')
        .execute();
      return rows.map(({ name }) => name).sort();
    };
    expect(await stored()).toEqual(['suvi.ee', 'suvi.pri.ee']);
    await portal.suggest('Suvi');
    expect(await stored()).toEqual(['suvi.pri.ee']);
  });

  it('says the same when it is asked again', async () => {
    const first = await portal.get('/domain_names/Sama%20Asi');
    expect((await portal.get('/domain_names/Sama%20Asi')).text).toBe(first.text);
  });

  it('costs the same number of statements for one label as for two', async () => {
    const count = async (name: string) =>
      (await countStatements(world.container.database, () => portal.suggest(name))).count;
    expect(await count('Sygis')).toBe(await count('Talv Kylm'));
  });

  it('knows a new zone as soon as there is one, after the others', async () => {
    await mutateOf(() => world)('zoneCreate', { origin: 'aip.ee' }, 'zone { origin }');
    expect(await portal.suggest('Uus')).toEqual({ variants: [...inAllZones('uus'), 'uus.aip.ee'] });
    expect((await portal.reserve('aip.ee')).status).toBe(422);
  });
});
