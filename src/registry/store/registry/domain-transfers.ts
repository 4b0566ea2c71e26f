import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import { Recordset } from '../driver/lists/recordset.ts';
import type { DomainTransferTable } from '../tables/schema.ts';

export type DomainTransfer = Selectable<DomainTransferTable> & {
  readonly old_registrar_code: string;
  readonly new_registrar_code: string;
};

const newTransfers = new Recordset<Insertable<DomainTransferTable>>({
  domain_id: 'bigint',
  domain_name: 'text',
  old_registrar_id: 'bigint',
  new_registrar_id: 'bigint',
  status: 'text',
  requested_at: 'timestamptz',
  transferred_at: 'timestamptz',
  expires_at: 'timestamptz',
});

const insertion = newTransfers.statement<{ id: number; domain_id: number }>(
  (given) => sql`insert into domain_transfers (${newTransfers.columns})
    select ${newTransfers.columns} from ${given} returning id, domain_id`,
);

/** Their ids, by domain. */
export async function insertTransfers(
  db: Db,
  transfers: readonly Insertable<DomainTransferTable>[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await insertion(db, transfers);
  return new Map(rows.map(({ id, domain_id }) => [domain_id, id]));
}

export function transfersById(db: Db, ids: readonly number[]): Promise<DomainTransfer[]> {
  return db
    .selectFrom('domain_transfers')
    .innerJoin('registrars as old', 'old.id', 'domain_transfers.old_registrar_id')
    .innerJoin('registrars as new', 'new.id', 'domain_transfers.new_registrar_id')
    .selectAll('domain_transfers')
    .select(['old.code as old_registrar_code', 'new.code as new_registrar_code'])
    .where('domain_transfers.id', '=', sql<number>`any(${ids})`)
    .execute();
}
