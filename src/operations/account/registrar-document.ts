import type { Document } from '../../core/events.ts';
import type { Registrar } from '../../store/registry/registrars.ts';

/** A registrar's billing settings as history keeps them. */
export const moneyDocument = (registrar: Registrar): Document => ({
  billingEmail: registrar.billing_email,
  iban: registrar.iban,
  acceptPdfInvoices: registrar.accept_pdf_invoices,
  autoReloadAmount: registrar.auto_reload_amount,
  autoReloadThreshold: registrar.auto_reload_threshold,
});
