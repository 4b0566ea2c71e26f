import type { FastifyInstance } from 'fastify';
import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import { acceptText } from '../../apis/request-bodies.ts';
import { isLocalDate } from '../../base/calendar.ts';
import { addScope } from '../../base/scope.ts';
import { sameSecret } from '../../base/secrets.ts';
import { child, children, isXml, parseXml, textOf, type XmlNode } from '../../base/xml.ts';
import { erpNamespace, soapNamespace } from '../../integrations/e-invoicing.ts';

/**
 * The sandbox's e-invoicing operator: checks e-invoices against the standard
 * (docs/rules/billing.md#e-invoices).
 */
export function mountEInvoiceOperator(app: FastifyInstance, password: string): void {
  addScope(app, { name: 'e-invoice operator' }, async (scope) => {
    acceptText(scope, 'text/xml');
    scope.post('/sandbox/e-invoice', async (request, reply) => {
      reply.type('text/xml; charset=utf-8');
      const sent = String(request.body ?? '');
      const body = child(child(isXml(sent) ? parseXml(sent) : undefined, 'Envelope'), 'Body');
      const letter = child(body, 'EInvoiceRequest');
      if (!letter) return reply.status(500).send(fault('the body holds no EInvoiceRequest'));
      if (!sameSecret(textOf(letter, '@authPhrase') ?? '', password))
        return reply.status(500).send(fault('the authPhrase is wrong'));
      const problem = problemOf(child(letter, 'E_Invoice'));
      return reply.send(problem ? response('1', problem) : response('0', 'Success'));
    });
  });
}

function problemOf(document: XmlNode | undefined): string | undefined {
  if (!document) return 'there is no E_Invoice';
  const header = child(document, 'Header');
  if (textOf(header, 'Version') !== '1.2') return 'the version is not 1.2';
  if (!/^[0-9a-f]{20}$/.test(textOf(header, 'FileId') ?? '')) return 'the FileId is not one';
  const invoice = child(document, 'Invoice');
  if (!invoice) return 'there is no Invoice';
  if (textOf(child(document, 'Footer'), 'TotalNumberInvoices') !== '1') return 'the Footer counts otherwise';
  return attributeProblem(invoice) ?? partsProblem(invoice);
}

const attributeProblem = (invoice: XmlNode): string | undefined => {
  const missing = ['invoiceId', 'regNumber', 'sellerRegnumber'].find((name) => !textOf(invoice, `@${name}`));
  return missing && `the attribute ${missing} is missing`;
};

const money = /^-?\d+\.\d{2}$/;
const exact = /^-?\d+\.\d{4}$/;

function partsProblem(invoice: XmlNode): string | undefined {
  const parties = child(invoice, 'InvoiceParties');
  if (!textOf(child(parties, 'SellerParty'), 'Name') || !textOf(child(parties, 'BuyerParty'), 'Name'))
    return 'a party has no Name';
  const information = child(invoice, 'InvoiceInformation');
  if (!isLocalDate(textOf(information, 'InvoiceDate') ?? '')) return 'the InvoiceDate is not a date';
  const sums = child(invoice, 'InvoiceSumGroup');
  if (!money.test(textOf(sums, 'TotalSum') ?? '')) return 'the TotalSum is not an amount';
  const items = children(invoice, 'InvoiceItem');
  if (items.length === 0) return 'there are no items';
  for (const item of items) {
    const entry = child(child(item, 'InvoiceItemGroup'), 'ItemEntry');
    if (!textOf(entry, 'Description')) return 'an item has no Description';
    if (!exact.test(textOf(entry, 'ItemSum') ?? '')) return 'an ItemSum is not an amount';
  }
  const payment = child(invoice, 'PaymentInfo');
  const missing = ['Currency', 'Payable', 'PaymentTotalSum', 'PayerName', 'PayToAccount', 'PayToName'].find(
    (name) => !textOf(payment, name),
  );
  return missing && `PaymentInfo has no ${missing}`;
}

function envelope(fill: (body: XMLBuilder) => void): string {
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele(soapNamespace, 'SOAP-ENV:Envelope');
  fill(root.ele(soapNamespace, 'SOAP-ENV:Body'));
  return root.end({ prettyPrint: false });
}

const response = (code: string, message: string): string =>
  envelope((body) => {
    const answer = body.ele(erpNamespace, 'EInvoiceResponse');
    answer.ele(erpNamespace, 'ErrorCode').txt(code);
    answer.ele(erpNamespace, 'Message').txt(message);
  });

const fault = (text: string): string =>
  envelope((body) => {
    const reported = body.ele(soapNamespace, 'SOAP-ENV:Fault');
    reported.ele('', 'faultcode').txt('SOAP-ENV:Client');
    reported.ele('', 'faultstring').txt(text);
  });
