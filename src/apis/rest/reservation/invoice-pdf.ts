import type { Calendar, LocalDate } from '../../../base/calendar.ts';
import type { Money } from '../../../base/money.ts';
import { pdfOf, printable } from '../../../registry/documents/pdf.ts';
import type { ReservationInvoice } from '../../../registry/operations/reservations/show-reservation-invoice.ts';

/** The customer's data as the caller wants it printed; amounts never come from the caller. */
export interface Recipient {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly vatNo: string | undefined;
  readonly privateIndividual: boolean;
  readonly paymentDate: LocalDate | undefined;
}

/** Returns the invoice as PDF, in Estonian (docs/rules/reservation.md#the-invoice-as-pdf). */
export function invoicePdf(
  invoice: ReservationInvoice,
  recipient: Recipient,
  calendar: Calendar,
): Promise<Uint8Array> {
  const title = `Arve ${invoice.number}`;
  return pdfOf({ title, lang: 'et', createdAt: invoice.createdAt }, (document, write) => {
    document.font('Helvetica-Bold').fontSize(18);
    write(title);
    document.font('Helvetica').fontSize(10).moveDown();
    write(`Arve kuupäev: ${estonianDate(calendar.dateOf(invoice.createdAt))}`);
    if (recipient.paymentDate) write(`Makse kuupäev: ${estonianDate(recipient.paymentDate)}`);

    document.moveDown().font('Helvetica-Bold');
    write('Arve saaja');
    document.font('Helvetica');
    for (const line of recipientLines(recipient)) write(line);

    document.moveDown();
    document.table({
      columnStyles: ['*', 100, 90],
      data: [['Domeeninimi', 'Staatus', 'Summa'], ...nameRows(invoice)].map((row) => row.map(printable)),
    });
    document.moveDown();
    for (const [label, amount] of totals(invoice)) write(`${label}: ${euros(amount)}`);

    document.moveDown(2).fontSize(8);
    for (const line of issuerLines(invoice.issuer)) write(line);
  });
}

/**
 * Returns the lines about the recipient. The name wins over `eraisik`; without either, the line is left out.
 */
function recipientLines({ name, address, vatNo, privateIndividual }: Recipient): string[] {
  const who = name ?? (privateIndividual ? 'eraisik' : undefined);
  return [who, address, vatNo && `KMKR / VAT nr ${vatNo}`].filter((line) => line !== undefined);
}

const nameRows = ({ names, sums }: ReservationInvoice): string[][] =>
  names.map((name) => [name, 'Reserveeritud', euros(sums.netRow)]);

const totals = ({ sums, vatRate }: ReservationInvoice): [string, Money][] => [
  ['Ridade summa', sums.rowsSum],
  [`Käibemaks ${String(vatRate / 100).replace('.', ',')}%`, sums.vat],
  ['Summa kokku', sums.total],
  ['Tasutud summa', sums.total],
];

function issuerLines({ name, street, city, ...issuer }: ReservationInvoice['issuer']): string[] {
  const labelled: [string, string][] = [
    ['Registrikood', issuer.regNo],
    ['KMKR', issuer.vatNo],
    ['Telefon', issuer.phone],
    ['E-post', issuer.email],
    ['Veeb', issuer.url],
    ['Pank', issuer.bank],
    ['IBAN', issuer.iban],
    ['SWIFT', issuer.swift],
  ];
  return [
    name,
    [street, city].filter((part) => part !== '').join(', '),
    ...labelled.map(([label, value]) => value && `${label}: ${value}`),
  ].filter((line) => line !== '');
}

const euros = (amount: Money): string => `${amount.replace('.', ',')} EUR`;

const estonianDate = (date: LocalDate): string => date.split('-').reverse().join('.');
