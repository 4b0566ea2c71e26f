import { sql } from 'kysely';
import { BoundedMemory, remembered } from '../../core/remembered.ts';
import type { Db } from '../driver/lane.ts';
import { Prepared, runTogether, Slot, type Values } from '../driver/prepared.ts';
import type { Contact } from './contacts.ts';
import type { Domain } from './domain-columns.ts';
import {
  contactColumns,
  domainColumns,
  keyColumns,
  nameserverColumns,
  pick,
  picked,
  registrantColumns,
  registrarColumns,
  type Wanted,
} from './domain-columns.ts';
import type { DnssecKeyRow, DomainContact, NameserverRow } from './domain-relations.ts';
import type { Registrar } from './registrars.ts';

/** What hangs on a domain, as far as it was asked for. */
export interface Related {
  readonly registrar?: Registrar;
  readonly registrant?: Contact;
  readonly contacts?: readonly DomainContact[];
  readonly nameservers?: readonly NameserverRow[];
  readonly keys?: readonly DnssecKeyRow[];
}

export type DomainWithParts = Domain & { readonly related?: Related };

/** What a reader shows of domains: nothing else is fetched, and rows hold nothing else but ids. */
export interface DomainParts {
  readonly domain: Wanted<Domain>;
  readonly registrar?: Wanted<Registrar>;
  readonly registrant?: Wanted<Contact>;
  readonly contacts?: Wanted<Contact>;
  readonly nameservers?: Wanted<Omit<NameserverRow, 'domain_id'>>;
  readonly keys?: Wanted<Omit<DnssecKeyRow, 'domain_id'>>;
}

export const wholeDomain: DomainParts = { domain: 'all' };

// Left joins, of which PostgreSQL leaves out those that nothing is taken from.
export const joinedDomains = (db: Db) =>
  db
    .selectFrom('domains')
    .leftJoin('registrars', 'registrars.id', 'domains.registrar_id')
    .leftJoin('contacts as registrants', 'registrants.id', 'domains.registrant_id')
    .leftJoin('registrars as sponsors', 'sponsors.id', 'registrants.registrar_id')
    .leftJoin('zones', 'zones.id', 'domains.zone_id');

export type DomainQuery = ReturnType<typeof joinedDomains>;

/** Which domains, and in which order. */
export interface Choice {
  /** Choices of one shape differ in their values only, and so share their statements. */
  readonly shape?: string | undefined;
  readonly values: Values;
  /** With slots for the values, if it has a shape. */
  readonly among: (domains: DomainQuery) => DomainQuery;
}

export const theseDomains = (ids: readonly number[]): Choice =>
  ids.length === 1 ? { ...theOne, values: { id: ids[0] } } : { ...these, values: { ids } };

const these = {
  shape: 'these',
  among: (domains: DomainQuery) => domains.where('domains.id', '=', sql<number>`any(${new Slot('ids')})`),
};

// Apart, because PostgreSQL plans anew for every short list, and only once for one of them (driver/among.ts).
const theOne = {
  shape: 'the one',
  among: (domains: DomainQuery) => domains.where('domains.id', '=', sql<number>`${new Slot('id')}`),
};

/**
 * Reads domains with the parts that are wanted of them in one trip to the database: to-one relations are joined, and
 * each to-many relation is one flat statement that chooses the domains by itself, so that it need not wait for them
 * (docs/decisions/0012-a-page-is-one-trip.md).
 */
export async function readDomains(
  db: Db,
  choice: Choice,
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts[]> {
  const statements = statementsFor(db, choice, parts);
  const [rows, links, servers, keysOfAll] = await runTogether(
    db,
    [statements.domains, statements.contacts, statements.nameservers, statements.keys],
    { ...choice.values, today },
  );
  const contacts = links && byDomain(links, 'role');
  const nameservers = servers && byDomain(servers, 'id');
  const keys = keysOfAll && byDomain(keysOfAll, 'id');
  const late: number[] = [];
  for (const row of rows) {
    const related = {
      registrar: statements.registrarOf?.(row),
      registrant: statements.registrantOf?.(row),
      contacts: contacts?.get(row.id),
      nameservers: nameservers?.get(row.id),
      keys: keys?.get(row.id),
    };
    row.related = related;
    if ((contacts && !related.contacts) || (nameservers && !related.nameservers) || (keys && !related.keys))
      late.push(row.id);
  }
  return late.length === 0 ? rows : readAgain(db, rows, late, parts, today);
}

/** Each statement sees the registry a moment later: domains that one of them did not choose any more are read by id. */
async function readAgain(
  db: Db,
  rows: readonly DomainWithParts[],
  late: readonly number[],
  parts: DomainParts,
  today: string,
): Promise<DomainWithParts[]> {
  const found = new Map(
    (await readDomains(db, theseDomains(late), parts, today)).map((row) => [row.id, row]),
  );
  // Who is gone by now is left out.
  return rows.flatMap((row) => (late.includes(row.id) ? (found.get(row.id) ?? []) : row));
}

type Row = Domain & { related?: Related };

interface Statements {
  readonly domains: Prepared<Row>;
  readonly registrarOf: ((row: object) => Registrar) | undefined;
  readonly registrantOf: ((row: object) => Contact) | undefined;
  readonly contacts: Prepared<DomainContact> | undefined;
  readonly nameservers: Prepared<NameserverRow> | undefined;
  readonly keys: Prepared<DnssecKeyRow> | undefined;
}

// By identity: whoever reads domains says what it wants in an object that it keeps.
const known = new WeakMap<DomainParts, BoundedMemory<string, Statements>>();

/** Callers choose the order and the size of their pages, and go on with the same few. */
const maxShapes = 20;

function statementsFor(db: Db, { shape, among }: Choice, parts: DomainParts): Statements {
  if (shape === undefined) return prepare(db, among, parts);
  const ofParts = remembered(known, parts, () => new BoundedMemory<string, Statements>(maxShapes));
  return remembered(ofParts, shape, () => prepare(db, among, parts));
}

function prepare(db: Db, among: Choice['among'], parts: DomainParts): Statements {
  const { registrar, registrant, contacts, nameservers, keys } = parts;
  const chosen = () => db.selectFrom(among(joinedDomains(db)).select('domains.id').as('chosen'));
  return {
    domains: new Prepared<Row>(
      among(joinedDomains(db)).select([
        ...pick(domainColumns, withId(parts.domain)),
        ...(registrar ? pick(registrarColumns, registrar, 'registrar.') : []),
        ...(registrant ? pick(registrantColumns, registrant, 'registrant.') : []),
      ]),
    ),
    registrarOf: registrar && picked(registrarColumns, registrar, 'registrar.'),
    registrantOf: registrant && picked(registrantColumns, registrant, 'registrant.'),
    contacts:
      contacts &&
      new Prepared<DomainContact>(
        chosen()
          .leftJoin('domain_contacts', 'domain_contacts.domain_id', 'chosen.id')
          .leftJoin('contacts', 'contacts.id', 'domain_contacts.contact_id')
          .leftJoin('registrars as sponsors', 'sponsors.id', 'contacts.registrar_id')
          .select(['chosen.id as domain_id', 'domain_contacts.role as role'])
          .select(pick(contactColumns, contacts))
          .orderBy('domain_contacts.id'),
      ),
    nameservers:
      nameservers &&
      new Prepared<NameserverRow>(
        chosen()
          .leftJoin('nameservers', 'nameservers.domain_id', 'chosen.id')
          .select('chosen.id as domain_id')
          .select(pick(nameserverColumns, withId(nameservers)))
          .orderBy('nameservers.id'),
      ),
    // By last update, as clients know them (docs/rules/registrar.md#domain-view).
    keys:
      keys &&
      new Prepared<DnssecKeyRow>(
        chosen()
          .leftJoin('dnssec_keys', 'dnssec_keys.domain_id', 'chosen.id')
          .select('chosen.id as domain_id')
          .select(pick(keyColumns, withId(keys)))
          .orderBy('dnssec_keys.updated_at')
          .orderBy('dnssec_keys.id'),
      ),
  };
}

function withId<Row extends { readonly id: number }>(wanted: Wanted<Row>): Wanted<Row> {
  return wanted === 'all' ? wanted : [...new Set<keyof Row & string>(['id', ...wanted])];
}

/** Every chosen domain is among the keys: one with nothing below it comes with a row of nulls. */
function byDomain<T extends { readonly domain_id: number }>(
  rows: readonly T[],
  neverNull: keyof T,
): Map<number, T[]> {
  const lists = new Map<number, T[]>();
  for (const row of rows) {
    const list = lists.get(row.domain_id);
    if (list) list.push(row);
    else lists.set(row.domain_id, row[neverNull] === null ? [] : [row]);
  }
  return lists;
}
