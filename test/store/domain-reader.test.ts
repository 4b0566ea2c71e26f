import { beforeAll, describe, expect, it } from 'vitest';
import { type Choice, type DomainParts, readDomains } from '#src/store/registry/domain-reader.ts';
import { listDomains } from '#src/store/registry/domains.ts';
import { seed, twoNameservers } from '../support/seed.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

const today = '2026-11-15';
const parts: DomainParts = {
  domain: ['name', 'registrar_id'],
  registrant: ['code'],
  contacts: ['code'],
  nameservers: ['hostname'],
  keys: ['flags'],
};

let world: TestWorld;
let registrarId: number;
let tech: string;
beforeAll(async () => {
  world = await testWorld();
  const maker = seed(world);
  tech = await maker.contact();
  for (const name of ['reader-one.ee', 'reader-two.ee', 'reader-three.ee'])
    await maker.domain(name, { techs: [tech], nameservers: twoNameservers });
  const { db } = world.house.database;
  registrarId = (await db.selectFrom('domains').select('registrar_id').executeTakeFirstOrThrow())
    .registrar_id;
});

const named = (...names: string[]): Choice => ({
  values: {},
  among: (domains) => domains.where('domains.name', 'in', names).orderBy('domains.name'),
});

const shown = async (choice: Choice) =>
  (await readDomains(world.house.database.db, choice, parts, today)).map(({ name, related }) => [
    name,
    related?.contacts?.length,
    related?.nameservers?.map(({ hostname }) => hostname),
    related?.keys,
  ]);

describe('reading domains', () => {
  it('gives back an empty list where nothing hangs on them', async () => {
    expect(await shown(named('reader-one.ee'))).toEqual([['reader-one.ee', 1, expect.any(Array), []]]);
  });

  it('fetches nothing but what was asked for, and ids', async () => {
    const [domain] = await readDomains(
      world.house.database.db,
      named('reader-one.ee'),
      { domain: ['name'] },
      today,
    );
    const { related, ...row } = domain ?? {};
    expect(row).toEqual({ id: expect.any(Number), name: 'reader-one.ee' });
    expect(Object.values(related ?? {}).every((part) => part === undefined)).toBe(true);
  });

  it('reads again, by its id and in its place, a domain that a later statement did not choose any more', async () => {
    const whole = await shown(named('reader-one.ee', 'reader-three.ee', 'reader-two.ee'));
    let asked = 0;
    const changing: Choice = {
      values: {},
      among: (domains) => {
        asked += 1;
        const names =
          asked === 1
            ? ['reader-one.ee', 'reader-three.ee', 'reader-two.ee']
            : ['reader-one.ee', 'reader-two.ee'];
        return domains.where('domains.name', 'in', names).orderBy('domains.name');
      },
    };
    expect(await shown(changing)).toEqual(whole);
  });

  it('shows every domain with its contacts while others are registered in front of it', async () => {
    const { db } = world.house.database;
    const maker = seed(world);
    const list = {
      sort: [{ field: 'name', descending: false }],
      slice: { by: 'cursor', limit: 2, fromEnd: false },
    } as const;
    const registering = (async () => {
      for (let index = 30; index > 0; index -= 1)
        await maker.domain(`front-${String(index).padStart(2, '0')}.ee`, {
          techs: [tech],
          nameservers: twoNameservers,
        });
    })();
    let reading = true;
    void registering.finally(() => {
      reading = false;
    });
    while (reading)
      for (const { name, related } of await listDomains(db, registrarId, list, parts, today))
        expect([name, related?.contacts?.length, related?.nameservers?.length]).toEqual([name, 1, 2]);
    await registering;
  });
});
