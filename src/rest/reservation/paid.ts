import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../core/calendar.ts';
import { entryViews } from '../../operations/reservations/entry-views.ts';
import { reserveNamesPaid } from '../../operations/reservations/reserve-names-paid.ts';
import { showPaidReservation } from '../../operations/reservations/show-paid-reservation.ts';
import { showReservationInvoice } from '../../operations/reservations/show-reservation-invoice.ts';
import {
  billingUnavailable,
  intersectingInvoicesPaid,
  invoiceNotPaid,
  malformedNames,
  reservedInvoiceNotFound,
  someNamesUnavailable,
  tooManyNames,
} from '../../rules/reservation/reservation-names.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { data, number, text as shownText } from '../shapes.ts';
import { namesOf, namesSchema } from './body.ts';
import { entryShape, reservedEntry, shownName, userUniqueId } from './entry-view.ts';
import { invoicePdf, type Recipient } from './invoice-pdf.ts';

const text = { type: 'string' };
const pairDocs = {
  invoice_number: { description: 'As it was given with the link.', schema: text, required: true },
  user_unique_id: { description: 'The id that came with it.', schema: text, required: true },
};

/** Paid reservations and their invoices (docs/rules/reservation.md#paid-reservations). */
export const paidRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/long_reserve_domains',
    operation: reserveNamesPaid,
    docs: {
      status: 201,
      body: namesSchema,
      data: data({
        message: shownText('What to do next', 'Domains are in pending status. Need to pay for domains.'),
        linkpay_url: shownText(
          'The address of the page on which it is paid',
          'https://pay.example/lp?custom_str=...',
        ),
        invoice_number: number('The number of the invoice', 10001),
        user_unique_id: userUniqueId,
        available_domains: z
          .array(shownName)
          .meta({ description: 'The names that will be held once it is paid' }),
      }),
      refusals: [
        malformedNames(),
        tooManyNames(),
        someNamesUnavailable(),
        intersectingInvoicesPaid(),
        billingUnavailable('out of range'),
      ],
    },
    handle: async ({ body, run }) => {
      const reservation = await run(reserveNamesPaid, { names: namesOf(body) });
      return {
        status: 201,
        body: {
          message: 'Domains are in pending status. Need to pay for domains.',
          linkpay_url: reservation.paymentUrl,
          invoice_number: reservation.invoiceNumber,
          user_unique_id: reservation.userUniqueId,
          available_domains: reservation.names,
        },
      };
    },
  },
  {
    method: 'GET',
    path: '/long_reserve_domains_status',
    operation: showPaidReservation,
    unreadable: reservedInvoiceNotFound(),
    docs: {
      query: pairDocs,
      data: data({
        status: z
          .enum(['paid', 'pending', 'unpaid', 'failed', 'error', 'cancelled'])
          .meta({ description: 'How far the payment has come' }),
        message: shownText('The same in words', 'Invoice is paid'),
        reserved_domains: z
          .array(entryShape)
          .optional()
          .meta({ description: 'The names with their codes, once paid' }),
        names: z.array(shownName).optional().meta({ description: 'The names, while not paid' }),
      }),
      refusals: [reservedInvoiceNotFound()],
    },
    handle: async ({ query, calendar, now, runAndShow }) => {
      const { status, message, entries } = await runAndShow(
        showPaidReservation,
        pairOf(query),
        async (db, { id, ...told }) => ({ ...told, entries: await entryViews(db, id, now) }),
      );
      const names =
        status === 'paid'
          ? { reserved_domains: entries.map((entry) => reservedEntry(entry, calendar)) }
          : { names: entries.map(({ name }) => name) };
      return { body: { status, message, ...names } };
    },
  },
  {
    method: 'GET',
    path: '/reserved_domains_invoice_pdf',
    operation: showReservationInvoice,
    extension: true,
    produces: ['application/pdf'],
    unreadable: reservedInvoiceNotFound(),
    docs: {
      query: {
        ...pairDocs,
        customer_name: { description: 'Who the invoice is for.', schema: text },
        customer_address: { description: 'Their address.', schema: text },
        customer_vat_no: { description: 'Their VAT number.', schema: text },
        private_individual: { description: '`true`: print `eraisik` when no name is given.', schema: text },
        payment_date: { description: 'Day of payment, yyyy-mm-dd.', schema: text },
      },
      refusals: [
        reservedInvoiceNotFound(),
        invoiceNotPaid({ status: 'unpaid', message: 'Invoice is not paid' }),
      ],
    },
    handle: async ({ query, calendar, run }) => {
      const invoice = await run(showReservationInvoice, pairOf(query));
      return {
        bytes: await invoicePdf(invoice, recipientOf(query), calendar),
        contentType: 'application/pdf',
        headers: { 'content-disposition': `attachment; filename="invoice-${invoice.number}.pdf"` },
      };
    },
  },
];

/** A parameter that is missing or given twice matches nothing (docs/rules/reservation.md#paid-status). */
const pairOf = (query: RestCall['query']): { invoiceNumber: string; userUniqueId: string } => ({
  invoiceNumber: textOf(query, 'invoice_number') ?? '',
  userUniqueId: textOf(query, 'user_unique_id') ?? '',
});

const recipientOf = (query: RestCall['query']): Recipient => ({
  name: textOf(query, 'customer_name'),
  address: textOf(query, 'customer_address'),
  vatNo: textOf(query, 'customer_vat_no'),
  privateIndividual: /^(true|1|t|yes|on)$/i.test(textOf(query, 'private_individual') ?? ''),
  paymentDate: dateIn(textOf(query, 'payment_date') ?? ''),
});

function textOf(query: RestCall['query'], name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** One that cannot be read is ignored. */
function dateIn(given: string): LocalDate | undefined {
  const date = given.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1').slice(0, 10);
  return isLocalDate(date) ? date : undefined;
}
