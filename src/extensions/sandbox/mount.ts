import type { FastifyInstance } from 'fastify';
import type { StandInParts } from '../../apis/extension-points.ts';
import { isForAgents, isForApps } from '../agents/settings.ts';
import { mountAccountingSystem } from './accounting-system.ts';
import { mountAgentCallsPage } from './agent-calls-page.ts';
import { mountAppPage } from './app-page.ts';
import { mountCompanyRegister } from './company-register.ts';
import { mountEInvoiceOperator } from './e-invoice-operator.ts';
import { mountOpenIdProvider } from './openid/provider.ts';
import { mountSandboxPage } from './page.ts';
import { mountMerchantApi } from './payment-provider/merchant-api.ts';
import { mountPaymentPages } from './payment-provider/page-routes.ts';
import type { SandboxPaymentProvider } from './payment-provider/provider.ts';
import { mountWebhookReceiver } from './webhook-receiver.ts';

interface MountedParts extends StandInParts {
  readonly payments: SandboxPaymentProvider | undefined;
  readonly eInvoicePassword: string;
}

export function mountStandIns(app: FastifyInstance, parts: MountedParts): void {
  const { payments, config, eInvoicePassword } = parts;
  mountSandboxPage(app, parts);
  if (isForAgents(config)) mountAgentCallsPage(app, parts);
  if (isForApps(config)) mountAppPage(app, parts);
  if (payments) {
    mountMerchantApi(app, payments);
    mountPaymentPages(app, payments);
  }
  mountWebhookReceiver(app, parts);
  if (!config.OIDC_ISSUER) mountOpenIdProvider(app, parts);
  if (!config.ACCOUNTING_URL) mountAccountingSystem(app);
  if (!config.COMPANY_REGISTER_URL) mountCompanyRegister(app);
  if (!config.E_INVOICE_URL) mountEInvoiceOperator(app, config.E_INVOICE_PASSWORD ?? eInvoicePassword);
}
