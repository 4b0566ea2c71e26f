import { findPaidInvoice } from '../../../registry/operations/billing/model/find-paid-invoice.ts';
import { type Html, html } from '../../kit/html.ts';
import { publishedSecret } from '../../kit/published.ts';
import type { SandboxPayment } from '../store/sandbox-payments.ts';
import type { SandboxPaymentProvider } from './provider.ts';

/**
 * Returns what the payer has bought, and the next steps. A real provider does not know this; here it keeps the page
 * from being a dead end.
 */
export async function purchaseOf(
  { database, config, view }: SandboxPaymentProvider,
  { succeeded, order_reference, custom_field_1 }: SandboxPayment,
): Promise<Html | undefined> {
  if (!succeeded) return undefined;
  const match = await findPaidInvoice(database.db, undefined, {
    orderReference: order_reference,
    customField1: custom_field_1 ?? undefined,
  });
  if (match.kind !== 'found' || match.invoice.status !== 'paid') return undefined;
  const { number, reserved_names: names, user_unique_id: id } = match.invoice;
  if (names.length === 0 || id === null)
    return html`<p>Invoice ${number} is paid, and its owner has been notified. There is nothing else to do: you can close this page,
or see its effects in <a href="/sandbox">the sandbox</a>.</p>`;
  const token = publishedSecret(config, 'BUSINESS_REGISTRY_TOKENS') ?? '<token of the portal>';
  return html`<h2>Reserved for you</h2>
<ul>${names.map((name) => html`<li><strong>${name}</strong></li>`)}</ul>
<p>Each name has a code. What to do next:</p>
<ol>
<li>Go back to the portal where you reserved them: it shows the codes now. It identifies you by the invoice ${number} and
the reservation <code>${id}</code>.</li>
<li>Take a code to any registrar within a year: with it, and only with it, the name can be registered.</li>
</ol>
<details><summary>How a portal requests the codes</summary>
<pre tabindex="0">curl -H 'authorization: Bearer ${token}' -G \\
  ${view.publicUrl}/api/v1/business_registry/long_reserve_domains_status \\
  -d invoice_number=${number} -d user_unique_id=${id}</pre>
<p class="small"><a href="/guides/reservations">The guide to reservations</a></p></details>`;
}
