import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import type { Entity } from '../../entities/entity.ts';
import { versionsOf } from '../../entities/entity-rows.ts';
import type { Db } from '../driver/connections/pool.ts';
import { composer, Prepared, Slot } from '../driver/connections/prepared.ts';
import type { Contact } from './contacts.ts';
import { anyContactColumns, type Domain, domainColumns, Packed } from './domain-columns.ts';
import { joinedDomains } from './domain-reader.ts';

/**
 * The position of an entry in the order in which entries became visible (late_history). `nth` is 0 for the entry with
 * this id itself. An entry that became visible late, after ones with greater ids, is the nth after the entry with
 * this id.
 */
export interface Place {
  readonly id: number;
  readonly nth: number;
  /** The entry itself, where it is asked for: another one than `id` if it became visible late. */
  readonly entry?: number;
}

export const isAfter = (one: Place, other: Place): boolean =>
  one.id > other.id || (one.id === other.id && one.nth > other.nth);

/** The document of an object in history, by the names of the fields of its list. */
export type Version = Readonly<Record<string, unknown>> & { readonly registrarId: number | null };

/** One change of a domain or a contact. */
export interface ListChange<Now> {
  /** The entry in history. */
  readonly id: number;
  readonly place: Place;
  readonly at: Date;
  readonly operation: string;
  /** The name or code. */
  readonly key: string;
  /** The object before the change; null if it did not exist. */
  readonly before: Version | null;
  /** The object after the change; null if it was removed. */
  readonly after: Version | null;
  /** The present object; null if it has been removed since. */
  readonly now: Now | null;
}

interface ChangeRow {
  readonly id: number;
  readonly place: number;
  readonly nth: number;
  readonly at: Date;
  readonly operation: string;
  readonly object_key: string;
  readonly event: 'create' | 'update' | 'destroy';
  readonly kind: string | null;
  readonly version: Document;
  readonly before: Document | null;
  readonly now: readonly unknown[] | null;
}
type Document = Readonly<Record<string, unknown>>;

interface Page<Now> {
  readonly changes: readonly ListChange<Now>[];
  /**
   * The position to continue from. It may be after the last change, because an object that is read from another
   * registry for the first time is not a change.
   */
  readonly last: Place;
  readonly isFull: boolean;
}

/** The changes of all objects of a list, in the order in which they became visible. */
export interface ListChanges<Now> {
  /** The changes after a position, each with the object before it, after it and now, in one statement. */
  readonly read: (db: Db, after: Place, limit: number, today: string) => Promise<Page<Now>>;
  /** The position of the last visible change. */
  readonly end: (db: Db) => Promise<Place>;
}

interface Described<Now> {
  readonly type: 'domain' | 'contact';
  /** Further names and values of a version. */
  readonly more: (version: string) => RawBuilder<unknown>;
  readonly versionOf: (document: Document) => Version;
  /** The present row as a JSON array. */
  readonly now: RawBuilder<unknown>;
  readonly unpack: (values: readonly unknown[]) => Now;
}

function listChanges<Now>({ type, more, versionOf, now, unpack }: Described<Now>): ListChanges<Now> {
  const versions = sql.table(`${type}_versions`);
  const objectId = sql.ref(`version.${type}_id`);
  const [id, nth, limit] = [new Slot('id'), new Slot('nth'), new Slot('limit')];
  const documentOf = (
    version: string,
  ) => sql`to_jsonb(${sql.table(version)}) || jsonb_build_object('registrar',
    (select code from registrars where registrars.id = ${sql.ref(`${version}.registrar_id`)}), ${more(version)})`;
  const changes = new Prepared<ChangeRow>(sql`
    with next as (
      (select version.id, version.id as place, 0::bigint as nth from ${versions} version
        where version.id > ${id}::bigint and ${isInTime(sql`version.id`)}
        order by version.id limit ${limit}::int)
      union all
      (select late.id, late.after_id, late.nth from late_history late
        where (late.after_id, late.nth) > (${id}::bigint, ${nth}::bigint)
          and exists (select from ${versions} version where version.id = late.id)
        order by late.after_id, late.nth limit ${limit}::int)
      order by place, nth limit ${limit}::int)
    select next.id, next.place, next.nth, history.at, history.operation, history.object_key, history.event,
      history.kind, ${documentOf('version')} as version,
      case when earlier.event <> 'destroy' then ${documentOf('previous')} end as before, ${now} as now
    from next join ${versions} version on version.id = next.id join history on history.id = next.id
    left join lateral (select * from ${versions} one where ${sql.ref(`one.${type}_id`)} = ${objectId} and one.id < version.id
      order by one.id desc limit 1) previous on true
    left join history earlier on earlier.id = previous.id
    order by next.place, next.nth`);
  return {
    read: async (db, after, most, today) => {
      const found = await changes.run(db, { ...after, limit: most, today });
      const last = found.at(-1);
      return {
        changes: found.filter(({ kind }) => kind !== 'MET').map((row) => changeOf(row, versionOf, unpack)),
        last: last ? { id: last.place, nth: last.nth } : after,
        isFull: found.length === most,
      };
    },
    end: async (db) => {
      const { rows } = await sql<Place>`
        (select id, 0 as nth, id as entry from ${versions} order by id desc limit 1)
        union all (select after_id, nth, id from late_history order by after_id desc, nth desc limit 1)`.execute(
        db,
      );
      return rows.reduce((last, place) => (isAfter(place, last) ? place : last), { id: 0, nth: 0 });
    },
  };
}

const isInTime = (id: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select from late_history where late_history.id = ${id})`;

function changeOf<Now>(
  row: ChangeRow,
  versionOf: Described<Now>['versionOf'],
  unpack: Described<Now>['unpack'],
): ListChange<Now> {
  const { id, at, operation, event } = row;
  const version = versionOf(row.version);
  const isGone = event === 'destroy';
  // The last version of a deleted object is its state before.
  const before =
    isGone || (event === 'update' && !row.before) ? version : row.before && versionOf(row.before);
  return {
    id,
    place: { id: row.place, nth: row.nth },
    at,
    operation,
    key: row.object_key,
    before,
    after: isGone ? null : version,
    now: row.now && unpack(row.now),
  };
}

/** The declared fields of an entity that its versions have. */
const declaredIn = ({ declared }: Entity) => {
  const fields = versionsOf({ table: '', fields: {}, declared }, '').declared;
  return (document: Document): Document =>
    Object.fromEntries(
      fields.map(({ name, column, sql: type }) => {
        const value = document[column];
        return [name, type === 'timestamptz' && value ? new Date(String(value)) : value];
      }),
    );
};

const owned = ({ registrar, registrar_id }: Document) => ({
  registrar,
  registrarId: registrar_id as number | null,
});

const domainFields = declaredIn(domain);
const packedDomain = new Packed<Domain>(domainColumns, 'all');

export const domainChanges = listChanges<Domain>({
  type: 'domain',
  more: (version) =>
    sql`'zone', (select origin from zones where zones.id = ${sql.ref(`${version}.zone_id`)})`,
  versionOf: (document) => ({
    ...domainFields(document),
    ...owned(document),
    zone: document.zone,
    registrantCode: document.registrant_code,
    nameserverHostnames: document.hostnames,
    signed: document.signed,
  }),
  now: sql`(${joinedDomains(composer)
    .where('domains.id', '=', sql<number>`version.domain_id`)
    .select(packedDomain.array.as('packed'))})`,
  unpack: (values) => packedDomain.unpack(values),
});

const contactFields = declaredIn(contact);
const packedContact = new Packed<Contact>(anyContactColumns, 'all');

export const contactChanges = listChanges<Contact>({
  type: 'contact',
  more: () => sql`'zone', null`,
  versionOf: (document) => ({ ...contactFields(document), ...owned(document) }),
  now: sql`(select ${packedContact.array} from contacts join registrars on registrars.id = contacts.registrar_id
    where contacts.id = version.contact_id)`,
  unpack: (values) => packedContact.unpack(values),
});

/** The position after an entry that a caller names. */
export async function placeOf(db: Db, entry: number): Promise<Place> {
  const { rows } = await sql<Place>`
    select after_id as id, nth from late_history where late_history.id = ${entry}`.execute(db);
  return rows[0] ?? { id: entry, nth: 0 };
}
