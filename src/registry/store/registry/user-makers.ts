import { sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';

/** Who has made a user, or has set how it signs in or what it may do. */
interface Made {
  readonly userId: number;
  readonly makerId: number;
  readonly at: Date;
}

export async function noteMaker(db: Db, { userId, makerId, at }: Made): Promise<void> {
  await db
    .insertInto('user_makers')
    .values({ user_id: userId, maker_id: makerId, made_at: at })
    .onConflict((known) => known.columns(['user_id', 'maker_id']).doUpdateSet({ made_at: at }))
    .execute();
}

/**
 * Tells whether one person may stand behind both users: since then one has made the other, or somebody has made both,
 * in any number of steps.
 */
export async function mayBeOnePerson(db: Db, one: number, other: number, since: Date): Promise<boolean> {
  if (one === other) return true;
  const { rows } = await sql`
    with recursive behind (first, id) as (
      select id, id from unnest(${[one, other]}::bigint[]) as id
      union
      select first, maker_id from behind join user_makers on user_id = behind.id and made_at > ${since})
    select from behind a join behind b using (id) where a.first = ${one} and b.first = ${other} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
