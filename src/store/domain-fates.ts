import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { ForceDeleteStage } from './schema.ts';

/** What time changes of a domain. Moments are ISO 8601, days yyyy-mm-dd. */
export interface DomainFate {
  readonly id: number;
  readonly statuses: readonly string[];
  readonly status_notes: Readonly<Record<string, string | null>>;
  readonly status_times: Readonly<Record<string, string>>;
  readonly outzone_at: string | null;
  readonly delete_date: string | null;
  readonly remove_at: string | null;
  readonly remind_at: string | null;
  readonly force_delete_stage: ForceDeleteStage | null;
  readonly force_delete_statuses: readonly string[];
  readonly updated_at: string;
}

/** Many domains in one statement: a job may have a thousand of them. */
export async function writeFates(db: Db, fates: readonly DomainFate[]): Promise<void> {
  if (fates.length === 0) return;
  await sql`
    update domains set statuses = fate.statuses, status_notes = fate.status_notes,
      status_times = fate.status_times, outzone_at = fate.outzone_at, delete_date = fate.delete_date,
      remove_at = fate.remove_at, remind_at = fate.remind_at, force_delete_stage = fate.force_delete_stage,
      force_delete_statuses = fate.force_delete_statuses, updated_at = fate.updated_at
    from jsonb_to_recordset(${JSON.stringify(fates)}::jsonb) as fate (id integer, statuses text[],
      status_notes jsonb, status_times jsonb, outzone_at timestamptz, delete_date date, remove_at timestamptz,
      remind_at timestamptz, force_delete_stage text, force_delete_statuses text[], updated_at timestamptz)
    where domains.id = fate.id`.execute(db);
}

/** Contacts that a domain has let go of at a moment; those that another one still uses are left alone. */
export async function noteUnlinked(db: Db, since: ReadonlyMap<number, Date>): Promise<void> {
  await sql`
    update contacts set unlinked_at = gone.since
    from unnest(${[...since.keys()]}::int[], ${[...since.values()]}::timestamptz[]) as gone (id, since)
    where contacts.id = gone.id and contacts.unlinked_at is null
      and not exists (select from domains where domains.registrant_id = contacts.id)
      and not exists (select from domain_contacts where domain_contacts.contact_id = contacts.id)`.execute(
    db,
  );
}

/** With everything that hangs on them. */
export async function deleteDomains(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('domains').where('id', '=', sql<number>`any(${ids})`).execute();
}
