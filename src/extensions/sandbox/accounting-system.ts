import type { FastifyInstance } from 'fastify';
import { create } from 'xmlbuilder2';
import { acceptForms } from '../../apis/request-bodies.ts';
import { isLocalDate } from '../../base/calendar.ts';
import { addScope } from '../../base/scope.ts';
import { children, isXml, parseXml, textOf, type XmlNode, xmlText } from '../../base/xml.ts';

/**
 * The sandbox's accounting system: checks exports as strictly as the real one (docs/rules/billing.md#accounting).
 */
export function mountAccountingSystem(app: FastifyInstance): void {
  addScope(app, { name: 'accounting system' }, async (scope) => {
    acceptForms(scope);
    scope.post('/sandbox/accounting', async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const invoices = form.get('put') === '1' && form.get('what') === 'invoice' && read(form.get('xmldata'));
      if (!invoices)
        return reply.status(400).type('text/plain').send('put=1, what=invoice and xmldata, please');
      return reply.type('text/xml; charset=utf-8').send(answer(invoices));
    });
  });
}

function read(xml: string | null): XmlNode[] | undefined {
  if (xml === null || xml.includes('\n') || !isXml(xml)) return undefined;
  const document = parseXml(xml);
  return document && 'invoices' in document ? children(document.invoices, 'invoice') : undefined;
}

function answer(invoices: readonly XmlNode[]): string {
  const results = create({ version: '1.0', encoding: 'UTF-8' }).ele('results');
  for (const invoice of invoices) {
    const problem = problemOf(invoice);
    results.ele('Result', {
      Type: problem ? '1' : '0',
      Desc: problem ?? 'OK',
      docid: xmlText(textOf(invoice, '@Number') ?? ''),
      doctype: 'ARVE',
      submit: 'Invoices',
    });
  }
  return results.end({ prettyPrint: false });
}

function problemOf(invoice: XmlNode): string | undefined {
  const missing = ['Number', 'InvoiceDate', 'PaymentTerm', 'CustomerCode', 'Currency'].find(
    (name) => !textOf(invoice, `@${name}`),
  );
  if (missing) return `${missing} is missing`;
  if (textOf(invoice, '@Language') === undefined) return 'Language is missing';
  if (!isLocalDate(textOf(invoice, '@InvoiceDate') ?? '')) return 'InvoiceDate is not a date';
  const lines = children(invoice, 'line');
  if (lines.length === 0) return 'there are no lines';
  return lines.map((line, index) => lineProblem(line, index + 1)).find((problem) => problem);
}

function lineProblem(line: XmlNode, rowNumber: number): string | undefined {
  if (textOf(line, '@RN') !== String(rowNumber)) return `line ${rowNumber} is out of order`;
  const parent = Number(textOf(line, '@RR'));
  if (!(parent >= 1 && parent <= rowNumber)) return `line ${rowNumber} belongs to no line`;
  // A line without a product is a text without a price, such as the title of a summary.
  const isText = ['ProductID', 'Quantity', 'UnitPriceWoVAT'].every((name) => !textOf(line, `@${name}`));
  if (isText && textOf(line, '@ProductName')) return undefined;
  const missing = ['ProductID', 'Quantity', 'ProductName', 'UnitPriceWoVAT', 'VATCode'].find(
    (name) => !textOf(line, `@${name}`),
  );
  return missing && `line ${rowNumber} has no ${missing}`;
}
