import type { Money } from '../../base/money.ts';
import {
  addressOf,
  type CountedLine,
  countryOf,
  type InvoiceParty,
} from '../rules/money/registrar-invoice.ts';
import { type Pdf, pdfOf, printable } from './pdf.ts';

/** Everything that the PDF shows. */
export interface PrintedInvoice {
  readonly number: number;
  readonly title: string;
  readonly createdAt: Date;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly paidOn: string | null;
  readonly cancelledOn: string | null;
  readonly description: string;
  readonly referenceNumber: string | null;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly lines: readonly CountedLine[];
  readonly subtotal: Money;
  /** Percent. */
  readonly vatRate: string;
  readonly vatAmount: Money;
  readonly total: Money;
}

/** An invoice to a registrar, in English (docs/rules/self-service.md#printing). */
export function registrarInvoicePdf(invoice: PrintedInvoice): Promise<Uint8Array> {
  const { title, createdAt } = invoice;
  return pdfOf({ title, lang: 'en', createdAt }, (document, write) => {
    document.font('Helvetica-Bold').fontSize(18);
    write(title);
    document.font('Helvetica').fontSize(10).moveDown();
    for (const [label, value] of facts(invoice)) write(`${label}: ${value}`);
    for (const [label, party] of [
      ['Seller', invoice.seller],
      ['Buyer', invoice.buyer],
    ] as const) {
      document.moveDown().font('Helvetica-Bold');
      write(label);
      document.font('Helvetica');
      for (const line of partyLines(party)) write(line);
    }
    document.moveDown();
    table(document, invoice.lines);
    document.moveDown();
    for (const [label, amount] of totals(invoice)) write(`${label}: ${amount} EUR`);
  });
}

function facts(invoice: PrintedInvoice): [string, string][] {
  const lines: [string, string | null][] = [
    ['Issued', invoice.issuedOn],
    ['Due', invoice.dueOn],
    ['Paid', invoice.paidOn],
    ['Cancelled', invoice.cancelledOn],
    ['Reference number', invoice.referenceNumber],
    ['Description', invoice.description || null],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== null);
}

function partyLines(party: InvoiceParty): string[] {
  const labelled: [string, string | undefined][] = [
    ['Registration number', party.regNo],
    ['VAT number', party.vatNo],
    ['Phone', party.phone],
    ['E-mail', party.email],
    ['Web', party.url],
    ['Bank', party.bank],
    ['IBAN', party.iban],
    ['SWIFT', party.swift],
    ['Contact', party.contactName],
  ];
  return [
    party.name ?? '',
    [addressOf(party), countryOf(party)].filter(Boolean).join(', '),
    ...labelled.map(([label, value]) => (value ? `${label}: ${value}` : '')),
  ].filter((line) => line !== '');
}

function table(document: Pdf, lines: readonly CountedLine[]): void {
  const rows = lines.map(({ description, quantity, unit, price, sum }) => [
    description,
    `${quantity} ${unit}`,
    price,
    sum,
  ]);
  document.table({
    columnStyles: ['*', 80, 80, 80],
    data: [['Description', 'Quantity', 'Price', 'Sum'], ...rows].map((row) => row.map(printable)),
  });
}

const totals = ({ subtotal, vatRate, vatAmount, total }: PrintedInvoice): [string, string][] => [
  ['Subtotal without VAT', subtotal],
  [`VAT ${Number(vatRate)}%`, vatAmount],
  ['Total', total],
];
