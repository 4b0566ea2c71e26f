import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { columnsOf, type DomainDraft } from '#src/operations/domains/model/domain-draft.ts';
import { domainStates } from '#src/operations/domains/model/domain-state.ts';
import { domainTypes } from '#src/store/registry/domain-columns.ts';
import { insertDomains, newDomainIds, updateDomains } from '#src/store/registry/domain-writer.ts';
import { countStatements } from '../support/database.ts';
import { newDomain, storedDomain } from '../support/domains.ts';
import { manyDomains } from '../support/many-domains.ts';
import { restApi } from '../support/rest.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const stateOf = async (name: string) => {
  const { house, clock } = world;
  const { id } = await storedDomain(world, name);
  const [state] = await domainStates(house.database.db, [id], house.calendar.dateOf(clock.now()));
  if (!state) throw new Error(`no domain ${name}`);
  return state;
};

/** Every field with a value of its own. */
const everything = (draft: DomainDraft): DomainDraft => ({
  ...draft,
  statuses: ['serverHold', 'expired'],
  statusNotes: { serverHold: 'A "quoted" note, with õ' },
  transferCode: `it's a code`,
  months: 9,
  expiresAt: new Date('2031-01-01T22:00:00.123Z'),
  outzoneAt: new Date('2031-01-15T22:00:00.456Z'),
  deleteDate: '2031-02-14',
  removeAt: new Date('2031-02-14T13:00:00.000Z'),
  remindAt: new Date('2031-01-03T22:00:00.000Z'),
  forceDelete: {
    kind: 'soft',
    start: '2031-01-02',
    date: '2031-02-16',
    reason: 'invalid_email',
    notes: 'null',
    stage: 'held',
    statuses: ['serverForceDelete', 'serverRenewProhibited'],
  },
});

describe('what is written of a domain', () => {
  it('is every column of its table, with its type', async () => {
    const { rows } = await sql<{ name: string; type: string }>`
      select attname as name, atttypid::regtype::text as type from pg_attribute
      where attrelid = 'domains'::regclass and attnum > 0 and not attisdropped`.execute(
      world.house.database.db,
    );
    const { rows: told } = await sql<{ name: string; type: string }>`
      select key as name, value::regtype::text as type
      from jsonb_each_text(${JSON.stringify(domainTypes)}::jsonb)`.execute(world.house.database.db);
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(told.sort(byName)).toEqual(rows.sort(byName));
  });

  it('is what is read of it', async () => {
    const { db } = world.house.database;
    const { row, draft } = await stateOf(await newDomain(world));
    const full = everything(draft);
    const values = { ...columnsOf(full), status_times: { expired: 'then' }, updated_at: row.updated_at };
    await insertDomains(db, [
      {
        id: (await newDomainIds(db, 1))[0] ?? 0,
        name: 'full.ee',
        name_puny: 'full.ee',
        zone_id: row.zone_id,
        created_at: row.created_at,
        ...values,
      },
    ]);
    const inserted = await stateOf('full.ee');
    expect(inserted.draft).toEqual({ ...full, nameservers: [], keys: [], admins: [], techs: [] });
    expect(inserted.row.status_times).toEqual({ expired: 'then' });

    await updateDomains(db, [{ id: row.id, ...values }]);
    const updated = await stateOf(row.name);
    expect(updated.draft).toEqual(full);
    expect(updated.row).toMatchObject({ name: row.name, uuid: row.uuid, created_at: row.created_at });

    await updateDomains(db, [
      { id: row.id, ...columnsOf(draft), status_times: {}, updated_at: row.updated_at },
    ]);
    expect((await stateOf(row.name)).draft).toEqual(draft);
  });
});

describe('many domains', () => {
  const call = restApi(() => world);

  it('get another nameserver in as many statements as one', async () => {
    const counts: number[] = [];
    for (const count of [1, 40]) {
      const names = await manyDomains(world, { prefix: `bulk${count}`, count });
      const replacement = await countStatements(world.house.database, async () => {
        const attributes = { hostname: `ns9.host${count}.test` };
        const data = { type: 'nameserver', id: 'ns2.host.example', attributes, domains: names };
        const answer = await call('PUT /registrar/nameservers', { data });
        expect(answer.body.data.affected_domains).toHaveLength(count);
      });
      counts.push(replacement.count);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
