import { type Insertable, type Selectable, sql } from 'kysely';
import type { NumberRange, ReferenceNumberTable } from './billing-schema.ts';
import type { Db } from './database.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The number after the last one of the range that was issued or used; undefined: there is none left. The counter's
 * row stays locked until the transaction ends, so no number is ever given twice; a rollback may leave none behind.
 */
export async function takeNumber(
  db: Db,
  name: NumberRange,
  { min, max }: Range,
): Promise<number | undefined> {
  if (min > max) return undefined;
  const used = sql`coalesce((select max(number) + 1 from invoices where number between ${min} and ${max}), ${min})`;
  const { rows } = await sql<{ last_number: number }>`
    insert into number_counters as counter (name, last_number)
    select ${name}, first from (select ${used}::integer as first) free where first <= ${max}
    on conflict (name) do update
      set last_number = greatest(counter.last_number + 1, excluded.last_number)
      where greatest(counter.last_number + 1, excluded.last_number) <= ${max}
    returning last_number`.execute(db);
  return rows[0]?.last_number;
}

/**
 * A number that came from elsewhere is never issued again, nor any before it (docs/rules/billing.md#invoice-numbers).
 */
export async function advanceCounter(db: Db, name: NumberRange, number: number): Promise<void> {
  const counter = await db
    .selectFrom('number_counters')
    .select('last_number')
    .where('name', '=', name)
    .executeTakeFirst();
  // A counter only grows: one that is past needs no lock.
  if (counter && counter.last_number >= number) return;
  await sql`
    insert into number_counters as counter (name, last_number) values (${name}, ${number})
    on conflict (name) do update set last_number = excluded.last_number
      where counter.last_number < excluded.last_number`.execute(db);
}

export type ReferenceNumber = Selectable<ReferenceNumberTable>;

/** Those that are known already are left alone; returns the new ones. */
export async function insertMissingReferenceNumbers(
  db: Db,
  references: readonly Insertable<ReferenceNumberTable>[],
): Promise<ReferenceNumber[]> {
  if (references.length === 0) return [];
  return db
    .insertInto('reference_numbers')
    .values(references)
    .onConflict((conflict) => conflict.column('reference_number').doNothing())
    .returningAll()
    .execute();
}

export function referenceNumber(db: Db, number: string): Promise<ReferenceNumber | undefined> {
  return db
    .selectFrom('reference_numbers')
    .selectAll()
    .where('reference_number', '=', number)
    .executeTakeFirst();
}

/** Registrars by code or exact name; a code wins over another's name. */
export async function registrarsNamed(
  db: Db,
  owners: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ owner: string; id: number }>`
    select distinct on (owner) owner, registrars.id
    from unnest(${[...new Set(owners)]}::text[]) owner
    join registrars on registrars.code = owner or registrars.name = owner
    order by owner, (registrars.code = owner) desc`.execute(db);
  return new Map(rows.map(({ owner, id }) => [owner, id]));
}
