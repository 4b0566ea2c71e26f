import { type Selectable, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import { Prepared, Slot } from '../driver/prepared.ts';
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
  return (await drawn.run(db, { count })).map(({ id }) => id);
}

const drawn = new Prepared<{ id: number }>(
  sql`select nextval('domains_id_seq')::int as id from generate_series(1, ${new Slot('count')}::int)`,
);

const insertion = newDomains.statement<{ id: number; uuid: string }>(
  (given) => sql`insert into domains (${newDomains.columns}) overriding system value
    select ${newDomains.columns} from ${given} returning id, uuid`,
);

/** Their uuids, in the order of the rows. */
export async function insertDomains(db: Db, domains: readonly NewDomainRow[]): Promise<string[]> {
  const uuidOf = new Map((await insertion(db, domains)).map((row) => [row.id, row.uuid]));
  return domains.flatMap((row) => uuidOf.get(row.id) ?? []);
}

export const updateDomains = changedDomains.statement(
  (given) => sql`update domains set ${assignments} from ${given} where domains.id = given.id`,
);

/** With everything that hangs on them. */
export async function deleteDomains(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', sql<number>`any(${ids})`).execute();
}
