import { type Insertable, type Selectable, sql } from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { Earliest } from '../driver/lists/earliest.ts';
import { rowsBy } from '../driver/lists/rows.ts';
import { validOn } from '../registry/zones.ts';
import type { BankTransferTable, InvoiceLineTable } from '../tables/billing-schema.ts';
import type { Invoice } from './invoices.ts';

export type InvoiceLine = Selectable<InvoiceLineTable>;

export async function insertInvoiceLines(
  db: Db,
  lines: readonly Insertable<InvoiceLineTable>[],
): Promise<void> {
  if (lines.length > 0) await db.insertInto('invoice_lines').values(lines).execute();
}

export const linesOfInvoices = rowsBy('invoice_lines', 'invoice_id');

const isOpen = sql<boolean>`kind = 'prepayment' and status in ('unpaid', 'failed', 'overdue')`;

/** Prepayments that are due before a day and can still be paid; skips locked rows. */
export function takeDuePrepayments(db: Db, before: string, limit: number): Promise<Invoice[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where(isOpen)
    .where('due_date', '<', before)
    .orderBy('due_date')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export const earliestDuePrepayment: Earliest = sql`select min(due_date) from invoices where ${isOpen}`;

/**
 * The invoice that a bank transfer of this sum belongs to: a prepayment that was marked paid by hand since
 * `markedSince` and has no transfer yet; or else the oldest open prepayment. Locked.
 */
export async function lockPrepaymentFor(
  db: Db,
  registrarId: number,
  sum: Money,
  markedSince: Date,
): Promise<Invoice | undefined> {
  const { rows } = await sql<Invoice>`
    select * from invoices
    where registrar_id = ${registrarId} and amount = ${sum} and (${isOpen} or (
      kind = 'prepayment' and status = 'paid' and payment_reference is null and paid_at >= ${markedSince}
      and not exists (select from bank_transfers where bank_transfers.invoice_id = invoices.id)))
    order by (status = 'paid') desc, id limit 1 for update`.execute(db);
  return rows[0];
}

export async function insertBankTransfer(db: Db, transfer: Insertable<BankTransferTable>): Promise<void> {
  await db.insertInto('bank_transfers').values(transfer).execute();
}

/** The registrar of each of these reference numbers, in their order. */
export async function registrarsByReference(
  db: Db,
  numbers: readonly string[],
): Promise<{ reference_number: string; registrar_id: number }[]> {
  const { rows } = await sql<{ reference_number: string; registrar_id: number }>`
    select reference_number, registrar_id from unnest(${numbers}::text[]) with ordinality given (number, place)
    join reference_numbers on reference_number = given.number
    where registrar_id is not null order by place`.execute(db);
  return rows;
}

export interface SoldProduct {
  readonly origin: string;
  readonly activity: 'create' | 'renew';
  readonly months: number | null;
  readonly price: Money;
  readonly quantity: number;
}

/**
 * A registrar's charges in a period, by product. The ledger has neither zone nor period: the zone is taken from the
 * name, the period from the price that was charged that day.
 */
export async function productsSoldTo(
  db: Db,
  registrarId: number,
  from: Date,
  until: Date,
  zone: string,
): Promise<SoldProduct[]> {
  const { rows } = await sql<SoldProduct>`
    select zones.origin, ledger.activity, asked.months, -ledger.sum as price, count(*)::integer as quantity
    from ledger
    cross join lateral (
      select id, origin from zones
      where ledger.description like '%.' || origin order by length(origin) desc limit 1) zones
    left join lateral (
      select months from prices
      where prices.zone_id = zones.id and prices.operation = ledger.activity and prices.price = -ledger.sum
        and ${validOn('prices', sql`(ledger.created_at at time zone ${zone})`)}
      order by months limit 1) asked on true
    where ledger.registrar_id = ${registrarId} and ledger.created_at >= ${from} and ledger.created_at < ${until}
      and ledger.activity in ('create', 'renew')
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  return rows;
}
