import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import type { DomainTransferTable } from '../tables/schema.ts';

export type DomainTransfer = Selectable<DomainTransferTable> & {
  readonly old_registrar_code: string;
  readonly new_registrar_code: string;
};

export async function insertTransfer(db: Db, transfer: Insertable<DomainTransferTable>): Promise<number> {
  const { id } = await db
    .insertInto('domain_transfers')
    .values(transfer)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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
