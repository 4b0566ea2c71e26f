import { type Selectable, sql } from 'kysely';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { domain } from '../../entities/domain.ts';
import type { Db, Ready } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';
import { among } from '../driver/lists/among.ts';
import { columnTypes } from '../driver/lists/entity-columns.ts';
import { type ColumnTypes, Recordset } from '../driver/lists/recordset.ts';
import type { DomainTable } from '../tables/schema.ts';
import { type NewParts, newParts } from './domain-relations.ts';

type Row = Selectable<DomainTable>;

/** The columns of a domain that can change. */
export type DomainValues = Omit<Row, 'id' | 'uuid' | 'name' | 'name_puny' | 'zone_id' | 'created_at'>;

export const domainTypes = columnTypes(domain);

const {
  id,
  uuid: _uuid,
  name: _name,
  name_puny: _puny,
  zone_id: _zone,
  created_at: _created,
  ...valueTypes
} = domainTypes;

const newDomains = new Recordset<Row>(domainTypes);
const changedDomains = new Recordset<DomainValues & Pick<Row, 'id'>>({ id, ...valueTypes });
const assignments = sql.raw(
  Object.keys(valueTypes satisfies ColumnTypes<DomainValues>)
    .map((column) => `${column} = given.${column}`)
    .join(', '),
);

/** The ids are taken before the domains are written, so that their parts go in the same round trip. */
export type AllocatedDomain = Pick<Row, 'id' | 'uuid'>;

export const allocateDomains = (db: Db, count: number): Promise<AllocatedDomain[]> =>
  allocation.run(db, { count });

const allocation = new Prepared<AllocatedDomain>(
  sql`select nextval('domains_id_seq') as id, gen_random_uuid() as uuid
    from generate_series(1, ${new Slot('count')}::int)`,
);

const insertions = new Map<string, Prepared<unknown>>();

/** Inserts domains with their parts, in one statement. */
export function insertionOf(domains: readonly Row[], parts: NewParts): Ready {
  const contacts = [
    ...domains.map(({ registrant_id }) => registrant_id),
    ...parts.links.map(({ contact_id }) => contact_id),
  ];
  const { shape, slots, filled } = among([...new Set(contacts)]);
  // Domains first, then their parts: PostgreSQL runs the main statement before those in its `with`.
  const insertion = getOrCreate(
    insertions,
    shape,
    () =>
      new Prepared(sql`with ${newParts(slots())}
        insert into domains (${newDomains.columns}) overriding system value
        select ${newDomains.columns} from ${newDomains.of(new Slot('domains'))}`),
  );
  return insertion.with({
    ...filled,
    domains: JSON.stringify(domains),
    nameservers: JSON.stringify(parts.nameservers),
    keys: JSON.stringify(parts.keys),
    links: JSON.stringify(parts.links),
  });
}

export const updateDomains = changedDomains.statement(
  (given) => sql`update domains set ${assignments} from ${given} where domains.id = given.id`,
);

/** Deletes domains with all their parts. */
export async function deleteDomains(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', sql<number>`any(${ids})`).execute();
}
