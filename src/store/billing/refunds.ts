import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../driver/lane.ts';
import { heldFor } from '../runner/idempotency.ts';
import type { RefundTable } from '../tables/billing-schema.ts';

/** A refund that was begun and has no known end yet. Whoever reads one here has locked its invoice. */
export type Refund = Selectable<RefundTable>;

export function refundOf(db: Db, invoiceId: number): Promise<Refund | undefined> {
  return db.selectFrom('refunds').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst();
}

/** Answers with who holds it from now on. */
export async function beginRefund(
  db: Db,
  refund: Pick<Refund, 'invoice_id' | 'payment_reference' | 'taken_from' | 'begun_at'>,
): Promise<string> {
  const holder = randomUUID();
  await sql`
    insert into refunds (invoice_id, payment_reference, taken_from, holder, held_until, begun_at)
    values (${refund.invoice_id}, ${refund.payment_reference}, ${refund.taken_from}::integer[], ${holder},
      clock_timestamp() + ${heldFor}, ${refund.begun_at})`.execute(db);
  return holder;
}

/** The new holder of a refund that nobody asks about any more; undefined: somebody does. */
export async function takeOverRefund(db: Db, invoiceId: number): Promise<string | undefined> {
  const holder = randomUUID();
  const { rows } = await sql`
    update refunds set holder = ${holder}, held_until = clock_timestamp() + ${heldFor}
    where invoice_id = ${invoiceId} and held_until <= clock_timestamp()
    returning invoice_id`.execute(db);
  return rows.length > 0 ? holder : undefined;
}

export async function keepRefund(db: Db, holder: string): Promise<void> {
  await sql`update refunds set held_until = clock_timestamp() + ${heldFor} where holder = ${holder}`.execute(
    db,
  );
}

/** Whoever comes next goes on with it. */
export async function letGoOfRefund(db: Db, holder: string): Promise<void> {
  await sql`update refunds set held_until = clock_timestamp() where holder = ${holder}`.execute(db);
}

export async function acceptRefund(db: Db, holder: string): Promise<void> {
  await sql`update refunds set accepted = true, held_until = clock_timestamp() where holder = ${holder}`.execute(
    db,
  );
}

/** The money went another way: nothing is given again, whatever becomes of the refund. */
export async function forgetTakenCredit(db: Db, invoiceId: number): Promise<void> {
  await db.updateTable('refunds').set({ taken_from: [] }).where('invoice_id', '=', invoiceId).execute();
}

export async function endRefund(db: Db, invoiceId: number): Promise<void> {
  await db.deleteFrom('refunds').where('invoice_id', '=', invoiceId).execute();
}
