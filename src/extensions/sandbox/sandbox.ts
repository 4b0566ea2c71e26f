import type { StandInParts } from '../apis/extension-points.ts';
import type { StandIns } from '../apis/services.ts';
import type { MailServer } from './mail-server.ts';
import { mountStandIns } from './mount.ts';
import { standInClient, standInPath } from './openid/provider.ts';
import { SandboxPaymentProvider, usesStandIn } from './payment-provider/provider.ts';

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

/** The stand-in and the adapter share this one; production has its own. */
const eInvoicePassword = 'sandbox-e-invoice';
