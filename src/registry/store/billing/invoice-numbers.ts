import { type Insertable, type Selectable, sql } from 'kysely';
import type { Initiator } from '../../../base/actor.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { NumberRange, ReferenceNumberTable } from '../tables/billing-schema.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * The number after the last issued or used one of the range, or else one that was skipped; undefined if none is left.
 * The counter's row stays locked until the transaction ends, so no number is issued twice; a rollback leaves no gap.
 */
export async function takeNumber(db: Db, name: NumberRange, range: Range): Promise<number | undefined> {
  const { min, max } = range;
  if (min > max) return undefined;
  const used = sql`coalesce((select max(number) + 1 from invoices where number between ${min} and ${max}), ${min})`;
  const { rows } = await sql<{ last_number: number }>`
    insert into number_counters as counter (name, last_number)
    select ${name}, first from (select ${used}::integer as first) free where first <= ${max}
    on conflict (name) do update
      set last_number = greatest(counter.last_number + 1, excluded.last_number)
      where greatest(counter.last_number + 1, excluded.last_number) <= ${max}
    returning last_number`.execute(db);
  return rows[0]?.last_number ?? takeLeaptOver(db, name, range);
}

/** Leaves out numbers that an import has used after the counter skipped them. */
async function takeLeaptOver(db: Db, name: NumberRange, { min, max }: Range): Promise<number | undefined> {
  await db.selectFrom('number_counters').select('name').where('name', '=', name).forUpdate().execute();
  const { rows } = await sql<{ id: number; number: number }>`
    select gap.id, free.number
    from number_gaps gap
    cross join lateral (
      select number from generate_series(greatest(gap.next_number, ${min}), least(gap.last_number, ${max})) number
      where not exists (select from invoices where invoices.number = number.number)
      limit 1) free
    where gap.name = ${name} and gap.next_number <= gap.last_number
    order by free.number limit 1`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  await db
    .updateTable('number_gaps')
    .set({ next_number: first.number + 1 })
    .where('id', '=', first.id)
    .execute();
  return first.number;
}

/** The ranges from which a number was issued or imported. */
export async function countersBegun(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('number_counters').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}

/** Counted as `takeNumber` takes them. */
export async function shareUsed(db: Db, name: NumberRange, { min, max }: Range): Promise<number> {
  if (min > max) return 1;
  const { rows } = await sql<{ left: number }>`
    select (${max}::int - least(${max}::int, greatest(${min - 1}::int,
        coalesce((select last_number from number_counters where name = ${name}), 0),
        coalesce((select max(number) from invoices where number between ${min} and ${max}), 0)))
      + coalesce((
        select sum(least(last_number, ${max}::int) - greatest(next_number, ${min}::int) + 1) from number_gaps
        where name = ${name} and greatest(next_number, ${min}::int) <= least(last_number, ${max}::int)), 0))::int as left`.execute(
    db,
  );
  return 1 - (rows[0]?.left ?? 0) / (max - min + 1);
}

/** Tells whether a number of the range was issued, or imported before later ones were issued. */
export async function isIssued(db: Db, name: NumberRange, number: number): Promise<boolean> {
  const { rows } = await sql<{ issued: boolean }>`
    select last_number >= ${number} and not exists (
      select from number_gaps where number_gaps.name = ${name} and ${number} between next_number
        and number_gaps.last_number) as issued
    from number_counters where name = ${name}`.execute(db);
  return rows[0]?.issued ?? false;
}

export async function storeIssuedTo(db: Db, numbers: readonly number[], initiator: Initiator): Promise<void> {
  await sql`
    insert into issued_numbers (number, initiator) select number, ${initiator} from unnest(${numbers}::int[]) number
    on conflict (number) do update set initiator = excluded.initiator`.execute(db);
}

/** Returns the client to which the number was issued; undefined if it was not issued to a particular one. */
export async function issuedTo(db: Db, number: number): Promise<Initiator | undefined> {
  const row = await db
    .selectFrom('issued_numbers')
    .select('initiator')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.initiator;
}

/**
 * Imported numbers are never issued again, nor, while others are left, any before them
 * (docs/rules/billing.md#invoice-numbers).
 */
export async function advanceCounter(
  db: Db,
  name: NumberRange,
  { min }: Range,
  number: number,
): Promise<void> {
  const last = () => db.selectFrom('number_counters').select('last_number').where('name', '=', name);
  const before = await last().executeTakeFirst();
  // A counter only grows, so one that is already beyond them needs no lock.
  if (before && before.last_number >= number) return;
  await sql`
    insert into number_counters (name, last_number) values (${name}, ${min - 1}) on conflict do nothing`.execute(
    db,
  );
  const { last_number } = await last().forUpdate().executeTakeFirstOrThrow();
  if (last_number >= number) return;
  await db.updateTable('number_counters').set({ last_number: number }).where('name', '=', name).execute();
  const first = Math.max(last_number + 1, min);
  if (first < number)
    await db
      .insertInto('number_gaps')
      .values({ name, next_number: first, last_number: number - 1 })
      .execute();
}

/**
 * None up to this number is issued any more, skipped ones included: after a restore nobody knows which of them are on
 * invoices.
 */
export async function retireUpTo(db: Db, name: NumberRange, number: number): Promise<void> {
  await sql`
    insert into number_counters as counter (name, last_number) values (${name}, ${number})
    on conflict (name) do update set last_number = greatest(counter.last_number, excluded.last_number)`.execute(
    db,
  );
  await db.deleteFrom('number_gaps').where('name', '=', name).where('last_number', '<=', number).execute();
  await db
    .updateTable('number_gaps')
    .set({ next_number: number + 1 })
    .where('name', '=', name)
    .where('next_number', '<=', number)
    .execute();
}

export type ReferenceNumber = Selectable<ReferenceNumberTable>;

/** Known numbers are left unchanged; returns the new ones. */
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

/** Registrars by code or exact name; a code takes precedence over another registrar's name. */
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
