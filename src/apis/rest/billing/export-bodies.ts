import { z } from 'zod';
import type { AccountingItem } from '../../../registry/rules/money/accounting-invoice.ts';
import type { EInvoiceParty, EInvoiceRequest } from '../../../registry/rules/money/e-invoice.ts';
import {
  amountInLinks,
  isMissing,
  mustBe,
  readAmount,
} from '../../../registry/rules/money/payment-request.ts';
import { fields, isHash, report, requestSchema, type Shape, unvalidated } from '../codec.ts';
import { isFlag } from './wordings.ts';

/**
 * Bodies of exports (docs/rules/billing.md#exports), parsed into the operations' inputs. Little is refused: a value
 * that cannot be read is left out of the exported document.
 */
type Docs = Readonly<Record<string, unknown>>;

/** A text, or a number that is taken for one; empty text counts as left out. */
const word = (docs: Docs = {}) =>
  unvalidated({ type: ['string', 'number', 'null'], ...docs })
    .optional()
    .transform(wordOf);
const flag = (docs: Docs = {}) =>
  unvalidated({ type: ['boolean', 'string', 'null'], ...docs })
    .optional()
    .transform(isFlag);

/** Accounting gets amounts as they were written, but with a point and without the tail of a float. */
const amount = (docs: Docs = {}) =>
  word(docs).transform((text) => {
    if (text === undefined) return undefined;
    const cents = readAmount(text);
    return cents === undefined ? text.replace(/^(-?\d+),(\d+)$/, '$1.$2') : amountInLinks(text, cents);
  });

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The service; a value that is not text becomes empty text, which is not the name of any service. */
const initiator = unvalidated({ description: 'The service it is for: `registry`, `auction` or `eeid`' })
  .optional()
  .transform((value) =>
    value === undefined || value === null ? undefined : typeof value === 'string' ? value : '',
  );

/** Parses rows; undefined if the value is not an array of objects. */
const rowsOf = <S extends Shape>(value: unknown, row: S): z.output<S>[] | undefined =>
  Array.isArray(value) && value.every(isHash) ? value.map((one) => row.parse(one) as z.output<S>) : undefined;

const rowsSchema = (row: Shape) => ({ type: 'array', items: requestSchema(row) });

const words = <const N extends readonly string[]>(...names: N) =>
  Object.fromEntries(names.map((name) => [name, word()])) as Record<N[number], ReturnType<typeof word>>;

const line = fields({
  ...words('product_id', 'description', 'quantity', 'unit', 'start_date', 'end_date'),
  price: amount(),
}).transform(({ product_id, start_date, end_date, ...rest }) => ({
  productId: product_id,
  ...rest,
  startDate: start_date,
  endDate: end_date,
}));

const customer = fields(words('code', 'name', 'destination', 'vat_reg_no')).transform(
  ({ vat_reg_no, ...rest }) => ({ ...rest, vatRegNo: vat_reg_no }),
);

const accountingItem = fields({
  number: word({ description: 'The number of the invoice' }),
  issue_date: word({ description: 'Of receipts' }),
  date: word({ description: 'Of monthly summaries' }),
  ...words('transaction_date', 'currency', 'language'),
  vat_amount: amount({ description: 'Of the auction only' }),
  total_wo_vat: amount({ description: 'Of the auction only' }),
  customer: unvalidated({ ...requestSchema(customer), id: 'AccountingCustomer' })
    .optional()
    .transform((value) => (isHash(value) ? customer.parse(value) : undefined)),
  customer_code: word({ description: 'Instead of `customer`' }),
  invoice_lines: unvalidated(rowsSchema(line))
    .optional()
    .transform((value) => rowsOf(value, line) ?? []),
});

export const accountingBody = fields({
  invoice_data: unvalidated(rowsSchema(accountingItem)).transform((value, context) => {
    const items = rowsOf(value, accountingItem);
    if (items) return items;
    report(
      context,
      value === undefined ? isMissing('invoice_data') : mustBe('invoice_data', 'an array of objects'),
    );
    return z.NEVER;
  }),
  initiator,
  monthly: flag({ description: 'true: summaries of a month' }),
  dry: flag({ description: 'true: build the document, send nothing' }),
}).transform(({ invoice_data, initiator, monthly, dry }) => ({
  initiator,
  monthly,
  xmlOnly: dry,
  invoices: invoice_data.map(
    (item): AccountingItem => ({
      number: item.number ?? '',
      date: monthly ? item.date : item.issue_date,
      transactionDate: item.transaction_date,
      currency: item.currency,
      language: item.language,
      vatAmount: item.vat_amount,
      totalWithoutVat: item.total_wo_vat,
      customer: item.customer ?? { code: item.customer_code },
      lines: item.invoice_lines,
    }),
  ),
}));

const partyNames = ['name', 'reg_no', 'vat_no', 'street', 'state', 'zip', 'city', 'iban'] as const;
type PartyField = `${'seller' | 'buyer'}_${(typeof partyNames)[number]}`;
const partyFields = words(
  ...partyNames.map((name): PartyField => `seller_${name}`),
  ...partyNames.map((name): PartyField => `buyer_${name}`),
);

const partyOf = (
  invoice: Readonly<Partial<Record<PartyField, string | undefined>>>,
  role: 'seller' | 'buyer',
): EInvoiceParty => ({
  name: invoice[`${role}_name`],
  regNo: invoice[`${role}_reg_no`],
  vatNo: invoice[`${role}_vat_no`],
  street: invoice[`${role}_street`],
  state: invoice[`${role}_state`],
  zip: invoice[`${role}_zip`],
  city: invoice[`${role}_city`],
  iban: invoice[`${role}_iban`],
});

const invoiceShape = fields({
  number: word({ description: 'The number of the invoice' }),
  ...words('issue_date', 'due_date', 'reference_no', 'currency', 'total', 'total_to_pay', 'vat_rate'),
  monthly_invoice: flag(),
  ...partyFields,
});

const itemShape = fields(
  words('description', 'price', 'quantity', 'unit', 'subtotal', 'vat_rate', 'vat_amount', 'total'),
).transform(({ vat_rate, vat_amount, ...item }) => ({ ...item, vatRate: vat_rate, vatAmount: vat_amount }));

/** Only the first problem is reported. */
export const eInvoiceBody = fields({
  invoice: unvalidated(requestSchema(invoiceShape) as Docs),
  items: unvalidated({
    ...rowsSchema(itemShape),
    description: 'Also accepted as `invoice_items`',
  }).optional(),
  // The public documentation and the clients call it differently (docs/rules/billing.md#e-invoices).
  invoice_items: unvalidated(rowsSchema(itemShape)).optional(),
  ...words('vat_amount', 'invoice_subtotal'),
  payable: unvalidated({ description: 'Left out: true' }).optional(),
  ...words('buyer_billing_email', 'buyer_e_invoice_iban', 'seller_country_code', 'buyer_country_code'),
  ...words('balance_date', 'balance_begin', 'inbound', 'outbound', 'balance_end'),
  initiator,
}).transform((body, context): EInvoiceRequest & { initiator: string | undefined } => {
  const invoice = isHash(body.invoice) ? invoiceShape.parse(body.invoice) : undefined;
  const items = rowsOf(body.items ?? body.invoice_items ?? [], itemShape);
  if (!invoice?.number || !items) {
    const isWrong = !invoice && body.invoice !== undefined;
    const aboutInvoice = isWrong ? mustBe('invoice', 'an object') : isMissing('invoice');
    report(context, invoice?.number ? mustBe('items', 'an array of objects') : aboutInvoice);
    return z.NEVER;
  }
  return {
    initiator: body.initiator,
    invoice: {
      number: invoice.number,
      issueDate: invoice.issue_date,
      dueDate: invoice.due_date,
      referenceNumber: invoice.reference_no,
      currency: invoice.currency,
      total: invoice.total,
      totalToPay: invoice.total_to_pay,
      vatRate: invoice.vat_rate,
      monthly: invoice.monthly_invoice,
      seller: { ...partyOf(invoice, 'seller'), countryCode: body.seller_country_code },
      buyer: {
        ...partyOf(invoice, 'buyer'),
        countryCode: body.buyer_country_code,
        email: body.buyer_billing_email,
        iban: body.buyer_e_invoice_iban,
      },
    },
    items,
    vatAmount: body.vat_amount,
    subtotal: body.invoice_subtotal,
    payable: body.payable === undefined || body.payable === null || isFlag(body.payable),
    balance: {
      date: body.balance_date,
      begin: body.balance_begin,
      inbound: body.inbound,
      outbound: body.outbound,
      end: body.balance_end,
    },
  };
});
