import { type Selectable, sql } from 'kysely';
import type { Money } from '../../../base/money.ts';
import { contact } from '../../../registry/entities/contact.ts';
import type { RowOf, SqlType } from '../../../registry/entities/entity.ts';
import type { LedgerActivity } from '../../../registry/rules/money/charges.ts';
import { unknownRegistrarId } from '../../../registry/rules/visibility.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { Recordset } from '../../../registry/store/driver/lists/recordset.ts';
import {
  type Registrar,
  registrarByCode,
  updateRegistrar,
} from '../../../registry/store/registry/registrars.ts';
import { isMirrored, type ReportedContact } from '../fields.ts';
import type { MirrorTable } from './schema.ts';

export type Mirror = Selectable<MirrorTable>;

export function readMirror(db: Db): Promise<Mirror | undefined> {
  return db.selectFrom('mirror').selectAll().executeTakeFirst();
}

/** The one registrar whose objects are mirrored, with an account whose balance is reported. */
export async function openMirror(db: Db, registrarId: number): Promise<void> {
  await db.insertInto('accounts').values({ registrar_id: registrarId, mirrored: true }).execute();
  await sql`insert into mirror (registrar_id) values (${registrarId})`.execute(db);
  for (const table of ['notifications', 'nameservers', 'dnssec_keys'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${firstOwnNotification})`.execute(db);
}

/** Poll messages, nameservers and keys of the upstream registry have its own ids below this number; ours begin here. */
export const firstOwnNotification = 1_500_000_000;

/** The progress of a pass; a finished pass has no stage. */
export async function saveProgress(
  db: Db,
  progress: Partial<Pick<Mirror, 'stage' | 'position' | 'total' | 'began_at' | 'synced_at' | 'trouble'>>,
): Promise<void> {
  await db.updateTable('mirror').set(progress).execute();
}

/** The keys of these rows at the upstream registry; of contacts only our own, because it reports no others. */
export async function keysOfRows(
  db: Db,
  kind: 'domain' | 'contact',
  ids: readonly number[],
): Promise<string[]> {
  const { rows } = await (kind === 'domain'
    ? sql<{ key: string }>`select name as key from domains where id = any(${ids}::bigint[])`
    : sql<{ key: string }>`select code as key from contacts join mirror using (registrar_id)
        where contacts.id = any(${ids}::bigint[])`
  ).execute(db);
  return rows.map(({ key }) => key);
}

/** Contacts of other registrars that no domain uses any more. */
export async function deleteUnlinkedForeignContacts(db: Db, registrarId: number): Promise<void> {
  await sql`delete from contacts using registrars
    where registrars.id <> ${registrarId} and contacts.registrar_id = registrars.id
      and not exists (select from domains where domains.registrant_id = contacts.id)
      and not exists (select from domain_contacts where domain_contacts.contact_id = contacts.id)`.execute(
    db,
  );
}

/** A contact as the registry reports it, and its registrar. */
export type ContactValues = ReportedContact &
  Pick<RowOf<typeof contact>, 'registrar_id' | 'created_at' | 'updated_at'>;

const valueTypes = Object.fromEntries(
  contact.declared
    .filter(
      ({ column }) =>
        isMirrored(contact, column) || ['registrar_id', 'created_at', 'updated_at'].includes(column),
    )
    .map(({ column, sql: type }) => [column, type]),
) as Record<keyof ContactValues, SqlType>;
const contacts = new Recordset<ContactValues>(valueTypes);
const assignments = sql.raw(
  Object.keys(valueTypes)
    .filter((column) => column !== 'code' && column !== 'created_at')
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
);

/** Inserts new contacts and updates known ones. */
export async function putContacts(db: Db, rows: readonly ContactValues[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into contacts (uuid, ${contacts.columns})
    select null, ${contacts.columns} from ${contacts.of(rows)}
    on conflict on constraint contacts_code_unique do update set ${assignments}`.execute(db);
}

/** Sets columns of a row that the upstream registry does not have. */
export async function setLocalColumns(
  db: Db,
  table: 'domains' | 'contacts',
  id: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  await db.updateTable(table).set(columns).where('id', '=', id).execute();
}

/** Codes of the mirrored registrar's contacts that already have the values of a new one. */
export async function contactsAlike(
  db: Db,
  registrarId: number,
  { name, email, ident }: { readonly name: string; readonly email: string; readonly ident: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('code')
    .where('registrar_id', '=', registrarId)
    .where('ident', '=', ident.trim())
    .where('name', '=', name.trim())
    .where('email', '=', email.trim())
    .execute();
  return rows.map(({ code }) => code);
}

/** Returns which of these domains exist here. */
export async function knownDomains(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from domains where name = any(${names})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Names of the mirrored registrar's domains that use a host. */
export async function domainsOnHost(db: Db, registrarId: number, hostname: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from domains where registrar_id = ${registrarId}
    and id in (select domain_id from nameservers where hostname = ${hostname})`.execute(db);
  return rows.map(({ name }) => name);
}

/** Names of its domains that use a contact in a role. */
export async function domainsOnContact(
  db: Db,
  registrarId: number,
  code: string,
  role: 'admin' | 'tech',
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from domains where registrar_id = ${registrarId}
    and id in (select domain_id from domain_contacts join contacts on contacts.id = contact_id
      where contacts.code = ${code} and domain_contacts.role = ${role})`.execute(db);
  return rows.map(({ name }) => name);
}

export interface NewMovement {
  readonly registrar_id: number;
  readonly activity: LedgerActivity;
  readonly description: string;
  readonly sum: Money;
  readonly balance: Money;
  readonly domain: string | null;
  readonly actor_name: string | null;
  readonly created_at: Date;
}

const movements = new Recordset<NewMovement>({
  registrar_id: 'bigint',
  activity: 'text',
  description: 'text',
  sum: 'numeric',
  balance: 'numeric',
  domain: 'text',
  actor_name: 'text',
  created_at: 'timestamptz',
});

/** Inserts the missing movements in the order of their times, because the registry does not number them. */
export async function addMovements(db: Db, rows: readonly NewMovement[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  // One after another, so that each sees the rows of the previous one: a movement that is in the ledger twice is kept.
  await sql`select from accounts where registrar_id = ${first.registrar_id} for update`.execute(db);
  await sql`
    insert into ledger (registrar_id, activity, description, sum, balance, domain_id, actor_name, created_at)
    select given.registrar_id, given.activity, given.description, given.sum, given.balance,
      (select id from domains where name = given.domain), given.actor_name, given.created_at
    from ${movements.of(rows)}
    where not exists (select from ledger where ledger.registrar_id = given.registrar_id
      and ledger.created_at = given.created_at and ledger.description = given.description
      and ledger.sum = given.sum and ledger.balance = given.balance)
    order by given.created_at`.execute(db);
}

export async function setBalance(
  db: Db,
  registrarId: number,
  balance: Money,
  currency: string,
): Promise<void> {
  await sql`select report_balance(${registrarId}, ${balance}::numeric, ${currency})`.execute(db);
}

export async function lastMovementAt(db: Db, registrarId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('ledger')
    .select('created_at')
    .where('registrar_id', '=', registrarId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** The last charge for a domain, as a positive amount. */
export async function lastCharge(
  db: Db,
  registrarId: number,
  descriptions: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Money>> {
  const { rows } = await sql<{ description: string; sum: Money }>`
    select distinct on (description) description, -sum as sum from ledger
    where registrar_id = ${registrarId} and description = any(${descriptions}) and created_at >= ${since}
    order by description, position desc`.execute(db);
  return new Map(rows.map((row) => [row.description, row.sum]));
}

/** The known messages among these ids; one that was marked as read is unread again. */
export async function markUnreadAgain(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const known = await db
    .selectFrom('notifications')
    .select(['id', 'read_at'])
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  const wrong = known.filter(({ read_at }) => read_at !== null).map(({ id }) => id);
  if (wrong.length > 0)
    await sql`update notifications set read_at = null where id = any(${wrong})`.execute(db);
  return new Set(known.map(({ id }) => id));
}

/** The ids of the registry's messages that are unread here. */
export async function unreadOfRegistry(db: Db, registrarId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('registrar_id', '=', registrarId)
    .where('read_at', 'is', null)
    .where('id', '<', firstOwnNotification)
    .execute();
  return rows.map(({ id }) => id);
}

/** Messages that the registry no longer lists as unread have been read. */
export async function markOthersRead(
  db: Db,
  registrarId: number,
  unread: readonly number[],
  now: Date,
): Promise<void> {
  await sql`update notifications set read_at = ${now}
    where registrar_id = ${registrarId} and read_at is null and id < ${firstOwnNotification}
      and not (id = any(${unread}::bigint[]))`.execute(db);
}

/** Opens and closes disputes as they are reported: a domain has only the fact of an open one. */
export async function setDisputed(
  db: Db,
  domains: readonly { readonly name: string; readonly punycode: string; readonly disputed: boolean }[],
  now: Date,
): Promise<void> {
  const open = domains.filter(({ disputed }) => disputed);
  const others = domains.filter(({ disputed }) => !disputed).map(({ name }) => name);
  await sql`update disputes set closed_at = ${now} where closed_at is null and name = any(${others})`.execute(
    db,
  );
  if (open.length === 0) return;
  await sql`insert into disputes (name, name_puny, password, starts_at, expires_at, created_at)
    select name, puny, '', '-infinity', 'infinity', ${now}
    from unnest(${open.map(({ name }) => name)}::text[], ${open.map(({ punycode }) => punycode)}::text[])
      as given (name, puny)
    on conflict (name) where closed_at is null do nothing`.execute(db);
}

/** Adds the zones of names that are not known yet. */
export async function addZones(db: Db, origins: readonly string[], now: Date): Promise<void> {
  await sql`insert into zones (origin, created_at) select origin, ${now} from unnest(${origins}::text[]) origin
    on conflict (origin) do nothing`.execute(db);
}

/**
 * The upstream registry reports registrars by name only. Codes are derived from the names; if two names give the same
 * code, the later one gets a suffix.
 */
export async function addRegistrars(
  db: Db,
  registrars: readonly { readonly code: string; readonly name: string; readonly website: string | null }[],
  now: Date,
): Promise<ReadonlyMap<string, { readonly id: number; readonly code: string }>> {
  const byName = async () => {
    const rows = await db
      .selectFrom('registrars')
      .select(['id', 'code', 'name'])
      .where('name', '=', sql<string>`any(${registrars.map(({ name }) => name)})`)
      .execute();
    return new Map(rows.map((row) => [row.name, row]));
  };
  let known = await byName();
  for (const code of [sql`code`, sql`code || '-' || upper(left(md5(name), 8))`]) {
    const added = registrars.filter(({ name }) => !known.has(name));
    if (added.length === 0) break;
    await sql`insert into registrars (code, name, website, created_at, updated_at)
      select ${code}, name, website, ${now}, ${now} from unnest(${added.map(({ code }) => code)}::text[],
        ${added.map(({ name }) => name)}::text[], ${added.map(({ website }) => website)}::text[])
        as given (code, name, website)
      on conflict do nothing`.execute(db);
    known = await byName();
  }
  return known;
}

/**
 * Sets the code and the name of our own registrar. Another row that has them was written before they were known to be
 * ours, and gets a suffix: codes of other registrars are made up anyway. Our objects that belong to that row are read
 * again.
 */
export async function setOwnRegistrar(
  db: Db,
  id: number,
  { code, name, website }: Pick<Registrar, 'code' | 'name' | 'website'>,
  now: Date,
): Promise<void> {
  const mark = sql`'-' || upper(left(md5(id || name), 8))`;
  for (const [column, ours] of [
    ['code', code],
    ['name', name],
  ] as const)
    await sql`update registrars set ${sql.ref(column)} = ${sql.ref(column)} || ${mark}
      where id <> ${id} and ${sql.ref(column)} = ${ours}`.execute(db);
  await updateRegistrar(db, id, { code, name, website, updated_at: now });
}

/**
 * The code of the registrar of contacts whose real registrar is not known; no other registrar can have it
 * (`codeFor`).
 */
export const unknownRegistrarCode = 'ANOTHER';

export async function ensureUnknownRegistrar(db: Db, now: Date): Promise<number> {
  const known = await registrarByCode(db, unknownRegistrarCode);
  if (known) return known.id;
  const name = 'Another registrar';
  const { rows } = await sql<{ id: number }>`
    insert into registrars (id, code, name, created_at, updated_at) overriding system value
    select ${unknownRegistrarId}, ${unknownRegistrarCode}, case when exists (select from registrars where registrars.name = ${name})
      then ${`${name} (of nobody in particular)`} else ${name} end, ${now}, ${now}
    on conflict (code) do update set code = excluded.code returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

export interface MirrorCounts {
  readonly domains: number;
  readonly contacts: number;
  /** The moment at which the first domain was read; null before that. */
  readonly historySince: Date | null;
}

export async function countMirrored(db: Db, registrarId: number): Promise<MirrorCounts> {
  const { rows } = await sql<MirrorCounts>`select
    (select count(*) from domains where registrar_id = ${registrarId}) as domains,
    (select count(*) from contacts where registrar_id = ${registrarId}) as contacts,
    (select min(valid_from) from domain_versions) as "historySince"`.execute(db);
  return rows[0] ?? { domains: 0, contacts: 0, historySince: null };
}
