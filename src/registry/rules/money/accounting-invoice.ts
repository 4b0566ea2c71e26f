/**
 * An invoice that its service sends for accounting (docs/rules/billing.md#accounting). Amounts stay as they
 * are written.
 */
export interface AccountingItem {
  readonly number: string;
  readonly date?: string | undefined;
  readonly transactionDate?: string | undefined;
  readonly currency?: string | undefined;
  readonly language?: string | undefined;
  readonly vatAmount?: string | undefined;
  readonly totalWithoutVat?: string | undefined;
  readonly customer: AccountingCustomer;
  readonly lines: readonly AccountingItemLine[];
}

export interface AccountingCustomer {
  readonly code?: string | undefined;
  readonly name?: string | undefined;
  /** ISO country. */
  readonly destination?: string | undefined;
  readonly vatRegNo?: string | undefined;
}

export interface AccountingItemLine {
  readonly productId?: string | undefined;
  readonly description?: string | undefined;
  readonly quantity?: string | undefined;
  readonly price?: string | undefined;
  readonly unit?: string | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Monthly summaries, receipts of the auction (which have totals), and the prepayments of all other services. */
export type AccountingSchema = 'summary' | 'auction' | 'prepayment';

export const accountingSchema = (initiator: string, monthly: boolean): AccountingSchema =>
  monthly ? 'summary' : initiator === 'auction' ? 'auction' : 'prepayment';

export interface AccountingSettings {
  readonly paymentTerm: string;
  readonly salesAgent: string;
}

/** Names and values in the order that the accounting system requires; empty ones are not sent. */
export type Attributes = readonly (readonly [name: string, value: string])[];

export interface AccountingInvoice {
  readonly attributes: Attributes;
  readonly lines: readonly Attributes[];
}

export function accountingInvoice(
  item: AccountingItem,
  schema: AccountingSchema,
  settings: AccountingSettings,
): AccountingInvoice {
  const { customer } = item;
  const withTotals = schema === 'auction';
  return {
    attributes: filled(
      [
        ['Number', item.number],
        ['InvoiceDate', item.date],
        ['PaymentTerm', settings.paymentTerm],
        ['CustomerCode', customer.code],
        ['CustomerName', customer.name],
        ['Destination', customer.destination],
        ['VATregNo', customer.vatRegNo],
        ['Language', item.language ?? ''],
        ['Currency', item.currency],
        ['SalesAgent', settings.salesAgent],
        ['TotalVAT', withTotals ? item.vatAmount : undefined],
        ['TotalWoVAT', withTotals ? item.totalWithoutVat : undefined],
        ['TransactionDate', schema === 'summary' ? undefined : item.transactionDate],
      ],
      // Sent even if empty.
      'Language',
    ),
    lines: linesOf(merged(item.lines), vatCode(customer)),
  };
}

/** The VAT code of the country whose VAT is charged, of reverse charge, or of no VAT. */
export function vatCode({ destination, vatRegNo }: AccountingCustomer): number {
  const country = destination?.toUpperCase() ?? '';
  if (country === 'EE') return estonia;
  const code = unionCodes.get(country);
  if (code === undefined) return notInUnion;
  return vatRegNo ? reverseCharge : code;
}

const estonia = 54;
const reverseCharge = 4;
const notInUnion = 6;
/** Their codes continue from Latvia's 21. */
const unionCountries = 'LV PL AT BE BG CY CZ DE DK GR ES FI FR HR HU IE IT LT LU MT NL PT RO SE SI SK'.split(
  ' ',
);
const unionCodes = new Map(unionCountries.map((country, index) => [country, 21 + index]));

/** Joins equal lines into one, with a quantity if they have a unit; a prepayment is subtracted. */
function merged(lines: readonly AccountingItemLine[]): AccountingItemLine[] {
  const counts = new Map<string, { line: AccountingItemLine; count: number }>();
  for (const line of lines) {
    const key = JSON.stringify(Object.entries(line).sort(([one], [other]) => (one < other ? -1 : 1)));
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { line, count: 1 });
  }
  return [...counts.values()].map(({ line, count }) => ({ ...line, quantity: quantityOf(line, count) }));
}

function quantityOf({ description, unit, quantity }: AccountingItemLine, count: number): string | undefined {
  if (/ettemaks|prepayment/.test(description ?? '')) return '-1';
  return unit ? String(count) : quantity;
}

/** A line with a period belongs to the first earlier line with the same text, if any. */
function linesOf(lines: readonly AccountingItemLine[], vat: number): Attributes[] {
  return lines.map((line, index) => {
    const first = lines.findIndex(({ description }) => description === line.description);
    const hasPeriod = Boolean(line.startDate && line.endDate);
    return filled([
      ['RN', String(index + 1)],
      ['RR', String((line.startDate ? first : index) + 1)],
      ['ProductID', line.productId],
      ['Quantity', line.quantity],
      ['Unit', line.unit],
      ['ProductName', line.description],
      ['UnitPriceWoVAT', line.price],
      ['VATCode', String(vat)],
      ['StartDate', hasPeriod ? line.startDate : undefined],
      ['EndDate', hasPeriod ? line.endDate : undefined],
    ]);
  });
}

function filled(
  attributes: readonly (readonly [string, string | undefined])[],
  alsoEmpty?: string,
): Attributes {
  return attributes.flatMap(([name, value]) =>
    value || name === alsoEmpty ? [[name, value ?? ''] as const] : [],
  );
}
