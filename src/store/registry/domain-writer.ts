import { type Selectable, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import { type ColumnTypes, Recordset } from '../driver/recordset.ts';
import type { DomainTable } from '../tables/schema.ts';
import { domainTypes } from './domain-columns.ts';

type Row = Selectable<DomainTable>;

/** A domain that is about to be. */
export type NewDomainRow = Omit<Row, 'id' | 'uuid'>;

/** What can change of a domain. */
export type DomainValues = Omit<NewDomainRow, 'name' | 'name_puny' | 'zone_id' | 'created_at'>;

const { uuid: _, id, ...newTypes } = domainTypes;
const { name: _name, name_puny: _puny, zone_id: _zone, created_at: _created, ...valueTypes } = newTypes;

const newDomains = new Recordset<NewDomainRow>(newTypes);
const changedDomains = new Recordset<DomainValues & Pick<Row, 'id'>>({ id, ...valueTypes });
const assignments = sql.raw(
  Object.keys(valueTypes satisfies ColumnTypes<DomainValues>)
    .map((column) => `${column} = given.${column}`)
    .join(', '),
);

/** Their ids, in the order of the rows. */
export async function insertDomains(
  db: Db,
  domains: readonly NewDomainRow[],
): Promise<{ id: number; uuid: string }[]> {
  const { rows } = await sql<{ id: number; uuid: string; name: string }>`
    insert into domains (${newDomains.columns}) select ${newDomains.columns} from ${newDomains.of(domains)}
    returning id, uuid, name`.execute(db);
  const made = new Map(rows.map((row) => [row.name, row]));
  return domains.flatMap(({ name }) => made.get(name) ?? []);
}

export async function updateDomains(
  db: Db,
  domains: readonly (DomainValues & Pick<Row, 'id'>)[],
): Promise<void> {
  await sql`update domains set ${assignments} from ${changedDomains.of(domains)}
    where domains.id = given.id`.execute(db);
}

/** With everything that hangs on them. */
export async function deleteDomains(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', sql<number>`any(${ids})`).execute();
}
