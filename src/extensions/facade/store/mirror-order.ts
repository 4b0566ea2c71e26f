import { sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { markRead } from '../../../registry/store/registry/notifications.ts';
import type { MirrorKind } from './schema.ts';

/** `domain tamm.ee`, `contact ALPHA:1`, `account `: an object of the upstream registry. */
export type Subject = `${MirrorKind} ${string}`;

export const kindOf = (subject: Subject): MirrorKind => subject.slice(0, subject.indexOf(' ')) as MirrorKind;
export const keyOf = (subject: Subject): string => subject.slice(subject.indexOf(' ') + 1);

/**
 * The moment at which a request was sent, by the database's clock, and its position among all requests, answers and
 * changes of all processes.
 */
export interface Ticket {
  readonly place: number;
  readonly at: Date;
}

const now = sql`date_trunc('milliseconds', clock_timestamp())`;

/** Taken before a request is sent. */
export async function takeTicket(db: Db): Promise<Ticket> {
  const { rows } = await sql<Ticket>`select nextval('mirror_order') as place, ${now} as at`.execute(db);
  const [asked] = rows;
  if (!asked) throw new Error('there is no next place');
  return asked;
}

/**
 * Locks the objects that were not written since they were requested, until the transaction ends, and returns them:
 * they may be written now. An answer about the others may be older than the rows here.
 */
export async function lockIfUnchanged(
  db: Db,
  reported: readonly { readonly subject: Subject; readonly gone: boolean }[],
  { place, at }: Ticket,
): Promise<ReadonlySet<Subject>> {
  if (reported.length === 0) return new Set();
  const { rows } = await sql<{ kind: MirrorKind; key: string }>`
    insert into mirror_objects (kind, key, read_at, written, gone)
    select distinct on (kind, key) kind, key, ${at}::timestamptz, (select nextval('mirror_order')), gone
    from unnest(${reported.map(({ subject }) => kindOf(subject))}::text[],
      ${reported.map(({ subject }) => keyOf(subject))}::text[], ${reported.map(({ gone }) => gone)}::boolean[])
      as given (kind, key, gone)
    order by kind, key
    on conflict (kind, key) do update
      set read_at = excluded.read_at, written = excluded.written, gone = excluded.gone
      where mirror_objects.written <= ${place}
    returning kind, key`.execute(db);
  return new Set(rows.map(({ kind, key }): Subject => `${kind} ${key}`));
}

/**
 * A change of these was sent: the rows here are stale, and so is every answer to an earlier request. Returns a ticket
 * for requests from now on, whose answers have the change. Tickets are taken once the rows are locked: no concurrent
 * writer gets a later one for an older answer.
 */
export async function markStale(db: Db, subjects: readonly Subject[]): Promise<Ticket> {
  if (subjects.length === 0) return takeTicket(db);
  const { rows } = await sql<Ticket>`
    insert into mirror_objects (kind, key, read_at, written, gone)
    select distinct on (kind, key) kind, key, ${now}, nextval('mirror_order'), true
    from unnest(${subjects.map(kindOf)}::text[], ${subjects.map(keyOf)}::text[]) as given (kind, key)
    order by kind, key
    on conflict (kind, key) do update
      set read_at = case when mirror_objects.gone then excluded.read_at else 'epoch' end,
        written = nextval('mirror_order')
    returning written as place, ${now} as at`.execute(db);
  return rows.reduce((latest, row) => (row.place > latest.place ? row : latest));
}

/**
 * A poll message was read there, and is read here too. A list of unread messages that was requested earlier is not
 * written; the other messages are as old as they were.
 */
export async function markPollRead(db: Db, registrarId: number, id: number): Promise<void> {
  const { rows } = await sql<Pick<Ticket, 'at'>>`
    insert into mirror_objects (kind, key, read_at, written, gone)
    values ('notifications', '', ${now}, nextval('mirror_order'), true)
    on conflict (kind, key) do update set written = nextval('mirror_order')
    returning ${now} as at`.execute(db);
  for (const { at } of rows) await markRead(db, registrarId, id, at);
}

/** Forgets domains that are no longer kept. */
export async function forgetDomains(db: Db, names: readonly string[]): Promise<void> {
  await sql`update mirror_objects set gone = true, read_at = ${now}
    where kind = 'domain' and key = any(${names})`.execute(db);
}

/** Forgets objects that were deleted so long ago that no answer in flight can contradict it. */
export async function purgeDeleted(db: Db, since: Date): Promise<void> {
  await sql`delete from mirror_objects where gone and read_at < ${since}`.execute(db);
}

/** The time of the last read, and how long ago it was. */
export interface Age {
  readonly at: Date;
  readonly ageMs: number;
}

export async function readTimes(db: Db, subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, Age>> {
  const { rows } = await sql<{ kind: MirrorKind; key: string } & Age>`
    select kind, key, read_at as at,
      (extract(epoch from clock_timestamp() - read_at) * 1000)::float8 as "ageMs"
    from mirror_objects join unnest(${subjects.map(kindOf)}::text[], ${subjects.map(keyOf)}::text[]) as given (kind, key)
      using (kind, key)
    where not gone`.execute(db);
  return new Map(rows.map(({ kind, key, ...known }): [Subject, Age] => [`${kind} ${key}`, known]));
}

/** Returns those of the objects that have changed since they were last read (`markStale`). */
export async function staleAmong(db: Db, subjects: readonly Subject[]): Promise<Subject[]> {
  if (subjects.length === 0) return [];
  const known = await readTimes(db, subjects);
  return subjects.filter((subject) => known.get(subject)?.at.getTime() === 0);
}

/** Objects of the mirrored registrar that were not read since then, in the order of their keys. */
export async function notReadSince(
  db: Db,
  kind: 'domain' | 'contact',
  registrarId: number,
  { since, after, limit }: { readonly since: Date; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const [table, column] = kind === 'domain' ? ['domains', 'name'] : ['contacts', 'code'];
  const key = sql.ref(`${table}.${column}`);
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from ${sql.table(table)}
    left join mirror_objects on mirror_objects.kind = ${kind} and mirror_objects.key = ${key} and not gone
    where registrar_id = ${registrarId} and ${key} > ${after}
      and (read_at is null or read_at < ${since}::timestamptz)
    order by ${key} limit ${limit}`.execute(db);
  return rows.map((row) => row.key);
}

/** The names or codes that were not read since then. */
export async function unreadKeys(
  db: Db,
  kind: 'domain' | 'contact',
  keys: readonly string[],
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as given (key)
    where not exists (select from mirror_objects where mirror_objects.kind = ${kind}
      and mirror_objects.key = given.key and not gone and read_at >= ${since}::timestamptz)
    order by key`.execute(db);
  return rows.map(({ key }) => key);
}

/** Domains of other registrars that were not read since then. */
export async function othersNotReadSince(
  db: Db,
  registrarId: number,
  since: Date,
  limit: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select domains.id, domains.name from registrars
    join domains on domains.registrar_id = registrars.id
    left join mirror_objects on mirror_objects.kind = 'domain' and mirror_objects.key = domains.name
    where registrars.id <> ${registrarId} and (read_at is null or read_at < ${since}::timestamptz)
    order by domains.id limit ${limit} for update of domains`.execute(db);
  return rows;
}
