import { type Selectable, sql } from 'kysely';
import { limit } from '../../../base/limits.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { OperatorNetworkTable } from '../tables/self-service-schema.ts';

export type OperatorNetwork = Selectable<OperatorNetworkTable>;

/** Stands for all networks that a person has not signed in from: attempts from there are counted together. */
export const elsewhere = '';

const mostNetworks = limit(
  'networks that are known of one operator',
  30,
  'More than a person has; the oldest are forgotten.',
);

/** The networks of a person, and `elsewhere`: a few rows, locked by their operator. */
export const operatorNetworks = (db: Db, operatorId: number): Promise<OperatorNetwork[]> =>
  db.selectFrom('operator_networks').selectAll().where('operator_id', '=', operatorId).execute();

export async function countWrongCode(
  db: Db,
  operatorId: number,
  place: { readonly network: string; readonly wrongCodes: number },
  at: Date,
): Promise<void> {
  const counted = { wrong_codes: place.wrongCodes, wrong_code_at: at };
  await db
    .insertInto('operator_networks')
    .values({ operator_id: operatorId, network: place.network, last_at: at, ...counted })
    .onConflict((already) => already.columns(['operator_id', 'network']).doUpdateSet(counted))
    .execute();
}

/** The person has signed in from there, so it is one of the person's own. */
export async function noteOperatorNetwork(
  db: Db,
  operatorId: number,
  network: string,
  at: Date,
): Promise<void> {
  await sql`
    with forgotten as (
      delete from operator_networks where operator_id = ${operatorId} and network in (
        select network from operator_networks
        where operator_id = ${operatorId} and network not in (${elsewhere}, ${network})
        order by last_at desc offset ${mostNetworks - 1}))
    insert into operator_networks (operator_id, network, last_at) values (${operatorId}, ${network}, ${at})
    on conflict (operator_id, network) do update set last_at = excluded.last_at, wrong_codes = 0`.execute(db);
}

/** Forgets wrong attempts: nobody has guessed at the new password and authenticator yet. */
export async function forgetWrongCodes(db: Db, operatorId: number): Promise<void> {
  await db
    .updateTable('operator_networks')
    .set({ wrong_codes: 0 })
    .where('operator_id', '=', operatorId)
    .execute();
}
