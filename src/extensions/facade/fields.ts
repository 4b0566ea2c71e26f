import { contact } from '../../registry/entities/contact.ts';
import { domain } from '../../registry/entities/domain.ts';
import type { Entity, RowOf } from '../../registry/entities/entity.ts';
import { unknownRow } from '../../registry/entities/entity-rows.ts';

/**
 * The way of a field in front of another registry. `mirrored`: the registry behind reports the field, which is sent
 * there and read back. `sent`: it is sent there too, but special code reads it back. `local`: that registry does not
 * have it, so the facade keeps it in its own row and does not send it. `refused`: that registry does not have it, so
 * it is missing in the facade's graph, and REST refuses it.
 */
type FieldWay = 'mirrored' | 'sent' | 'local' | 'refused';

const domains = {
  transfer_code: 'sent',
  statuses: 'mirrored',
  status_notes: 'mirrored',
  expires_at: 'mirrored',
  outzone_at: 'mirrored',
  delete_date: 'mirrored',
  force_delete_date: 'mirrored',
  created_at: 'mirrored',
  updated_at: 'mirrored',
} as const satisfies Partial<Record<keyof typeof domain.fields, FieldWay>>;

const contacts = {
  code: 'mirrored',
  name: 'mirrored',
  email: 'mirrored',
  phone: 'mirrored',
  ident: 'mirrored',
  ident_type: 'mirrored',
  ident_country_code: 'mirrored',
  address_street: 'mirrored',
  address_city: 'mirrored',
  address_zip: 'mirrored',
  address_state: 'mirrored',
  address_country_code: 'mirrored',
  auth_info: 'mirrored',
  verification: 'mirrored',
  statuses: 'mirrored',
  status_notes: 'mirrored',
  disclosed_attributes: 'mirrored',
} as const satisfies Partial<Record<keyof typeof contact.fields, FieldWay>>;

/**
 * The ways by table and column. Every field that callers set is here (fields.test.ts); a facade does not know others.
 */
export const fieldWays: Record<string, Readonly<Record<string, FieldWay>>> = { domains, contacts };

type Mirrored<Ways> = { [C in keyof Ways]: Ways[C] extends 'mirrored' ? C : never }[keyof Ways];
/** The part of a row that the registry reports. */
export type ReportedDomain = Pick<RowOf<typeof domain>, Mirrored<typeof domains>>;
export type ReportedContact = Pick<RowOf<typeof contact>, Mirrored<typeof contacts>>;

const wayOfField = ({ table }: Entity, column: string): FieldWay | undefined => fieldWays[table]?.[column];

export const isMirrored = (entity: Entity, column: string): boolean =>
  wayOfField(entity, column) === 'mirrored';

const mirroredIn = (entity: Entity, row: object): object => {
  const columns = entity.declared.map(({ column }) => column).filter((column) => isMirrored(entity, column));
  return Object.fromEntries(columns.map((column) => [column, row[column as keyof typeof row]]));
};

/** Picks the part of a larger object that the registry reports. */
export const reportedOf = (row: ReportedDomain): ReportedDomain => mirroredIn(domain, row) as ReportedDomain;

/** The fields that the registry reports, as they are for a contact of which nothing is known: null or empty. */
export const unknownContact = mirroredIn(contact, unknownRow(contact)) as ReportedContact;

/** The names of the fields that a facade refuses. */
export const refusedFields = (entity: Entity): string[] =>
  entity.declared.filter(({ column }) => wayOfField(entity, column) === 'refused').map(({ name }) => name);

/** Splits an input or a draft into the fields that a facade keeps itself, and the others. */
export function splitLocal<T extends object>(entity: Entity, values: T) {
  const isLocal = (name: string): boolean =>
    entity.declared.some((field) => field.name === name && wayOfField(entity, field.column) === 'local');
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    local: Object.fromEntries(given.filter(([name]) => isLocal(name))) as Partial<T>,
    others: Object.fromEntries(given.filter(([name]) => !isLocal(name))) as T,
  };
}
