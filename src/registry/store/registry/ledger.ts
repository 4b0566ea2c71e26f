import { sql } from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { Db } from '../driver/connections/pool.ts';

/** An account as computed from its movements. */
export interface AccountProof {
  readonly registrar_id: number;
  readonly balance: Money;
  readonly sum: Money;
  readonly transactions: number;
  /** The movements whose balance is not the previous one plus their sum. */
  readonly broken: number;
  readonly balanced: boolean;
}

/** Compares each account with its movements, in one statement and so in one snapshot. */
export async function ledgerProof(db: Db): Promise<AccountProof[]> {
  const { rows } = await sql<AccountProof>`
    with walked as (
      select registrar_id, sum,
        balance - sum - lag(balance, 1, 0::numeric) over (partition by registrar_id order by position) as gap
      from ledger),
    added as (
      select registrar_id, sum(sum) as sum, count(*) as transactions, count(*) filter (where gap <> 0) as broken
      from walked group by registrar_id)
    select accounts.registrar_id, accounts.balance,
      coalesce(added.sum, 0)::numeric(14, 2) as sum,
      coalesce(added.transactions, 0) as transactions, coalesce(added.broken, 0) as broken,
      accounts.balance = coalesce(added.sum, 0) and coalesce(added.broken, 0) = 0 as balanced
    from accounts join registrars on registrars.id = accounts.registrar_id
    left join added on added.registrar_id = accounts.registrar_id
    order by registrars.code`.execute(db);
  return rows;
}
