import type { Document } from '../../core/events.ts';
import type { Registrar } from '../../store/registry/registrars.ts';

/** What history keeps of how a registrar looks after its money. */
export const moneyDocument = (registrar: Registrar): Document => ({
  billingEmail: registrar.billing_email,
  iban: registrar.iban,
  acceptPdfInvoices: registrar.accept_pdf_invoices,
  autoReloadAmount: registrar.auto_reload_amount,
  autoReloadThreshold: registrar.auto_reload_threshold,
});
