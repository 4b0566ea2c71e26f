import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { insertRow, updateRow } from '../../../registry/store/driver/lists/rows.ts';
import type { SandboxPaymentTable } from './schema.ts';

export type SandboxPayment = Selectable<SandboxPaymentTable>;

export const insertSandboxPayment = insertRow('sandbox_payments');

export function sandboxPayment(db: Db, reference: string): Promise<SandboxPayment | undefined> {
  return db
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('payment_reference', '=', reference)
    .executeTakeFirst();
}

export const updateSandboxPayment = updateRow('sandbox_payments');

/** Locks the order, so that nobody else changes its payments until the transaction ends. */
export async function lockOrder(db: Db, orderReference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(20501, hashtext(${orderReference}))`.execute(db);
}

/** Newest first. */
export function paymentsOfOrder(db: Db, orderReference: string): Promise<SandboxPayment[]> {
  return db
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('order_reference', '=', orderReference)
    .orderBy('id', 'desc')
    .execute();
}

/** Returns whether it was new. Nonces that are too old for a valid timestamp are deleted. */
export async function useNonce(db: Db, nonce: string, now: Date, forgetBefore: Date): Promise<boolean> {
  await db.deleteFrom('sandbox_payment_nonces').where('used_at', '<', forgetBefore).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sandbox_payment_nonces')
    .values({ nonce, used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
