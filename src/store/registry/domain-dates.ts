import { sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import type { ForceDeleteStage } from '../tables/schema.ts';

/** What time changes of a domain. Moments are ISO 8601, days yyyy-mm-dd. */
export interface DatedDomain {
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
export async function writeDatedDomains(db: Db, dated: readonly DatedDomain[]): Promise<void> {
  if (dated.length === 0) return;
  await sql`
    update domains set statuses = dated.statuses, status_notes = dated.status_notes,
      status_times = dated.status_times, outzone_at = dated.outzone_at, delete_date = dated.delete_date,
      remove_at = dated.remove_at, remind_at = dated.remind_at, force_delete_stage = dated.force_delete_stage,
      force_delete_statuses = dated.force_delete_statuses, updated_at = dated.updated_at
    from jsonb_to_recordset(${JSON.stringify(dated)}::jsonb) as dated (id integer, statuses text[],
      status_notes jsonb, status_times jsonb, outzone_at timestamptz, delete_date date, remove_at timestamptz,
      remind_at timestamptz, force_delete_stage text, force_delete_statuses text[], updated_at timestamptz)
    where domains.id = dated.id`.execute(db);
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
