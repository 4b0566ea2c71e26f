import type { Change, Document } from '../../core/events.ts';
import type { Registrar } from '../../store/registry/registrars.ts';

/** A registrar's billing settings as history keeps them. */
const moneyDocument = (registrar: Registrar): Document => ({
  billingEmail: registrar.billing_email,
  iban: registrar.iban,
  acceptPdfInvoices: registrar.accept_pdf_invoices,
  autoReloadAmount: registrar.auto_reload_amount,
  autoReloadThreshold: registrar.auto_reload_threshold,
});

export const moneyChange = (before: Registrar, after: Registrar): Change => ({
  type: 'registrar',
  id: after.id,
  key: after.code,
  before: moneyDocument(before),
  after: moneyDocument(after),
});
