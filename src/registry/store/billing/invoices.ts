import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Initiator } from '../../../base/actor.ts';
import { invoice } from '../../entities/invoice.ts';
import { overdueAges, paymentTermDays } from '../../rules/money/payment-state.ts';
import type { Db } from '../driver/connections/pool.ts';
import { insertRow, rowsBy, rowsById, updateRow } from '../driver/lists/rows.ts';
import { entityList } from '../driver/lists/stored-list.ts';
import { lockNamesOfInvoices } from '../registry/name-locks.ts';
import type { BulkPaymentItemTable, InvoiceTable } from '../tables/billing-schema.ts';

export type Invoice = Selectable<InvoiceTable>;

/** The invoices that a caller may see and change: those of services or of one registrar; undefined for all. */
export type Owners = readonly Initiator[] | { readonly registrarId: number } | undefined;

/** Today in the registry's time zone, which decides whether an invoice is overdue. */
export interface Day {
  readonly today: string;
  readonly zone: string;
}

/** docs/rules/billing.md#overdue; in rules/money/payment-state.ts for one invoice. */
const overdueDays = ({
  today,
  zone,
}: Day) => sql<number>`case when invoices.status in ('unpaid', 'failed', 'overdue')
  then greatest(0, ${today}::date - coalesce(invoices.due_date,
    (invoices.created_at at time zone ${zone})::date + ${sql.lit(paymentTermDays)})) else 0 end`;

const invoicesOf = (db: Db, owners: Owners) =>
  db.selectFrom('invoices').selectAll('invoices').where(isOf(owners));

/** A registrar's own invoices are those that it pays, and the summaries of what it has paid for. */
export const ofRegistrars = sql<boolean>`invoices.kind in ('prepayment', 'monthly_summary')`;

function isOf(owners: Owners) {
  if (owners === undefined) return sql<boolean>`true`;
  return 'registrarId' in owners
    ? sql<boolean>`invoices.registrar_id = ${owners.registrarId} and ${ofRegistrars}`
    : sql<boolean>`invoices.initiator = any(${owners})`;
}

const ages = overdueAges.map(
  ({ name, from, upTo }) => sql`(${sql.lit(name)}, ${sql.lit(from)}, ${sql.lit(upTo ?? 2 ** 31 - 1)})`,
);

export const invoiceListOn = (owners: Owners, day: Day) =>
  entityList(invoice, {
    columns: {
      overdueDays: overdueDays(day),
      // A summary requests no money, so none arrives.
      receivedAt: sql`case when invoices.kind <> 'monthly_summary' then invoices.paid_at end`,
      numberText: sql`invoices.number::text`,
    },
    keys: {
      overdue: {
        value: sql`(select name from (values ${sql.join(ages)}) age (name, least, most)
          where ${overdueDays(day)} between least and most)`,
        place: (name) => sql`array_position(${overdueAges.map((age) => age.name)}::text[], ${name})`,
      },
    },
    amount: sql`invoices.amount`,
    ...(owners && { only: isOf(owners) }),
  });

/**
 * Finds an invoice by number and user unique id (null for the one without). If the second is left out: the paid one,
 * else the newest (docs/rules/rulings.md#a-shared-invoice-number).
 */
export function invoiceByNumber(
  db: Db,
  number: number,
  userUniqueId?: string | null,
  owners?: Owners,
): Promise<Invoice | undefined> {
  const query = invoicesOf(db, owners).where('number', '=', number);
  if (userUniqueId !== undefined)
    return query.where('user_unique_id', 'is not distinct from', userUniqueId).executeTakeFirst();
  return query.orderBy(sql`(status = 'paid')`, 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
}

export function ownInvoiceById(db: Db, id: number, owners: Owners): Promise<Invoice | undefined> {
  return invoicesOf(db, owners).where('id', '=', id).executeTakeFirst();
}

/** All invoices that share a number, oldest first. */
export const invoicesWithNumbers = rowsBy('invoices', 'number');

export const invoicesById = rowsById('invoices');

/**
 * Locks the rows until the transaction ends, in the order of their ids. Their reserved names are locked first, as in
 * every decision about names: a payment holds them and cancels other reservations of them.
 */
export async function lockInvoices(db: Db, ids: readonly number[]): Promise<Invoice[]> {
  await lockNamesOfInvoices(db, ids);
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns the ids of the invoices for one user's reservations of a name. */
export async function invoicesReserving(
  db: Db,
  name: string,
  userUniqueId: string,
  owners: Owners,
): Promise<number[]> {
  const rows = await invoicesOf(db, owners)
    .where('user_unique_id', '=', userUniqueId)
    .where(sql<SqlBool>`${name} = any(reserved_names)`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function lockInvoice(db: Db, id: number): Promise<Invoice> {
  const [locked] = await lockInvoices(db, [id]);
  if (!locked) throw new Error(`invoice ${id} is gone`);
  return locked;
}

/** Locks the number, so that nobody else creates an invoice with it until the transaction ends. */
export async function lockNumber(db: Db, number: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(20301, ${number})`.execute(db);
}

export const insertInvoice = insertRow('invoices');

/** Existing invoices are left unchanged; returns the new ones. */
export async function insertMissingInvoices(
  db: Db,
  invoices: readonly Insertable<InvoiceTable>[],
): Promise<Invoice[]> {
  if (invoices.length === 0) return [];
  return db
    .insertInto('invoices')
    .values(invoices)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
}

export const updateInvoice = updateRow('invoices');

/** The latest deposit for this domain by this bidder, compared exactly (docs/rules/billing.md#deposits). */
export function latestDeposit(
  db: Db,
  domain: string,
  userUuid: string,
  owners: Owners,
): Promise<Invoice | undefined> {
  return invoicesOf(db, owners)
    .where('affiliation', '=', 'auction_deposit')
    .where('deposit_domain', '=', domain)
    .where('deposit_user_uuid', '=', userUuid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertBulkItems(db: Db, parentId: number, childIds: readonly number[]): Promise<void> {
  await db
    .insertInto('bulk_payment_items')
    .values(childIds.map((child_id) => ({ parent_id: parentId, child_id })))
    .execute();
}

export type BulkLink = Selectable<BulkPaymentItemTable>;

export function childLinks(db: Db, parentIds: readonly number[]): Promise<BulkLink[]> {
  return db
    .selectFrom('bulk_payment_items')
    .selectAll()
    .where('parent_id', '=', sql<number>`any(${parentIds})`)
    .orderBy('child_id')
    .execute();
}

export async function settleLink(db: Db, parentId: number, childId: number): Promise<void> {
  await db
    .updateTable('bulk_payment_items')
    .set({ settled: true })
    .where('parent_id', '=', parentId)
    .where('child_id', '=', childId)
    .execute();
}

/** Bulk payments that contain this invoice. */
export async function parentsOf(db: Db, childId: number): Promise<number[]> {
  const links = await db
    .selectFrom('bulk_payment_items')
    .select('parent_id')
    .where('child_id', '=', childId)
    .execute();
  return links.map(({ parent_id }) => parent_id);
}

/** The bulk payment that paid each of these, or else the last one that contains it. */
export async function parentLinks(db: Db, childIds: readonly number[]): Promise<BulkLink[]> {
  const { rows } = await sql<BulkLink>`
    select distinct on (item.child_id) item.*
    from bulk_payment_items item join invoices parent on parent.id = item.parent_id
    where item.child_id = any(${childIds})
    order by item.child_id, (parent.status = 'paid') desc, item.settled desc, item.parent_id desc`.execute(
    db,
  );
  return rows;
}
