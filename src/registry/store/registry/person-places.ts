import { sql } from 'kysely';
import type { Db } from '../driver/pool.ts';

/** A table, with the columns in which a person may be found, and those that may be shown. */
export interface PlaceOfPeople {
  readonly name: string;
  readonly searched: readonly string[];
  readonly shown: readonly string[];
  /** Columns that hold the id of a contact. */
  readonly contacts: readonly string[];
}

/** Never shown, whatever table they are in. */
const secretColumn = 'hash|password|secret|sealed|auth_info|transfer_code|code_key|private|public_key';
/** Tables without anything about people: keys and what programs remember. */
const ofMachines = ['schema_migrations', 'facade_secrets', 'oauth_records', 'rate_budgets', 'job_leases'];

/**
 * Every table of the database: a column that a later migration adds is searched without a line here. Parts of divided tables are searched
 * with the whole.
 */
export async function placesOfPeople(db: Db): Promise<PlaceOfPeople[]> {
  const { rows } = await sql<PlaceOfPeople>`
    select class.relname as name,
      array_agg(attname::text order by attnum) filter (where atttypid = any(array['text', 'text[]', 'jsonb']::regtype[])
        and attname !~ ${secretColumn}) as searched,
      array_agg(attname::text order by attnum) filter (where attname !~ ${secretColumn} and atttypid <> 'bytea'::regtype) as shown,
      coalesce(array_agg(attname::text order by attnum) filter (where attname in ('contact_id', 'registrant_id')), '{}') as contacts
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not class.relname = any(${ofMachines})
    group by class.relname order by class.relname`.execute(db);
  return rows.filter(({ searched, contacts }) => searched !== null || contacts.length > 0);
}

/** The rows of a table that name a person, as JSON, up to one more than the limit. */
export async function rowsAbout(
  db: Db,
  place: PlaceOfPeople,
  {
    pattern,
    contactIds,
    limit,
  }: { readonly pattern: string; readonly contactIds: readonly number[]; readonly limit: number },
): Promise<Readonly<Record<string, unknown>>[]> {
  const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const found = [
    ...(place.searched?.length
      ? [
          sql`concat_ws(chr(10), ${sql.join(place.searched.map((name) => sql`${sql.ref(name)}::text`))}) ~* ${pattern}`,
        ]
      : []),
    ...place.contacts.map((name) => sql`${sql.ref(name)} = any(${contactIds}::bigint[])`),
    ...(place.name === 'contacts' ? [sql`id = any(${contactIds}::bigint[])`] : []),
  ];
  const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
    select to_jsonb(found) as row from (
      select ${columns(place.shown)} from ${sql.table(place.name)} where ${sql.join(found, sql` or `)} limit ${limit + 1}) found`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export interface KnownContact {
  readonly id: number;
  readonly code: string;
  readonly email: string | null;
  /** Whether it is there now; others are in history only. */
  readonly isPresent: boolean;
}

/** Contacts that have, or had, this identity code or e-mail address, in any case. */
export async function contactsOfPerson(db: Db, key: string, pattern: string): Promise<KnownContact[]> {
  const { rows } = await sql<KnownContact>`
    select id, code, lower(email) as email, true as "isPresent" from contacts
    where lower(email) = ${key} or lower(ident) = ${key}
    union all
    select object_id, max(object_key), null, false from history
    where object_type = 'contact' and (changes::text ~* ${pattern} or snapshot::text ~* ${pattern})
      and not exists (select from contacts where contacts.id = object_id and (lower(email) = ${key} or lower(ident) = ${key}))
    group by object_id order by 1`.execute(db);
  return rows;
}

/** Of these, the contacts that were deleted before a moment and that history still knows. */
export async function goneBefore(db: Db, contactIds: readonly number[], before: Date): Promise<number[]> {
  const { rows } = await sql<{ object_id: number }>`
    select object_id from history where object_type = 'contact' and event = 'destroy' and kind is null
      and object_id = any(${contactIds}::bigint[]) and at < ${before} order by object_id`.execute(db);
  return rows.map(({ object_id }) => object_id);
}

/** Mails to or about a person that are sent or given up, those that the sandbox has caught too; returns how many. */
export async function deleteMails(db: Db, pattern: string): Promise<number> {
  const { rows } = await sql`
    delete from outbox where kind = 'mail' and (done_at is not null or dead_at is not null)
      and (payload::text ~* ${pattern} or subject ~* ${pattern}) returning id`.execute(db);
  await sql`delete from sandbox_mails where concat_ws(chr(10), recipient, subject, text) ~* ${pattern}`.execute(
    db,
  );
  return rows.length;
}

/** Ends published questions that name a person, and what they asked; returns how many. */
export async function eraseQuestions(db: Db, pattern: string, now: Date): Promise<number> {
  const { rows } = await sql`
    update questions set revoked_at = coalesce(revoked_at, ${now}), name = '…', document = '{ __typename }', variables = '{}', look = null
    where concat_ws(chr(10), name, document, variables::text, look::text) ~* ${pattern} returning id`.execute(
    db,
  );
  return rows.length;
}
