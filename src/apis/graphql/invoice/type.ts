import type { Actor } from '../../../base/actor.ts';
import { invoice } from '../../../registry/entities/invoice.ts';
import { payment } from '../../../registry/entities/payment.ts';
import { paymentLinkOf } from '../../../registry/operations/billing/model/payment-link.ts';
import {
  childLists,
  eventLists,
  type lineLists,
  parentLists,
  paymentLists,
  refundsBegun,
} from '../../../registry/operations/readers/of-invoices.ts';
import { invoiceRows, paymentRows } from '../../../registry/operations/readers/rows.ts';
import type { Invoice, Payment, PaymentEvent } from '../../../registry/operations/readers/shown.ts';
import {
  type EventEffect,
  effectOf,
  type invoiceStatuses,
  overdueAges,
  type PaymentState,
  paymentStateOf,
} from '../../../registry/rules/money/payment-state.ts';
import type { InvoiceKind } from '../../../registry/rules/money/registrar-invoice.ts';
import { strayAmount } from '../../../registry/rules/money/stray-money.ts';
import { seesReservationIds } from '../../../registry/rules/visibility.ts';
import { builder } from '../builder.ts';
import { currency } from '../currency.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter, enumFilter, IntFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { batched } from '../loading.ts';
import { measure } from '../measures.ts';
import { moment } from '../moments.ts';
import { rowNode } from '../row-node.ts';

const InvoiceStatusEnum = enumOf<(typeof invoiceStatuses)[number]>(
  'InvoiceStatus',
  'The status of an invoice, from unpaid to paid.',
  {
    unpaid: 'Nobody has paid it yet.',
    paid: 'It was paid.',
    cancelled: 'It was cancelled and can no longer be paid.',
    failed: 'A payment was tried and failed; it can be tried again.',
    refunded: 'The money was refunded to the payer.',
    overdue: 'It is overdue and can still be paid.',
  },
);

const InvoiceOverdueEnum = builder.enumType('InvoiceOverdue', {
  description: 'How long invoices have been overdue.',
  values: Object.fromEntries(
    overdueAges.map(({ name, description }) => [name, { value: name, description }]),
  ) as Record<string, { value: (typeof overdueAges)[number]['name']; description: string }>,
});

const InvoiceKindEnum = enumOf<InvoiceKind>(
  'InvoiceKind',
  'The kinds of things that invoices are made for.',
  {
    prepayment: "Tops up a registrar's account.",
    monthly_summary: 'Sums up what a registrar has bought in a month; there is nothing to pay.',
    reservation: 'Pays for names that are reserved.',
    deposit: 'An auction deposit.',
    other: 'Anything else that a service bills.',
  },
);

/**
 * `isNamed` where it is reached from a reservation that the caller has named or just made. `lines` as a command has
 * written them, which a dry run undoes.
 */
export type InvoiceNode = Invoice & {
  readonly isNamed?: boolean;
  readonly lines?: Awaited<ReturnType<typeof lineLists>>[number];
};

/** A reservation's id gives access to its codes, and links to pay it hold the id (docs/rules/graph.md#visibility). */
const tellsReservation = ({ isNamed, user_unique_id }: InvoiceNode, actor: Actor): boolean =>
  isNamed || user_unique_id === null || seesReservationIds(actor);

export const InvoiceRef = rowNode<InvoiceNode>('Invoice', invoiceRows.many);

const refundsUnderWay = batched(refundsBegun);

const PaymentStateEnum = enumOf<PaymentState>('PaymentState', 'The last known state of a payment.', {
  in_progress: 'The customer or the bank has not finished it.',
  settled: 'The customer has paid.',
  failed: 'It failed, or the customer gave up.',
  voided: 'It was cancelled before money moved.',
  refunded: 'Some or all of the money was refunded; standingAmount is what is left.',
  charged_back: "The customer's bank has taken the money back.",
  other: 'A state that the registry does not know; providerState has its name.',
});

export const PaymentRef = rowNode<Payment>('Payment', paymentRows.many);

PaymentRef.implement({
  description: 'A payment that a customer has made or tried at the payment provider.',
  fields: (t) => ({
    ...plainFields(t, payment),
    state: t.field({
      type: PaymentStateEnum,
      description: 'Its last state at the provider.',
      resolve: ({ state }) => paymentStateOf(state),
    }),
    currency: currency(t),
    strayAmount: t.field({
      type: 'Decimal',
      extensions: measure('AMOUNT', 'EUR'),
      description:
        'The amount that pays for nothing, in euros: the excess over its invoice, or all that is left if it has none. paymentRefund refunds it.',
      resolve: async (payment, _, context) =>
        strayAmount(
          payment.invoice_id === null
            ? undefined
            : await InvoiceRef.getDataloader(context).load(payment.invoice_id),
          payment,
        ),
    }),
    refundBegunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Since when a refund of it is in progress; null when none is. A refund that the provider accepts and never makes stays in progress until it is abandoned (paymentRefundAbandon).',
      resolve: async ({ reference }, _, context) => {
        const begun = await refundsUnderWay(context).load(reference);
        return begun && context.calendar.format(begun);
      },
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice that it pays; null when it belongs to none that is known.',
      resolve: ({ invoice_id }) => invoice_id,
    }),
  }),
});
export const payments = listOf(PaymentRef, payment, {
  many: 'payments',
  example: '{stray: {eq: true}, state: {eq: SETTLED}} is money that was paid without an invoice.',
  where: {
    invoiceNumber: [IntFilter, 'By the number of the invoice that it pays: {eq: 10001}.'],
    state: [
      enumFilter('PaymentStateFilter', PaymentStateEnum, {
        description: 'Conditions on the state of a payment; all that are given must hold: {eq: SETTLED}.',
        verb: 'Has',
        one: 'state',
        many: 'states',
      }),
      'By its last state at the provider: {eq: SETTLED}.',
    ],
    stray: [BooleanFilter, 'By whether it belongs to no invoice that is known.'],
  },
  amounts: 'the amounts that they were made for',
  keys: {
    STATE: key(PaymentStateEnum, 'Their last state at the provider.'),
    STRAY: key('Boolean', 'Whether they belong to no invoice that is known.'),
  },
});

const PaymentEventOutcomeEnum = enumOf<EventEffect>(
  'PaymentEventOutcome',
  'What came of a notification from the payment provider.',
  {
    waiting: 'The provider is being asked.',
    unanswered: 'The provider was asked and gave no answer that can be read.',
    unchanged: 'The invoice stayed as it was.',
    changed: 'The status of the invoice changed.',
    disagreement: 'An operator has to look: paymentDisagreements lists why.',
  },
);

const PaymentEventRef = builder.objectRef<PaymentEvent>('PaymentEvent').implement({
  description:
    'A notification from the payment provider. It changes nothing until the provider, when asked, confirms it.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'The event that it named; null when it named none.',
    }),
    outcome: t.field({
      type: PaymentEventOutcomeEnum,
      description: 'What came of it.',
      resolve: ({ outcome }) => effectOf(outcome),
    }),
    note: t.exposeString('outcome', {
      description: 'The same in a word or two, for people: amountTooSmall, older than known.',
    }),
    receivedAt: moment(t, 'received_at', 'When it was received.'),
  }),
});

const DepositRef = builder.objectRef<Invoice>('Deposit').implement({
  description:
    'The domain at auction and the bidder of a deposit; null where the auction service has not named them.',
  fields: (t) => ({
    domainName: t.exposeString('deposit_domain', {
      nullable: true,
      description: 'The name of the domain at auction.',
    }),
    userUuid: t.exposeString('deposit_user_uuid', {
      nullable: true,
      description: 'The id of the bidder, a UUID.',
    }),
    userEmail: t.exposeString('deposit_user_email', {
      nullable: true,
      description: 'The e-mail address of the bidder.',
    }),
  }),
});

const paymentsOf = batched(paymentLists);
const events = batched(eventLists);
const children = batched(childLists);
const parents = batched(parentLists);

InvoiceRef.implement({
  description: 'A bill of one of the services that bill through the registry.',
  fields: (t) => ({
    ...plainFields(t, invoice, { status: InvoiceStatusEnum, kind: InvoiceKindEnum }),
    currency: currency(t),
    userUniqueId: t.string({
      nullable: true,
      description:
        'The reservation it is for, by its userUniqueId; null when it is for none, and for portals that have not named that reservation or just made it.',
      resolve: (row, _, { actor }) => (tellsReservation(row, actor) ? row.user_unique_id : null),
    }),
    paymentLink: t.string({
      nullable: true,
      description:
        'The address of the page on which it can be paid; null once it is paid or cancelled, and for portals that have not named its reservation or just made it.',
      resolve: (row, _, { container, actor }) =>
        ['unpaid', 'failed', 'overdue'].includes(row.status) && tellsReservation(row, actor)
          ? paymentLinkOf({ config: container.config, publicUrl: container.address.publicUrl }, row)
          : null,
    }),
    children: t.field({
      type: [InvoiceRef],
      description: 'The invoices that are paid together with this one; empty unless it is a bulk payment.',
      resolve: async ({ id }, _, context) => (await children(context).load(id)).map((link) => link.child_id),
    }),
    parent: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The bulk payment that it is part of; null when it is paid alone.',
      resolve: async ({ id }, _, context) => (await parents(context).load(id))[0]?.parent_id ?? null,
    }),
    deposit: t.field({
      type: DepositRef,
      nullable: true,
      description: 'What it is a deposit for; null when it is not an auction deposit.',
      resolve: (row) => (row.affiliation === 'auction_deposit' ? row : null),
    }),
    payments: t.field({
      type: [PaymentRef],
      description: 'Every payment of it that the provider reported, in any state.',
      resolve: ({ id }, _, context) => paymentsOf(context).load(id),
    }),
    events: t.field({
      type: [PaymentEventRef],
      description: 'Every notification from the payment provider about it.',
      resolve: ({ id }, _, context) => events(context).load(id),
    }),
  }),
});

const InvoiceStatusFilter = enumFilter('InvoiceStatusFilter', InvoiceStatusEnum, {
  description:
    'Conditions on the status of an invoice; all that are given must hold: {in: [UNPAID, OVERDUE]}.',
  verb: 'Has',
  one: 'status',
  many: 'statuses',
});

const InvoiceKindFilter = enumFilter('InvoiceKindFilter', InvoiceKindEnum, {
  description: 'Conditions on what an invoice is for; all that are given must hold: {eq: PREPAYMENT}.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

export const invoices = listOf(InvoiceRef, invoice, {
  many: 'invoices',
  where: {
    overdueDays: [IntFilter, 'By days overdue: {gte: 1}; 0 are those that are not overdue.'],
  },
  filters: { status: InvoiceStatusFilter, kind: InvoiceKindFilter },
  types: { status: InvoiceStatusEnum },
  orders: {
    OVERDUE_DAYS: {
      value: 'overdueDays',
      description: 'By days overdue; those that are not overdue count as 0.',
    },
    AMOUNT: { value: 'amount', description: 'By the amount to pay.' },
  },
  amounts: 'what is to be paid',
  keys: { OVERDUE: key(InvoiceOverdueEnum, 'How long they have been overdue.') },
});
