import type { Services } from '../apis/services.ts';
import { type Integration, offReason } from '../base/integrations.ts';
import { accounting } from '../integrations/accounting.ts';
import { eInvoicing } from '../integrations/e-invoicing.ts';
import { smtpMailer } from '../integrations/mail.ts';
import { accountingDelivery } from '../integrations/outbox/deliveries/accounting.ts';
import { eInvoiceDelivery } from '../integrations/outbox/deliveries/e-invoice.ts';
import { mailDelivery } from '../integrations/outbox/deliveries/mail.ts';
import { ownerServiceDelivery } from '../integrations/outbox/deliveries/owner-service.ts';
import { refundDelivery } from '../integrations/outbox/deliveries/refund.ts';
import { type Delivery, Outbox } from '../integrations/outbox/outbox.ts';
import { WebhookQueue } from '../integrations/outbox/webhook-queue.ts';
import { ownerServices } from '../integrations/owner-service.ts';
import { Undeliverable } from '../integrations/undeliverable.ts';
import { webhookSender } from '../integrations/webhooks.ts';
import { isReceivedHere } from '../registry/rules/registrar/webhooks.ts';

export type IntegrationParts = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'calendar'
  | 'database'
  | 'bus'
  | 'metrics'
  | 'tracer'
  | 'log'
  | 'address'
  | 'runner'
  | 'standIns'
>;

/** The outbox and the adapters through which it delivers. */
export interface Integrations {
  readonly outbox: Outbox;
  /** Finishes deliveries in flight and closes every port. */
  close(): Promise<void>;
}

export function openIntegrations(parts: IntegrationParts): Integrations {
  const { config, address, standIns } = parts;
  const smtpUrl = async (): Promise<string> => {
    if (config.SMTP_URL) return config.SMTP_URL;
    // In front of another registry no mail is sent: that one does.
    if (!standIns) throw new Undeliverable('there is no SMTP_URL');
    return standIns.smtpUrl();
  };
  const sender = webhookSender({
    isTrial: config.isTrial,
    // Requests to our own public URL go to the local port, bypassing any proxy.
    ownAddress: (url) =>
      isReceivedHere(url, address.publicUrl) ? url.replace(address.publicUrl, address.ownUrl) : undefined,
  });
  // Items that were waiting when the integration was switched off become dead letters, which can be retried once it
  // is on again.
  const unlessOff = (name: Integration, delivery: Delivery): Delivery =>
    config[name] === 'on'
      ? delivery
      : async () => {
          throw new Undeliverable(offReason(name));
        };
  const outbox = new Outbox({
    ...parts,
    webhooks: new WebhookQueue({ ...parts, sender }),
    deliveries: {
      mail: mailDelivery(async () => smtpMailer(await smtpUrl(), config.MAIL_FROM), parts),
      accounting: unlessOff(
        'ACCOUNTING',
        accountingDelivery(
          accounting(() => config.ACCOUNTING_URL ?? `${address.ownUrl}/sandbox/accounting`),
          parts,
        ),
      ),
      'e-invoice': unlessOff(
        'E_INVOICING',
        eInvoiceDelivery(
          eInvoicing(
            () => config.E_INVOICE_URL ?? `${address.ownUrl}/sandbox/e-invoice`,
            config.E_INVOICE_PASSWORD ?? standIns?.eInvoicePassword ?? '',
          ),
          parts.runner,
        ),
      ),
      refund: unlessOff('PAYMENTS', refundDelivery(parts.runner)),
      'owner-service': ownerServiceDelivery(ownerServices(config.BILLING_SECRET)),
    },
  });
  return {
    outbox,
    close: async () => {
      await outbox.stop();
      await sender.close();
      await standIns?.stop();
    },
  };
}
