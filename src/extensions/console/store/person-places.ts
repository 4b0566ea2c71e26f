import { type RawBuilder, sql } from 'kysely';
import { declareSecrets, secretColumns } from '../../../registry/entities/entity.ts';
import { hiddenName } from '../../../registry/rules/visibility.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { type Entry, eraseEntries } from '../../../registry/store/registry/forget-contacts.ts';
import type { PersonKey } from '../people/person.ts';

/** A table, with the columns in which a person may be found, and those that may be shown. */
export interface PlaceOfPeople {
  readonly name: string;
  readonly searched: readonly string[] | null;
  readonly shown: readonly string[];
  /** Columns that hold the id of a contact, of a registrar's user, of an operator, and the name of one who acted. */
  readonly contacts: readonly string[];
  readonly users: readonly string[];
  readonly operators: readonly string[];
  readonly names: readonly string[];
}

// Of tables whose extension may be left out, so that nothing else declares them.
declareSecrets('sealed', 'maker_secret');

/** Tables without anything about people: keys and what programs remember. */
const ofMachines = ['schema_migrations', 'facade_secrets', 'rate_budgets', 'job_leases'];
const ofUsers =
  'api_user_id user_id asked_user_id first_approver_id decider_id switched_from requested_by'.split(' ');
const ofNames =
  'actor actor_name created_by updated_by asked_by first_approved_by decided_by requested_by resolved_by started_by'.split(
    ' ',
  );

/**
 * Every table of the database: a column that a later migration adds is searched without a line here. Parts of divided
 * tables are searched with the whole.
 */
export async function placesOfPeople(db: Db): Promise<PlaceOfPeople[]> {
  const hidden = [...secretColumns];
  const { rows } = await sql<PlaceOfPeople>`
    select class.relname as name,
      array_agg(attname::text order by attnum) filter (where atttypid = any(array['text', 'text[]', 'jsonb']::regtype[])
        and attname <> all(${hidden})) as searched,
      array_agg(attname::text order by attnum) filter (where attname <> all(${hidden}) and atttypid <> 'bytea'::regtype) as shown,
      coalesce(array_agg(attname::text) filter (where attname in ('contact_id', 'registrant_id')), '{}') as contacts,
      coalesce(array_agg(attname::text) filter (where attname = any(${ofUsers}) and atttypid = 'bigint'::regtype), '{}') as users,
      coalesce(array_agg(attname::text) filter (where attname = 'operator_id'), '{}') as operators,
      coalesce(array_agg(attname::text) filter (where attname = any(${ofNames}) and atttypid = 'text'::regtype), '{}') as names
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not class.relname = any(${ofMachines})
    group by class.relname order by class.relname`.execute(db);
  return rows;
}

/** The contacts, users and operators that are a person, and a pattern that finds the person in texts. */
export interface FoundPerson {
  readonly contacts: readonly KnownContact[];
  readonly users: readonly KnownName[];
  readonly operators: readonly KnownName[];
  readonly pattern: string;
}

/**
 * The rows of a table that are about a person, as JSON, the newest first where it has ids, up to one more than the
 * limit.
 */
export async function rowsAbout(
  db: Db,
  place: PlaceOfPeople,
  { contacts, users, operators, pattern }: FoundPerson,
  limit: number,
): Promise<Readonly<Record<string, unknown>>[]> {
  const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const [contactIds, userIds, operatorIds] = [contacts, users, operators].map((all) =>
    all.map(({ id }) => id),
  );
  const names = [...users, ...operators].map(({ name }) => name);
  const among = (columns: readonly string[], values: readonly unknown[] = [], type: 'bigint[]' | 'text[]') =>
    values.length === 0
      ? []
      : columns.map((name) => sql`${sql.ref(name)} = any(${values}::${sql.raw(type)})`);
  const own: Readonly<Record<string, readonly unknown[] | undefined>> = {
    contacts: contactIds,
    api_users: userIds,
    operators: operatorIds,
  };
  const found = [
    ...(place.searched?.length
      ? [
          sql`concat_ws(chr(10), ${sql.join(place.searched.map((name) => sql`${sql.ref(name)}::text`))}) ~* ${pattern}`,
        ]
      : []),
    ...among(place.contacts, contactIds, 'bigint[]'),
    ...among(place.users, userIds, 'bigint[]'),
    ...among(place.operators, operatorIds, 'bigint[]'),
    ...among(place.names, names, 'text[]'),
    ...among(['id'], own[place.name], 'bigint[]'),
    ...(place.name === 'domains'
      ? [sql`id in (select domain_id from domain_contacts where contact_id = any(${contactIds}::bigint[]))`]
      : []),
    ...(place.name === 'legal_documents'
      ? [
          sql`(object_type = 'contact' and object_id = any(${contactIds}::bigint[]))
            or (object_type = 'domain' and object_id in (
              select id from domains where registrant_id = any(${contactIds}::bigint[])
              union select domain_id from domain_versions where registrant_code = any(${contacts.map(({ code }) => code)}::text[])))`,
        ]
      : []),
  ];
  if (found.length === 0) return [];
  const newest = place.shown.includes('id') ? sql`order by id desc` : sql``;
  const { rows } = await sql<{ row: Readonly<Record<string, unknown>> }>`
    select to_jsonb(found) as row from (
      select ${columns(place.shown)} from ${sql.table(place.name)} where ${sql.join(found, sql` or `)} ${newest} limit ${limit + 1}) found`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export interface KnownName {
  readonly id: number;
  readonly name: string;
}

export interface KnownContact {
  readonly id: number;
  readonly code: string;
  /** The e-mail address of a contact that exists now, if it belongs to nobody else. */
  readonly email: string | null;
  /** True if the contact exists now and has what was asked for; others had it in the past. */
  readonly isPresent: boolean;
  /** True if a contact that had it in the past exists with another identity code or address now. */
  readonly isElsewhere: boolean;
  /** True if another contact has its code now. */
  readonly isReused: boolean;
}

const parametersOf = ({ ident, email }: PersonKey) =>
  [email ?? null, ident?.code ?? null, ident?.country ?? null] as const;

/** Tells whether a contact has the identity code or e-mail address now, in upper or lower case. */
const hasNow = (key: PersonKey) => {
  const [email, code, country] = parametersOf(key);
  return sql`(lower(email) = ${email} or (lower(ident) = ${code} and coalesce(upper(ident_country_code), ${country}) = ${country}))`;
};

/** Tells whether a registrar, one of its users or an operator has this e-mail address. */
const isAtWork = (address: RawBuilder<unknown>) => sql`(
  exists (select from registrars where lower(${address}) in (lower(registrars.email), lower(billing_email)))
  or exists (select from api_users where lower(api_users.email) = lower(${address}))
  or exists (select from operators where lower(operators.email) = lower(${address})))`;

/** Contacts that have, or had, this identity code or e-mail address, in any case. */
export async function contactsOfPerson(db: Db, key: PersonKey): Promise<KnownContact[]> {
  const [email, code, country] = parametersOf(key);
  const had = (
    document: string,
    was: string,
  ) => sql`(lower(${sql.raw(document)} #>> ${`{email${was}}`}) = ${email}
    or (lower(${sql.raw(document)} #>> ${`{ident${was},code}`}) = ${code}
      and coalesce(upper(${sql.raw(document)} #>> ${`{ident${was},countryCode}`}), ${country}) = ${country}))`;
  const { rows } = await sql<KnownContact>`
    with present as (
      select id, code, email, ident from contacts where ${hasNow(key)})
    select id, code, true as "isPresent", false as "isElsewhere", false as "isReused", case when not exists (
        select from contacts other where lower(other.email) = lower(present.email) and other.ident is distinct from present.ident)
        and not ${isAtWork(sql`present.email`)}
      then lower(email) end as email
    from present
    union all
    select object_id, max(object_key), false, exists (select from contacts where contacts.id = object_id),
      exists (select from contacts where contacts.code = max(object_key) and contacts.id <> object_id), null
    from history
    where object_type = 'contact' and object_id not in (select id from present)
      and (${had('snapshot', '')} or ${had('changes', ',from')})
    group by object_id order by 1`.execute(db);
  return rows;
}

/** Registrars' users and operators with this identity code or e-mail address. */
export async function workersWho(
  db: Db,
  email: string | undefined,
  codes: readonly string[],
): Promise<{ readonly users: KnownName[]; readonly operators: KnownName[] }> {
  const { rows } = await sql<KnownName & { isUser: boolean }>`
    select id, username as name, true as "isUser" from api_users where lower(email) = ${email ?? null} or lower(identity_code) = any(${codes})
    union all
    select id, name, false from operators where lower(email) = ${email ?? null} order by 1`.execute(db);
  return { users: rows.filter(({ isUser }) => isUser), operators: rows.filter(({ isUser }) => !isUser) };
}

/** The names of domains that a contact is on, some of them. */
export async function someDomainsOf(db: Db, contactId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from domains where registrant_id = ${contactId}
      or id in (select domain_id from domain_contacts where contact_id = ${contactId}) order by name limit ${limit}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Those of these contacts that were deleted before a moment and that history still has. */
export async function goneBefore(db: Db, contactIds: readonly number[], before: Date): Promise<number[]> {
  const { rows } = await sql<{ object_id: number }>`
    select object_id from history where object_type = 'contact' and event = 'destroy' and kind is null
      and object_id = any(${contactIds}::bigint[]) and at < ${before} order by object_id`.execute(db);
  return rows.map(({ object_id }) => object_id);
}

/** Those of these contacts that are gone, that history still has, and that no domain has used while they were there. */
export async function neverOnDomains(db: Db, contactIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ object_id: number }>`
    select object_id from history gone where object_type = 'contact' and event = 'destroy' and kind is null
      and object_id = any(${contactIds}::bigint[]) and not exists (
        select from history used where used.object_type = 'domain' and used.at <= gone.at
          and used.at >= (select min(at) from history made where made.object_type = 'contact' and made.object_id = gone.object_id)
          and strpos(concat(used.changes, used.snapshot), to_json(gone.object_key)::text) > 0)
    order by object_id`.execute(db);
  return rows.map(({ object_id }) => object_id);
}

/** A moment of the database: what is written after it, or was not committed then, is newer. */
export async function momentOfWrites(db: Db): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::xid::text as moment`.execute(db);
  return rows[0]?.moment ?? '0';
}

/** Rows that are newer than a moment; all of them without one. */
const newer = (moment: string | undefined) =>
  moment === undefined ? sql`true` : sql`age(xmin) <= age(${moment}::xid)`;

/** The texts that are searched: those with this pattern, if they are newer than `since`. */
export interface ErasedTexts {
  readonly pattern: string;
  readonly since?: string;
}

/**
 * Mails and calls of webhooks to or about a person that are done or given up, those that the sandbox has caught too;
 * returns how many.
 */
export async function deleteMessages(db: Db, { pattern, since }: ErasedTexts): Promise<number> {
  const { rows } = await sql`
    delete from outbox where ${newer(since)} and kind in ('mail', 'webhook') and (done_at is not null or dead_at is not null)
      and (payload::text ~* ${pattern} or subject ~* ${pattern}) returning id`.execute(db);
  await sql`delete from sandbox_mails where ${newer(since)} and concat_ws(chr(10), recipient, subject, text) ~* ${pattern}`.execute(
    db,
  );
  await sql`delete from sandbox_webhooks where ${newer(since)} and body ~* ${pattern}`.execute(db);
  await sql`delete from sandbox_agent_calls where ${newer(since)} and concat_ws(chr(10), arguments, result) ~* ${pattern}`.execute(
    db,
  );
  return rows.length;
}

/**
 * Deletes what still waits to be sent: calls of webhooks that name a person, and mails to that person alone. Mails to
 * a registrar or an operator are sent. Returns how many.
 */
export async function deleteWaitingMessages(db: Db, pattern: string): Promise<number> {
  const { rows } = await sql`
    delete from outbox where done_at is null and dead_at is null and kind in ('mail', 'webhook')
      and (payload::text ~* ${pattern} or subject ~* ${pattern})
      and (kind = 'webhook' or not exists (
        select from jsonb_array_elements_text(
          case jsonb_typeof(payload->'to') when 'array' then payload->'to' else jsonb_build_array(payload->'to') end) recipient (address)
        where address !~* ${pattern} or ${isAtWork(sql`address`)}))
    returning id`.execute(db);
  return rows.length;
}

/** Empties what decided approvals have shown about a person; returns how many. */
export async function eraseApprovals(db: Db, { pattern, since }: ErasedTexts): Promise<number> {
  const { rows } = await sql`
    update approvals set shown = shown || '{"summary": "…", "changes": [], "notices": [], "refused": [], "document": null}'
    where ${newer(since)} and state <> 'WAITING' and sealed is null and shown::text ~* ${pattern} returning id`.execute(
    db,
  );
  return rows.length;
}

/**
 * Takes what names a person out of the answers that are kept for repeated requests: such an object is then shown as
 * it is, as it was erased. What a finished request had sent on goes too.
 */
export async function eraseAnswers(db: Db, { pattern, since }: ErasedTexts): Promise<void> {
  await sql`
    update idempotency_keys set prepared = null,
      answer = case when answer ? 'shown' then jsonb_set(answer, '{shown}', (
        select coalesce(jsonb_object_agg(name, one), '{}') from jsonb_each(answer->'shown') as shown (name, one)
        where one::text !~* ${pattern})) else answer end
    where ${newer(since)} and answer is not null and concat_ws(chr(10), answer->>'shown', prepared::text) ~* ${pattern}`.execute(
    db,
  );
}

/** Ends published questions and boards that name a person, and empties them and their history; returns how many. */
export async function erasePublished(
  db: Db,
  { pattern, since }: ErasedTexts,
  now: Date,
): Promise<{ readonly questions: number; readonly boards: number }> {
  const ended = sql`revoked_at = coalesce(revoked_at, ${now}), name = '…'`;
  const questions = await sql`
    update questions set ${ended}, document = '{ __typename }', variables = '{}', look = null
    where ${newer(since)} and concat_ws(chr(10), name, document, variables::text, look::text) ~* ${pattern} returning id`.execute(
    db,
  );
  const boards = await sql`
    update boards set ${ended}, wall = null
    where ${newer(since)} and concat_ws(chr(10), name, wall::text) ~* ${pattern} returning id`.execute(db);
  await erasePublishedHistory(
    db,
    sql`${newer(since)} and concat_ws(chr(10), changes::text, snapshot::text) ~* ${pattern}`,
  );
  return { questions: questions.rows.length, boards: boards.rows.length };
}

/** Removes what people wrote into questions and boards from the entries of their history that match a pattern. */
async function erasePublishedHistory(db: Db, which: RawBuilder<unknown>): Promise<void> {
  const { rows: naming } = await sql<Entry>`select id, object_id, changes, snapshot from history
    where object_type in ('question', 'board') and ${which}`.execute(db);
  await eraseEntries(db, naming, (document) =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [
        name,
        writtenInto.includes(name) && value ? hiddenIn(value) : value,
      ]),
    ),
  );
}

const writtenInto = ['name', 'document', 'variables', 'cards'];
const hiddenIn = (value: unknown) => (typeof value === 'string' ? hiddenName : null);
