import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { ownersFor } from '../../operations/billing/ownership.ts';
import { paymentLinkOf } from '../../operations/billing/payment-link.ts';
import { invoiceStatuses } from '../../rules/payment-state.ts';
import type { Db } from '../../store/database.ts';
import { childLinks, type Invoice, invoicesById, parentLinks } from '../../store/invoices.ts';
import {
  eventsOfInvoices,
  type Payment,
  type PaymentEvent,
  paymentsOfInvoices,
} from '../../store/payments.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { byId, rowId } from '../loading.ts';
import { nodeIsVisible } from '../node-visibility.ts';

const statusDescriptions: Readonly<Record<(typeof invoiceStatuses)[number], string>> = {
  unpaid: 'Waits for payment.',
  paid: 'Paid.',
  cancelled: 'Nobody shall pay it any more.',
  failed: 'A payment was tried and failed.',
  refunded: 'The money went back.',
  overdue: 'Should have been paid by now.',
};

export const InvoiceStatusEnum = builder.enumType('InvoiceStatus', {
  description: 'Where an invoice stands.',
  values: Object.fromEntries(
    invoiceStatuses.map((status) => [
      status.toUpperCase(),
      { value: status, description: statusDescriptions[status] },
    ]),
  ) as Record<string, { value: (typeof invoiceStatuses)[number]; description: string }>,
});

export const InvoiceRef = builder.loadableNodeRef<Invoice, number>('Invoice', {
  id: { resolve: (invoice) => invoice.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await invoicesById(database.db, ids)),
});

export const PaymentRef = builder.objectRef<Payment>('Payment').implement({
  description: 'A payment at the payment provider.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'Its name at the provider.' }),
    state: t.exposeString('state', { description: 'What the provider said of it last.' }),
    amount: t.expose('initial_amount', {
      type: 'Decimal',
      nullable: true,
      description: 'How much it was made for.',
    }),
    standingAmount: t.expose('standing_amount', {
      type: 'Decimal',
      nullable: true,
      description: 'How much of it has not gone back.',
    }),
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When the provider says it happened.',
      resolve: ({ occurred_at }, _, { calendar }) => calendar.format(occurred_at),
    }),
    acquiringCompletedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the money reached our account, where the bank tells.',
      resolve: ({ acquiring_completed_at: at }, _, { calendar }) => at && calendar.format(at),
    }),
  }),
});

const PaymentEventRef = builder.objectRef<PaymentEvent>('PaymentEvent').implement({
  description: 'A hint from the payment provider; the provider was asked before anything was believed.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'What kind of news it was.' }),
    outcome: t.exposeString('outcome', { description: 'What came of it, in a few words.' }),
    receivedAt: t.field({
      type: 'DateTime',
      description: 'When it came.',
      resolve: ({ received_at }, _, { calendar }) => calendar.format(received_at),
    }),
  }),
});

const DepositRef = builder.objectRef<Invoice>('Deposit').implement({
  description: 'What an auction deposit is for.',
  fields: (t) => ({
    domainName: t.exposeString('deposit_domain', { nullable: true, description: 'The domain at auction.' }),
    userUuid: t.exposeString('deposit_user_uuid', { nullable: true, description: 'Who bids.' }),
    userEmail: t.exposeString('deposit_user_email', {
      nullable: true,
      description: 'Where the bidder is reached.',
    }),
  }),
});

const grouped = <T>(
  load: (db: Db, ids: readonly number[]) => Promise<readonly T[]>,
  keyOf: (row: T) => number | null,
) =>
  createContextCache(
    ({ database }: Context) =>
      new DataLoader<number, T[]>(async (ids) => {
        const rows = await load(database.db, ids);
        return ids.map((id) => rows.filter((row) => keyOf(row) === id));
      }),
  );

const payments = grouped(paymentsOfInvoices, (row) => row.invoice_id);
const events = grouped(eventsOfInvoices, (row) => row.of_invoice_id);
const children = grouped(childLinks, (row) => row.parent_id);
const parents = grouped(parentLinks, (row) => row.child_id);

InvoiceRef.implement({
  description: 'A bill of one of the services of the registry.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number.' }),
    status: t.expose('status', { type: InvoiceStatusEnum, description: 'Where it stands.' }),
    amount: t.expose('amount', { type: 'Decimal', description: 'How much is to be paid.' }),
    currency: t.string({ description: 'Always EUR.', resolve: () => 'EUR' }),
    initiator: t.exposeString('initiator', { description: 'The service it belongs to.' }),
    userUniqueId: t.exposeString('user_unique_id', {
      nullable: true,
      description: 'Who reserves; tells apart the reservations that share a number.',
    }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    referenceNumber: t.exposeString('reference_number', {
      nullable: true,
      description: 'The reference number of its payer.',
    }),
    paymentReference: t.exposeString('payment_reference', {
      nullable: true,
      description: 'The payment that decided about it.',
    }),
    paymentLink: t.string({
      nullable: true,
      description: 'Where it can be paid; null once it is paid or cancelled.',
      resolve: (invoice, _, { house }) =>
        invoice.status === 'unpaid' || invoice.status === 'failed' || invoice.status === 'overdue'
          ? paymentLinkOf({ config: house.config, publicUrl: house.address.publicUrl }, invoice)
          : null,
    }),
    paidAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was paid.',
      resolve: ({ paid_at }, _, { calendar }) => paid_at && calendar.format(paid_at),
    }),
    exportedToAccountingAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When accounting took it.',
      resolve: (invoice, _, { calendar }) =>
        invoice.exported_to_accounting_at && calendar.format(invoice.exported_to_accounting_at),
    }),
    sentAsEInvoiceAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the e-invoicing service took it.',
      resolve: (invoice, _, { calendar }) =>
        invoice.sent_as_e_invoice_at && calendar.format(invoice.sent_as_e_invoice_at),
    }),
    children: t.field({
      type: [InvoiceRef],
      description: 'The invoices that this bulk payment pays.',
      resolve: async ({ id }, _, context) => (await children(context).load(id)).map((link) => link.child_id),
    }),
    parent: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The bulk payment that pays it.',
      resolve: async ({ id }, _, context) => (await parents(context).load(id))[0]?.parent_id ?? null,
    }),
    deposit: t.field({
      type: DepositRef,
      nullable: true,
      description: 'What it is a deposit for, if it is one.',
      resolve: (invoice) => (invoice.affiliation === 'auction_deposit' ? invoice : null),
    }),
    payments: t.field({
      type: [PaymentRef],
      description: 'Every payment the provider told of.',
      resolve: ({ id }, _, context) => payments(context).load(id),
    }),
    events: t.field({
      type: [PaymentEventRef],
      description: 'Every hint that came about its payments.',
      resolve: ({ id }, _, context) => events(context).load(id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ created_at }, _, { calendar }) => calendar.format(created_at),
    }),
  }),
});

nodeIsVisible<Invoice>('Invoice', (invoice, actor) => {
  const owners = ownersFor(actor);
  return owners === undefined || owners.includes(invoice.initiator);
});
