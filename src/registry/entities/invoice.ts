import { type Initiator, initiators } from '../../base/actor.ts';
import type { InvoiceStatus } from '../rules/money/payment-state.ts';
import type { InvoiceKind, InvoiceParty } from '../rules/money/registrar-invoice.ts';
import {
  boolean,
  day,
  decimal,
  entity,
  identity,
  integer,
  json,
  list,
  moment,
  reference,
  text,
} from './entity.ts';

export type Affiliation = 'regular' | 'auction_deposit' | 'linkpay';

export const invoice = entity('invoices', {
  id: identity(),
  number: integer()
    .measure('KEY')
    .shown(
      'The number of the invoice. Several reservations of the same name may share one; userUniqueId distinguishes them.',
    )
    .filter('By the invoice number: {gte: 10000}.')
    .order('By invoice number, which increases over time.'),
  user_unique_id: text().nullable().listed(),
  initiator: text<Initiator>()
    .shown('The service it belongs to: registry, auction, eeid, business_registry or billing_system.')
    .filter('By the service they belong to: {eq: "auction"}.', initiators)
    .groups('The service they belong to.'),
  affiliation: text<Affiliation>().defaulted().listed(),
  status: text<InvoiceStatus>()
    .defaulted()
    .shown('Its status, such as unpaid or paid.')
    .filter('By their status: {eq: PAID}.')
    .groups('Whether they are paid, unpaid or otherwise closed.'),
  amount: decimal()
    .measure('AMOUNT', 'EUR')
    .shown('How much is to be paid, in euros with VAT.')
    .filter('By the amount to pay, in euros: {gte: "100.00"}.'),
  amount_text: text(),
  description: text()
    .written()
    .shown('What it is for, as the payer reads it.')
    .filter('By their description: {contains: "deposit"}.'),
  reference_number: text()
    .nullable()
    .shown('The reference number with which a bank transfer is recognised; null when it has none.')
    .listed(),
  customer_name: text().nullable(),
  customer_email: text().nullable(),
  custom_field1: text().nullable(),
  reserved_names: list().defaulted(),
  deposit_domain: text().nullable(),
  deposit_user_uuid: text().nullable(),
  deposit_user_email: text().nullable(),
  registrar_id: reference().nullable(),
  credited: boolean().defaulted(),
  bulk: boolean()
    .defaulted()
    .filter('By whether they pay for other invoices of the list: {eq: false} counts no amount twice.'),
  payment_reference: text()
    .nullable()
    .shown('The reference of the payment that decided its status; null while there is none.')
    .listed(),
  provider_snapshot: json<Record<string, unknown>>().nullable(),
  transaction_time: moment().nullable(),
  paid_at: moment()
    .nullable()
    .shown('When it was paid; null while it is not.')
    .filter('By payment time: {isNull: true} are those that are not paid.')
    .order('By payment time; unpaid ones come last.')
    .groups('When they were paid.'),
  exported_to_accounting_at: moment()
    .nullable()
    .shown('When the accounting system accepted it; null while it has not.')
    .listed(),
  accounting_data: text().nullable(),
  sent_as_e_invoice_at: moment()
    .nullable()
    .named('sentAsEInvoiceAt')
    .shown('When the e-invoicing operator accepted it; null while it has not.')
    .listed(),
  kind: text<InvoiceKind>()
    .defaulted()
    .shown(
      'Its kind: whether it tops up an account, sums up a month, pays for names, or is for something else.',
    )
    .filter('By their kind: {eq: PREPAYMENT}.'),
  /** Prepayments and monthly summaries always have the fields from here to the parties. */
  issue_date: day()
    .nullable()
    .defaulted()
    .named('issuedOn')
    .shown("The day on which it was issued; null unless it is a registrar's.")
    .listed(),
  due_date: day()
    .nullable()
    .defaulted()
    .named('dueOn')
    .shown("The last day on which it should be paid; null unless it is a registrar's.")
    .filter('By due date: {lte: "P7D"}.')
    .order('By due date; those without one come last.'),
  cancelled_at: moment()
    .nullable()
    .defaulted()
    .shown('When it was cancelled; null when it was not.')
    .filter('By cancellation time: {isNull: true} are those that were not cancelled.'),
  subtotal: decimal()
    .measure('AMOUNT', 'EUR')
    .nullable()
    .defaulted()
    .shown(
      'The amount without VAT, which is credited when it is paid; null when its service reports no VAT.',
    ),
  /** Percent, such as `24.00`. */
  vat_rate: decimal<string>()
    .measure('RATE', 'PERCENT')
    .nullable()
    .defaulted()
    .shown('How much VAT there is on it, in percent; null when its service reports no VAT.'),
  vat_amount: decimal()
    .measure('AMOUNT', 'EUR')
    .nullable()
    .defaulted()
    .shown('How much of the amount is VAT, in euros; null when its service reports no VAT.'),
  seller: json<InvoiceParty>().nullable(),
  buyer: json<InvoiceParty>().nullable(),
  pdf_sent_at: moment().nullable().defaulted(),
  /** Issued by the registry itself, which then also reports it to the accounting system. */
  issued_here: boolean().defaulted(),
  created_at: moment()
    .shown('When the invoice was made.')
    .filter('By creation time: {gte: "-P30D"} is the last 30 days.')
    .order('By creation time.')
    .groups('When they were made.'),
  updated_at: moment().listed(),
});
