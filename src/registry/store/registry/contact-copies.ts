import { sql } from 'kysely';
import { contact } from '../../entities/contact.ts';
import type { Db } from '../driver/connections/pool.ts';

const copiedFields = contact.declared.filter(({ copied }) => copied);
/** The columns that a copy keeps. */
const copied = sql.join(copiedFields.map(({ column }) => sql.ref(column)));

/** The columns that must be equal for two contacts to be identical. */
export const comparedColumns = copiedFields
  .filter(({ copied }) => copied === 'compared')
  .map(({ column }) => column);
const isIdentical = sql.join(
  comparedColumns.map(
    (column) => sql`${sql.ref(column)} is not distinct from ${sql.ref(`original.${column}`)}`,
  ),
  sql` and `,
);

/**
 * Returns for each of these contacts an identical one of the registrar's own, if there is one
 * (docs/rules/registrar.md#transfer). The identical one cannot be deleted until the transaction ends.
 */
export async function identicalContacts(
  tx: Db,
  contactIds: readonly number[],
  registrarId: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ original_id: number; id: number }>`
    select original.id as original_id, twin.id from contacts original cross join lateral (
      select id from contacts
      where registrar_id = ${registrarId} and ident = original.ident and ${isIdentical}
      order by id limit 1 for key share
    ) twin
    where original.id = any(${contactIds})`.execute(tx);
  return new Map(rows.map(({ original_id, id }) => [original_id, id]));
}

export interface ContactCopy {
  readonly originalId: number;
  readonly code: string;
  readonly authInfo: string;
}

/** Copies contacts to a registrar, with new codes; returns the id of each copy by its original. */
export async function copyContacts(
  tx: Db,
  copies: readonly ContactCopy[],
  registrarId: number,
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  if (copies.length === 0) return new Map();
  const { rows } = await sql<{ original_id: number; id: number }>`
    insert into contacts (code, auth_info, original_id, registrar_id, created_at, updated_at, ${copied})
    select copy.code, copy.auth_info, contacts.id, ${registrarId}, ${now}, ${now}, ${copied}
    from unnest(${copies.map((copy) => copy.originalId)}::bigint[], ${copies.map((copy) => copy.code)}::text[],
      ${copies.map((copy) => copy.authInfo)}::text[]) as copy (original_id, code, auth_info)
    join contacts on contacts.id = copy.original_id
    returning original_id, id`.execute(tx);
  return new Map(rows.map(({ original_id, id }) => [original_id, id]));
}
