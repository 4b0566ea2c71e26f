import { inWords } from '../../../base/text.ts';
import { html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import { movementColumns } from './columns.ts';
import { byRegistrar } from './finding.ts';
import { actionForm } from './forms.ts';
import { all, list } from './lists.ts';
import { invoiceLink, invoiceTag, registrarLink, tag, when } from './parts.ts';

const paymentTabs = {
  '/operator/payments': 'Disagreements',
  '/operator/payments/all': 'All payments',
};

const forPayment = (action: 'paymentRefund' | 'paymentRefundAbandon', reference: string, back: string) =>
  actionForm(actions[action], { fixed: { reference }, back, isCompact: true, about: reference });

const disagreements = list({
  name: 'disagreements',
  path: '/payments',
  title: 'Payments that disagree',
  about: 'Cases where the payment provider and our books differ.',
  tabs: paymentTabs,
  filters: [
    { name: 'state', label: 'State', none: 'open', choices: { closed: 'settled' } },
    { name: 'q', label: 'Part of the reference' },
  ],
  ask: (page, { state, q }) => ({
    ...page,
    where: all({ resolvedAt: { isNull: state !== 'closed' } }, q && { paymentReference: { contains: q } }),
  }),
  rows: (data) => data.paymentDisagreements,
  none: 'None. The payment provider and our books agree.',
  columns: (back) => [
    {
      head: 'What',
      cell: ({
        kind,
        about,
        details,
      }) => html`<strong>${inWords(kind)}</strong> <span class="soft">${about}</span>
<details class="changes"><summary>Payload</summary><pre tabindex="0">${JSON.stringify(details, null, 2)}</pre></details>`,
    },
    {
      head: 'Payment',
      cell: ({ paymentReference, payment }) =>
        html`<code>${paymentReference}</code> ${payment && `${inWords(payment.state)}, ${payment.amount ?? '–'}`}`,
    },
    {
      head: 'Invoice',
      cell: ({ invoice }) =>
        invoice &&
        html`${invoiceLink(invoice)} ${invoiceTag(invoice.status)} ${invoice.amount} ${invoice.currency}, ${invoice.description}`,
    },
    { head: 'Raised', cell: ({ raisedAt }) => when(raisedAt) },
    {
      head: '',
      cell: ({ id, paymentReference, payment, resolvedAt, resolvedBy, note }) =>
        resolvedAt === null
          ? html`${actionForm(actions.paymentDisagreementResolve, { fixed: { id }, back, about: paymentReference })}
${payment && forPayment('paymentRefund', paymentReference, back)}`
          : html`${when(resolvedAt)} <span class="soft">by ${resolvedBy}</span> ${note}`,
    },
  ],
  many: {
    whole: 'paymentDisagreements',
    actions: [actions.paymentDisagreementResolve],
    of: ({ id, paymentReference, kind, resolvedAt }) =>
      resolvedAt === null && { about: `${paymentReference}, ${inWords(kind)}`, fields: { id } },
  },
});

const payments = list({
  name: 'paymentsAll',
  path: '/payments/all',
  title: 'All payments',
  about: 'Payments that the provider has reported. A stray one belongs to no invoice.',
  tabs: paymentTabs,
  filters: [
    { name: 'q', label: 'Part of the reference' },
    { name: 'stray', label: 'Stray', choices: { yes: 'yes', no: 'no' } },
  ],
  ask: (page, { q, stray }) => ({
    ...page,
    where: all(q && { reference: { contains: q } }, stray && { stray: { eq: stray === 'yes' } }),
  }),
  rows: (data) => data.payments,
  columns: (back) => [
    { head: 'When', cell: ({ occurredAt }) => when(occurredAt) },
    { head: 'Reference', cell: ({ reference }) => html`<code>${reference}</code>` },
    { head: 'State', cell: ({ state }) => inWords(state) },
    {
      head: 'Invoice',
      cell: ({ invoice }) =>
        invoice ? html`${invoiceLink(invoice)} ${invoiceTag(invoice.status)}` : tag('stray', 'warn'),
    },
    { head: 'Amount', cell: ({ amount }) => amount, isNumber: true },
    { head: 'Not refunded', cell: ({ standingAmount }) => standingAmount, isNumber: true },
    {
      head: '',
      cell: ({ reference, strayAmount, refundBegunAt }) =>
        refundBegunAt
          ? html`<span class="soft">refund in progress since</span> ${when(refundBegunAt)} ${forPayment('paymentRefundAbandon', reference, back)}`
          : Number(strayAmount) > 0 && forPayment('paymentRefund', reference, back),
    },
  ],
  many: {
    whole: 'payments',
    actions: [actions.paymentRefund],
    of: ({ reference, strayAmount, refundBegunAt }) =>
      !refundBegunAt && Number(strayAmount) > 0 && { about: reference, fields: { reference } },
  },
});

export const ledgerTabs = { '/operator/ledger': 'Movements', '/operator/ledger/proof': 'Proof' };

const ledger = list({
  name: 'ledger',
  path: '/ledger',
  title: 'Ledger',
  about: 'Every movement of money on the accounts of registrars.',
  tabs: ledgerTabs,
  filters: [byRegistrar, { name: 'q', label: 'Part of the description' }],
  ask: (page, { q, registrar }) => ({
    ...page,
    registrar: registrar ?? null,
    where: all(q && { description: { contains: q } }),
  }),
  rows: (data) => data.ledger,
  columns: () => [
    { head: 'Registrar', cell: ({ registrar }) => registrarLink(registrar.code) },
    ...movementColumns,
  ],
});

export const moneyLists = [disagreements, payments, ledger];
