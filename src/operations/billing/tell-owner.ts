import type { OperationContext } from '../../core/operation.ts';
import type { PaymentSnapshot } from '../../providers/payment-details.ts';
import { childLinks, type Invoice, invoicesById } from '../../store/invoices.ts';
import { paymentsOfInvoices } from '../../store/payments.ts';

/**
 * The service that owns a paid invoice learns of it through the outbox (reference/billing.md 6.2). Services without an
 * address in OWNER_SERVICE_URLS are not told; the registry is ourselves. Answers whether it will be told.
 */
export async function tellOwner(
  context: OperationContext,
  invoice: Invoice,
  snapshot: PaymentSnapshot,
): Promise<boolean> {
  const base = context.config.OWNER_SERVICE_URLS?.get(invoice.initiator);
  if (base === undefined) return false;
  context.enqueue({
    kind: 'owner-service',
    subject: String(invoice.number),
    payload: {
      url: `${base.replace(/\/+$/, '')}/eis_billing/payment_status`,
      body:
        invoice.affiliation === 'auction_deposit' && !invoice.bulk
          ? depositBody(invoice)
          : { ...withoutPersons(snapshot), invoice_number_collection: await collection(context, invoice) },
    },
  });
  return true;
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

/** Receivers need none of these three (reference/billing.md 7.4, 10): the customer's are nobody else's business. */
const withoutPersons = (snapshot: PaymentSnapshot) => ({
  ...snapshot,
  email: null,
  customer_ip: null,
  api_username: null,
});

/** Children of a bulk payment with the payment each had before; by real links, never by what a description says. */
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
