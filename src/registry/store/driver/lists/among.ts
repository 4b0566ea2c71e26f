import { type RawBuilder, sql } from 'kysely';
import { Slot, type Values } from '../connections/prepared.ts';

const few = 20;

interface Among {
  /** A key that is equal for values that share a statement. */
  readonly shape: string;
  /** A condition that follows a column: it is one of these. */
  readonly slots: () => RawBuilder<unknown>;
  readonly filled: Values;
}

/**
 * One of these values. A few are listed one by one: PostgreSQL caches a plan for each number of them, whereas it
 * plans again for every short array, which takes longer than finding the rows.
 */
export const among = (values: readonly (string | number)[]): Among =>
  values.length > 0 && values.length <= few
    ? {
        shape: String(values.length),
        slots: () => sql`in (${sql.join(values.map((_, index) => new Slot(String(index))))})`,
        filled: { ...values },
      }
    : { shape: 'many', slots: () => sql`= any(${new Slot('values')})`, filled: { values } };
