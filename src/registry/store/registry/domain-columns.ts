import { type RawBuilder, type Selectable, sql } from 'kysely';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import { registrar } from '../../entities/registrar.ts';
import { Slot } from '../driver/connections/prepared.ts';
import { type Column, type ColumnsOf, digitsOf, entityColumns } from '../driver/lists/entity-columns.ts';
import type { DomainTable } from '../tables/schema.ts';
import { type Contact, isLinked } from './contacts.ts';
import {
  type DnssecKeyRow,
  type DomainContact,
  type NameserverRow,
  nameOnDomain,
} from './domain-relations.ts';
import type { Registrar } from './registrars.ts';

/** A domain with its to-one relations, which every answer needs. */
export type Domain = Selectable<DomainTable> & {
  readonly registrar_code: string;
  readonly registrar_name: string;
  readonly registrar_website: string | null;
  readonly registrant_code: string;
  readonly registrant_name: string;
  readonly registrant_registrar_id: number;
  readonly zone: string;
  readonly disputed: boolean;
};

/** The needed columns of a row; all if that is unknown. */
export type ColumnSelection<Row> = 'all' | readonly (keyof Row & string)[];

const plain = (value: RawBuilder<unknown>): Column<false> => ({ value, isMoment: false });

const ofTable =
  <Kind extends Column>(column: (value: RawBuilder<unknown>) => Kind) =>
  <const Names extends readonly string[]>(table: string, ...names: Names) =>
    Object.fromEntries(names.map((name) => [name, column(sql.ref(`${table}.${name}`))])) as Record<
      Names[number],
      Kind
    >;

const own = ofTable(plain);
const moments = ofTable((value): Column<true> => ({ value, isMoment: true }));

/** True if a dispute over the name is active today (docs/rules/registrar.md#disputes). */
const disputed = sql<boolean>`exists (
  select from disputes where disputes.name = domains.name and disputes.closed_at is null
    and ${new Slot('today')}::date between disputes.starts_at and disputes.expires_at)`;

export const domainColumns: ColumnsOf<Domain> = {
  ...entityColumns(domain, 'domains'),
  registrar_code: plain(sql.ref('registrars.code')),
  registrar_name: plain(sql.ref('registrars.name')),
  registrar_website: plain(sql.ref('registrars.website')),
  registrant_code: plain(sql.ref('registrants.code')),
  registrant_name: plain(sql.ref('registrants.name')),
  registrant_registrar_id: plain(sql.ref('registrants.registrar_id')),
  zone: plain(sql.ref('zones.origin')),
  disputed: plain(disputed),
};

/** The columns of a contact on a domain, which is always linked. */
const linkedContactColumns = (
  contacts: string,
  sponsors: string,
  linked = sql<boolean>`true`,
): ColumnsOf<Contact> => ({
  ...entityColumns(contact, contacts),
  linked: plain(linked),
  registrar_code: plain(sql.ref(`${sponsors}.code`)),
  registrar_name: plain(sql.ref(`${sponsors}.name`)),
  registrar_website: plain(sql.ref(`${sponsors}.website`)),
});

export const contactColumns: ColumnsOf<Omit<DomainContact, 'domain_id'>> = {
  ...linkedContactColumns('contacts', 'sponsors'),
  name: plain(nameOnDomain),
  role: plain(sql.ref('domain_contacts.role')),
};
/** The columns of any contact, with its registrar's. */
export const anyContactColumns = linkedContactColumns('contacts', 'registrars', isLinked);
export const registrantColumns = linkedContactColumns('registrants', 'sponsors');

export const registrarColumns: ColumnsOf<Registrar> = {
  ...entityColumns(registrar, 'registrars'),
  vat_rate: plain(digitsOf(sql.ref('registrars.vat_rate'))),
};

export const nameserverColumns: ColumnsOf<Omit<NameserverRow, 'domain_id'>> = {
  ...own('nameservers', 'id', 'hostname', 'hostname_puny', 'ipv4', 'ipv6'),
  ...moments('nameservers', 'created_at'),
};

export const keyColumns: ColumnsOf<Omit<DnssecKeyRow, 'domain_id'>> = {
  ...own(
    'dnssec_keys',
    'id',
    'flags',
    'protocol',
    'alg',
    'public_key',
    'key_tag',
    'ds_digest_type',
    'ds_digest',
  ),
  ...moments('dnssec_keys', 'created_at', 'updated_at'),
};

/**
 * The needed columns of rows that are sent as JSON arrays: V8 parses one text with all of them in a third of the time
 * that the driver needs for as many fields (docs/decisions/0012-a-page-is-one-trip.md).
 */
export class Packed<Row extends object> {
  readonly #names: readonly (keyof Row & string)[];
  readonly #columns: readonly Column[];

  constructor(columns: ColumnsOf<Row>, wanted: ColumnSelection<Row>, ...always: (keyof Row & string)[]) {
    this.#names =
      wanted === 'all'
        ? (Object.keys(columns) as (keyof Row & string)[])
        : [...new Set([...always, ...wanted])];
    this.#columns = this.#names.map((name) => columns[name]);
  }

  /** Returns each column under its name, for a subquery. */
  named(prefix: string) {
    return this.#columns.map(({ value }, index) => value.as(`${prefix}${this.#names[index]}`));
  }

  /** The array of the columns that `query` has named. */
  arrayFrom(query: string, prefix: string): RawBuilder<unknown> {
    return arrayOf(this.#names.map((name) => sql.id(query, `${prefix}${name}`)));
  }

  /** The array of a row's columns from their own tables. */
  get array(): RawBuilder<unknown> {
    return arrayOf(this.#columns.map(({ value }) => value));
  }

  unpack(values: readonly unknown[]): Row {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.#names.length; index += 1) {
      const value = values[index];
      const isMoment = value !== null && this.#columns[index]?.isMoment;
      row[this.#names[index] as string] = isMoment ? new Date(value as string) : value;
    }
    return row as Row;
  }
}

const arrayOf = (values: readonly RawBuilder<unknown>[]) => sql`json_build_array(${sql.join(values)})`;
