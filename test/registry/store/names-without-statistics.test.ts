import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { normaliseLookup } from '#src/registry/rules/domain/domain-name.ts';
import { domainsByName, lockDomains, lockDomainsByCode } from '#src/registry/store/registry/domains.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { testWorld } from '../../support/world.ts';

// The embedded engine counts no scans.
it.runIf(inject('testDatabase').kind === 'postgres')(
  'domains are found by their names without the index for parts of names, though nothing was ever analysed',
  async () => {
    const world = await testWorld();
    const { database, calendar, clock } = world.container;
    await sql`alter table domains set (autovacuum_enabled = false)`.execute(database.db);
    const names = await manyDomains(world, { prefix: 'unknown', count: 1500 });
    const some = names.slice(0, 60).map(normaliseLookup);
    const scans = await database.transaction(async (db) => {
      expect(await lockDomains(db, some)).toHaveLength(60);
      expect(await lockDomainsByCode(db, [{ name: some[0] ?? '', fingerprint: 'wrong' }])).toEqual([]);
      // After a few times PostgreSQL plans for names of any number.
      for (let time = 0; time < 8; time += 1)
        expect(await domainsByName(db, some, calendar.dateOf(clock.now()))).toHaveLength(60);
      const { rows } = await sql<{ known: number; scans: number }>`
        select pg_stat_get_xact_numscans('domains_name_parts'::regclass)::int as scans,
          (select reltuples::int from pg_class where oid = 'domains'::regclass) as known`.execute(db);
      return rows[0];
    });
    expect(scans).toEqual({ known: -1, scans: 0 });
  },
);
