import { type RawBuilder, sql } from 'kysely';
import { Slot, type Values } from './prepared.ts';

const few = 20;

interface Among {
  /** The same for values that share a statement. */
  readonly shape: string;
  /** To stand behind a column: it is one of these. */
  readonly slots: () => RawBuilder<unknown>;
  readonly filled: Values;
}

/**
 * One of these. A few are told one by one: PostgreSQL keeps a plan for each number of them, while it plans anew for
 * every short array, which takes it longer than to find the rows.
 */
export const among = (values: readonly (string | number)[]): Among =>
  values.length > 0 && values.length <= few
    ? {
        shape: String(values.length),
        slots: () => sql`in (${sql.join(values.map((_, index) => new Slot(String(index))))})`,
        filled: { ...values },
      }
    : { shape: 'many', slots: () => sql`= any(${new Slot('values')})`, filled: { values } };
