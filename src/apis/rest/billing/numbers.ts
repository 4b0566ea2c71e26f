import { z } from 'zod';
import { issueInvoiceNumber } from '../../../registry/operations/billing/issue-invoice-number.ts';
import { issueMonthlyNumbers } from '../../../registry/operations/billing/issue-monthly-numbers.ts';
import { issueReferenceNumber } from '../../../registry/operations/billing/issue-reference-number.ts';
import { numbersExhausted } from '../../../registry/operations/billing/model/invoice-numbers.ts';
import { mustBe } from '../../../registry/rules/money/payment-request.ts';
import { fields, report } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { exactly, textSchema } from '../shapes.ts';
import { optionalText, optionalWord, word } from './wordings.ts';

const message = textSchema('What was done');
const number = { type: 'integer', description: 'The number' };

const count = word({ description: 'How many, from 1 to 1000' }).transform((text, context) => {
  if (/^[1-9]\d{0,2}$|^1000$/.test(text)) return Number(text);
  report(context, mustBe('count', 'an integer from 1 to 1000'));
  return z.NEVER;
});

/** docs/rules/billing.md#invoice-numbers, #reference-numbers. */
export const numberRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/invoice_generator/invoice_number_generator',
    operation: issueInvoiceNumber,
    docs: {
      status: 201,
      data: exactly({ message, invoice_number: number }),
      refusals: [numbersExhausted('Number create failed. out of range')],
    },
    handle: async ({ run }) => {
      const { invoiceNumber } = await run(issueInvoiceNumber, {});
      return {
        status: 201,
        body: { message: `Number created; ${invoiceNumber}`, invoice_number: invoiceNumber },
      };
    },
  },
  route({
    method: 'POST',
    path: '/invoice_generator/reference_number_generator',
    operation: issueReferenceNumber,
    request: {
      body: fields({
        initiator: optionalText({ description: 'The service it is for; by default your own' }),
        owner: optionalWord({
          description: 'The owner of the number; for prepayments a registrar, by code or name',
        }),
        email: optionalText({ description: 'The owner’s address' }, 255),
      }),
    },
    docs: {
      status: 201,
      data: exactly({ message, reference_number: textSchema('Seven digits') }),
      refusals: [numbersExhausted('Reference number create failed. out of range')],
    },
    handle: async ({ body: { initiator, owner, email }, run }) => {
      const { referenceNumber } = await run(issueReferenceNumber, { initiator, owner, email });
      return {
        status: 201,
        body: { message: `Reference number created; ${referenceNumber}`, reference_number: referenceNumber },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/invoice_generator/monthly_invoice_numbers_generator',
    operation: issueMonthlyNumbers,
    extension: true,
    request: { body: fields({ count }) },
    docs: {
      status: 201,
      data: exactly({ invoice_numbers: { type: 'array', items: number } }),
      refusals: [numbersExhausted('Directo Counter is out of period!')],
    },
    handle: async ({ body: { count }, run }) => ({
      status: 201,
      body: { invoice_numbers: (await run(issueMonthlyNumbers, { count })).invoiceNumbers },
    }),
  }),
];
