import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#src/registry/store/driver/database.ts';
import { migrate } from '#src/registry/store/driver/migrate.ts';
import { databaseBefore } from '../../support/earlier-build.ts';

/** In which zone money was earned, of rows that an earlier build has written (migration 0021). */

const at = new Date('2026-01-01T00:00:00Z');
let database: Database;

beforeAll(async () => {
  database = await databaseBefore('0021');
  const { db } = database;
  await sql`insert into registrars (code, name, created_at, updated_at) values ('R', 'R', ${at}, ${at})`.execute(
    db,
  );
  await sql`insert into accounts (registrar_id) select id from registrars`.execute(db);
  await sql`insert into zones (origin, created_at) values ('ee', ${at}), ('com.ee', ${at}), ('x.ee', ${at})`.execute(
    db,
  );
  await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code,
      auth_info, created_at, updated_at)
    select 'R:A', id, 'A', 'a@a.example', '+372.1', '1', 'org', 'EE', 'x', ${at}, ${at} from registrars`.execute(
    db,
  );
  await sql`insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
      expires_at, created_at, updated_at)
    select wanted.name, wanted.name, zones.id, contacts.registrar_id, contacts.id, 'x', 1, 'y', ${at}, ${at}, ${at}
    from (values ('still.ee', 'ee'), ('still.com.ee', 'com.ee')) wanted (name, origin)
    join zones using (origin), contacts`.execute(db);
  await gone(901, 'gone.ee');
  await gone(902, 'gone.com.ee');
  // The name of a zone at its end makes no domain of that zone.
  await gone(903, 'malcom.ee');
  await gone(904, 'gone.elsewhere');
  for (const name of ['still.ee', 'still.com.ee'])
    await sql`insert into ledger (registrar_id, activity, description, sum, domain_id, created_at)
      select registrar_id, 'create', name, 1, id, ${at} from domains where name = ${name}`.execute(db);
  for (const [id, name] of [
    [901, 'gone.ee'],
    [902, 'gone.com.ee'],
    [903, 'malcom.ee'],
    [904, 'gone.elsewhere'],
    [905, 'never heard of'],
    [null, 'top-up'],
  ] as const)
    await sql`insert into ledger (registrar_id, activity, description, sum, domain_id, created_at)
      select id, 'create', ${name}, 1, ${id}, ${at} from registrars`.execute(db);
  await migrate(database);
});

/** A domain of which only the history is left, and after it another object of that number. */
const gone = async (id: number, name: string): Promise<void> => {
  for (const [type, key] of [
    ['contact', 'R:A'],
    ['domain', name],
    ['domain', name],
  ])
    await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key,
        event, changes)
      values (${at}, 'system', 'test', 'test', 'test', ${type}, ${id}, ${key}, 'update', '{}')`.execute(
      database.db,
    );
};

const zones = async (): Promise<Record<string, string | null>> => {
  const { rows } = await sql<{ description: string; origin: string | null }>`
    select ledger.description, zones.origin from ledger left join zones on zones.id = ledger.zone_id
    order by ledger.id`.execute(database.db);
  return Object.fromEntries(rows.map(({ description, origin }) => [description, origin]));
};

describe('rows of the ledger from before zones were kept', () => {
  it('have the zone of their domain, and of one that is gone the longest that its name ends with', async () => {
    expect(await zones()).toEqual({
      'still.ee': 'ee',
      'still.com.ee': 'com.ee',
      'gone.ee': 'ee',
      'gone.com.ee': 'com.ee',
      'malcom.ee': 'ee',
      'gone.elsewhere': null,
      'never heard of': null,
      'top-up': null,
    });
  });

  it('are as unchangeable as before, and new ones keep their zone', async () => {
    await expect(sql`update ledger set zone_id = null`.execute(database.db)).rejects.toThrow();
    await sql`insert into ledger (registrar_id, activity, description, sum, domain_id, created_at)
      select registrar_id, 'renew', 'new', 1, id, ${at} from domains where name = 'still.com.ee'`.execute(
      database.db,
    );
    expect(await zones()).toMatchObject({ new: 'com.ee' });
  });
});
