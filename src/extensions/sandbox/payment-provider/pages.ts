import type { Money } from '../../../base/money.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Page } from '../../kit/page.ts';
import type { SandboxPayment } from '../store/sandbox-payments.ts';
import { paymentMethods } from './payment-view.ts';
import type { NewPayment } from './payments.ts';
import { mayBecome, type PaymentOutcome } from './states.ts';

const notice = html`<p class="notice">This is the sandbox's payment provider: no money moves, and no card or bank is involved.</p>`;

const euros = (amount: Money): string => `${amount} EUR`;

type Fact = readonly [name: string, value: string | null | undefined];

const rows = (entries: readonly Fact[]): Html =>
  html`<dl>${entries.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

const facts = (payment: NewPayment, ...more: readonly Fact[]): Html =>
  rows([
    ['Merchant', payment.account_name],
    ['Order', payment.order_reference],
    ['Reference', payment.structured_reference],
    ['Customer', payment.customer_name],
    ['Mail', payment.customer_email],
    ...more,
  ]);

const choice = (outcome: PaymentOutcome, label: string, style = ''): Html =>
  html`<button name="outcome" value="${outcome}" class="${style}">${label}</button>`;

/** The customer's payment page; `action` is the target of the form. */
export function payPage(payment: NewPayment, action: string, method?: string): Page {
  const chosen = paymentMethods.some(({ source }) => source === method) ? method : 'card';
  return {
    title: `Pay ${euros(payment.initial_amount)}`,
    main: html`<div class="narrow">
<h1>Payment</h1>
${notice}
<form method="post" action="${action}" class="card">
<p class="amount">${euros(payment.initial_amount)}</p>
${facts(payment)}
<fieldset class="choices">
<legend>Pay with</legend>
${paymentMethods.map(
  ({ source, display_name }) =>
    html`<label><input type="radio" name="method" value="${source}"${source === chosen && html` checked`}> ${display_name}</label>`,
)}
</fieldset>
<div class="actions">
${choice('settled', `Pay ${euros(payment.initial_amount)}`)}
${choice('failed', 'Let it fail', 'quiet')}
${choice('abandoned', 'Leave without paying', 'danger')}
</div>
<details>
<summary>Stop half way</summary>
<div class="actions">
${choice('waiting_for_3ds_response', 'At 3-D Secure', 'quiet')}
${choice('waiting_for_sca', 'At the bank login', 'quiet')}
${choice('sent_for_processing', 'Bank still processing', 'quiet')}
${choice('authorised', 'Authorised, not captured', 'quiet')}
</div>
</details>
</form>
</div>`,
  };
}

const stateTexts: Readonly<Record<string, { readonly style: string; readonly text: string }>> = {
  initial: { style: 'soft', text: 'Not paid yet' },
  waiting_for_3ds_response: { style: 'warn', text: 'Waiting for 3-D Secure' },
  waiting_for_sca: { style: 'warn', text: 'Waiting for the bank login' },
  sent_for_processing: { style: 'warn', text: 'The bank is processing the payment' },
  authorised: { style: 'warn', text: 'Authorised, not captured yet' },
  settled: { style: 'good', text: 'Paid' },
  failed: { style: 'bad', text: 'The payment failed' },
  abandoned: { style: 'bad', text: 'Left without paying' },
  voided: { style: 'bad', text: 'The authorisation was cancelled' },
  refunded: { style: 'warn', text: 'Refunded' },
  partially_refunded: { style: 'warn', text: 'Refunded in part' },
  chargebacked: { style: 'bad', text: 'Charged back' },
};

const followUps: readonly (readonly [PaymentOutcome, string, string])[] = [
  ['settled', 'Let it succeed', ''],
  ['failed', 'Let it fail', 'quiet'],
  ['abandoned', 'Leave without paying', 'danger'],
  ['voided', 'Void the authorisation', 'danger'],
  ['chargebacked', 'Charge it back', 'danger'],
];

/**
 * The state of a payment and its possible next states; `goBack` is the link to the merchant, `bought` shows what was
 * bought.
 */
export function outcomePage(
  payment: SandboxPayment,
  { goBack, bought }: { readonly goBack: string | undefined; readonly bought: Html | undefined },
): Page {
  const { style, text } = stateTexts[payment.payment_state] ?? { style: 'soft', text: payment.payment_state };
  const possible = followUps.filter(([outcome]) => mayBecome(payment, outcome));
  const action = `/pay/${payment.payment_reference}`;
  return {
    title: text,
    main: html`<div class="narrow">
<h1 class="${style}">${text}</h1>
${notice}
<div class="card">
<p class="amount">${euros(payment.initial_amount)}</p>
${facts(
  payment,
  ['Stands', payment.standing_amount === payment.initial_amount ? null : euros(payment.standing_amount)],
  ['State', payment.payment_state],
  ['Payment', payment.payment_reference],
)}
${goBack && html`<div class="actions"><a class="button" href="${goBack}">Back to the merchant</a></div>`}
</div>
${bought}
${
  possible.length > 0 &&
  html`<h2>What else may happen to it</h2>
<form method="post" action="${action}" class="actions">${possible.map(([outcome, label, look]) => choice(outcome, label, look))}</form>`
}
${
  mayBecome(payment, 'refunded') &&
  html`<form method="post" action="${action}" class="actions">
<label>Refund <input name="amount" inputmode="decimal" size="10" value="${payment.standing_amount}"> EUR</label>
${choice('refunded', 'Refund', 'quiet')}
</form>`
}
</div>`,
  };
}

export const problemPage = (title: string, text: string, status: number): Page => ({
  title,
  status,
  main: html`<div class="narrow"><h1 class="bad">${title}</h1>${notice}<div class="card"><p>${text}</p></div></div>`,
});
