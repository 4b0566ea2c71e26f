import { type RawBuilder, type Selectable, sql } from 'kysely';
import { Slot } from '../driver/prepared.ts';
import type { ColumnTypes } from '../driver/recordset.ts';
import type { DomainTable } from '../tables/schema.ts';
import type { Contact } from './contacts.ts';
import type { DnssecKeyRow, NameserverRow } from './domain-relations.ts';
import type { Registrar } from './registrars.ts';

/** A domain with its to-one relations: what every answer about it needs. */
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

/** The SQL behind each column of a row. The compiler sees to it that none is missing. */
type ColumnsOf<Row> = Readonly<Record<keyof Row & string, RawBuilder<unknown>>>;

/** Which columns somebody wants of a row; all of them where nobody can tell. */
export type Wanted<Row> = 'all' | readonly (keyof Row & string)[];

function own<const Names extends readonly string[]>(table: string, ...names: Names) {
  const refs = names.map((name) => [name, sql.ref(`${table}.${name}`)]);
  return Object.fromEntries(refs) as Record<Names[number], RawBuilder<unknown>>;
}

/** Whether a dispute over the name runs today (docs/rules/registrar.md#disputes). */
const disputed = sql<boolean>`exists (
  select from disputes where disputes.name = domains.name and disputes.closed_at is null
    and ${new Slot('today')}::date between disputes.starts_at and disputes.expires_at)`;

/** Every column of the table `domains`, with its type. */
export const domainTypes = {
  id: 'integer',
  uuid: 'uuid',
  name: 'text',
  name_puny: 'text',
  zone_id: 'integer',
  registrar_id: 'integer',
  registrant_id: 'integer',
  transfer_code: 'text',
  period: 'integer',
  period_unit: 'text',
  statuses: 'text[]',
  status_notes: 'jsonb',
  status_times: 'jsonb',
  expires_at: 'timestamptz',
  outzone_at: 'timestamptz',
  delete_date: 'date',
  remove_at: 'timestamptz',
  force_delete_kind: 'text',
  force_delete_start: 'date',
  force_delete_date: 'date',
  force_delete_reason: 'text',
  force_delete_notes: 'text',
  force_delete_stage: 'text',
  force_delete_statuses: 'text[]',
  remind_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies ColumnTypes<Selectable<DomainTable>>;

export const domainColumns: ColumnsOf<Domain> = {
  ...own('domains', ...(Object.keys(domainTypes) as (keyof typeof domainTypes)[])),
  registrar_code: sql.ref('registrars.code'),
  registrar_name: sql.ref('registrars.name'),
  registrar_website: sql.ref('registrars.website'),
  registrant_code: sql.ref('registrants.code'),
  registrant_name: sql.ref('registrants.name'),
  registrant_registrar_id: sql.ref('registrants.registrar_id'),
  zone: sql.ref('zones.origin'),
  disputed,
};

/** Of a contact that stands on a domain, and so is linked. */
const linkedContactColumns = (contacts: string, sponsors: string): ColumnsOf<Contact> => ({
  ...own(
    contacts,
    'id',
    'uuid',
    'code',
    'registrar_id',
    'name',
    'email',
    'phone',
    'ident',
    'ident_type',
    'ident_country_code',
    'auth_info',
    'statuses',
    'status_notes',
    'disclosed_attributes',
    'original_id',
    'unlinked_at',
    'created_at',
    'updated_at',
  ),
  linked: sql`true`,
  registrar_code: sql.ref(`${sponsors}.code`),
  registrar_name: sql.ref(`${sponsors}.name`),
  registrar_website: sql.ref(`${sponsors}.website`),
});

export const contactColumns = linkedContactColumns('contacts', 'sponsors');
export const registrantColumns = linkedContactColumns('registrants', 'sponsors');

export const registrarColumns: ColumnsOf<Registrar> = own(
  'registrars',
  'id',
  'uuid',
  'code',
  'name',
  'reg_no',
  'email',
  'website',
  'phone',
  'billing_email',
  'billing_address',
  'iban',
  'vat_no',
  'vat_rate',
  'street',
  'city',
  'state',
  'zip',
  'country_code',
  'reference_no',
  'accept_pdf_invoices',
  'auto_reload_amount',
  'auto_reload_threshold',
  'auto_reload_invoice_id',
  'test_registrar',
  'accreditation_date',
  'accreditation_expire_date',
  'summarised_until',
  'suspended_at',
  'suspension_reason',
  'created_at',
  'updated_at',
);

export const nameserverColumns: ColumnsOf<Omit<NameserverRow, 'domain_id'>> = own(
  'nameservers',
  'id',
  'hostname',
  'hostname_puny',
  'ipv4',
  'ipv6',
  'created_at',
);

export const keyColumns: ColumnsOf<Omit<DnssecKeyRow, 'domain_id'>> = own(
  'dnssec_keys',
  'id',
  'flags',
  'protocol',
  'alg',
  'public_key',
  'key_tag',
  'ds_digest_type',
  'ds_digest',
  'created_at',
  'updated_at',
);

/** The wanted ones under their names, or under `prefix.name`. */
export function pick<Row>(columns: ColumnsOf<Row>, wanted: Wanted<Row>, prefix = '') {
  return namesOf(columns, wanted).map((name) => columns[name].as(`${prefix}${name}`));
}

/** Puts what was picked with a prefix together again. */
export function picked<Row>(columns: ColumnsOf<Row>, wanted: Wanted<Row>, prefix: string) {
  const names = namesOf(columns, wanted).map((name) => [name, `${prefix}${name}`] as const);
  return (row: object): Row => {
    const part: Record<string, unknown> = {};
    for (const [name, alias] of names) part[name] = (row as Record<string, unknown>)[alias];
    return part as Row;
  };
}

function namesOf<Row>(columns: ColumnsOf<Row>, wanted: Wanted<Row>): readonly (keyof Row & string)[] {
  return wanted === 'all' ? (Object.keys(columns) as (keyof Row & string)[]) : wanted;
}
