import type { PaymentSnapshot } from '../../../rules/money/payment-details.ts';
import { childLinks, type Invoice, invoicesById } from '../../../store/billing/invoices.ts';
import { paymentsOfInvoices } from '../../../store/billing/payments.ts';
import type { OperationContext } from '../../operation.ts';
import { notifyOwner } from './notify-owner.ts';

/**
 * Notifies the service that owns a paid invoice (docs/rules/billing.md#notifying-the-owner), unless the owner
 * is the registry itself. Returns whether it will be sent.
 */
export async function notifyOwnerOfPayment(
  context: OperationContext,
  invoice: Invoice,
  snapshot: PaymentSnapshot,
): Promise<boolean> {
  const { initiator, number, affiliation, bulk } = invoice;
  const isDeposit = affiliation === 'auction_deposit' && !bulk;
  const body = isDeposit
    ? depositBody(invoice)
    : { ...withoutPersons(snapshot), invoice_number_collection: await collection(context, invoice) };
  return notifyOwner(context, 'payment_status', initiator, String(number), body);
}

const depositBody = (invoice: Invoice) => ({
  domain_name: invoice.deposit_domain,
  user_uuid: invoice.deposit_user_uuid,
  user_email: invoice.deposit_user_email,
  transaction_amount: Number(invoice.amount),
  invoice_number: invoice.number,
  description: 'deposit',
  affiliation: 1,
});

/**
 * Left out, because receivers do not need these three fields of the customer's data
 * (docs/rules/billing.md#notifying-the-owner).
 */
const withoutPersons = (snapshot: PaymentSnapshot) => ({
  ...snapshot,
  email: null,
  customer_ip: null,
  api_username: null,
});

/** The children of a bulk payment with their previous payments, found by stored links, never by a description. */
async function collection(
  { db }: OperationContext,
  invoice: Invoice,
): Promise<{ number: number; ref: string | null }[] | null> {
  if (!invoice.bulk) return invoice.description === 'prepended' || invoice.description === '' ? null : [];
  const links = await childLinks(db, [invoice.id]);
  const ids = links.map(({ child_id }) => child_id);
  const payments = await paymentsOfInvoices(db, ids);
  const children = await invoicesById(db, ids);
  return children
    .sort((one, other) => one.id - other.id)
    .map(({ id, number }) => ({
      number,
      ref: payments.findLast((payment) => payment.invoice_id === id)?.reference ?? null,
    }));
}
