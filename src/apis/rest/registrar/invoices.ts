import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import type { Sort } from '../../../base/filter.ts';
import { registrarInvoicePdf } from '../../../registry/documents/invoice-pdf.ts';
import { topUpAccount } from '../../../registry/operations/account/top-up.ts';
import { cancelInvoice } from '../../../registry/operations/billing/cancel-invoice.ts';
import { findInvoice } from '../../../registry/operations/billing/find-invoice.ts';
import { listInvoices } from '../../../registry/operations/billing/list-invoices.ts';
import { billingEmailOf } from '../../../registry/operations/billing/model/invoice-sheet.ts';
import { printInvoice } from '../../../registry/operations/billing/print-invoice.ts';
import { sendInvoice } from '../../../registry/operations/billing/send-invoice.ts';
import { showInvoice } from '../../../registry/operations/billing/show-invoice.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { lineLists } from '../../../registry/operations/readers/of-invoices.ts';
import { invoiceRows, registrarRows } from '../../../registry/operations/readers/rows.ts';
import type { Invoice } from '../../../registry/operations/readers/shown.ts';
import { fields, hash, on, optional, orFlat, text, word, wrapper } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { count, data } from '../shapes.ts';
import { answerList } from '../whole-list.ts';
import { success } from './envelope.ts';
import { fullShape, fullView, type InvoiceContext, simpleShape, simpleView } from './invoice-view.ts';
import { dated, listQuery, matching, onDay, sortsOr, switchedOn, valued } from './query-filters.ts';
import { idIn, selfService } from './self-service.ts';

const numberFilter = (about: string, field: string, is: 'gte' | 'lte') =>
  valued(about, field, is, (value) => (/^\d{1,9}$/.test(value) ? value : undefined));
const amountFilter = (about: string, field: string, is: 'gte' | 'lte') =>
  valued(about, field, is, (value) =>
    /^-?\d{1,9}([.,]\d{1,10})?$/.test(value) ? value.replace(',', '.') : undefined,
  );

/** docs/rules/self-service.md#invoices. */
const invoicesQuery = listQuery(
  {
    number_str_matches: matching('the number', 'numberText'),
    number_gteq: numberFilter('the number', 'number', 'gte'),
    number_lteq: numberFilter('the number', 'number', 'lte'),
    due_date_gteq: onDay('the day it is due', 'dueOn', 'gte'),
    due_date_lteq: onDay('the day it is due', 'dueOn', 'lte'),
    account_activity_created_at_gteq: dated('when it was paid', 'receivedAt', 'gte'),
    account_activity_created_at_lteq: dated('when it was paid', 'receivedAt', 'lte'),
    account_activity_id_not_null: switchedOn('paid ones', {
      field: 'receivedAt',
      is: 'isNull',
      value: false,
    }),
    account_activity_id_null: switchedOn('those not paid', {
      field: 'receivedAt',
      is: 'isNull',
      value: true,
    }),
    cancelled_at_null: switchedOn('those not cancelled', { field: 'cancelledAt', is: 'isNull', value: true }),
    cancelled_at_not_null: switchedOn('cancelled ones', { field: 'cancelledAt', is: 'isNull', value: false }),
    monthly_invoice_true: switchedOn('monthly summaries', {
      field: 'kind',
      is: 'eq',
      value: 'monthly_summary',
    }),
    monthly_invoice_false: switchedOn('those that are not monthly summaries', {
      field: 'kind',
      is: 'ne',
      value: 'monthly_summary',
    }),
    total_gteq: amountFilter('the total', 'amount', 'gte'),
    total_lteq: amountFilter('the total', 'amount', 'lte'),
  },
  {
    number: 'number',
    due_date: 'dueOn',
    total: 'amount',
    receipt_date: 'receivedAt',
    cancelled_at: 'cancelledAt',
    created_at: 'createdAt',
  },
  {
    details: on({ description: '`true` shows whole invoices instead of numbers.' }),
    simple: on({ description: '`true` shows a part of them, with `details`.' }),
  },
);

/** Invoices without such a date come last in both directions. */
const nullsLast = (sort: Sort): Sort =>
  sort.field === 'receivedAt' || sort.field === 'cancelledAt' ? { ...sort, nulls: 'last' } : sort;

const credit = {
  amount: optional(
    word({ description: 'By how many euros, without VAT; a comma or a point', examples: ['100'] }),
  ),
  description: optional(text({ description: 'A note that is printed' })),
};
const sending = {
  id: text({ description: 'Ignored: the path names it' }),
  recipient: text({ description: 'One e-mail address', examples: ['billing@alpha.example'] }),
};
const oneInvoice = { data: data({ invoice: simpleShape }) };

const routes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/invoices',
    operation: listInvoices,
    request: { query: invoicesQuery },
    docs: {
      data: data({
        invoices: z.union([z.array(z.int32()), z.array(simpleShape), z.array(fullShape)]),
        count: count('How many there are in all'),
      }),
    },
    handle: async (call) => {
      const { details, simple, sorts, filter } = call.query;
      const sort = sortsOr(sorts.map(nullsLast), [{ field: 'createdAt', descending: true }]);
      const query = { filter: filter(call.calendar), sort };
      return answerList(call, {
        paging: call.query,
        details: details && !simple,
        page: (reading, slice, withCount) =>
          reading.runAndShow(
            listInvoices,
            { query: { ...query, slice }, withCount },
            async (db, { rows, count }) => ({
              count,
              rows: details ? await views(db, call, rows, simple) : rows.map((row) => row.number),
            }),
          ),
        body: (_, invoices, total) => success({ invoices, count: total }).body,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/invoices/add_credit',
    operation: topUpAccount,
    request: {
      body: orFlat(fields({ invoice: wrapper(credit) }), 'invoice', credit),
    },
    docs: oneInvoice,
    handle: async (call) => {
      const { amount, description } = call.body.invoice;
      return changed(call, (show) => call.runAndShow(topUpAccount, { amount, description }, show));
    },
  }),
  {
    method: 'GET',
    path: '/invoices/:id',
    operation: showInvoice,
    docs: { data: data({ invoice: fullShape }) },
    handle: async (call) => {
      const [invoice] = await call.runAndShow(showInvoice, refOf(call), (db, row) =>
        views(db, call, [row], false),
      );
      return success({ invoice });
    },
  },
  {
    method: 'GET',
    path: '/invoices/:id/download',
    operation: printInvoice,
    produces: ['application/pdf'],
    docs: {},
    handle: async (call) => {
      const invoice = await call.run(printInvoice, refOf(call));
      const name = `Invoice-${invoice.number}.pdf`;
      return {
        bytes: await registrarInvoicePdf(invoice),
        contentType: 'application/pdf',
        headers: { 'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}` },
      };
    },
  },
  route({
    method: 'POST',
    path: '/invoices/:id/send_to_recipient',
    operation: sendInvoice,
    request: {
      body: orFlat(fields({ invoice: hash(sending) }), 'invoice', sending),
      lookUp: (call) => call.run(showInvoice, refOf(call)),
    },
    docs: oneInvoice,
    handle: async (call) => {
      const { recipient } = call.body.invoice;
      return changed(
        call,
        (show) => call.runAndShow(sendInvoice, { invoice: refOf(call), recipient }, show),
        recipient,
      );
    },
  }),
  {
    method: 'PUT',
    path: '/invoices/:id/cancel',
    operation: cancelInvoice,
    docs: oneInvoice,
    handle: (call) => changed(call, (show) => call.runAndShow(cancelInvoice, refOf(call), show)),
  },
];

export const invoiceRoutes = routes.map((one) => ({
  ...selfService(one),
  ...(one.path.includes('/:id') && { beforeRole: (call: RestCall) => call.run(findInvoice, refOf(call)) }),
}));

type ShowInvoice = (
  db: Db,
  value: { readonly invoiceId: number },
) => Promise<z.infer<typeof simpleShape> | undefined>;

/** Answers with the invoice after a command, read inside its transaction. */
async function changed(
  call: RestCall,
  run: (show: ShowInvoice) => Promise<z.infer<typeof simpleShape> | undefined>,
  recipient?: string,
) {
  const invoice = await run(async (db, { invoiceId }) => {
    const row = await invoiceRows.one(db, { id: invoiceId });
    const context = await invoiceContextOf(db, call);
    return row ? simpleView(row, { ...context, ...(recipient !== undefined && { recipient }) }) : undefined;
  });
  return success({ invoice });
}

async function views(db: Db, call: RestCall, rows: readonly Invoice[], simple: boolean) {
  const context = await invoiceContextOf(db, call);
  if (simple) return rows.map((row) => simpleView(row, context));
  const lines = await lineLists(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row, index) => fullView(row, lines[index] ?? [], context));
}

async function invoiceContextOf(db: Db, { actor, calendar, links }: RestCall): Promise<InvoiceContext> {
  const registrar = await registrarRows.one(db, { id: registrarOf(actor).registrarId });
  return { recipient: registrar && billingEmailOf(registrar), calendar, links };
}

const refOf = ({ path }: RestCall): { invoiceId: number } => ({ invoiceId: idIn(path.id) });
