import { refuseWith } from '../../core/errors.ts';
import { issueInvoiceNumber } from '../../operations/billing/issue-invoice-number.ts';
import { issueMonthlyNumbers } from '../../operations/billing/issue-monthly-numbers.ts';
import { issueReferenceNumber } from '../../operations/billing/issue-reference-number.ts';
import { numbersExhausted } from '../../operations/billing/model/invoice-numbers.ts';
import { mustBe } from '../../rules/money/payment-request.ts';
import type { RestRoute } from '../door.ts';
import { exactly } from '../shapes.ts';
import { objectSchema, textSchema, withFields } from './fields.ts';

const message = textSchema('What was done');
const number = { type: 'integer', description: 'The number' };

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
  {
    method: 'POST',
    path: '/invoice_generator/reference_number_generator',
    operation: issueReferenceNumber,
    docs: {
      status: 201,
      body: objectSchema({
        initiator: textSchema('The service it is for; yours when left out'),
        owner: textSchema('Whose number it is; a registrar, by code or name, for prepayments'),
        email: textSchema('The owner’s address'),
      }),
      data: exactly({ message, reference_number: textSchema('Seven digits') }),
      refusals: [numbersExhausted('Reference number create failed. out of range')],
    },
    handle: withFields(
      { initiator: 'initiator', owner: 'owner', email: 'email' },
      async (fields, { run }) => {
        const input = {
          initiator: fields.optionalText('initiator'),
          owner: fields.optionalWord('owner'),
          email: fields.optionalText('email', 255),
        };
        fields.refuseIfAnyProblem();
        const { referenceNumber } = await run(issueReferenceNumber, input);
        return {
          status: 201,
          body: {
            message: `Reference number created; ${referenceNumber}`,
            reference_number: referenceNumber,
          },
        };
      },
    ),
  },
  {
    method: 'POST',
    path: '/invoice_generator/monthly_invoice_numbers_generator',
    operation: issueMonthlyNumbers,
    extension: true,
    docs: {
      status: 201,
      body: objectSchema({ count: { type: 'integer', minimum: 1, maximum: 1000 } }, ['count']),
      data: exactly({ invoice_numbers: { type: 'array', items: number } }),
      refusals: [numbersExhausted('Directo Counter is out of period!')],
    },
    handle: withFields({ count: 'count' }, async (fields, { run }) => {
      const text = fields.word('count');
      fields.refuseIfAnyProblem();
      const count = /^[1-9]\d{0,2}$|^1000$/.test(text ?? '') ? Number(text) : undefined;
      if (count === undefined) return refuseWith(mustBe('count', 'an integer from 1 to 1000'));
      return {
        status: 201,
        body: { invoice_numbers: (await run(issueMonthlyNumbers, { count })).invoiceNumbers },
      };
    }),
  },
];
