import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { limit } from '../../../base/limits.ts';
import type { Db } from '../driver/connections/pool.ts';
import { composer, Prepared, Slot, type Values } from '../driver/connections/prepared.ts';
import type { Contact } from './contacts.ts';
import type { Domain } from './domain-columns.ts';
import {
  type ColumnSelection,
  contactColumns,
  domainColumns,
  keyColumns,
  nameserverColumns,
  Packed,
  registrantColumns,
  registrarColumns,
} from './domain-columns.ts';
import type { DnssecKeyRow, DomainContact, NameserverRow } from './domain-relations.ts';
import type { Registrar } from './registrars.ts';

/** The requested parts of a domain. */
export interface Related {
  readonly registrar?: Registrar;
  readonly registrant?: Contact;
  readonly contacts?: readonly Part<DomainContact>[];
  readonly nameservers?: readonly Part<NameserverRow>[];
  readonly keys?: readonly Part<DnssecKeyRow>[];
}

/** A part without the id of its domain. */
export type Part<Row> = Omit<Row, 'domain_id'>;

export type DomainWithParts = Domain & { readonly related?: Related };

/** The columns and parts that a reader needs; nothing else but ids is fetched. */
export interface DomainParts {
  readonly domain: ColumnSelection<Domain>;
  readonly registrar?: ColumnSelection<Registrar>;
  readonly registrant?: ColumnSelection<Contact>;
  readonly contacts?: ColumnSelection<Contact>;
  readonly nameservers?: ColumnSelection<Part<NameserverRow>>;
  readonly keys?: ColumnSelection<Part<DnssecKeyRow>>;
}

export const wholeDomain: DomainParts = { domain: 'all' };

// Left joins, because PostgreSQL drops those whose columns are not used.
export const joinedDomains = (db: Db) =>
  db
    .selectFrom('domains')
    .leftJoin('registrars', 'registrars.id', 'domains.registrar_id')
    .leftJoin('contacts as registrants', 'registrants.id', 'domains.registrant_id')
    .leftJoin('registrars as sponsors', 'sponsors.id', 'registrants.registrar_id')
    .leftJoin('zones', 'zones.id', 'domains.zone_id');

export type DomainQuery = ReturnType<typeof joinedDomains>;

/** A selection of domains, and their order. */
export interface Choice {
  /** Selections of one shape differ only in their values, so they share their statements. */
  readonly shape?: string | undefined;
  readonly values: Values;
  /** Selects the domains, with slots for the values if there is a shape. */
  readonly among: (domains: DomainQuery) => DomainQuery;
}

export const domainsWithIds = (ids: readonly number[]): Choice =>
  ids.length === 1 ? { ...theOne, values: { id: ids[0] } } : { ...these, values: { ids } };

const these = {
  shape: 'these',
  among: (domains: DomainQuery) => domains.where('domains.id', '=', sql<number>`any(${new Slot('ids')})`),
};

// Separate, because PostgreSQL plans again for every short list but only once for a single value (driver/among.ts).
const theOne = {
  shape: 'the one',
  among: (domains: DomainQuery) => domains.where('domains.id', '=', sql<number>`${new Slot('id')}`),
};

/**
 * Reads domains with their requested parts in one statement, and so in one snapshot: to-one relations are joined, and
 * each to-many relation is looked up for each domain by its index (docs/decisions/0012-a-page-is-one-trip.md).
 */
export async function readDomains(
  db: Db,
  choice: Choice,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts[]> {
  const { statement, unpack } = readingFor(choice, parts);
  const [found] = await statement.run(db, { ...choice.values, today });
  return found?.domains?.map(unpack) ?? [];
}

/** A row as in JSON: rows are arrays of values, and an empty list is null. */
type Tuple = readonly unknown[];
type DomainTuple = readonly [
  domain: Tuple,
  registrar: Tuple,
  registrant: Tuple,
  contacts: readonly Tuple[] | null,
  nameservers: readonly Tuple[] | null,
  keys: readonly Tuple[] | null,
];

type Row = Domain & { related?: Related };

interface Reading {
  readonly statement: Prepared<{ readonly domains: readonly DomainTuple[] | null }>;
  readonly unpack: (found: DomainTuple) => DomainWithParts;
}

// Cached by identity, because each reader of domains always uses the same `DomainParts` object.
const known = new WeakMap<DomainParts, LRUCache<string, Reading>>();

const maxShapes = limit(
  'statements of a page that stay prepared',
  20,
  'Callers choose the order and size of their pages, but use the same few again and again.',
);

function readingFor({ shape, among }: Choice, parts: DomainParts): Reading {
  if (shape === undefined) return prepare(among, parts);
  const ofParts = getOrCreate(known, parts, () => new LRUCache<string, Reading>({ max: maxShapes }));
  return getOrCreate(ofParts, shape, () => prepare(among, parts));
}

function prepare(among: Choice['among'], parts: DomainParts): Reading {
  const domain = new Packed(domainColumns, parts.domain, 'id');
  const registrar = parts.registrar && new Packed(registrarColumns, parts.registrar);
  const registrant = parts.registrant && new Packed(registrantColumns, parts.registrant);
  const contacts = parts.contacts && new Packed(contactColumns, parts.contacts, 'role');
  const nameservers = parts.nameservers && new Packed(nameserverColumns, parts.nameservers, 'id');
  const keys = parts.keys && new Packed(keyColumns, parts.keys, 'id');
  // Arrays are built only for the rows that remain after order and limit.
  const chosen = among(joinedDomains(composer)).select([
    ...domain.named(''),
    ...(registrar?.named('registrar.') ?? []),
    ...(registrant?.named('registrant.') ?? []),
  ]);
  const none = sql`null`;
  const values = [
    domain.arrayFrom('chosen', ''),
    registrar?.arrayFrom('chosen', 'registrar.') ?? none,
    registrant?.arrayFrom('chosen', 'registrant.') ?? none,
    contacts
      ? sql`(select json_agg(${contacts.array} order by domain_contacts.id) from domain_contacts
          join contacts on contacts.id = domain_contacts.contact_id
          left join registrars as sponsors on sponsors.id = contacts.registrar_id
          where domain_contacts.domain_id = chosen.id)`
      : none,
    nameservers
      ? sql`(select json_agg(${nameservers.array} order by nameservers.id) from nameservers
          where nameservers.domain_id = chosen.id)`
      : none,
    // Keys are sorted by last update, as clients know them (docs/rules/registrar.md#domain-view).
    keys
      ? sql`(select json_agg(${keys.array} order by dnssec_keys.updated_at, dnssec_keys.id) from dnssec_keys
          where dnssec_keys.domain_id = chosen.id)`
      : none,
  ];
  return {
    statement: new Prepared(
      sql`select json_agg(json_build_array(${sql.join(values)})) as domains from ${chosen} as chosen`,
    ),
    unpack: (found) => {
      const row: Row = domain.unpack(found[0]);
      row.related = {
        registrar: registrar?.unpack(found[1]),
        registrant: registrant?.unpack(found[2]),
        contacts: contacts && (found[3] ?? []).map((values) => contacts.unpack(values)),
        nameservers: nameservers && (found[4] ?? []).map((values) => nameservers.unpack(values)),
        keys: keys && (found[5] ?? []).map((values) => keys.unpack(values)),
      };
      return row;
    },
  };
}
