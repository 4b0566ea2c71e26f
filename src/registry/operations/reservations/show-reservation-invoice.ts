import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { portalStatuses } from '../../rules/money/payment-state.ts';
import { vatBreakdown } from '../../rules/money/vat.ts';
import { invoiceNotPaid, pricePerName } from '../../rules/reservation/reservation-names.ts';
import { defineQuery } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { paidReservationOf } from './paid-reservation.ts';

/**
 * Composes the invoice of a paid reservation for printing, for a portal that gives its number and id together. It
 * refuses while the invoice is unpaid, and computes the amounts from the stored names, never from the caller's input
 * (docs/rules/reservation.md#the-invoice-as-pdf).
 */
export const showReservationInvoice = defineQuery({
  name: 'paid-reservation.invoice',
  summary: 'Shows the invoice of a paid reservation for printing.',
  permits: ['portal'],
  scope: 'READ',
  input: z.object({ invoiceNumber: z.string(), userUniqueId: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  rest: 'GET /api/v1/business_registry/reserved_domains_invoice_pdf',
  run: async ({ db }, input) => {
    const { invoice } = await paidReservationOf(db, input);
    const { status, message } = portalStatuses[invoice.status];
    // The status is spelled as in billing here, not as in the portal.
    if (status !== 'paid') return refuseWith(invoiceNotPaid({ status: invoice.status, message }));
    const settings = await registrySettings(db);
    return {
      number: invoice.number,
      createdAt: invoice.created_at,
      names: invoice.reserved_names,
      vatRate: settings.vatRate,
      sums: vatBreakdown(pricePerName, invoice.reserved_names.length, settings.vatRate),
      issuer: {
        name: settings.issuerName,
        street: settings.issuerStreet,
        city: settings.issuerCity,
        regNo: settings.issuerRegNo,
        vatNo: settings.issuerVatNo,
        phone: settings.issuerPhone,
        email: settings.issuerEmail,
        url: settings.issuerUrl,
        bank: settings.issuerBank,
        iban: settings.issuerIban,
        swift: settings.issuerSwift,
      },
    };
  },
});

export type ReservationInvoice = Awaited<ReturnType<typeof showReservationInvoice.run>>;
