import { z } from 'zod';
import type { RequiredSecret } from '../../base/config.ts';
import { declareSettings, type Mode, usualRows } from '../../base/settings.ts';

/** The published secrets of the sandbox; production refuses to start with any of them. */
export const sandboxSecrets = {
  BUSINESS_REGISTRY_TOKENS: 'portal-sandbox',
  BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1,::1',
  BILLING_SECRET: 'billing-sandbox',
  OPERATOR_TOKENS: 'operator-sandbox',
  PAYMENT_API_USERNAME: 'sandbox-merchant',
  PAYMENT_API_SECRET: 'sandbox-payment-secret',
  PAYMENT_ACCOUNT_NAME: 'EUR-sandbox',
  LINKPAY_TOKEN: 'sandbox-link',
} as const satisfies Record<RequiredSecret, string>;

export const sandboxSettings = declareSettings({
  SANDBOX_WORLD: z.enum(['demo', 'bare']).default('demo'),
});

export const sandboxMode: Mode = {
  name: 'sandbox',
  isDefault: true,
  defaults: () => sandboxSecrets,
  means: (read) => ({
    isTrial: true,
    ownsRegistry: true,
    hasExamples: sandboxSettings.of(read).SANDBOX_WORLD === 'demo',
    usualRows,
  }),
};
