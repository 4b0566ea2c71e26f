import { linkpayUrl } from '../../../rules/money/linkpay.ts';
import { originOf } from '../../../rules/money/payment-request.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import type { OperationContext } from '../../operation.ts';

type Context = Pick<OperationContext, 'config' | 'publicUrl'>;

/**
 * The link that pays this invoice, the same at each call (docs/rules/billing.md#payment-links); null if there is
 * none.
 */
export function paymentLinkOf({ config, publicUrl }: Context, invoice: Invoice): string | null {
  if (config.PAYMENTS === 'off') return null;
  return linkpayUrl(
    {
      prefix: config.LINKPAY_URL ?? `${publicUrl}/pay/lp`,
      token: config.LINKPAY_TOKEN,
      secret: config.PAYMENT_API_SECRET,
    },
    {
      invoiceNumber: invoice.number,
      amount: invoice.amount_text,
      customField1: invoice.custom_field1,
      customField2: invoice.initiator,
      customerName: invoice.customer_name,
      customerEmail: invoice.customer_email,
      referenceNumber: invoice.reference_number,
    },
  );
}

/** URLs that customers may be redirected to; compared exactly (docs/rules/billing.md#fields). */
export function customerOrigins({ config, publicUrl }: Context): ReadonlySet<string> {
  const listed = config.CUSTOMER_URL_ORIGINS ?? [
    publicUrl,
    'https://portal.example',
    'https://auction.example',
  ];
  return new Set(listed.map(originOf).filter((origin) => origin !== undefined));
}
