import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { xmlText } from '../../base/xml.ts';
import type { AccountingInvoice, Attributes } from '../rules/money/accounting-invoice.ts';

/** Attributes in their order, no line breaks. */
export function accountingXml(invoices: readonly AccountingInvoice[]): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('invoices');
  for (const { attributes, lines } of invoices) {
    const invoice = root.ele('invoice');
    addAttributes(invoice, attributes);
    for (const line of lines) addAttributes(invoice.ele('line'), line);
  }
  return root.end({ prettyPrint: false });
}

function addAttributes(element: XMLBuilder, attributes: Attributes): void {
  for (const [name, value] of attributes) element.att(name, xmlText(value).replace(/[\t\r\n]+/g, ' '));
}
