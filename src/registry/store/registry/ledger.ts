import { sql } from 'kysely';
import type { Money } from '../../../core/money.ts';
import type { Db } from '../driver/pool.ts';

/** One account as its own movements tell it. */
export interface AccountProof {
  readonly registrar: string;
  readonly balance: Money;
  readonly sum: Money;
  readonly transactions: number;
  /** Movements whose running balance is not the one before it plus their sum. */
  readonly broken: number;
  readonly balanced: boolean;
}

/** In one statement: what is compared is one moment of the database. */
export async function ledgerProof(db: Db): Promise<AccountProof[]> {
  const { rows } = await sql<AccountProof>`
    with walked as (
      select registrar_id, sum,
        balance - sum - lag(balance, 1, 0::numeric) over (partition by registrar_id order by position) as gap
      from ledger),
    added as (
      select registrar_id, sum(sum) as sum, count(*) as transactions, count(*) filter (where gap <> 0) as broken
      from walked group by registrar_id)
    select registrars.code as registrar, accounts.balance,
      coalesce(added.sum, 0)::numeric(14, 2) as sum,
      coalesce(added.transactions, 0) as transactions, coalesce(added.broken, 0) as broken,
      accounts.balance = coalesce(added.sum, 0) and coalesce(added.broken, 0) = 0 as balanced
    from accounts join registrars on registrars.id = accounts.registrar_id
    left join added on added.registrar_id = accounts.registrar_id
    order by registrars.code`.execute(db);
  return rows;
}
