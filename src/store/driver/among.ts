import { type RawBuilder, sql } from 'kysely';

const few = 20;

/**
 * One of these, to stand behind a column. A few are told one by one: PostgreSQL keeps a plan for each number of them,
 * while it plans anew for every short array, which takes it longer than to find the rows.
 */
export const among = (values: readonly (string | number)[]): RawBuilder<unknown> =>
  values.length > 0 && values.length <= few ? sql`in (${sql.join(values)})` : sql`= any(${values})`;
