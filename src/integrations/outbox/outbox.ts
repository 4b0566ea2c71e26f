import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import type { Bus } from '../../base/events.ts';
import { limit } from '../../base/limits.ts';
import type { Metrics } from '../../base/metrics.ts';
import { type Tracer, traced } from '../../base/tracing.ts';
import { maxDeliveryAttempts, retryDelayMs } from '../../registry/rules/backoff.ts';
import type { Database } from '../../registry/store/driver/connections/database.ts';
import {
  claimDue,
  markAbandonedDead,
  markDone,
  markFailed,
  type OutboxKind,
  type OutboxRow,
  outboxState,
} from '../../registry/store/runner/outbox.ts';
import type { ClaimedDelivery } from '../../registry/store/runner/webhook-deliveries.ts';
import { Undeliverable } from '../undeliverable.ts';
import { type WebhookQueue, webhookConcurrency } from './webhook-queue.ts';
import { type Queue, Worker } from './worker.ts';

/** Delivers one item or throws; `Undeliverable` if a retry is useless. */
export type Delivery = (item: OutboxRow, signal: AbortSignal) => Promise<void>;

export interface OutboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  readonly log: FastifyBaseLogger;
  readonly deliveries: Readonly<Partial<Record<OutboxKind, Delivery>>>;
  /** Deliveries to registrars' receivers have a separate worker, so that they delay nothing else. */
  readonly webhooks?: WebhookQueue;
}

const atOnce = 4;
const deliveryTimeoutMs = 2 * 60 * 1000;
/** Longer than any delivery may take, so that only a dead process loses its lease. */
const leaseMs = 5 * 60 * 1000;
/** An owner service is notified of one invoice's changes in their order. */
const orderedKinds: readonly OutboxKind[] = ['owner-service'];
const longestError = limit(
  'characters of an error of the outbox that are kept',
  2_000,
  'An operator reads its beginning.',
);

/** Outgoing work that must not be lost: every item is delivered at least once, or becomes a dead letter. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #worker: Worker<OutboxRow>;
  readonly #webhooks: Worker<ClaimedDelivery> | undefined;
  readonly #unsubscribe: readonly (() => void)[];

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    const queue: Queue<OutboxRow> = {
      claim: (limit, inHand) => this.#claim(limit, inHand),
      settle: (item) => this.#traced(item.kind, () => this.#settle(item)),
    };
    this.#worker = new Worker(queue, parts.log, { atOnce });
    const { webhooks } = parts;
    if (webhooks) {
      const queue: Queue<ClaimedDelivery> = {
        claim: (limit, inHand) => webhooks.claim(limit, inHand),
        settle: (item) => this.#traced('webhook', () => webhooks.settle(item)),
      };
      this.#webhooks = new Worker(queue, parts.log, webhookConcurrency);
    }
    const wake = () => {
      this.#worker.wake();
      this.#webhooks?.wake();
    };
    this.#unsubscribe = [
      parts.bus.subscribe('outbox', (kind) => (kind === 'webhook' ? this.#webhooks : this.#worker)?.wake()),
      parts.bus.subscribe('clock', wake),
      parts.bus.onMissed(wake),
    ];
    this.#measure();
  }

  start(): void {
    this.#worker.start();
    this.#webhooks?.start();
  }

  /**
   * Delivers all items that are due now, except to registrars' webhooks, which may be slow, and waits for it.
   */
  async drainOurs(): Promise<void> {
    this.#webhooks?.wake();
    await this.#worker.drain();
  }

  /** Delivers everything that is due now, webhooks included, and what follows from it, and waits for it. */
  async drain(): Promise<void> {
    const pools = this.#webhooks ? [this.#worker, this.#webhooks] : [this.#worker];
    // A delivery of one pool may create work for the other.
    while ((await Promise.all(pools.map((pool) => pool.drain()))).some(Boolean));
  }

  /** Takes no new items and finishes those in flight. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await Promise.all([this.#worker.stop(), this.#webhooks?.stop()]);
  }

  /** Each delivery is a separate trace, whatever triggered it. */
  #traced(kind: string, work: () => Promise<void>): Promise<void> {
    return traced(this.#parts.tracer?.start(`deliver ${kind}`, 'consumer', {}), work);
  }

  async #claim(limit: number, except: readonly number[]): Promise<readonly OutboxRow[]> {
    const { database, clock, log, metrics } = this.#parts;
    const now = clock.now();
    const maxAttempts = maxDeliveryAttempts;
    for (const { id, kind } of await markAbandonedDead(database.db, { now, except, maxAttempts })) {
      metrics.delivery(kind, 'dead');
      log.error({ item: id, kind }, 'an outgoing item is now a dead letter: its last attempt never finished');
    }
    return claimDue(database.db, { now, leaseMs, limit, except, orderedKinds, maxAttempts });
  }

  async #settle(item: OutboxRow): Promise<void> {
    const { database, clock, metrics, deliveries } = this.#parts;
    try {
      const deliver = deliveries[item.kind];
      if (!deliver) throw new Error(`this version does not know how to deliver ${item.kind}`);
      await deliver(item, AbortSignal.timeout(deliveryTimeoutMs));
    } catch (error) {
      return this.#settleFailure(item, error);
    }
    metrics.delivery(item.kind, 'delivered');
    await markDone(database.db, item.id, clock.now());
  }

  async #settleFailure(item: OutboxRow, reason: unknown): Promise<void> {
    const { database, clock, metrics, log } = this.#parts;
    const error = (reason instanceof Error ? reason.message : String(reason)).slice(0, longestError);
    const now = clock.now();
    const { id, kind, attempts } = item;
    if (reason instanceof Undeliverable || attempts >= maxDeliveryAttempts) {
      metrics.delivery(kind, 'dead');
      // The reason is left out, because it may contain personal data. Operators find it with the dead letter.
      log.error({ item: id, kind, attempts }, 'an outgoing item is now a dead letter');
      return markFailed(database.db, item, { error, deadAt: now });
    }
    metrics.delivery(kind, 'failed');
    log.warn({ item: id, kind, attempts }, 'an outgoing item could not be delivered and will be tried again');
    return markFailed(database.db, item, {
      error,
      retryAt: new Date(now.getTime() + retryDelayMs(attempts)),
    });
  }

  #measure(): void {
    const { database, clock, metrics } = this.#parts;
    // Metrics must be readable even if the database is not.
    metrics.state(() => outboxState(database.health.db, clock.now()), {
      pending: ['zonegraph_outbox_pending', 'Outgoing items waiting for delivery'],
      dead: ['zonegraph_outbox_dead_letters', 'Outgoing items that are no longer retried'],
      lagSeconds: ['zonegraph_outbox_lag_seconds', 'How long the oldest outgoing item has been overdue'],
    });
  }
}
