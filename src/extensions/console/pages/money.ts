import { inWords } from '../../../base/text.ts';
import { html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import type { OperatorInvoiceQuery, OperatorProofQuery } from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { tabBar } from './lists.ts';
import { ledgerTabs } from './money-lists.ts';
import { facts, invoiceTag, registrarLink, section, table, tag, toDo, when } from './parts.ts';

type Invoice = NonNullable<OperatorInvoiceQuery['invoice']>;

export function invoicePage(invoice: Invoice): ConsolePage {
  const { number, userUniqueId, status, amount, currency } = invoice;
  const back = `/operator/invoices/${number}${userUniqueId ? `?reservation=${encodeURIComponent(userUniqueId)}` : ''}`;
  const fixed = { number, userUniqueId };
  return {
    title: `Invoice ${number}`,
    here: '/operator/invoices',
    main: html`<h1>Invoice ${number} ${invoiceTag(status)}</h1>
<p class="amount">${amount} ${currency}</p>
${
  invoice.vatAmount !== null &&
  html`<p class="soft">${invoice.subtotal} ${currency} and ${Number(invoice.vatRate)} % VAT: ${invoice.vatAmount} ${currency}</p>`
}
<div class="halves">
${section(
  'about',
  'Details',
  facts([
    ['For', invoice.description],
    ['Kind', inWords(invoice.kind)],
    ['Service', invoice.initiator],
    ['Buyer', [invoice.buyer?.name, invoice.buyer?.email].filter(Boolean).join(', ')],
    ['Reference number', invoice.referenceNumber],
    ['Created', when(invoice.createdAt)],
    ['Due', invoice.dueOn && when(invoice.dueOn)],
    ['Paid', invoice.paidAt && when(invoice.paidAt)],
    ['Cancelled', invoice.cancelledAt && when(invoice.cancelledAt)],
    ['Payment', invoice.paymentReference && html`<code>${invoice.paymentReference}</code>`],
    ['In accounting', invoice.exportedToAccountingAt && when(invoice.exportedToAccountingAt)],
    ['As e-invoice', invoice.sentAsEInvoiceAt && when(invoice.sentAsEInvoiceAt)],
  ]),
)}
${toDo(html`${status === 'PAID' && actionForm(actions.invoiceRefund, { fixed, back })}
${actionForm(actions.invoiceStatusUpdate, { fixed, back })}`)}
</div>
${section(
  'payments',
  'Payments',
  table('Payments', invoice.payments, [
    { head: 'When', cell: ({ occurredAt }) => when(occurredAt) },
    { head: 'Reference', cell: ({ reference }) => html`<code>${reference}</code>` },
    { head: 'State', cell: ({ state }) => state },
    { head: 'Amount', cell: (payment) => payment.amount, isNumber: true },
    { head: 'Not refunded', cell: ({ standingAmount }) => standingAmount, isNumber: true },
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
      { head: 'Amount', cell: ({ amount }) => amount, isNumber: true },
    ]),
  )
}
${section(
  'heard',
  'Reports of the provider',
  table('Reports of the provider', invoice.events, [
    { head: 'When', cell: ({ receivedAt }) => when(receivedAt) },
    { head: 'Event', cell: ({ name }) => name },
    { head: 'Outcome', cell: ({ outcome }) => outcome },
  ]),
)}`,
  };
}

/** Adding up every ledger entry is expensive, so it is done only on request. */
export function proofPage(proof: OperatorProofQuery['ledgerProof'] | undefined): ConsolePage {
  const here = '/operator/ledger/proof';
  return {
    title: 'Proof of the ledger',
    here: '/operator/ledger',
    main: html`<h1>Proof of the ledger</h1>${tabBar(ledgerTabs, here)}
<p class="lead">Adds up all movements and compares the sums with the balances.</p>
<form action="${here}" class="inline"><input type="hidden" name="run" value="yes"><button>${proof ? 'Add it up again' : 'Add it up'}</button></form>
${
  proof &&
  section(
    'proof',
    proof.balanced ? 'It adds up' : 'It does not add up',
    table('Accounts', proof.accounts, [
      { head: 'Registrar', cell: ({ registrar }) => registrarLink(registrar.code) },
      { head: '', cell: ({ balanced }) => tag(balanced ? 'adds up' : 'differs', balanced ? 'good' : 'bad') },
      { head: 'Balance', cell: ({ balance }) => balance, isNumber: true },
      { head: 'Sum of the movements', cell: ({ amount }) => amount, isNumber: true },
    ]),
  )
}`,
  };
}
