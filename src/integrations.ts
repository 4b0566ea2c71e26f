import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Calendar } from './core/calendar.ts';
import type { Clock } from './core/clock.ts';
import type { Bus } from './core/events.ts';
import { type Integration, whyOff } from './core/integrations.ts';
import type { Metrics } from './core/metrics.ts';
import type { Tracer } from './core/tracing.ts';
import type { Runner } from './operations/runner/runner.ts';
import { accountingDelivery } from './outbox/deliveries/accounting.ts';
import { eInvoiceDelivery } from './outbox/deliveries/e-invoice.ts';
import { mailDelivery } from './outbox/deliveries/mail.ts';
import { ownerServiceDelivery } from './outbox/deliveries/owner-service.ts';
import { refundDelivery } from './outbox/deliveries/refund.ts';
import { type Delivery, Outbox } from './outbox/outbox.ts';
import { WebhookQueue } from './outbox/webhook-queue.ts';
import { accounting } from './providers/accounting.ts';
import { eInvoicing } from './providers/e-invoicing.ts';
import { smtpMailer } from './providers/mail.ts';
import { ownerServices } from './providers/owner-service.ts';
import { Undeliverable } from './providers/undeliverable.ts';
import { webhookSender } from './providers/webhooks.ts';
import { isOwnReceiver } from './rules/registrar/webhooks.ts';
import type { MailServer } from './sandbox/mail-server.ts';
import { openSandbox, type Sandbox, sandboxEInvoicePassword } from './sandbox/sandbox.ts';
import type { Database } from './store/driver/database.ts';

export interface IntegrationParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly database: Database;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly tracer: Tracer | undefined;
  readonly log: FastifyBaseLogger;
  readonly address: { readonly publicUrl: string; readonly ownUrl: string };
  readonly runner: Runner;
}

/** The outbox and the adapters through which it delivers. */
export interface Integrations {
  readonly outbox: Outbox;
  readonly sandbox: Sandbox | undefined;
  /** Finishes deliveries in flight and closes every port. */
  close(): Promise<void>;
}

export function openIntegrations(parts: IntegrationParts): Integrations {
  const { config, address } = parts;
  let mailServer: Promise<MailServer> | undefined;
  const smtpUrl = async (): Promise<string> => {
    if (config.SMTP_URL) return config.SMTP_URL;
    // A facade sends no mail: the registry behind it does.
    if (!config.sandbox) throw new Undeliverable('there is no SMTP_URL');
    // Only the sandbox needs these libraries.
    mailServer ??= import('./sandbox/mail-server.ts').then(({ startMailServer }) => startMailServer(parts));
    return (await mailServer).url;
  };
  const sender = webhookSender({
    sandbox: config.sandbox,
    // Requests to our own public URL go directly, past any proxy.
    ownAddress: (url) =>
      isOwnReceiver(url, address.publicUrl) ? url.replace(address.publicUrl, address.ownUrl) : undefined,
  });
  // Items that waited when the integration was switched off become dead letters, which can be retried when it
  // is on.
  const unlessOff = (name: Integration, delivery: Delivery): Delivery =>
    config[name] === 'on'
      ? delivery
      : async () => {
          throw new Undeliverable(whyOff(name));
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
            config.E_INVOICE_PASSWORD ?? sandboxEInvoicePassword,
          ),
          parts.runner,
        ),
      ),
      refund: unlessOff('PAYMENTS', refundDelivery(parts.runner)),
      'owner-service': ownerServiceDelivery(ownerServices(config.BILLING_SECRET)),
    },
  });
  const sandbox = config.sandbox ? openSandbox(parts) : undefined;
  return {
    outbox,
    sandbox,
    close: async () => {
      await outbox.stop();
      await sender.close();
      await sandbox?.stop();
      await (await mailServer)?.close();
    },
  };
}
