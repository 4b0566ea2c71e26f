import { failure, refuseWith } from '../../../../base/errors.ts';
import { isLess, type Money, negate } from '../../../../base/money.ts';
import { type Invoice, updateInvoice } from '../../../store/billing/invoices.ts';
import { lockAccount, post } from '../../../store/registry/accounts.ts';
import type { OperationContext } from '../../operation.ts';
import { raiseDisagreementOnce } from './disagreements.ts';

type Context = Pick<OperationContext, 'db' | 'now' | 'request' | 'foresee' | 'publish'>;

/** The paid amount less the tax in it (docs/rules/self-service.md#vat). */
export const creditOf = ({ subtotal, amount }: Invoice): Money => subtotal ?? amount;

/** Credits the net amount of a paid prepayment to the registrar's account, once. The invoice is locked. */
export async function creditAccount(context: Context, invoice: Invoice): Promise<Invoice> {
  const { db, now, request } = context;
  if (invoice.registrar_id === null || invoice.credited) return invoice;
  context.foresee('credit', [invoice.registrar_id, creditOf(invoice)]);
  context.publish('account', String(invoice.registrar_id));
  await post(db, [
    {
      registrarId: invoice.registrar_id,
      activity: 'add_credit',
      description: `Invoice no. ${invoice.number}`,
      sum: creditOf(invoice),
      invoiceId: invoice.id,
      requestId: request.id,
      at: now,
    },
  ]);
  return updateInvoice(db, invoice.id, { credited: true });
}

/**
 * Reverses the credit, once, after the money was returned. Credit that the registrar has spent cannot be
 * reversed: then a person's request is refused, and a provider's report is kept for an operator while the
 * credit stays.
 */
export async function reverseCredit(
  context: Context,
  invoice: Invoice,
  reportedBy: 'person' | 'provider',
): Promise<Invoice> {
  const { db, now, request } = context;
  if (invoice.registrar_id === null || !invoice.credited) return invoice;
  const { balance } = await lockAccount(db, invoice.registrar_id);
  if (isLess(balance, creditOf(invoice))) {
    if (reportedBy === 'person') refuseWith(creditSpent(invoice));
    const reference = invoice.payment_reference ?? `invoice ${invoice.number}`;
    await raiseDisagreementOnce(context, reference, 'creditSpent', invoice, {
      balance,
      credit: creditOf(invoice),
    });
    return invoice;
  }
  context.foresee('credit', [invoice.registrar_id, negate(creditOf(invoice))]);
  context.publish('account', String(invoice.registrar_id));
  await post(db, [
    {
      registrarId: invoice.registrar_id,
      activity: 'reversal',
      description: `Invoice no. ${invoice.number}`,
      sum: negate(creditOf(invoice)),
      invoiceId: invoice.id,
      requestId: request.id,
      at: now,
    },
  ]);
  return updateInvoice(db, invoice.id, { credited: false });
}

const creditSpent = ({ number }: Invoice) =>
  failure('BILLING_FAILURE', `Status for ${number} wasn't updated; its credit is spent`);
