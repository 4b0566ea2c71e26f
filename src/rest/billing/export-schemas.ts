import { objectSchema, textSchema } from './fields.ts';

/** For the OpenAPI document. */
const amount = { type: ['string', 'number'] };
const text = { type: 'string' };
const date = { type: 'string', format: 'date' };
const initiator = { type: 'string', enum: ['registry', 'auction', 'eeid'] };
const fields = (schema: object, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, schema]));

export const accountingBodySchema = objectSchema(
  {
    invoice_data: {
      type: 'array',
      items: objectSchema(
        {
          number: { type: ['string', 'integer'] },
          issue_date: { ...date, description: 'Of receipts' },
          date: { ...date, description: 'Of monthly summaries' },
          ...fields(date, 'transaction_date'),
          ...fields(text, 'currency', 'language'),
          vat_amount: { ...amount, description: 'Of the auction only' },
          total_wo_vat: { ...amount, description: 'Of the auction only' },
          customer: objectSchema(fields(text, 'code', 'name', 'destination', 'vat_reg_no')),
          customer_code: textSchema('Instead of `customer`'),
          invoice_lines: {
            type: 'array',
            items: objectSchema({
              ...fields(text, 'product_id', 'description', 'unit'),
              ...fields(amount, 'quantity', 'price'),
              ...fields(date, 'start_date', 'end_date'),
            }),
          },
        },
        ['number'],
      ),
    },
    initiator,
    monthly: { type: 'boolean', default: false, description: 'Summaries of a month' },
    dry: { type: 'boolean', default: false, description: 'Build the document, send nothing' },
  },
  ['invoice_data'],
);

const partyFields = (role: string) =>
  fields(
    text,
    ...['name', 'reg_no', 'vat_no', 'street', 'state', 'zip', 'city'].map((name) => `${role}_${name}`),
  );

export const eInvoiceBodySchema = objectSchema(
  {
    invoice: objectSchema(
      {
        number: { type: ['string', 'integer'] },
        ...fields(date, 'issue_date', 'due_date'),
        ...fields(text, 'reference_no', 'currency'),
        ...fields(amount, 'total', 'total_to_pay', 'vat_rate'),
        monthly_invoice: { type: 'boolean' },
        ...partyFields('seller'),
        seller_iban: text,
        ...partyFields('buyer'),
      },
      ['number'],
    ),
    items: {
      type: 'array',
      description: 'Also accepted as `invoice_items`',
      items: objectSchema({
        ...fields(text, 'description', 'unit'),
        ...fields(amount, 'price', 'quantity', 'subtotal', 'vat_rate', 'vat_amount', 'total'),
      }),
    },
    ...fields(amount, 'vat_amount', 'invoice_subtotal'),
    payable: { type: 'boolean', default: true },
    ...fields(
      text,
      'buyer_billing_email',
      'buyer_e_invoice_iban',
      'seller_country_code',
      'buyer_country_code',
    ),
    balance_date: date,
    ...fields(amount, 'balance_begin', 'inbound', 'outbound', 'balance_end'),
    initiator,
  },
  ['invoice', 'items'],
);
