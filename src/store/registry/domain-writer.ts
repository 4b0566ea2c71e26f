import { type Selectable, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import { type ColumnTypes, Recordset } from '../driver/recordset.ts';
import type { DomainTable } from '../tables/schema.ts';
import { domainTypes } from './domain-columns.ts';

type Row = Selectable<DomainTable>;

/** A domain that is about to be. */
export type NewDomainRow = Omit<Row, 'uuid'>;

/** What can change of a domain. */
export type DomainValues = Omit<NewDomainRow, 'id' | 'name' | 'name_puny' | 'zone_id' | 'created_at'>;

const { uuid: _, ...newTypes } = domainTypes;
const { id, name: _name, name_puny: _puny, zone_id: _zone, created_at: _created, ...valueTypes } = newTypes;

const newDomains = new Recordset<NewDomainRow>(newTypes);
const changedDomains = new Recordset<DomainValues & Pick<Row, 'id'>>({ id, ...valueTypes });
const assignments = sql.raw(
  Object.keys(valueTypes satisfies ColumnTypes<DomainValues>)
    .map((column) => `${column} = given.${column}`)
    .join(', '),
);

/** Known before the domains are: whatever hangs on them is written in the same trip. */
export async function newDomainIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval('domains_id_seq')::int as id from generate_series(1, ${count})`.execute(db);
  return rows.map(({ id }) => id);
}

/** Their uuids, in the order of the rows. */
export async function insertDomains(db: Db, domains: readonly NewDomainRow[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; uuid: string }>`
    insert into domains (${newDomains.columns}) overriding system value
    select ${newDomains.columns} from ${newDomains.of(domains)}
    returning id, uuid`.execute(db);
  const uuidOf = new Map(rows.map((row) => [row.id, row.uuid]));
  return domains.flatMap((row) => uuidOf.get(row.id) ?? []);
}

export async function updateDomains(
  db: Db,
  domains: readonly (DomainValues & Pick<Row, 'id'>)[],
): Promise<void> {
  if (domains.length === 0) return;
  await sql`update domains set ${assignments} from ${changedDomains.of(domains)}
    where domains.id = given.id`.execute(db);
}

/** With everything that hangs on them. */
export async function deleteDomains(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', sql<number>`any(${ids})`).execute();
}
