import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';

/** An arbitrary number for advisory locks that nothing else uses. */
const NAMES = 20102;

/**
 * Locks names, which may not have a row yet, until the transaction ends. Every operation that takes or releases names
 * (a registration, a reservation, a dispute, a zone) calls it. The locks are taken in one order, so that two calls
 * cannot deadlock.
 */
export async function lockNames(db: Db, names: readonly string[]): Promise<void> {
  await locks.run(db, { names });
}

const locks = new Prepared(sql`
  select pg_advisory_xact_lock(${NAMES}, key)
  from (select distinct hashtext(name) as key from unnest(${new Slot('names')}::text[]) name order by key) keys`);

/** Locks one name until the transaction ends, and returns the id and UUID of the domain to be registered. */
export async function lockNewName(db: Db, name: string): Promise<{ id: number; uuid: string }> {
  const [drawn] = await newName.run(db, { name });
  if (!drawn) throw new Error('a statement without a table returned no row');
  return drawn;
}

const newName = new Prepared<{ id: number; uuid: string }>(sql`
  select pg_advisory_xact_lock(${NAMES}, hashtext(${new Slot('name')})),
    nextval('domains_id_seq') as id, gen_random_uuid() as uuid`);

/** Locks the names of the reservations that these invoices pay for, until the transaction ends. */
export async function lockNamesOfInvoices(db: Db, invoiceIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${NAMES}, key)
    from (
      select distinct hashtext(name) as key
      from invoices cross join unnest(reserved_names) as name
      where invoices.id = any(${invoiceIds}::bigint[]) order by key
    ) keys`.execute(db);
}
