import type { LocalDate } from '../../../../base/calendar.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import type { InvoiceParty, KeptLine } from '../../../rules/money/registrar-invoice.ts';
import { percentOf, type Taxed, type VatRate } from '../../../rules/money/vat.ts';
import { insertInvoiceLines } from '../../../store/billing/prepayments.ts';
import type { Db } from '../../../store/driver/connections/pool.ts';
import type { Registrar } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';

/** The printed content of an invoice to a registrar, which never changes. */
export interface Sheet {
  readonly kind: 'prepayment' | 'monthly_summary';
  readonly issuedOn: LocalDate;
  readonly dueOn: LocalDate;
  readonly sums: Taxed;
  readonly rate: VatRate;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly KeptLine[];
  /** Issued by the registry itself, not by a service through the billing API. */
  readonly issuedHere: boolean;
}

/** Due after the number of days in the setting; one line (docs/rules/self-service.md#top-up). */
export function prepaymentSheet(
  { now, calendar }: Pick<OperationContext, 'now' | 'calendar'>,
  settings: RegistrySettings,
  registrar: Registrar,
  sums: Taxed,
  rate: VatRate,
): Omit<Sheet, 'issuedHere'> {
  const issuedOn = calendar.dateOf(now);
  return {
    kind: 'prepayment',
    issuedOn,
    dueOn: calendar.plusDays(issuedOn, settings.daysToKeepInvoicesActive),
    sums,
    rate,
    seller: sellerOf(settings),
    buyer: buyerOf(registrar),
    lines: [
      {
        description: 'prepayment',
        unit: 'piece',
        quantity: 1,
        price: sums.net,
        product_id: null,
        years: null,
      },
    ],
  };
}

export const columnsOf = ({ kind, issuedOn, dueOn, sums, rate, seller, buyer, issuedHere }: Sheet) => ({
  kind,
  issue_date: issuedOn,
  due_date: dueOn,
  subtotal: sums.net,
  vat_rate: percentOf(rate),
  vat_amount: sums.vat,
  seller: JSON.stringify(seller),
  buyer: JSON.stringify(buyer),
  issued_here: issuedHere,
});

export const insertLines = (db: Db, invoiceId: number, { lines }: Sheet): Promise<void> =>
  insertInvoiceLines(
    db,
    lines.map((line) => ({ ...line, invoice_id: invoiceId })),
  );

export const sellerOf = (settings: RegistrySettings): InvoiceParty =>
  filled({
    name: settings.issuerName,
    regNo: settings.issuerRegNo,
    vatNo: settings.issuerVatNo,
    iban: settings.issuerIban,
    bank: settings.issuerBank,
    swift: settings.issuerSwift,
    street: settings.issuerStreet,
    city: settings.issuerCity,
    state: settings.issuerState,
    zip: settings.issuerZip,
    countryCode: settings.issuerCountryCode,
    phone: settings.issuerPhone,
    url: settings.issuerUrl,
    email: settings.issuerEmail,
    contactName: settings.issuerContact,
  });

/** An address that a registrar gave as one text is printed as its street. */
export const buyerOf = (registrar: Registrar): InvoiceParty =>
  filled({
    name: registrar.name,
    regNo: registrar.reg_no,
    vatNo: registrar.vat_no,
    iban: registrar.iban,
    street: registrar.street ?? registrar.billing_address,
    city: registrar.city,
    state: registrar.state,
    zip: registrar.zip,
    countryCode: registrar.country_code,
    phone: registrar.phone,
    url: registrar.website,
    email: billingEmailOf(registrar),
  });

/** The billing address, or the general address if there is none. */
export const billingEmailOf = ({
  billing_email,
  email,
}: Pick<Registrar, 'billing_email' | 'email'>): string | null => billing_email || email || null;

function filled(party: Partial<Record<keyof InvoiceParty, string | null>>): InvoiceParty {
  return Object.fromEntries(Object.entries(party).filter(([, value]) => value));
}
