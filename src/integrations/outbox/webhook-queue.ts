import { encodeGlobalID } from '@pothos/plugin-relay';
import type { FastifyBaseLogger } from 'fastify';
import type { Calendar } from '../../base/calendar.ts';
import type { Clock } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Runner } from '../../registry/operations/runner/runner.ts';
import { abandonDelivery } from '../../registry/operations/webhooks/abandon-delivery.ts';
import { nextWebhookAttempt } from '../../registry/rules/backoff.ts';
import type { WebhookEvent } from '../../registry/rules/registrar/webhooks.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import {
  type ClaimedDelivery,
  claimForWebhooks,
  markDelivered,
  markUndelivered,
  webhooksState,
} from '../../registry/store/runner/webhook-deliveries.ts';
import type { WebhookSender } from '../webhooks.ts';
import { systemCall } from './deliveries/system-call.ts';
import type { Queue } from './worker.ts';

export interface WebhookQueueParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  readonly runner: Runner;
  readonly sender: WebhookSender;
}

/**
 * The number of messages in flight: in all, to each receiver, and to all receivers of a registrar. Messages that take
 * more than a second are not counted, so slow receivers do not delay those of other registrars.
 */
export const webhookConcurrency = { atOnce: 32, slow: { afterMs: 1_000, most: 512 } };
const each = 4;
const ofRegistrar = 8;
/** Longer than a receiver may take, so that only a dead process loses its lease. */
const leaseMs = 60 * 1000;
const longestError = limit(
  'characters of an error of a webhook that are kept',
  500,
  'Its owner reads the beginning.',
);

/** The outbox items for registrars' webhooks (docs/rules/webhooks.md#delivery). */
export class WebhookQueue implements Queue<ClaimedDelivery> {
  readonly #parts: WebhookQueueParts;

  constructor(parts: WebhookQueueParts) {
    this.#parts = parts;
    this.#measure();
  }

  claim(limit: number, except: readonly number[]): Promise<readonly ClaimedDelivery[]> {
    const { database, clock } = this.#parts;
    return claimForWebhooks(database.db, { now: clock.now(), leaseMs, limit, except, each, ofRegistrar });
  }

  async settle(item: ClaimedDelivery): Promise<void> {
    const { database, clock, metrics, sender } = this.#parts;
    try {
      await sender.send(this.#messageOf(item));
    } catch (error) {
      return this.#settleFailure(item, error);
    }
    metrics.delivery('webhook', 'delivered');
    await markDelivered(database.db, item, clock.now());
  }

  /** Minimal, so that an eavesdropper learns little and nothing in it can be out of date. */
  #messageOf({ payload, created_at, url, ...item }: ClaimedDelivery) {
    const { clock, calendar } = this.#parts;
    const { event, message, data } = payload;
    const { secret, previous_secret: previous, previous_secret_until: until } = item;
    return {
      url,
      id: `msg_${message}`,
      body: JSON.stringify({
        type: event,
        timestamp: calendar.format(created_at),
        data: event === 'webhook.test' ? data : asInGraph(event, data),
      }),
      secrets: previous && until && until > clock.now() ? [secret, previous] : [secret],
    };
  }

  async #settleFailure(item: ClaimedDelivery, reason: unknown): Promise<void> {
    const { database, clock, metrics, log, runner } = this.#parts;
    const error = (reason instanceof Error ? reason.message : String(reason)).slice(0, longestError);
    const now = clock.now();
    const { id, attempts, first_attempt_at: firstAt, webhook_id: webhookId } = item;
    const retryAt = nextWebhookAttempt({ firstAt, failedAttempts: attempts, now });
    metrics.delivery('webhook', retryAt ? 'failed' : 'dead');
    if (retryAt) return markUndelivered(database.db, item, { error, now, retryAt });
    // The URL is left out, because it may contain a token.
    log.warn(
      { item: id, webhook: webhookId, attempts },
      'a webhook accepted nothing for three days and was switched off',
    );
    // The id that its owner sees.
    const globalId = encodeGlobalID('Webhook', String(webhookId));
    const given = { id, attempts, webhookId, globalId, error };
    const outcome = await runner.run(abandonDelivery, given, systemCall(item));
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
  }

  #measure(): void {
    const { database, clock, metrics } = this.#parts;
    // Metrics must be readable even if the database is not.
    metrics.state(() => webhooksState(database.health.db, clock.now()), {
      pending: ['zonegraph_webhook_pending', 'Webhook messages waiting to be sent'],
      failing: ['zonegraph_webhooks_failing', 'Webhooks whose last message was not accepted'],
      lagSeconds: [
        'zonegraph_webhook_lag_seconds',
        'How long the oldest message to a working webhook has been overdue',
      ],
    });
  }
}

const types: Readonly<Record<WebhookEvent, string>> = {
  'notification.created': 'Notification',
  'domain.changed': 'Domain',
  'invoice.changed': 'Invoice',
  'approval.changed': 'Approval',
};

/** Uses the ids and values of the GraphQL API, where the receiver can read the rest. */
const asInGraph = (event: WebhookEvent, { id, status, ...data }: Readonly<Record<string, unknown>>) => ({
  id: encodeGlobalID(types[event], String(id)),
  ...data,
  ...(typeof status === 'string' && { status: status.toUpperCase() }),
});
