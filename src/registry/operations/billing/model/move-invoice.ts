import { failure, refuseWith } from '../../../../base/errors.ts';
import { bulkChildDescription } from '../../../rules/money/invoice-texts.ts';
import { type InvoiceMover, type InvoiceStatus, mayMove } from '../../../rules/money/payment-state.ts';
import {
  childLinks,
  type Invoice,
  lockInvoices,
  settleLink,
  updateInvoice,
} from '../../../store/billing/invoices.ts';
import { endRefund, refundOf } from '../../../store/billing/refunds.ts';
import type { OperationContext } from '../../operation.ts';
import { holdPaidNames, releasePaidNames } from '../../reservations/hold-paid-names.ts';
import { creditAccount, reverseCredit } from './account-credit.ts';
import { raiseDisagreementOnce } from './disagreements.ts';
import { invoiceChange } from './invoice-document.ts';
import { notifyOfCredit } from './registrar-invoices.ts';

type Context = Pick<
  OperationContext,
  'db' | 'now' | 'calendar' | 'record' | 'request' | 'secret' | 'foresee' | 'notify' | 'enqueue' | 'publish'
>;

/** The details that the provider reported with the change. */
export interface PaymentFacts {
  readonly reference: string;
  readonly snapshot: Readonly<Record<string, unknown>>;
  readonly transactionTime: Date | null;
}

/**
 * The only way an invoice changes its status: guarded by docs/rules/billing.md#statuses, with the registrar's
 * credit and the children of a bulk payment in the same transaction. The caller has locked the invoice
 * (`lockInvoice`). A change to the current status does nothing.
 */
export async function moveInvoice(
  context: Context,
  invoice: Invoice,
  status: InvoiceStatus,
  by: InvoiceMover,
  payment?: PaymentFacts,
): Promise<Invoice> {
  if (invoice.status === status) return invoice;
  if (!mayMove(invoice.status, status, by)) refuseWith(mayNotMove(invoice, status));
  if (invoice.status === 'paid') await endOpenRefundOrRefuse(context, invoice, status, by);
  const settled = await settle(context, invoice, status, by, payment);
  if (settled.bulk && (status === 'paid' || status === 'refunded'))
    await moveChildren(context, settled, by, payment);
  return settled;
}

/**
 * During a refund only the provider's report changes the status; the refund ends when the money has been
 * returned.
 */
async function endOpenRefundOrRefuse(
  { db }: Context,
  invoice: Invoice,
  status: InvoiceStatus,
  by: InvoiceMover,
): Promise<void> {
  if (by !== 'provider' && (await refundOf(db, invoice.id))) refuseWith(mayNotMove(invoice, status));
  await endRefund(db, invoice.id);
}

const mayNotMove = ({ number }: Invoice, status: string) =>
  failure('OBJECT_STATUS_PROHIBITS', `Status for ${number} wasn't updated; Status ${status}`);

/** Changes the status, and what depends on it: a registrar's credit, a reservation's names. */
async function settle(
  context: Context,
  invoice: Invoice,
  status: InvoiceStatus,
  by: InvoiceMover,
  payment: PaymentFacts | undefined,
  description?: string,
): Promise<Invoice> {
  const written = await write(context, invoice, status, payment, description);
  const moved = await followMoney(context, invoice.status, written, by);
  await followNames(context, invoice.status, moved);
  return moved;
}

async function write(
  { db, now, record }: Context,
  invoice: Invoice,
  status: InvoiceStatus,
  payment: PaymentFacts | undefined,
  description = invoice.description,
): Promise<Invoice> {
  const wasPaid = status === 'refunded' ? invoice.paid_at : null;
  const moved = await updateInvoice(db, invoice.id, {
    status,
    description,
    paid_at: status === 'paid' ? now : wasPaid,
    cancelled_at: status === 'cancelled' ? now : null,
    updated_at: now,
    ...(payment && {
      payment_reference: payment.reference,
      provider_snapshot: JSON.stringify(payment.snapshot),
      transaction_time: payment.transactionTime,
    }),
  });
  record(invoiceChange(invoice, moved));
  return moved;
}

async function followMoney(
  context: Context,
  from: InvoiceStatus,
  moved: Invoice,
  by: InvoiceMover,
): Promise<Invoice> {
  if (moved.status === 'paid') {
    const credited = await creditAccount(context, moved);
    if (credited.credited && !moved.credited) await notifyOfCredit(context, credited);
    return credited;
  }
  if (from !== 'paid') return moved;
  return reverseCredit(context, moved, by === 'provider' ? 'provider' : 'person');
}

/**
 * A reservation holds its names once it is paid. Of several reservations of a name the first to be paid gets it,
 * and the invoices of the others are cancelled (docs/rules/reservation.md#sharing-a-number). A refund does not
 * release the names.
 */
async function followNames(context: Context, from: InvoiceStatus, invoice: Invoice): Promise<void> {
  if (invoice.status === 'paid') {
    for (const rival of await holdPaidNames(context, invoice))
      await moveInvoice(context, rival, 'cancelled', 'owner');
  } else if (from === 'paid' && invoice.status !== 'refunded') {
    await releasePaidNames(context, invoice);
  }
}

/**
 * Children are found by stored links (docs/rules/billing.md#bulk-payments); a child that was already paid has been
 * paid twice.
 */
async function moveChildren(
  context: Context,
  parent: Invoice,
  by: InvoiceMover,
  payment: PaymentFacts | undefined,
): Promise<void> {
  const links = await childLinks(context.db, [parent.id]);
  const children = await lockInvoices(
    context.db,
    links.map((link) => link.child_id),
  );
  const settled = new Set(links.filter((link) => link.settled).map((link) => link.child_id));
  for (const child of children) {
    const isOurs = settled.has(child.id);
    if (parent.status === 'refunded' && !isOurs) continue;
    if (child.status !== parent.status && mayMove(child.status, parent.status, by)) {
      await settle(context, child, parent.status, by, payment, bulkChildDescription(parent.number));
      await settleLink(context.db, parent.id, child.id);
    } else if (!isOurs) {
      const reference = payment?.reference ?? `invoice ${parent.number}`;
      await raiseDisagreementOnce(context, reference, `childNotPayable ${child.number}`, child, {
        bulkPayment: parent.number,
        status: child.status,
        amount: child.amount,
      });
    }
  }
}
