import { sql } from 'kysely';
import { expect } from 'vitest';
import { money } from '#src/base/money.ts';
import { post } from '#src/registry/store/registry/accounts.ts';
import { ledgerProof } from '#src/registry/store/registry/ledger.ts';
import type { TestWorld } from './world.ts';

/** Sets a registrar's balance the only way there is: through the ledger. */
export async function setBalance(
  { container }: TestWorld,
  code: 'ALPHA' | 'BETA',
  to: string,
  description = 'Set for a test',
): Promise<void> {
  const { db } = container.database;
  const { rows } = await sql<{ id: number; difference: string }>`
    select registrar_id as id, ${to}::numeric - balance as difference
    from accounts join registrars on registrars.id = registrar_id where code = ${code}`.execute(db);
  const [account] = rows as [{ id: number; difference: string }];
  await post(db, [
    {
      registrarId: account.id,
      activity: 'update_credit',
      description,
      sum: money(account.difference),
      requestId: 'test',
      at: container.clock.now(),
    },
  ]);
}

export interface ShownAccount {
  readonly balance: string;
  readonly transactions: readonly {
    readonly description: string;
    readonly sum: string;
    readonly balance: string;
    readonly type: string;
  }[];
}

/** The account as its registrar sees it, newest transaction first. */
export async function accountOf(world: TestWorld, auth?: string): Promise<ShownAccount> {
  const url = '/registry/v1/accounts/balance?detailed=true';
  const { body } = await world.request({ url, ...(auth && { auth }) });
  return body.data as unknown as ShownAccount;
}

/** Every balance is the sum of its ledger, and every movement follows from the one before it. */
export async function expectBooksToBalance({ container }: Pick<TestWorld, 'container'>): Promise<void> {
  const proof = await ledgerProof(container.database.db);
  expect(proof.filter(({ balanced }) => !balanced)).toEqual([]);
}
