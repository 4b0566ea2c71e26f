import { refuseWith } from '../../core/errors.ts';
import { invoicePaymentStatus } from '../../operations/billing/invoice-payment-status.ts';
import { providerUnavailable } from '../../operations/billing/model/one-off-payment.ts';
import { refundIsUnderWay } from '../../operations/billing/model/refund-under-way.ts';
import { refundInvoice } from '../../operations/billing/refund-invoice.ts';
import { updateDepositStatus } from '../../operations/billing/update-deposit-status.ts';
import { updateInvoiceAmount } from '../../operations/billing/update-invoice-amount.ts';
import { updateInvoiceStatus } from '../../operations/billing/update-invoice-status.ts';
import { isMissing } from '../../rules/money/payment-request.ts';
import { invoiceStatuses } from '../../rules/money/payment-state.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { exactly } from '../shapes.ts';
import { Fields, objectSchema, textSchema, withFields } from './fields.ts';

const statusNames = { invoiceNumber: 'invoice_number', userUniqueId: 'user_unique_id', status: 'status' };
const amountNames = {
  invoiceNumber: 'invoice_number',
  userUniqueId: 'user_unique_id',
  amount: 'transaction_amount',
};
const depositNames = {
  domainName: 'domain_name',
  userUuid: 'user_uuid',
  status: 'status',
  invoiceNumber: 'invoice_number',
};
const refundNames = { invoiceNumber: 'invoice_number', paymentReference: 'payment_reference' };

const invoiceNumber = { type: ['string', 'integer'], description: 'The invoice' };
const done = exactly({ message: textSchema('What was done') });
const updated = { body: { message: 'Status updated' } };

/** docs/rules/billing.md#deposits, #changing-a-status, #changing-an-amount, #refunds. */
export const statusRoutes: readonly RestRoute[] = [
  {
    method: 'POST',
    path: '/invoice_generator/invoice_status',
    operation: updateInvoiceStatus,
    docs: {
      body: objectSchema(
        {
          invoice_number: invoiceNumber,
          status: { type: 'string', enum: [...invoiceStatuses] },
          user_unique_id: textSchema('Extension: which of those that share the number'),
        },
        ['invoice_number', 'status'],
      ),
      data: done,
    },
    handle: withFields(statusNames, async (fields, { run }) => {
      const number = fields.invoiceNumber('invoiceNumber');
      const status = fields.text('status');
      const userUniqueId = fields.optionalText('userUniqueId', 255);
      fields.refuseIfAnyProblem();
      await run(updateInvoiceStatus, {
        invoiceNumber: number ?? refuseWith(isMissing('invoiceNumber')),
        status: status ?? refuseWith(isMissing('status')),
        userUniqueId,
      });
      return updated;
    }),
  },
  {
    method: 'POST',
    path: '/invoice_generator/deposit_status',
    operation: updateDepositStatus,
    docs: {
      body: objectSchema(
        {
          domain_name: textSchema('The auctioned domain'),
          user_uuid: textSchema('The bidder'),
          status: { type: 'string', enum: ['paid', 'prepayment', 'returned'] },
          invoice_number: invoiceNumber,
        },
        ['domain_name', 'user_uuid', 'status'],
      ),
      data: done,
    },
    handle: withFields(depositNames, async (fields, { run }) => {
      const byNumber = fields.isGiven('invoiceNumber');
      const read = byNumber ? fields.optionalWord.bind(fields) : fields.word.bind(fields);
      const input = {
        domainName: read('domainName'),
        userUuid: read('userUuid'),
        invoiceNumber: byNumber ? fields.invoiceNumber('invoiceNumber') : undefined,
      };
      fields.refuseIfAnyProblem();
      const status = fields.raw('status');
      await run(updateDepositStatus, {
        ...input,
        // The deposit is looked for first; whatever is no status word is told after that.
        status: typeof status === 'string' ? status : '',
      });
      return updated;
    }),
  },
  ...(['PATCH', 'PUT'] as const).map(
    (method): RestRoute => ({
      method,
      path: '/invoice/update_invoice_data',
      operation: updateInvoiceAmount,
      extension: true,
      docs: {
        body: objectSchema(
          {
            invoice_number: invoiceNumber,
            transaction_amount: { type: ['string', 'number'], description: 'How much is to be paid' },
            user_unique_id: textSchema('Which of those that share the number'),
          },
          ['invoice_number', 'transaction_amount'],
        ),
        data: done,
      },
      handle: withFields(amountNames, async (fields, { run }) => {
        const number = fields.invoiceNumber('invoiceNumber');
        const amount = fields.word('amount');
        const userUniqueId = fields.optionalText('userUniqueId', 255);
        fields.refuseIfAnyProblem();
        await run(updateInvoiceAmount, {
          invoiceNumber: number ?? refuseWith(isMissing('invoiceNumber')),
          amount: amount ?? refuseWith(isMissing('amount')),
          userUniqueId,
        });
        return { body: { message: 'Invoice data was successfully updated' } };
      }),
    }),
  ),
  {
    method: 'GET',
    path: '/invoice/reserved_domains_invoice_statuses',
    operation: invoicePaymentStatus,
    extension: true,
    docs: {
      query: {
        invoice_number: { description: 'The invoice', schema: { type: 'string' }, required: true },
        user_unique_id: { description: 'Who reserves', schema: { type: 'string' }, required: true },
      },
      data: exactly({
        message: textSchema('Whether the names are reserved'),
        invoice_status: { type: 'string', enum: [...invoiceStatuses] },
        invoice_number: textSchema('As it was asked for'),
      }),
      others: {
        404: {
          description: "There is no such invoice, or it is another user's.",
          schema: exactly({
            message: textSchema('Invoice not found'),
            invoice_status: { type: 'string', enum: ['not_found'] },
            invoice_number: textSchema('As it was asked for'),
            details: textSchema('The same in more words'),
          }),
          example: notFound('10001'),
        },
      },
    },
    handle: async (call) => {
      const asked = queryText(call, 'invoice_number');
      const status = await call.run(invoicePaymentStatus, {
        invoiceNumber: asked,
        userUniqueId: queryText(call, 'user_unique_id'),
      });
      if (status === undefined) return { status: 404, body: notFound(asked) };
      const isReserved = status === 'paid' || status === 'refunded';
      return {
        body: {
          message: isReserved ? 'Domain is reserved' : 'Domains are not reserved',
          invoice_status: status,
          invoice_number: asked,
        },
      };
    },
  },
  {
    method: 'POST',
    path: '/refund/auction',
    operation: refundInvoice,
    extension: true,
    docs: {
      body: objectSchema({ params: objectSchema({ invoice_number: invoiceNumber }, ['invoice_number']) }),
      data: done,
      refusals: [providerUnavailable('ECONNREFUSED'), refundIsUnderWay()],
    },
    handle: withFields(refundNames, async (_, { body, run }) => {
      const params = typeof body === 'object' && body !== null && 'params' in body ? body.params : body;
      const fields = new Fields(refundNames, params);
      const number = fields.invoiceNumber('invoiceNumber');
      fields.refuseIfAnyProblem();
      await run(refundInvoice, { invoiceNumber: number ?? refuseWith(isMissing('invoiceNumber')) });
      return { body: { message: 'Invoice was refunded' } };
    }),
  },
];

const queryText = ({ query }: RestCall, name: string): string => {
  const value = query[name];
  return typeof value === 'string' ? value : '';
};

function notFound(asked: string) {
  return {
    message: 'Invoice not found',
    invoice_status: 'not_found',
    invoice_number: asked,
    details: 'The requested invoice does not exist or does not belong to the specified user',
  };
}
