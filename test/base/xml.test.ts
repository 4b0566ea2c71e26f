import { describe, expect, it } from 'vitest';
import { child, children, isXml, parseXml, textOf, xmlText } from '#src/base/xml.ts';
import { soapRequest } from '#src/integrations/e-invoicing.ts';
import { accountingXml } from '#src/registry/documents/accounting-xml.ts';
import { eInvoiceXml } from '#src/registry/documents/e-invoice-xml.ts';
import { fc } from '../support/properties.ts';

const party = { name: 'A', regNo: '1' };
const amounts = { total: '1.00', subtotal: '1.00', vatAmount: '0.00' };

/** The documents with people's words in them, and what a reader reads of these words. */
const documents: readonly [string, (text: string) => string, (xml: string) => string | undefined][] = [
  [
    'an export to accounting',
    (text) => accountingXml([{ attributes: [['CustomerName', text]], lines: [[['ProductName', text]]] }]),
    (xml) => {
      const [invoice] = children(child(parseXml(xml), 'invoices'), 'invoice');
      expect(textOf(child(invoice, 'line'), '@ProductName')).toBe(textOf(invoice, '@CustomerName'));
      return textOf(invoice, '@CustomerName');
    },
  ],
  [
    'an e-invoice in its envelope',
    (text) =>
      soapRequest(
        eInvoiceXml(
          {
            invoice: {
              ...{
                number: '1',
                issueDate: '2026-01-10',
                dueDate: '2026-01-24',
                currency: 'EUR',
                total: '1.00',
              },
              seller: { ...party, name: text },
              buyer: { ...party, regNo: text },
            },
            ...amounts,
            items: [{ description: text }],
            balance: { date: '2026-01-01' },
            payable: true,
          } as never,
          { fileId: '0123456789abcdef0123', date: '2026-01-11' },
        ),
        text,
      ),
    (xml) => {
      const request = child(child(child(parseXml(xml), 'Envelope'), 'Body'), 'EInvoiceRequest');
      const invoice = child(child(request, 'E_Invoice'), 'Invoice');
      const seller = textOf(child(child(invoice, 'InvoiceParties'), 'SellerParty'), 'Name');
      expect([textOf(request, '@authPhrase'), textOf(invoice, '@regNumber')]).toEqual([seller, seller]);
      return seller;
    },
  ],
];

describe.each(documents)('%s', (_, write, read) => {
  it.each(['Kohvik &Co; Partners', 'A &amp; B', '&#65;&#x41;', '&lt;b&gt; & <b>', '"]]>\'', '&amp;amp;'])(
    'says %s as it is',
    (text) => {
      expect(isXml(write(text)), write(text)).toBe(true);
      expect(read(write(text))).toBe(text);
    },
  );

  it('says any text as it is, but for what XML cannot hold', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['&', ';', '&Co;', '&nbsp;', '#', 'x41', 'amp', '<', '>', '"', "'", ']]>', '$&', '<!--'],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = `x${pieces.join('').replaceAll(/\s/g, '')}x`;
        const xml = write(text);
        expect(isXml(xml), xml).toBe(true);
        expect(read(xml)).toBe(xmlText(text).replaceAll('&amp;', '&'));
      }),
    );
  });
});

it.each(['<a>&Co;</a>', '<a b="&nbsp;"/>', '<a>& b</a>', '<a>\u0001</a>', '<a>', 'a'])(
  '%j is not XML',
  (text) => {
    expect(isXml(text)).toBe(false);
  },
);
