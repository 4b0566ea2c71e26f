import type { FastifyInstance } from 'fastify';
import { mountAccountingSystem } from './accounting-system.ts';
import { mountCompanyRegister } from './company-register.ts';
import { mountEInvoiceOperator } from './e-invoice-operator.ts';
import { mountMerchantApi } from './payment-provider/merchant-api.ts';
import { mountPaymentPages } from './payment-provider/page-routes.ts';
import { type Sandbox, sandboxEInvoicePassword } from './sandbox.ts';
import { mountWebhookReceiver } from './webhook-receiver.ts';

/** The stand-ins' own addresses, on the same port as everything else. */
export function mountSandbox(app: FastifyInstance, { payments, config, receiver }: Sandbox): void {
  if (payments) {
    mountMerchantApi(app, payments);
    mountPaymentPages(app, payments);
  }
  mountWebhookReceiver(app, receiver);
  if (!config.ACCOUNTING_URL) mountAccountingSystem(app);
  if (!config.COMPANY_REGISTER_URL) mountCompanyRegister(app);
  if (!config.E_INVOICE_URL) mountEInvoiceOperator(app, config.E_INVOICE_PASSWORD ?? sandboxEInvoicePassword);
}
