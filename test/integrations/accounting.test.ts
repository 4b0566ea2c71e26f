import { describe, expect, it } from 'vitest';
import { accounting } from '#src/integrations/accounting.ts';
import { Undeliverable } from '#src/integrations/undeliverable.ts';
import { accountingXml } from '#src/registry/documents/accounting-xml.ts';
import {
  type AccountingItem,
  type AccountingItemLine,
  type AccountingSchema,
  accountingInvoice,
  accountingSchema,
  vatCode,
} from '#src/registry/rules/money/accounting-invoice.ts';
import { receiver } from '../support/receiver.ts';

const settings = { paymentTerm: 'R', salesAgent: 'AGENT' };
const line: AccountingItemLine = {
  productId: 'ETTEM06',
  description: 'Order nr. 150005',
  quantity: '1',
  price: '10.00',
  unit: 'pc',
};
const item: AccountingItem = {
  number: '150005',
  date: '2026-01-10',
  transactionDate: '2026-01-11',
  currency: 'EUR',
  language: '',
  vatAmount: '2.40',
  totalWithoutVat: '10.00',
  customer: { code: 'ACME', name: 'Acme', destination: 'EE', vatRegNo: 'EE1' },
  lines: [line],
};
const xml = (one: Partial<AccountingItem> = {}, schema: AccountingSchema = 'auction') =>
  accountingXml([accountingInvoice({ ...item, ...one }, schema, settings)]);
const lines = (...all: AccountingItemLine[]) => xml({ lines: all }).match(/<line [^>]*>/g);

describe('the document for the accounting system', () => {
  it('is the one of the reference, to the byte, for a receipt of the auction', () => {
    expect(xml()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><invoices><invoice Number="150005" InvoiceDate="2026-01-10" PaymentTerm="R" CustomerCode="ACME" CustomerName="Acme" Destination="EE" VATregNo="EE1" Language="" Currency="EUR" SalesAgent="AGENT" TotalVAT="2.40" TotalWoVAT="10.00" TransactionDate="2026-01-11"><line RN="1" RR="1" ProductID="ETTEM06" Quantity="1" Unit="pc" ProductName="Order nr. 150005" UnitPriceWoVAT="10.00" VATCode="54"/></invoice></invoices>',
    );
  });

  it('has no totals for a prepayment', () => {
    const text = xml({ customer: { code: 'ACME' }, language: 'ENG' }, 'prepayment');
    expect(text).toContain(
      '<invoice Number="150005" InvoiceDate="2026-01-10" PaymentTerm="R" CustomerCode="ACME" Language="ENG" Currency="EUR" SalesAgent="AGENT" TransactionDate="2026-01-11">',
    );
  });

  it('has no day of payment for a summary of a month', () => {
    expect(xml({}, 'summary')).not.toMatch(/TransactionDate|TotalVAT|TotalWoVAT/);
  });

  it('leaves out what is empty, but for the language', () => {
    const bare = accountingInvoice(
      { number: '1', customer: {}, lines: [{ description: 'x' }] },
      'prepayment',
      { paymentTerm: 'R', salesAgent: '' },
    );
    expect(accountingXml([bare])).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><invoices><invoice Number="1" PaymentTerm="R" Language=""><line RN="1" RR="1" ProductName="x" VATCode="6"/></invoice></invoices>',
    );
  });

  it('merges lines that are the same, and counts them where they have a unit', () => {
    expect(lines(line, line, line)).toEqual([expect.stringContaining('Quantity="3" Unit="pc"')]);
    const { unit: _, ...unitless } = line;
    expect(lines(unitless, unitless)).toEqual([expect.stringContaining('Quantity="1" ProductName')]);
    expect(lines(line, { ...line, price: '11.00' })).toHaveLength(2);
  });

  it.each(['Domeenide ettemaks', 'Domains prepayment'])('takes off the line "%s"', (description) => {
    expect(lines({ ...line, description }, { ...line, description })).toEqual([
      expect.stringContaining('Quantity="-1"'),
    ]);
  });

  it('ties a line with a period to the first line of the same text', () => {
    const period = { startDate: '2026-01-01', endDate: '2026-12-31' };
    const found = lines(
      { ...line, description: 'other' },
      line,
      { ...line, ...period },
      { ...line, price: '1' },
    );
    expect(found?.map((one) => one.match(/RN="\d" RR="\d"/)?.[0])).toEqual([
      'RN="1" RR="1"',
      'RN="2" RR="2"',
      'RN="3" RR="2"',
      'RN="4" RR="4"',
    ]);
    expect(found?.[2]).toMatch(/VATCode="54" StartDate="2026-01-01" EndDate="2026-12-31"\/>$/);
  });

  it('has no line breaks and nothing that XML cannot hold, whatever an invoice says', () => {
    const text = xml({ customer: { code: 'A', name: 'A\n"B" & <C>\u0001' } });
    expect(text).toContain('CustomerName="A &quot;B&quot; &amp; &lt;C&gt;"');
    for (const sign of ['\n', '\u0001']) expect(text).not.toContain(sign);
  });
});

describe('the VAT code', () => {
  it.each([
    ['EE', undefined, 54],
    ['EE', 'EE100', 54],
    ['ee', undefined, 54],
    ['LV', undefined, 21],
    ['FI', '', 32],
    ['SK', undefined, 46],
    ['FI', 'FI100', 4],
    ['US', undefined, 6],
    ['GB', 'GB1', 6],
    [undefined, undefined, 6],
  ])('of a customer in %s with VAT number %s is %i', (destination, vatRegNo, code) => {
    expect(vatCode({ destination, vatRegNo })).toBe(code);
  });
});

describe('the VAT code of a customer without a VAT number', () => {
  it.each(
    'LV 21, PL 22, AT 23, BE 24, BG 25, CY 26, CZ 27, DE 28, DK 29, GR 30, ES 31, FI 32, FR 33, HR 34, HU 35, IE 36, IT 37, LT 38, LU 39, MT 40, NL 41, PT 42, RO 43, SE 44, SI 45, SK 46'
      .split(', ')
      .map((pair) => pair.split(' ') as [string, string]),
  )('in %s is %s, and with one it is 4', (destination, code) => {
    expect(vatCode({ destination })).toBe(Number(code));
    expect(vatCode({ destination, vatRegNo: `${destination}1` })).toBe(4);
  });
});

describe('the schema', () => {
  it('is a summary when monthly, else that of the service', () => {
    expect(accountingSchema('auction', true)).toBe('summary');
    expect(accountingSchema('auction', false)).toBe('auction');
    expect(accountingSchema('registry', false)).toBe('prepayment');
    expect(accountingSchema('eeid', false)).toBe('prepayment');
  });
});

describe('the accounting adapter', () => {
  const signal = AbortSignal.timeout(60_000);
  const answer = (...results: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?><results>${results.join('')}</results>`;
  const accepted = '<Result Type="0" Desc="OK" docid="150005" doctype="ARVE" submit="Invoices"/>';
  const refused = '<Result Type="1" Desc="Unknown customer &amp; co" docid="150006"/>';

  it('posts a form and reads who was accepted', async () => {
    const system = await receiver(answer(accepted, refused));
    expect(await accounting(() => system.url).send(xml(), signal)).toEqual({
      text: answer(accepted, refused),
      results: [
        { number: '150005', accepted: true, description: 'OK' },
        { number: '150006', accepted: false, description: 'Unknown customer & co' },
      ],
    });
    const [request] = system.received;
    expect(request).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ['put', '1'],
      ['what', 'invoice'],
      ['xmldata', xml()],
    ]);
  });

  it.each([
    ['an error', 500, answer(accepted), 'answered 500'],
    ['a redirect', 302, answer(accepted), 'answered 302'],
    ['something else', 200, 'Sorry, we are closed', 'cannot be read'],
    ['an empty page', 200, '', 'cannot be read'],
    ['entities of its own', 200, `<!DOCTYPE x [<!ENTITY a "b">]>${answer(accepted)}`, 'cannot be read'],
  ])('takes %s for no answer', async (_, status, body, problem) => {
    const system = await receiver(body, status);
    await expect(accounting(() => system.url).send(xml(), signal)).rejects.toThrow(problem);
  });

  it('sends nothing that is not XML, and gives up', async () => {
    const system = await receiver(answer(accepted));
    await expect(accounting(() => system.url).send('<a b="&Co;"/>', signal)).rejects.toThrow(Undeliverable);
    expect(system.received).toEqual([]);
  });

  it('takes a document without results for a refusal of all', async () => {
    const system = await receiver(answer());
    expect((await accounting(() => system.url).send(xml(), signal)).results).toEqual([]);
  });
});
