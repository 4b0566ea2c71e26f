import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import type { Earliest } from '../driver/lists/earliest.ts';
import type { Registrar } from '../registry/registrars.ts';

/** The balance has fallen to the threshold, and no earlier invoice of the auto-reload can still be paid. */
const isLow = sql<boolean>`registrars.auto_reload_amount is not null
  and exists (
    select from accounts
    where accounts.registrar_id = registrars.id and accounts.balance <= registrars.auto_reload_threshold)
  and not exists (
    select from invoices
    where invoices.id = registrars.auto_reload_invoice_id and invoices.status in ('unpaid', 'failed', 'overdue'))`;

/** Skips locked rows, which the next run will find. */
export async function takeLowRegistrars(db: Db, limit: number): Promise<Registrar[]> {
  const { rows } = await sql<Registrar>`
    select * from registrars where ${isLow} order by id limit ${limit} for no key update skip locked`.execute(
    db,
  );
  return rows;
}

/**
 * Returns when the next check is due: after the last movement or change of the setting, and an hour after the last
 * check.
 */
export const earliestReload = (job: string): Earliest => sql`
  select greatest(min(greatest(registrars.updated_at, moved.last_at)),
    (select last_started_at + interval '1 hour' from job_leases where job_leases.job = ${job}))
  from registrars
  left join lateral (
    select max(created_at) as last_at from ledger where ledger.registrar_id = registrars.id) moved on true
  where ${isLow} having count(*) > 0`;
