import { type Insertable, type Selectable, sql } from 'kysely';
import { declareSecrets } from '../../entities/entity.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { PendingChangeTable } from '../tables/schema.ts';

declareSecrets('token_hash');

/** A pending change with its domain and the name of the requesting registrar. */
export type PendingChange = Selectable<PendingChangeTable> & {
  readonly domain_name: string;
  readonly requested_by_name: string;
};

const pendingChanges = (db: Db) =>
  db
    .selectFrom('pending_changes')
    .innerJoin('domains', 'domains.id', 'pending_changes.domain_id')
    .innerJoin('registrars', 'registrars.code', 'pending_changes.requested_by')
    .selectAll('pending_changes')
    .select(['domains.name as domain_name', 'registrars.name as requested_by_name']);

export function pendingChangeByToken(db: Db, tokenHash: string): Promise<PendingChange | undefined> {
  return pendingChanges(db).where('token_hash', '=', tokenHash).executeTakeFirst();
}

export function pendingChangeOfDomain(db: Db, domainId: number): Promise<PendingChange | undefined> {
  return pendingChanges(db).where('domain_id', '=', domainId).executeTakeFirst();
}

/** Names of domains whose registrants were asked at or before this time, the longest waiting first. */
export async function domainsAskedBy(db: Db, moment: Date): Promise<string[]> {
  const rows = await pendingChanges(db).where('asked_at', '<=', moment).orderBy('asked_at').execute();
  return rows.map((row) => row.domain_name);
}

/** A domain has one pending change at a time: a new one replaces the old one. */
export async function putPendingChange(db: Db, change: Insertable<PendingChangeTable>): Promise<void> {
  const { domain_id: _, ...question } = change;
  await db
    .insertInto('pending_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet(question))
    .execute();
}

export async function deletePendingChanges(db: Db, domainIds: readonly number[]): Promise<void> {
  if (domainIds.length === 0) return;
  await db.deleteFrom('pending_changes').where('domain_id', '=', sql<number>`any(${domainIds})`).execute();
}

/** Tells whether one of these domains has a pending change, or a pending change names the contact. */
export async function isConfirmationPending(
  db: Db,
  domainIds: readonly number[],
  contactCode: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from pending_changes
    where domain_id = any(${domainIds}) or position(${JSON.stringify(contactCode)} in request::text) > 0
    limit 1`.execute(db);
  return rows.length > 0;
}
