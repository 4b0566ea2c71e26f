import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { xmlText } from '../../base/xml.ts';
import { countryName } from '../rules/contact/countries.ts';
import { type Decimal, parseDecimal, printDecimal } from '../rules/money/decimal.ts';
import {
  amountOf,
  documentName,
  type EInvoiceLine,
  type EInvoiceParty,
  type EInvoiceRequest,
  eInvoiceLines,
  totalToPay,
} from '../rules/money/e-invoice.ts';

export interface EInvoiceFile {
  /** 20 hex digits; the same at every attempt, so that a file sent twice is recognised. */
  readonly fileId: string;
  /** `yyyy-mm-dd`. */
  readonly date: string;
}

const twoDecimals = (value: Decimal): string => printDecimal(value, 2);
const fourDecimals = (value: Decimal): string => printDecimal(value, 4);

/**
 * E_Invoice of the Estonian standard 1.2 (docs/rules/billing.md#e-invoices), without a declaration: it is
 * embedded in a SOAP envelope.
 */
export function eInvoiceXml(request: EInvoiceRequest, file: EInvoiceFile): string {
  const { invoice } = request;
  const root = create().ele('E_Invoice', {
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': 'e-invoice_ver1.2.xsd',
  });
  const header = root.ele('Header');
  put(header, 'Date', file.date);
  put(header, 'FileId', file.fileId);
  put(header, 'Version', '1.2');

  const body = root.ele('Invoice');
  attribute(body, 'invoiceId', invoice.number);
  attribute(body, 'regNumber', invoice.buyer.regNo);
  attribute(body, 'sellerRegnumber', invoice.seller.regNo);
  attribute(body, 'serviceId', invoice.referenceNumber);
  const parties = body.ele('InvoiceParties');
  addParty(parties.ele('SellerParty'), { ...invoice.seller, iban: undefined });
  addParty(parties.ele('BuyerParty'), invoice.buyer);
  addInformation(body.ele('InvoiceInformation'), request);
  addSums(body.ele('InvoiceSumGroup'), request);
  for (const line of eInvoiceLines(request)) addLine(body.ele('InvoiceItem'), line);
  addPayment(body.ele('PaymentInfo'), request);

  const footer = root.ele('Footer');
  put(footer, 'TotalNumberInvoices', '1');
  put(footer, 'TotalAmount', twoDecimals(amountOf(invoice.total)));
  return root.end({ headless: true, prettyPrint: false });
}

function addParty(party: XMLBuilder, { iban, email, ...facts }: EInvoiceParty): void {
  put(party, 'Name', facts.name);
  put(party, 'RegNumber', facts.regNo);
  put(party, 'VATRegNumber', facts.vatNo);
  const address = [
    ['PostalAddress1', facts.street],
    ['PostalAddress2', facts.state],
    ['City', facts.city],
    ['PostalCode', facts.zip],
    ['Country', facts.countryCode && countryName(facts.countryCode.toUpperCase())],
  ] as const;
  const hasAddress = address.some(([, text]) => text);
  const contact = email || hasAddress ? party.ele('ContactData') : undefined;
  if (contact) put(contact, 'E-mailAddress', email);
  const legalAddress = hasAddress ? contact?.ele('LegalAddress') : undefined;
  if (legalAddress) for (const [name, text] of address) put(legalAddress, name, text);
  if (iban) put(party.ele('AccountInfo'), 'AccountNumber', iban);
}

function addInformation(information: XMLBuilder, request: EInvoiceRequest): void {
  const { invoice } = request;
  information.ele('Type', { type: 'DEB' });
  put(information, 'DocumentName', documentName(request));
  put(information, 'InvoiceNumber', invoice.number);
  put(information, 'PaymentReferenceNumber', invoice.referenceNumber);
  put(information, 'InvoiceDate', invoice.issueDate);
  put(information, 'DueDate', invoice.dueDate);
  for (const [id, content] of [
    ['eakChannel', 'INTERNET_BANK'],
    ['eakChannel', 'PORTAL'],
    ['eakStatusAfterImport', 'SENT'],
  ] as const)
    put(information.ele('Extension', { extensionId: id }), 'InformationContent', content);
}

function addSums(sums: XMLBuilder, request: EInvoiceRequest): void {
  const { invoice, balance } = request;
  const account = sums.ele('Balance');
  put(account, 'BalanceDate', balance.date);
  put(account, 'BalanceBegin', printed(balance.begin));
  put(account, 'Inbound', printed(balance.inbound));
  put(account, 'Outbound', printed(balance.outbound));
  put(account, 'BalanceEnd', printed(balance.end));
  put(sums, 'InvoiceSum', fourDecimals(amountOf(request.subtotal)));
  put(sums, 'TotalVATSum', twoDecimals(amountOf(request.vatAmount)));
  put(sums, 'TotalSum', twoDecimals(amountOf(invoice.total)));
  put(sums, 'TotalToPay', twoDecimals(totalToPay(request)));
  put(sums, 'Currency', invoice.currency);
}

/** Each line is a separate InvoiceItem, as the operator has always received them. */
function addLine(item: XMLBuilder, line: EInvoiceLine): void {
  const entry = item.ele('InvoiceItemGroup').ele('ItemEntry');
  put(entry, 'Description', line.description);
  const detail = entry.ele('ItemDetailInfo');
  put(detail, 'ItemUnit', line.unit);
  put(detail, 'ItemAmount', fourDecimals(line.quantity));
  put(detail, 'ItemPrice', fourDecimals(line.price));
  put(entry, 'ItemSum', fourDecimals(line.subtotal));
  const vat = entry.ele('VAT', { vatId: 'TAX' });
  put(vat, 'VATRate', twoDecimals(line.vatRate));
  put(vat, 'VATSum', fourDecimals(line.vatAmount));
  put(entry, 'ItemTotal', fourDecimals(line.total));
  const totals = item.ele('InvoiceItemTotalGroup');
  put(totals, 'InvoiceItemTotalAmount', fourDecimals(line.total));
  put(totals, 'InvoiceItemTotalSum', fourDecimals(line.subtotal));
  put(totals, 'InvoiceItemTotal', fourDecimals(line.total));
}

function addPayment(payment: XMLBuilder, request: EInvoiceRequest): void {
  const { invoice } = request;
  put(payment, 'Currency', invoice.currency);
  put(payment, 'PaymentRefId', invoice.referenceNumber);
  put(payment, 'PaymentDescription', invoice.number);
  put(payment, 'Payable', request.payable ? 'YES' : 'NO');
  put(payment, 'PayDueDate', invoice.dueDate);
  put(payment, 'PaymentTotalSum', twoDecimals(totalToPay(request)));
  put(payment, 'PayerName', invoice.buyer.name);
  put(payment, 'PaymentId', invoice.number);
  put(payment, 'PayToAccount', invoice.seller.iban);
  put(payment, 'PayToName', invoice.seller.name);
}

/** Empty values are left out: the schema does not allow them. */
function put(parent: XMLBuilder, name: string, text: string | undefined): void {
  if (text) parent.ele(name).txt(xmlText(text));
}

function attribute(element: XMLBuilder, name: string, text: string | undefined): void {
  if (text) element.att(name, xmlText(text));
}

const printed = (text: string | undefined): string | undefined => {
  const amount = parseDecimal(text ?? '');
  return amount && twoDecimals(amount);
};
