import { requiredSecrets } from '#src/base/config.ts';

/** A production's own secrets, each its own and long enough. */
const own = Object.fromEntries(
  requiredSecrets.map((name) => [name, `own-${name.toLowerCase()}-7f3a9c51e8d26b04`]),
);

/** The variables that a production process needs. */
export const productionEnv: Readonly<Record<string, string>> = {
  ...own,
  BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1',
  ZONEGRAPH_MODE: 'production',
  DATABASE_URL: 'postgres://injected.example/zonegraph',
  PUBLIC_URL: 'https://registry.example',
  PAYMENT_PROVIDER_URL: 'https://pay.example/api',
  LINKPAY_URL: 'https://pay.example/lp',
  CUSTOMER_URL_ORIGINS: 'https://portal.example',
  ACCOUNTING_URL: 'https://accounting.example',
  E_INVOICE_URL: 'https://e-invoice.example',
  E_INVOICE_PASSWORD: 'own-password',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'registry@registry.example',
};

export const ownOperator = `Bearer ${own.OPERATOR_TOKENS}`;
