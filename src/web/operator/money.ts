import { html } from '../html.ts';
import { actions } from './actions.ts';
import type {
  OperatorInvoiceQuery,
  OperatorPaymentsQuery,
  OperatorRegistrarQuery,
  OperatorRegistrarsQuery,
} from './documents.generated.ts';
import type { ConsolePage } from './layout.ts';
import {
  actionForm,
  facts,
  invoiceLink,
  invoiceTag,
  inWords,
  registrarLink,
  section,
  shownOf,
  table,
  tag,
  when,
} from './parts.ts';

type Invoice = NonNullable<OperatorInvoiceQuery['invoice']>;

export function invoicePage(invoice: Invoice): ConsolePage {
  const { number, userUniqueId, status, amount, currency } = invoice;
  const back = `/operator/invoices/${number}${userUniqueId ? `?reservation=${encodeURIComponent(userUniqueId)}` : ''}`;
  const fixed = { invoiceNumber: number, userUniqueId };
  return {
    title: `Invoice ${number}`,
    main: html`<h1>Invoice ${number} ${invoiceTag(status)}</h1>
<p class="amount">${amount} ${currency}</p>
<div class="halves">
${section(
  'about',
  'About it',
  facts([
    ['For', invoice.description],
    ['Kind', inWords(invoice.kind)],
    ['Service', invoice.initiator],
    ['Buyer', [invoice.buyer?.name, invoice.buyer?.email].filter(Boolean).join(', ')],
    ['Reference number', invoice.referenceNumber],
    ['Made', when(invoice.createdAt)],
    ['Due', invoice.dueOn && when(invoice.dueOn)],
    ['Paid', invoice.paidAt && when(invoice.paidAt)],
    ['Cancelled', invoice.cancelledAt && when(invoice.cancelledAt)],
    ['Payment', invoice.paymentReference && html`<code>${invoice.paymentReference}</code>`],
    ['In accounting', invoice.exportedToAccountingAt && when(invoice.exportedToAccountingAt)],
    ['As e-invoice', invoice.sentAsEInvoiceAt && when(invoice.sentAsEInvoiceAt)],
  ]),
)}
${section(
  'do',
  'What you can do',
  html`${status === 'PAID' && actionForm(actions.invoiceRefund, { fixed, back })}
${actionForm(actions.invoiceStatusUpdate, { fixed, back })}`,
)}
</div>
${section(
  'payments',
  'Payments',
  table('Payments', invoice.payments, [
    { head: 'When', cell: ({ occurredAt }) => when(occurredAt) },
    { head: 'Reference', cell: ({ reference }) => html`<code>${reference}</code>` },
    { head: 'State', cell: ({ state }) => state },
    { head: 'Amount', cell: (payment) => payment.amount, isNumber: true },
    { head: 'Not given back', cell: ({ standingAmount }) => standingAmount, isNumber: true },
  ]),
)}
${
  invoice.lines.length > 0 &&
  section(
    'lines',
    'Lines',
    table('Lines', invoice.lines, [
      { head: 'What', cell: ({ description }) => description },
      { head: 'How many', cell: ({ quantity, unit }) => `${quantity} ${unit}`, isNumber: true },
      { head: 'Sum', cell: ({ sum }) => sum, isNumber: true },
    ]),
  )
}
${section(
  'heard',
  'What the provider told',
  table('What the provider told', invoice.events, [
    { head: 'When', cell: ({ receivedAt }) => when(receivedAt) },
    { head: 'Event', cell: ({ name }) => name },
    { head: 'Outcome', cell: ({ outcome }) => outcome },
  ]),
)}`,
  };
}

/** What the provider says and what the books say, where they differ. */
export function paymentsPage({
  paymentDisagreements: open,
  resolved,
  ledgerProof,
}: OperatorPaymentsQuery): ConsolePage {
  const broken = ledgerProof?.accounts.filter(({ adds }) => !adds) ?? [];
  return {
    title: 'Payments',
    here: '/operator/payments',
    main: html`<h1>Payments that disagree</h1>
<p>${ledgerProof && tag(ledgerProof.adds ? 'the ledger adds up' : 'the ledger does not add up', ledgerProof.adds ? 'good' : 'bad')}
${broken.map(({ registrar, balance, sum }) => ` ${registrar}: balance ${balance}, movements ${sum}.`)}</p>
${(open?.nodes.length ?? 0) === 0 && html`<div class="card"><p>None. The provider's word and our books are the same.</p></div>`}
${open?.nodes.map(({ id, kind, about, details, paymentReference, raisedAt, invoice, payment }) =>
  section(
    `disagreement-${id}`,
    `${inWords(kind)}`,
    html`${facts([
      [
        'Payment',
        html`<code>${paymentReference}</code> ${payment && `${payment.state}, ${payment.amount ?? '–'}`}`,
      ],
      [
        'Invoice',
        invoice &&
          html`${invoiceLink(invoice)} ${invoiceTag(invoice.status)} ${invoice.amount} ${invoice.currency}, ${invoice.description}`,
      ],
      ['About', about],
      ['Raised', when(raisedAt)],
      ['Told', html`<code>${JSON.stringify(details)}</code>`],
    ])}
${actionForm(actions.paymentDisagreementResolve, { fixed: { id }, back: '/operator/payments' })}`,
  ),
)}
${shownOf(open?.nodes.length ?? 0, open?.totalCount ?? 0)}
${section(
  'resolved',
  `Put aside (${resolved?.totalCount ?? 0})`,
  table('Put aside', resolved?.nodes ?? [], [
    { head: 'What', cell: ({ kind }) => inWords(kind) },
    { head: 'Payment', cell: ({ paymentReference }) => html`<code>${paymentReference}</code>` },
    { head: 'When', cell: ({ resolvedAt }) => when(resolvedAt) },
    { head: 'By', cell: ({ resolvedBy }) => resolvedBy },
    { head: 'Note', cell: ({ note }) => note },
  ]),
)}`,
  };
}

export function registrarsPage({ registrars, ledgerProof, domains }: OperatorRegistrarsQuery): ConsolePage {
  const balances = new Map(ledgerProof?.accounts.map(({ registrar, balance }) => [registrar, balance]));
  const counts = new Map(domains?.groups.map(({ registrar, count }) => [registrar?.code, count]));
  return {
    title: 'Registrars',
    here: '/operator/registrars',
    main: html`<h1>Registrars</h1>
${section(
  'all',
  `All (${registrars?.length ?? 0})`,
  table('Registrars', registrars ?? [], [
    { head: 'Code', cell: ({ code }) => registrarLink(code) },
    { head: 'Name', cell: ({ name }) => name },
    { head: 'E-mail', cell: ({ email }) => email },
    { head: 'Domains', cell: ({ code }) => counts.get(code) ?? 0, isNumber: true },
    { head: 'Balance', cell: ({ code }) => balances.get(code) ?? '–', isNumber: true },
  ]),
)}
${section(
  'do',
  'What you can do',
  html`<div class="acts">${actionForm(actions.registrarCreate, { back: '/operator/registrars' })}
${actionForm(actions.bankTransferRecord, { back: '/operator/registrars' })}</div>`,
)}`,
  };
}

type Registrar = NonNullable<OperatorRegistrarQuery['registrars']>[number];

export interface Limits {
  readonly points: number | undefined;
  readonly seconds: number;
}

export function registrarPage(
  registrar: Registrar,
  { ledger, apiUsers, contacts }: OperatorRegistrarQuery,
  limits: Limits,
): ConsolePage {
  const { code, name, allowedIps } = registrar;
  const users = apiUsers?.nodes.filter((user) => user.registrar.code === code) ?? [];
  const back = `/operator/registrars/${encodeURIComponent(code)}`;
  return {
    title: name,
    here: '/operator/registrars',
    main: html`<h1>${name} ${tag(code)}</h1>
<div class="halves">
${section(
  'balance',
  'Balance',
  html`<p class="amount">${ledger?.nodes[0]?.balance ?? '0.00'} EUR</p>
${actionForm(actions.accountAdjust, { fixed: { registrar: code }, back })}`,
)}
${section(
  'about',
  'About it',
  facts([
    ['E-mail', registrar.email],
    ['Phone', registrar.phone],
    ['Website', registrar.website],
    ['Registration number', registrar.regNo],
    ['Address', registrar.billingAddress],
    ['Bills go to', registrar.billingEmail],
    ['Contacts', contacts?.totalCount],
    [
      'Budget',
      limits.points === undefined ? 'none' : `${limits.points} points in ${limits.seconds} s for each user`,
    ],
    [
      'May call from',
      allowedIps.length === 0
        ? 'anywhere, as far as its users may'
        : allowedIps.map(({ address, committed }) => `${address}${committed ? '' : ' (not yet)'}`).join(', '),
    ],
  ]),
)}
</div>
${section(
  'users',
  `Users (${users.length})`,
  html`${table('Users', users, [
    { head: 'User', cell: ({ username }) => username },
    { head: 'Roles', cell: ({ roles }) => roles.map(inWords).join(', ') },
    { head: 'May sign in', cell: ({ active }) => tag(active ? 'yes' : 'no', active ? 'good' : 'bad') },
    { head: 'Last seen', cell: ({ lastLoginAt }) => when(lastLoginAt) },
    {
      head: '',
      cell: ({ username, active }) =>
        actionForm(actions.apiUserUpdate, {
          fixed: { username, active: !active },
          back,
          isCompact: true,
          button: active ? 'Lock out' : 'Let in',
          about: username,
        }),
    },
  ])}
${actionForm(actions.apiUserCreate, { fixed: { registrar: code }, back })}`,
)}
${section(
  'ledger',
  'Movements',
  html`${table('Movements', ledger?.nodes ?? [], [
    { head: 'When', cell: ({ createdAt }) => when(createdAt) },
    { head: 'What', cell: ({ description }) => description },
    { head: 'Sum', cell: ({ sum }) => sum, isNumber: true },
    { head: 'Balance', cell: ({ balance }) => balance, isNumber: true },
  ])}${shownOf(ledger?.nodes.length ?? 0, ledger?.totalCount ?? 0)}`,
)}`,
  };
}
