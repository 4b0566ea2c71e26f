import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../../base/calendar.ts';
import { entryViews } from '../../../registry/operations/reservations/entry-views.ts';
import { reserveNamesPaid } from '../../../registry/operations/reservations/reserve-names-paid.ts';
import { showPaidReservation } from '../../../registry/operations/reservations/show-paid-reservation.ts';
import { showReservationInvoice } from '../../../registry/operations/reservations/show-reservation-invoice.ts';
import {
  billingUnavailable,
  intersectingInvoicesPaid,
  invoiceNotPaid,
  malformedNames,
  reservedInvoiceNotFound,
  someNamesUnavailable,
  tooManyNames,
} from '../../../registry/rules/reservation/reservation-names.ts';
import { fields, unvalidated } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { data, number, text as shownText } from '../shapes.ts';
import { namesBody } from './body.ts';
import { entryShape, reservedEntry, shownName, userUniqueId } from './entry-view.ts';
import { invoicePdf } from './invoice-pdf.ts';

/** A parameter that is missing or given twice matches nothing (docs/rules/reservation.md#paid-status). */
const needed = (description: string) =>
  unvalidated({ type: 'string', description }).transform((value) => textOf(value) ?? '');
const pair = {
  invoice_number: needed('As it was given with the link.'),
  user_unique_id: needed('The id that came with it.'),
};

/** A value that is blank or not text counts as left out. */
const reported = (description: string) =>
  unvalidated({ type: 'string', description }).optional().transform(textOf);

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Paid reservations and their invoices (docs/rules/reservation.md#paid-reservations). */
export const paidRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/long_reserve_domains',
    operation: reserveNamesPaid,
    request: { body: namesBody },
    docs: {
      status: 201,
      data: data({
        message: shownText('What to do next', 'Domains are in pending status. Need to pay for domains.'),
        linkpay_url: shownText('The link to pay it', 'https://pay.example/lp?custom_str=...'),
        invoice_number: number('The number of the invoice', 10001),
        user_unique_id: userUniqueId,
        available_domains: z
          .array(shownName)
          .meta({ description: 'The names that will be held once it is paid' }),
      }),
      refusals: [
        malformedNames(),
        tooManyNames(),
        someNamesUnavailable([]),
        intersectingInvoicesPaid([]),
        billingUnavailable('out of range'),
      ],
    },
    handle: async ({ body, run }) => {
      const reservation = await run(reserveNamesPaid, body);
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
  }),
  route({
    method: 'GET',
    path: '/long_reserve_domains_status',
    operation: showPaidReservation,
    unreadable: reservedInvoiceNotFound(),
    request: { query: fields(pair) },
    docs: {
      data: data({
        status: z
          .enum(['paid', 'pending', 'unpaid', 'failed', 'error', 'cancelled'])
          .meta({ description: 'The state of the payment' }),
        message: shownText('The same in words', 'Invoice is paid'),
        reserved_domains: z
          .array(entryShape)
          .optional()
          .meta({ description: 'The names with their codes, once paid' }),
        names: z.array(shownName).optional().meta({ description: 'The names, before the payment' }),
      }),
      refusals: [reservedInvoiceNotFound()],
    },
    handle: async ({ query, calendar, now, runAndShow }) => {
      const { status, message, entries } = await runAndShow(
        showPaidReservation,
        pairOf(query),
        async (db, { id, ...reported }) => ({ ...reported, entries: await entryViews(db, id, now) }),
      );
      const names =
        status === 'paid'
          ? { reserved_domains: entries.map((entry) => reservedEntry(entry, calendar)) }
          : { names: entries.map(({ name }) => name) };
      return { body: { status, message, ...names } };
    },
  }),
  route({
    method: 'GET',
    path: '/reserved_domains_invoice_pdf',
    operation: showReservationInvoice,
    extension: true,
    produces: ['application/pdf'],
    unreadable: reservedInvoiceNotFound(),
    request: {
      query: fields({
        ...pair,
        customer_name: reported('The customer of the invoice.'),
        customer_address: reported('Their address.'),
        customer_vat_no: reported('Their VAT number.'),
        private_individual: reported('`true`: print `eraisik` when no name is given.'),
        payment_date: reported('Day of payment, yyyy-mm-dd.'),
      }),
    },
    docs: {
      refusals: [
        reservedInvoiceNotFound(),
        invoiceNotPaid({ status: 'unpaid', message: 'Invoice is not paid' }),
      ],
    },
    handle: async ({ query, calendar, run }) => {
      const invoice = await run(showReservationInvoice, pairOf(query));
      return {
        bytes: await invoicePdf(
          invoice,
          {
            name: query.customer_name,
            address: query.customer_address,
            vatNo: query.customer_vat_no,
            privateIndividual: /^(true|1|t|yes|on)$/i.test(query.private_individual ?? ''),
            paymentDate: dateIn(query.payment_date ?? ''),
          },
          calendar,
        ),
        contentType: 'application/pdf',
        headers: { 'content-disposition': `attachment; filename="invoice-${invoice.number}.pdf"` },
      };
    },
  }),
];

const pairOf = (query: { invoice_number: string; user_unique_id: string }) => ({
  invoiceNumber: query.invoice_number,
  userUniqueId: query.user_unique_id,
});

/** Parses a date; undefined if it is not one. */
function dateIn(given: string): LocalDate | undefined {
  const date = given.replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1').slice(0, 10);
  return isLocalDate(date) ? date : undefined;
}
