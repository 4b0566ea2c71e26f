import { beforeAll, describe, expect, it } from 'vitest';
import { money } from '#src/base/money.ts';
import { contactsById } from '#src/registry/store/registry/contacts.ts';
import { type Choice, type DomainParts, readDomains } from '#src/registry/store/registry/domain-reader.ts';
import {
  contactsOnDomains,
  dnssecKeysOf,
  nameserversOf,
} from '#src/registry/store/registry/domain-relations.ts';
import { listDomains } from '#src/registry/store/registry/domains.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

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
  const { db } = world.container.database;
  registrarId = (await db.selectFrom('domains').select('registrar_id').executeTakeFirstOrThrow())
    .registrar_id;
});

const named = (...names: string[]): Choice => ({
  values: {},
  among: (domains) => domains.where('domains.name', 'in', names).orderBy('domains.name'),
});

const withoutDomain = (rows: readonly { readonly domain_id: number }[]) =>
  rows.map(({ domain_id: _, ...row }) => row);

const shown = async (choice: Choice) =>
  (await readDomains(world.container.database.db, choice, parts, today)).map(({ name, related }) => [
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
      world.container.database.db,
      named('reader-one.ee'),
      { domain: ['name'] },
      today,
    );
    const { related, ...row } = domain ?? {};
    expect(row).toEqual({ id: expect.any(Number), name: 'reader-one.ee' });
    expect(Object.values(related ?? {}).every((part) => part === undefined)).toBe(true);
  });

  it('gives every column the value and the type that it has when its table is read', async () => {
    const { db } = world.container.database;
    const moment = new Date('2026-03-04T05:06:07.089Z');
    const name = 'reader-two.ee';
    const { id } = await db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const key = {
      flags: 257,
      protocol: 3,
      alg: 8,
      public_key: 'AwEAAbd2C8c6Bq4=',
      key_tag: 1,
      ds_digest_type: 2,
    };
    await db
      .insertInto('dnssec_keys')
      .values({ ...key, domain_id: id, ds_digest: 'AA', created_at: moment, updated_at: moment })
      .execute();
    await db
      .updateTable('registrars')
      .set({
        vat_rate: '20.10',
        auto_reload_amount: money('12345678.10'),
        auto_reload_threshold: money('0.10'),
      })
      .set({ accreditation_date: moment, summarised_until: '2026-02-28' })
      .where('id', '=', registrarId)
      .execute();
    await db
      .updateTable('domains')
      .set({ outzone_at: moment, delete_date: '2026-02-28' })
      .where('name', '=', name)
      .execute();
    const all = {
      domain: 'all',
      registrar: 'all',
      registrant: 'all',
      contacts: 'all',
      nameservers: 'all',
      keys: 'all',
    } as const;
    const [found] = await readDomains(db, named(name), all, today);
    const { related, ...row } = found ?? {};
    const domain = await db
      .selectFrom('domains')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    const [registrant] = await contactsById(db, [domain.registrant_id]);
    expect(row).toMatchObject(domain);
    expect(related).toEqual({
      registrar: await db
        .selectFrom('registrars')
        .selectAll()
        .where('id', '=', registrarId)
        .executeTakeFirst(),
      registrant,
      contacts: withoutDomain(await contactsOnDomains(db, [domain.id])),
      nameservers: withoutDomain(await nameserversOf(db, [domain.id])),
      keys: withoutDomain(await dnssecKeysOf(db, [domain.id])),
    });
    expect([related?.contacts?.length, related?.nameservers?.length, related?.keys?.length]).toEqual([
      1, 2, 1,
    ]);
  });

  it('shows every domain with its contacts while others are registered in front of it', async () => {
    const { db } = world.container.database;
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
