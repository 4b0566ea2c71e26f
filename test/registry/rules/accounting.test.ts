import { describe, expect, it, test } from 'vitest';
import {
  type AccountingItem,
  type AccountingItemLine,
  accountingInvoice,
  accountingSchema,
  vatCode,
} from '#src/registry/rules/money/accounting-invoice.ts';
import { printDecimal } from '#src/registry/rules/money/decimal.ts';
import {
  amountOf,
  documentName,
  type EInvoiceRequest,
  eInvoiceLines,
  totalToPay,
} from '#src/registry/rules/money/e-invoice.ts';

const settings = { paymentTerm: 'R', salesAgent: 'NETI' };
const item: AccountingItem = {
  number: '150005',
  date: '2026-11-15',
  transactionDate: '2026-11-16',
  currency: 'EUR',
  language: 'ENG',
  vatAmount: '2.40',
  totalWithoutVat: '10.00',
  customer: { code: 'C-1', name: 'Shop', destination: 'EE', vatRegNo: 'EE1' },
  lines: [],
};
const line: AccountingItemLine = { productId: 'P', description: 'Domain', quantity: '3', price: '10.00' };

describe('the schema of an invoice for accounting', () => {
  test.each([
    ['registry', false, 'prepayment'],
    ['auction', false, 'auction'],
    ['eeid', false, 'prepayment'],
    ['registry', true, 'summary'],
    ['auction', true, 'summary'],
  ])('from %s, monthly %s, is %s', (initiator, monthly, schema) => {
    expect(accountingSchema(initiator, monthly)).toBe(schema);
  });
});

describe('an invoice for accounting', () => {
  const attributes = (schema: 'summary' | 'auction' | 'prepayment', changed: Partial<AccountingItem> = {}) =>
    accountingInvoice({ ...item, ...changed }, schema, settings).attributes;
  const lines = (...given: readonly AccountingItemLine[]) =>
    accountingInvoice({ ...item, lines: given }, 'prepayment', settings).lines.map((one) =>
      Object.fromEntries(one),
    );

  it('has its attributes in the order of the accounting system', () => {
    const head = [
      ['Number', '150005'],
      ['InvoiceDate', '2026-11-15'],
      ['PaymentTerm', 'R'],
      ['CustomerCode', 'C-1'],
      ['CustomerName', 'Shop'],
      ['Destination', 'EE'],
      ['VATregNo', 'EE1'],
      ['Language', 'ENG'],
      ['Currency', 'EUR'],
      ['SalesAgent', 'NETI'],
    ];
    const totals = [
      ['TotalVAT', '2.40'],
      ['TotalWoVAT', '10.00'],
    ];
    const paid = ['TransactionDate', '2026-11-16'];
    expect(attributes('prepayment')).toEqual([...head, paid]);
    expect(attributes('auction')).toEqual([...head, ...totals, paid]);
    expect(attributes('summary')).toEqual(head);
  });

  it('leaves out what is empty, but for the language', () => {
    const bare = { date: '', currency: undefined, language: undefined, transactionDate: undefined };
    expect(attributes('prepayment', { ...bare, customer: {} })).toEqual([
      ['Number', '150005'],
      ['PaymentTerm', 'R'],
      ['Language', ''],
      ['SalesAgent', 'NETI'],
    ]);
  });

  it('has lines with all that is known of them, in order', () => {
    const dated = { ...line, unit: 'tk', startDate: '2026-01-01', endDate: '2026-12-31' };
    const [first] = accountingInvoice({ ...item, lines: [dated] }, 'summary', settings).lines;
    expect(first).toEqual([
      ['RN', '1'],
      ['RR', '1'],
      ['ProductID', 'P'],
      ['Quantity', '1'],
      ['Unit', 'tk'],
      ['ProductName', 'Domain'],
      ['UnitPriceWoVAT', '10.00'],
      ['VATCode', '54'],
      ['StartDate', '2026-01-01'],
      ['EndDate', '2026-12-31'],
    ]);
  });

  it('has a period only when both its days are known', () => {
    const found = lines({ ...line, startDate: '2026-01-01' }, { ...line, endDate: '2026-12-31' });
    expect(found.map(({ StartDate, EndDate }) => [StartDate, EndDate])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('makes one of lines that say the same in whatever order, and counts those that have a unit', () => {
    const counted = { ...line, unit: 'tk' };
    const turned = Object.fromEntries(Object.entries(counted).reverse());
    expect(lines(counted, line, turned, line).map(({ RN, Unit, Quantity }) => [RN, Unit, Quantity])).toEqual([
      ['1', 'tk', '2'],
      ['2', undefined, '3'],
    ]);
  });

  test.each([
    ['Domeeni ettemaks', '-1'],
    ['Domain prepayment', '-1'],
    ['Domain', '3'],
    [undefined, '3'],
  ])('a line of %j counts %s', (description, quantity) => {
    expect(lines({ ...line, description })[0]?.Quantity).toBe(quantity);
  });

  it('puts a line with a period under the first of the same text, others under themselves', () => {
    const period = { startDate: '2026-01-01', endDate: '2026-12-31' };
    const found = lines(
      { ...line, description: 'other' },
      line,
      { ...line, ...period },
      { ...line, price: '11.00' },
      { ...line, ...period, description: 'third' },
    );
    expect(found.map(({ RN, RR }) => `${RN} under ${RR}`)).toEqual([
      '1 under 1',
      '2 under 2',
      '3 under 2',
      '4 under 4',
      '5 under 5',
    ]);
  });
});

describe('the VAT code', () => {
  test.each([
    ['EE', undefined, 54],
    ['ee', 'EE1', 54],
    ['LV', undefined, 21],
    ['lv', '', 21],
    ['LV', 'LV1', 4],
    ['PL', undefined, 22],
    ['FI', undefined, 32],
    ['SK', undefined, 46],
    ['US', 'US1', 6],
    ['', undefined, 6],
    [undefined, 'LV1', 6],
  ])('of a customer in %j with number %j is %d', (destination, vatRegNo, code) => {
    expect(vatCode({ destination, vatRegNo })).toBe(code);
  });
});

describe('an e-invoice', () => {
  const request = (
    invoice: Partial<EInvoiceRequest['invoice']>,
    items: EInvoiceRequest['items'] = [],
    payable = true,
  ): EInvoiceRequest => ({
    invoice: { number: '1', seller: {}, buyer: {}, ...invoice },
    items,
    payable,
    balance: {},
  });
  const printed = (one: EInvoiceRequest) =>
    eInvoiceLines(one).map(({ description, unit, quantity, price, subtotal, vatRate, vatAmount, total }) =>
      [
        description,
        unit,
        ...[quantity, price, subtotal, vatRate, vatAmount, total].map((sum) => printDecimal(sum, 2)),
      ].join(' '),
    );
  const items = [
    {
      description: 'Domain',
      unit: 'tk',
      quantity: '3',
      price: '3.335',
      subtotal: '1',
      vatRate: '2',
      vatAmount: '3',
      total: '4',
    },
  ];

  it('of a service brings the sums of its lines', () => {
    expect(printed(request({ vatRate: '24' }, items))).toEqual(['Domain tk 3.00 3.34 1.00 2.00 3.00 4.00']);
  });

  it('of a month has them worked out, each rounded to the cent', () => {
    expect(printed(request({ vatRate: '24', monthly: true }, items))).toEqual([
      'Domain tk 3.00 3.34 10.01 24.00 2.40 12.41',
    ]);
    const [line] = eInvoiceLines(request({ vatRate: '24', monthly: true }, items));
    expect([line?.subtotal.scale, line?.vatAmount.scale]).toEqual([2, 2]);
  });

  it('takes what cannot be read for nothing', () => {
    expect(printed(request({}, [{}]))).toEqual(['  0.00 0.00 0.00 0.00 0.00 0.00']);
    expect(['1.5', 'x', '', undefined].map((text) => printDecimal(amountOf(text), 1))).toEqual([
      '1.5',
      '0.0',
      '0.0',
      '0.0',
    ]);
  });

  it('is called after the first line when it is monthly, else plainly an invoice', () => {
    expect(documentName(request({ monthly: true }, items))).toBe('Domain');
    expect(documentName(request({ monthly: true }))).toBe('ARVE');
    expect(documentName(request({ monthly: true }, [{}]))).toBe('ARVE');
    expect(documentName(request({}, items))).toBe('ARVE');
  });

  it('asks for nothing when it is paid', () => {
    const asked = (one: EInvoiceRequest) => printDecimal(totalToPay(one), 2);
    expect(asked(request({ total: '12.40' }))).toBe('12.40');
    expect(asked(request({ total: '12.40', totalToPay: '2.40' }))).toBe('2.40');
    expect(asked(request({ total: '12.40' }, [], false))).toBe('0.00');
  });
});
