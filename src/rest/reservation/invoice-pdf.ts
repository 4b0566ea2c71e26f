import PDFDocument from 'pdfkit';
import type { Calendar, LocalDate } from '../../core/calendar.ts';
import type { Money } from '../../core/money.ts';
import type { ReservationInvoice } from '../../operations/reservations/show-reservation-invoice.ts';
import { composed } from '../../rules/text.ts';

/** What the caller wants printed about who pays; never an amount. */
export interface Recipient {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly vatNo: string | undefined;
  readonly privateIndividual: boolean;
  readonly paymentDate: LocalDate | undefined;
}

/**
 * In Estonian (docs/rules/reservation.md#the-invoice-as-pdf). Made from texts alone: no markup, no files, no network.
 */
export function invoicePdf(
  invoice: ReservationInvoice,
  recipient: Recipient,
  calendar: Calendar,
): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 50,
    lang: 'et',
    info: { Title: `Arve ${invoice.number}`, CreationDate: invoice.createdAt },
  });
  const bytes = collect(document);
  const write = (text: string): void => void document.text(printable(text));

  document.font('Helvetica-Bold').fontSize(18);
  write(`Arve ${invoice.number}`);
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
  document.end();
  return bytes;
}

/** The name wins over `eraisik`; without either there is no placeholder. */
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

/**
 * The fonts that every reader has know Western letters only. Others lose their marks, or become a question mark:
 * written as they are they would garble the line.
 */
function printable(text: string): string {
  return Array.from(composed(text).replace(/\s+/g, ' '), (sign) => {
    if (known.test(sign)) return sign;
    const bare = sign.normalize('NFD').replace(/\p{M}/gu, '');
    return known.test(bare) ? bare : '?';
  }).join('');
}

const known = /^[ -~\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u;

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of document) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
