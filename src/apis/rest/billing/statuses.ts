import { z } from 'zod';
import { cancelNameInvoices } from '../../../registry/operations/billing/cancel-name-invoices.ts';
import { invoicePaymentStatus } from '../../../registry/operations/billing/invoice-payment-status.ts';
import { providerUnavailable } from '../../../registry/operations/billing/model/one-off-payment.ts';
import { refundIsUnderWay } from '../../../registry/operations/billing/model/refund-under-way.ts';
import { refundInvoice } from '../../../registry/operations/billing/refund-invoice.ts';
import { updateDepositStatus } from '../../../registry/operations/billing/update-deposit-status.ts';
import { updateInvoiceAmount } from '../../../registry/operations/billing/update-invoice-amount.ts';
import { updateInvoiceStatus } from '../../../registry/operations/billing/update-invoice-status.ts';
import { invoiceStatuses } from '../../../registry/rules/money/payment-state.ts';
import { fields, forms, unvalidated, withAlias } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { exactly, textSchema } from '../shapes.ts';
import { invoiceNumber, isGiven, optionalText, optionalWord, text, word } from './wordings.ts';

const names = {
  invoiceNumber: 'invoice_number',
  userUniqueId: 'user_unique_id',
  domainName: 'domain_name',
  userUuid: 'user_uuid',
};
const invoice_number = invoiceNumber('The invoice');

/** The deposit is looked up first; an invalid status is reported after that. */
const depositStatus = unvalidated({ enum: ['paid', 'prepayment', 'returned'] }).transform((status) =>
  typeof status === 'string' ? status : '',
);
const domain = { description: 'The auctioned domain' };
const bidder = { description: 'The bidder' };
const depositStatusBody = forms(
  fields({ domain_name: word(domain), user_uuid: word(bidder), status: depositStatus }).transform(
    (deposit) => ({ ...deposit, invoice_number: undefined }),
  ),
  fields({
    domain_name: optionalWord(domain),
    user_uuid: optionalWord(bidder),
    invoice_number,
    status: depositStatus,
  }),
  (body) => isGiven(body.invoice_number),
);

/** A text to look up; any other value becomes empty text, which does not match any invoice. */
const asked = (description: string) =>
  unvalidated({ type: 'string', description }).transform((value) => (typeof value === 'string' ? value : ''));
const done = exactly({ message: textSchema('What was done') });
const updated = { body: { message: 'Status updated' } };
const noInvoices = { message: 'No invoices found' };

/** docs/rules/billing.md#deposits, #changing-a-status, #changing-an-amount, #refunds. */
export const statusRoutes: readonly RestRoute[] = [
  route({
    method: 'POST',
    path: '/invoice_generator/invoice_status',
    operation: updateInvoiceStatus,
    request: {
      body: fields({
        invoice_number,
        status: text({ enum: invoiceStatuses }),
        user_unique_id: optionalText(
          { description: 'Extension: selects one of the invoices that share the number' },
          255,
        ),
      }),
      names,
    },
    docs: { data: done },
    handle: async ({ body, run }) => {
      await run(updateInvoiceStatus, {
        invoiceNumber: body.invoice_number,
        status: body.status,
        userUniqueId: body.user_unique_id,
      });
      return updated;
    },
  }),
  route({
    method: 'POST',
    path: '/invoice_generator/deposit_status',
    operation: updateDepositStatus,
    request: { body: depositStatusBody, names },
    docs: { data: done },
    handle: async ({ body, run }) => {
      await run(updateDepositStatus, {
        domainName: body.domain_name,
        userUuid: body.user_uuid,
        invoiceNumber: body.invoice_number,
        status: body.status,
      });
      return updated;
    },
  }),
  ...(['PATCH', 'PUT'] as const).map((method) =>
    route({
      method,
      path: '/invoice/update_invoice_data',
      operation: updateInvoiceAmount,
      extension: true,
      request: {
        body: fields({
          invoice_number,
          transaction_amount: word({ description: 'The amount to be paid' }),
          user_unique_id: optionalText(
            { description: 'Selects one of the invoices that share the number' },
            255,
          ),
        }),
        names: { ...names, amount: 'transaction_amount' },
      },
      docs: { data: done },
      handle: async ({ body, run }) => {
        await run(updateInvoiceAmount, {
          invoiceNumber: body.invoice_number,
          amount: body.transaction_amount,
          userUniqueId: body.user_unique_id,
        });
        return { body: { message: 'Invoice data was successfully updated' } };
      },
    }),
  ),
  ...(['PATCH', 'PUT'] as const).map((method) =>
    route({
      method,
      path: '/invoice/invoice_synchronize',
      operation: updateInvoiceStatus,
      extension: true,
      request: {
        body: fields({
          id: invoiceNumber('The number of the invoice'),
          status: text({ enum: invoiceStatuses.filter((status) => status !== 'overdue') }),
        }),
        names: { ...names, invoiceNumber: 'id' },
      },
      docs: { id: 'invoicesSynchronize', data: done },
      handle: async ({ body: { id, status }, run }) => {
        await run(updateInvoiceStatus, { invoiceNumber: id, status, shouldNotifyOwner: true });
        return { body: { message: 'Invoice data was successfully updated' } };
      },
    }),
  ),
  ...(['PATCH', 'PUT'] as const).map((method) =>
    route({
      method,
      path: '/invoice/reserved_domain_cancellation_statuses',
      operation: cancelNameInvoices,
      extension: true,
      request: {
        body: fields({
          domain_name: text({ description: 'The name that was reserved' }),
          token: text({ description: 'The user unique id of the reservation' }),
        }),
        names: { domainName: 'domain_name', userUniqueId: 'token' },
      },
      docs: {
        data: done,
        others: {
          404: {
            description: 'The user has no such invoice, or it is paid.',
            schema: exactly({ message: textSchema('No invoices found') }),
            example: noInvoices,
          },
        },
      },
      handle: async ({ body: { domain_name: domainName, token: userUniqueId }, run }) => {
        const { cancelled } = await run(cancelNameInvoices, { domainName, userUniqueId });
        return cancelled > 0
          ? { body: { message: 'All invoices cancelled' } }
          : { status: 404, body: noInvoices };
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/invoice/reserved_domains_invoice_statuses',
    operation: invoicePaymentStatus,
    extension: true,
    request: {
      query: fields({
        invoice_number: asked('The invoice'),
        user_unique_id: asked('The person who reserves'),
      }),
    },
    docs: {
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
    handle: async ({ query, run }) => {
      const asked = query.invoice_number;
      const status = await run(invoicePaymentStatus, {
        invoiceNumber: asked,
        userUniqueId: query.user_unique_id,
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
  }),
  route({
    method: 'POST',
    path: '/refund/auction',
    operation: refundInvoice,
    extension: true,
    request: {
      body: withAlias(
        fields({ invoice_number }),
        fields({ params: z.object({ invoice_number }) }),
        (body) => body.params,
      ),
      names: { ...names, paymentReference: 'payment_reference' },
    },
    docs: { data: done, refusals: [providerUnavailable('ECONNREFUSED'), refundIsUnderWay()] },
    handle: async ({ body, run }) => {
      await run(refundInvoice, { invoiceNumber: body.invoice_number });
      return { body: { message: 'Invoice was refunded' } };
    },
  }),
];

function notFound(asked: string) {
  return {
    message: 'Invoice not found',
    invoice_status: 'not_found',
    invoice_number: asked,
    details: 'The requested invoice does not exist or does not belong to the specified user',
  };
}
