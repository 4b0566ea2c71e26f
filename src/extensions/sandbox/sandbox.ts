import type { StandInParts } from '../../apis/extension-points.ts';
import type { StandIns } from '../../apis/services.ts';
import type { MailServer } from './mail-server.ts';
import { mountStandIns } from './mount.ts';
import { standInClient, standInPath } from './openid/provider.ts';
import { merchantApiPath } from './payment-provider/merchant-api.ts';
import { callbackPath, SandboxPaymentProvider, usesStandIn } from './payment-provider/provider.ts';
import { receiverPath } from './webhook-page.ts';

export interface Sandbox extends StandIns {
  readonly payments: SandboxPaymentProvider | undefined;
}

/** The stand-ins for integrations. Explicit settings replace each of them. */
export function openSandbox(parts: StandInParts): Sandbox {
  const payments = usesStandIn(parts.config) ? new SandboxPaymentProvider(parts) : undefined;
  let mailServer: Promise<MailServer> | undefined;
  return {
    payments,
    eInvoicePassword,
    askedByItself,
    mount: (app) => mountStandIns(app, { ...parts, payments, eInvoicePassword }),
    smtpUrl: async () => {
      // Loaded with the first mail, which many sandboxes never send.
      mailServer ??= import('./mail-server.ts').then(({ startMailServer }) => startMailServer(parts));
      return (await mailServer).url;
    },
    operatorProvider: ({ publicUrl, ownUrl }) => ({
      issuer: `${publicUrl}${standInPath}`,
      ...standInClient,
      ownUrl,
    }),
    sendCallback: async (id) => payments?.callbacks.sendNow(id),
    start: () => payments?.callbacks.start(),
    stop: async () => {
      await payments?.callbacks.stop();
      await (await mailServer)?.close();
    },
  };
}

/**
 * A page waits for the callback, the callback for the payment provider: each has a queue of its own, or one waits for
 * itself.
 */
const askedByItself = [
  callbackPath,
  merchantApiPath,
  '/sandbox/accounting',
  '/sandbox/company-register',
  '/sandbox/e-invoice',
  standInPath,
  receiverPath,
];

/** The stand-in and the adapter share this one; production has its own. */
const eInvoicePassword = 'sandbox-e-invoice';
