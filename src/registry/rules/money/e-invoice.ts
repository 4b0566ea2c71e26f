import { type Decimal, nothing, parseDecimal, percentOf, product, rounded, sum } from './decimal.ts';

/** An invoice that its service sends for e-invoicing (docs/rules/billing.md#e-invoices). */
export interface EInvoiceRequest {
  readonly invoice: {
    readonly number: string;
    readonly issueDate?: string | undefined;
    readonly dueDate?: string | undefined;
    readonly referenceNumber?: string | undefined;
    readonly currency?: string | undefined;
    readonly total?: string | undefined;
    readonly totalToPay?: string | undefined;
    readonly vatRate?: string | undefined;
    readonly monthly?: boolean | undefined;
    readonly seller: EInvoiceParty;
    readonly buyer: EInvoiceParty;
  };
  readonly items: readonly EInvoiceItem[];
  readonly vatAmount?: string | undefined;
  readonly subtotal?: string | undefined;
  readonly payable: boolean;
  readonly balance: {
    readonly date?: string | undefined;
    readonly begin?: string | undefined;
    readonly inbound?: string | undefined;
    readonly outbound?: string | undefined;
    readonly end?: string | undefined;
  };
}

export interface EInvoiceParty {
  readonly name?: string | undefined;
  readonly regNo?: string | undefined;
  readonly vatNo?: string | undefined;
  readonly street?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly city?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly email?: string | undefined;
  readonly iban?: string | undefined;
}

interface EInvoiceItem {
  readonly description?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly unit?: string | undefined;
  readonly subtotal?: string | undefined;
  readonly vatRate?: string | undefined;
  readonly vatAmount?: string | undefined;
  readonly total?: string | undefined;
}

/** A line with all its sums as numbers. */
export interface EInvoiceLine {
  readonly description: string;
  readonly unit: string | undefined;
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly subtotal: Decimal;
  readonly vatRate: Decimal;
  readonly vatAmount: Decimal;
  readonly total: Decimal;
}

export const amountOf = (text: string | undefined): Decimal => parseDecimal(text ?? '') ?? nothing;

/** The sums of a monthly invoice's lines are computed here; other services send theirs. */
export function eInvoiceLines({ invoice, items }: EInvoiceRequest): EInvoiceLine[] {
  return items.map((item) => {
    const line = {
      description: item.description ?? '',
      unit: item.unit,
      quantity: amountOf(item.quantity),
      price: amountOf(item.price),
    };
    if (!invoice.monthly)
      return {
        ...line,
        subtotal: amountOf(item.subtotal),
        vatRate: amountOf(item.vatRate),
        vatAmount: amountOf(item.vatAmount),
        total: amountOf(item.total),
      };
    const vatRate = amountOf(invoice.vatRate);
    const subtotal = rounded(product(line.price, line.quantity), 2);
    const vatAmount = rounded(percentOf(subtotal, vatRate), 2);
    return { ...line, subtotal, vatRate, vatAmount, total: sum(subtotal, vatAmount) };
  });
}

export const documentName = ({ invoice, items }: EInvoiceRequest): string =>
  (invoice.monthly && items[0]?.description) || 'ARVE';

/** Nothing is due on a paid invoice. */
export const totalToPay = ({ invoice, payable }: EInvoiceRequest): Decimal =>
  payable ? amountOf(invoice.totalToPay ?? invoice.total) : nothing;
