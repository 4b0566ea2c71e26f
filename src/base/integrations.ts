import type { OutboxItem } from './events.ts';

/** External systems that a registry may do without: each is switched off by its name in the environment. */
export const integrations = {
  PAYMENTS: {
    is: 'Payments are',
    variables: [
      'PAYMENT_PROVIDER_URL',
      'PAYMENT_API_USERNAME',
      'PAYMENT_API_SECRET',
      'PAYMENT_ACCOUNT_NAME',
      'LINKPAY_URL',
      'LINKPAY_TOKEN',
      'CUSTOMER_URL_ORIGINS',
    ],
    sends: 'refund',
  },
  ACCOUNTING: { is: 'Accounting is', variables: ['ACCOUNTING_URL'], sends: 'accounting' },
  E_INVOICING: {
    is: 'E-invoicing is',
    variables: ['E_INVOICE_URL', 'E_INVOICE_PASSWORD'],
    sends: 'e-invoice',
  },
} as const satisfies Record<
  string,
  { readonly is: string; readonly variables: readonly string[]; readonly sends: OutboxItem['kind'] }
>;

export type Integration = keyof typeof integrations;
export type Switches = Readonly<Record<Integration, 'on' | 'off'>>;

const names = Object.keys(integrations) as readonly Integration[];

export const switchedOff = (switches: Partial<Record<Integration, string | undefined>>): Integration[] =>
  names.filter((name) => switches[name] === 'off');

/** Tells whether items of this kind are sent anywhere. */
export const isSent = (switches: Switches, kind: OutboxItem['kind']): boolean =>
  !switchedOff(switches).some((name) => integrations[name].sends === kind);

export const offReason = (name: Integration): string =>
  `${integrations[name].is} switched off at this registry; its operator can change that (${name}=on)`;
