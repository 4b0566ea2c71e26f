import pino from 'pino';
import type { Clock } from '#src/base/clock.ts';
import { Bus, type OutboxItem } from '#src/base/events.ts';
import { Metrics } from '#src/base/metrics.ts';
import { type Delivery, Outbox } from '#src/integrations/outbox/outbox.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { writeJournal } from '#src/registry/store/runner/journal.ts';
import { outboxList } from '#src/registry/store/runner/outbox.ts';

/** Leaves items behind as an operation does: in the journal of its transaction. */
export function enqueue(database: Database, at: Date, ...outbox: readonly OutboxItem[]): Promise<void> {
  return database.transaction((db) =>
    writeJournal(db, {
      at,
      actor: { kind: 'system', job: 'test' },
      operation: 'test.enqueue',
      requestId: 'test',
      changes: [],
      messages: [],
      charges: [],
      outbox,
      announcements: [],
    }),
  );
}

export interface TestOutbox {
  readonly outbox: Outbox;
  readonly bus: Bus;
  readonly metrics: Metrics;
}

/** An outbox of one process, all of whose kinds have the same receiver. */
export function outboxFor(database: Database, clock: Clock, deliver: Delivery): TestOutbox {
  const bus = new Bus();
  const metrics = new Metrics();
  const outbox = new Outbox({
    database,
    clock,
    bus,
    metrics,
    log: pino({ level: 'silent' }),
    deliveries: {
      mail: deliver,
      accounting: deliver,
      'e-invoice': deliver,
      'owner-service': deliver,
      refund: deliver,
    },
  });
  return { outbox, bus, metrics };
}

export const minutes = (count: number): number => count * 60_000;

const listed = (db: Db, state: string, limit: number, field: string, descending: boolean) =>
  outboxList.rows(db, {
    filter: { field: 'state', is: 'eq', value: state },
    sort: [{ field, descending }],
    slice: { by: 'offset', limit, offset: 0 },
  });

/** In the order of their next attempts. */
export const pendingEntries = (db: Db, limit: number) => listed(db, 'pending', limit, 'nextAttemptAt', false);

/** Newest first. */
export const deadEntries = (db: Db, limit: number) => listed(db, 'dead', limit, 'id', true);
