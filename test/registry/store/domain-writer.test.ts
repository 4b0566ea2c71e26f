import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { columnsOf, type DomainDraft } from '#src/registry/operations/domains/model/domain-draft.ts';
import { domainStates } from '#src/registry/operations/domains/model/domain-state.ts';
import {
  allocateDomains,
  domainTypes,
  insertionOf,
  updateDomains,
} from '#src/registry/store/registry/domain-writer.ts';
import { countStatements } from '../../support/database.ts';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { manyDomains } from '../../support/many-domains.ts';
import { restApi } from '../../support/rest.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const stateOf = async (name: string) => {
  const { container, clock } = world;
  const { id } = await storedDomain(world, name);
  const [state] = await domainStates(container.database.db, [id], container.calendar.dateOf(clock.now()));
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

describe('a written domain', () => {
  it('is every column of its table, with its type', async () => {
    const { rows } = await sql<{ name: string; type: string }>`
      select attname as name, atttypid::regtype::text as type from pg_attribute
      where attrelid = 'domains'::regclass and attnum > 0 and not attisdropped`.execute(
      world.container.database.db,
    );
    const { rows: reported } = await sql<{ name: string; type: string }>`
      select key as name, value::regtype::text as type
      from jsonb_each_text(${JSON.stringify(domainTypes)}::jsonb)`.execute(world.container.database.db);
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(reported.sort(byName)).toEqual(rows.sort(byName));
  });

  it('is what is read of it', async () => {
    const { db } = world.container.database;
    const { row, draft } = await stateOf(await newDomain(world));
    const full = everything(draft);
    const values = { ...columnsOf(full), status_times: { expired: 'then' }, updated_at: row.updated_at };
    const [drawn = { id: 0, uuid: '' }] = await allocateDomains(db, 1);
    const at = row.created_at;
    const own = { ...drawn, name: 'full.ee', name_puny: 'full.ee', zone_id: row.zone_id, created_at: at };
    const contact_id = row.registrant_id;
    await sql`update contacts set unlinked_at = ${at} where id = ${contact_id}`.execute(db);
    const written = await countStatements(world.container.database, () =>
      db.executeQuery(
        insertionOf([{ ...own, ...values }], {
          nameservers: ['ns1', 'ns2'].map((label) => ({
            domain_id: drawn.id,
            hostname: `${label}.full.ee`,
            hostname_puny: `${label}.full.ee`,
            ipv4: ['192.0.2.1'],
            ipv6: [],
            created_at: at,
          })),
          keys: [
            {
              domain_id: drawn.id,
              flags: 257,
              protocol: 3,
              alg: 13,
              public_key: 'AwEAAQ==',
              key_tag: 1,
              ds_digest_type: 2,
              ds_digest: 'AB',
              created_at: at,
              updated_at: at,
            },
          ],
          links: [{ domain_id: drawn.id, contact_id, role: 'tech' }],
        }),
      ),
    );
    expect(written.count).toBe(1);
    const inserted = await stateOf('full.ee');
    expect(inserted.row).toMatchObject({ ...drawn, status_times: { expired: 'then' } });
    expect(inserted.draft).toMatchObject({
      ...full,
      nameservers: [{ hostname: 'ns1.full.ee', ipv4: ['192.0.2.1'] }, { hostname: 'ns2.full.ee' }],
      keys: [{ flags: 257, publicKey: 'AwEAAQ==' }],
      admins: [],
      techs: [{ id: contact_id, unlinked_at: null }],
    });

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
      const replacement = await countStatements(world.container.database, async () => {
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
