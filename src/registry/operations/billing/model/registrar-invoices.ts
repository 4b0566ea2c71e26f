import type { Recipient } from '../../../../base/events.ts';
import { randomHex } from '../../../../base/secrets.ts';
import type { AccountingItem } from '../../../rules/money/accounting-invoice.ts';
import type { EInvoiceRequest } from '../../../rules/money/e-invoice.ts';
import { isPayable } from '../../../rules/money/registrar-invoice.ts';
import { pollMessages } from '../../../rules/registrar/poll-messages.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import { linesOfInvoices } from '../../../store/billing/prepayments.ts';
import { type Registrar, registrarsById } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';
import { billingEmailOf } from './invoice-sheet.ts';
import { isReceived, printedInvoice, titleOf } from './printed-invoice.ts';

/** The mail is delayed a little, so that a top-up that is cancelled at once sends none. */
const mailDelayMs = 60_000;

type Context = Pick<OperationContext, 'db' | 'now' | 'calendar' | 'enqueue'>;

/** Notifies everybody of a new invoice: the registrar by mail, and the e-invoicing operator. */
export async function sendNewInvoice(
  context: Context,
  invoice: Invoice,
  registrar: Registrar,
): Promise<void> {
  const settings = await registrySettings(context.db);
  const to = billingEmailOf(registrar);
  const isDomestic = (registrar.country_code ?? settings.issuerCountryCode) === settings.issuerCountryCode;
  // E-invoices exist only within the country; abroad only the PDF is sent.
  if (to !== null && (registrar.accept_pdf_invoices || !isDomestic))
    mailInvoice(
      context,
      invoice,
      to,
      { registrarId: registrar.id },
      new Date(context.now.getTime() + mailDelayMs),
    );
  const request = await eInvoiceOf(context, invoice, registrar);
  context.enqueue({
    kind: 'e-invoice',
    subject: String(invoice.number),
    payload: {
      initiator: invoice.initiator,
      request,
      file: { fileId: randomHex(10), date: context.calendar.dateOf(context.now) },
    },
  });
}

/** The PDF of the invoice is made when the mail is sent. */
export function mailInvoice(
  { enqueue }: Pick<OperationContext, 'enqueue'>,
  invoice: Invoice,
  to: string,
  recipient: Recipient,
  notBefore?: Date,
): void {
  const isPaid = isReceived(invoice);
  enqueue({
    kind: 'mail',
    subject: String(invoice.number),
    recipients: [recipient],
    payload: {
      to,
      subject: `${titleOf(invoice)}${isPaid ? ' (already paid)' : ''}`,
      text: [
        `Hello ${invoice.buyer?.name ?? ''}`.trimEnd(),
        `Attached is invoice no. ${invoice.number}.`,
        ...(isPayable(invoice)
          ? [
              `Please pay ${invoice.amount} EUR by ${invoice.due_date}, reference number ${invoice.reference_number}.`,
            ]
          : ['There is nothing to pay.']),
        'The domain registry',
      ].join('\n\n'),
      attachedInvoiceId: invoice.id,
    },
    ...(notBefore && { notBefore }),
  });
}

async function eInvoiceOf(
  { db, calendar }: Context,
  invoice: Invoice,
  registrar: Registrar,
): Promise<EInvoiceRequest> {
  const printed = printedInvoice(invoice, await linesOfInvoices(db, [invoice.id]), calendar);
  const { vatRate, seller, buyer } = printed;
  return {
    invoice: {
      number: String(invoice.number),
      issueDate: printed.issuedOn,
      dueDate: printed.dueOn,
      referenceNumber: invoice.reference_number ?? undefined,
      currency: 'EUR',
      total: printed.total,
      totalToPay: printed.total,
      vatRate,
      monthly: invoice.kind === 'monthly_summary',
      seller,
      buyer: { ...buyer, email: billingEmailOf(registrar) ?? undefined, iban: registrar.iban ?? undefined },
    },
    items: [
      ...(invoice.kind === 'monthly_summary' ? [{ description: invoice.description }] : []),
      ...printed.lines.map((line) => ({
        description: line.description,
        price: line.price,
        quantity: String(line.quantity),
        unit: line.unit,
        subtotal: line.sum,
        vatRate,
        vatAmount: line.vat,
        total: line.total,
      })),
    ],
    vatAmount: printed.vatAmount,
    subtotal: printed.subtotal,
    payable: isPayable(invoice),
    balance: {},
  };
}

/**
 * Notifies the registrar of the payment, by poll message and mail, and the accounting system unless the issuing service
 * does.
 */
export async function notifyOfCredit(
  context: Pick<OperationContext, 'db' | 'calendar' | 'notify' | 'enqueue'>,
  invoice: Invoice,
): Promise<void> {
  const [registrar] = await registrarsById(
    context.db,
    invoice.registrar_id === null ? [] : [invoice.registrar_id],
  );
  if (!registrar) return;
  const credit = invoice.subtotal ?? invoice.amount;
  context.notify({
    registrarId: registrar.id,
    ...pollMessages.invoicePaid(invoice.number, credit),
    attachedObjId: invoice.id,
  });
  const to = billingEmailOf(registrar);
  if (to !== null)
    context.enqueue({
      kind: 'mail',
      subject: String(invoice.number),
      recipients: [{ registrarId: registrar.id }],
      payload: {
        to,
        subject: `Invoice no. ${invoice.number} is paid`,
        text: [
          `Hello ${registrar.name},`,
          `We have received ${invoice.amount} EUR for invoice no. ${invoice.number}.` +
            ` ${credit} EUR has been added to your account balance.`,
          'The domain registry',
        ].join('\n\n'),
      },
    });
  if (invoice.issued_here) await exportInvoice(context, invoice, registrar);
}

/**
 * Exports an invoice for accounting: the price is the credited amount, and the customer's country decides the tax.
 */
export async function exportInvoice(
  { db, calendar, enqueue }: Pick<OperationContext, 'db' | 'calendar' | 'enqueue'>,
  invoice: Invoice,
  registrar: Registrar,
): Promise<void> {
  const settings = await registrySettings(db);
  const monthly = invoice.kind === 'monthly_summary';
  const item: AccountingItem = {
    number: String(invoice.number),
    date: invoice.issue_date ?? undefined,
    transactionDate: invoice.paid_at ? calendar.dateOf(invoice.paid_at) : undefined,
    currency: 'EUR',
    language: 'ENG',
    vatAmount: invoice.vat_amount ?? undefined,
    totalWithoutVat: invoice.subtotal ?? undefined,
    customer: {
      code: registrar.code,
      name: registrar.name,
      destination: registrar.country_code ?? settings.issuerCountryCode,
      vatRegNo: registrar.vat_no ?? undefined,
    },
    lines: monthly
      ? [{ description: invoice.description }, ...(await summaryLines(db, invoice.id))]
      : [
          {
            productId: settings.accountingPrepaymentProduct,
            description: `Order nr. ${invoice.number}`,
            quantity: '1',
            price: invoice.subtotal ?? invoice.amount,
            unit: 'pc',
          },
        ],
  };
  enqueue({
    kind: 'accounting',
    subject: item.number,
    payload: { initiator: invoice.initiator, monthly, invoices: [item] },
  });
}

/** The accounting system's rows repeat a line as often as it was sold. */
async function summaryLines(db: OperationContext['db'], invoiceId: number): Promise<AccountingItem['lines']> {
  return (await linesOfInvoices(db, [invoiceId])).flatMap((line) =>
    Array.from({ length: Math.abs(line.quantity) }, () => ({
      productId: line.product_id ?? undefined,
      description: line.description,
      quantity: String(Math.sign(line.quantity)),
      price: line.price,
      unit: line.unit,
    })),
  );
}
