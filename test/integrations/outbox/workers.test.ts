import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { SimulatedClock, stopwatch } from '#src/base/clock.ts';
import type { OutboxItem } from '#src/base/events.ts';
import { Undeliverable } from '#src/integrations/undeliverable.ts';
import type { Database } from '#src/registry/store/driver/connections/database.ts';
import { secondConnection, testDatabase } from '../../support/database.ts';
import { enqueue, minutes, outboxFor } from '../../support/outbox.ts';

let database: Database;
let clock: SimulatedClock;
beforeEach(async () => {
  database = await testDatabase();
  await database.db.deleteFrom('outbox').execute();
  clock = new SimulatedClock();
});

const item = (kind: OutboxItem['kind'], subject: string, text: string): OutboxItem => ({
  kind,
  subject,
  payload: { text },
  recipients: [],
});
const onServer = inject('testDatabase').kind === 'postgres';

describe('two processes on one database', () => {
  it.runIf(onServer)('deliver each of 300 items once', async () => {
    const other = (await secondConnection()) as Database;
    const taken = new Map<string, number>();
    const deliver = async ({ subject }: { subject: string }) => {
      await sleep(Math.random() * 4);
      taken.set(subject, (taken.get(subject) ?? 0) + 1);
    };
    const subjects = Array.from({ length: 300 }, (_, index) => `${index}.ee`);
    await enqueue(database, clock.now(), ...subjects.map((subject) => item('mail', subject, 'hello')));
    const processes = [database, other, database, other].map((one) => outboxFor(one, clock, deliver).outbox);
    await Promise.all(processes.map((outbox) => outbox.drain()));
    expect(taken.size).toBe(300);
    expect([...taken.values()].every((times) => times === 1)).toBe(true);
  });
});

describe('the order of messages to an owner service', () => {
  it('is kept for one invoice, while others go their own way', async () => {
    const taken: string[] = [];
    let firstAttempt = true;
    const { outbox } = outboxFor(database, clock, async ({ payload }) => {
      if (payload.text === 'one: paid' && firstAttempt) {
        firstAttempt = false;
        throw new Error('busy');
      }
      taken.push(String(payload.text));
    });
    await enqueue(
      database,
      clock.now(),
      item('owner-service', '150005', 'one: paid'),
      item('owner-service', '150005', 'one: refunded'),
      item('owner-service', '150006', 'two: paid'),
    );
    await outbox.drain();
    expect(taken).toEqual(['two: paid']);
    clock.moveTo(new Date(clock.now().getTime() + minutes(1)));
    await outbox.drain();
    expect(taken).toEqual(['two: paid', 'one: paid', 'one: refunded']);
  });

  it('goes on after a message that became a dead letter', async () => {
    const taken: string[] = [];
    const { outbox } = outboxFor(database, clock, async ({ payload }) => {
      if (payload.text === 'bad') throw new Undeliverable('no such place');
      taken.push(String(payload.text));
    });
    await enqueue(
      database,
      clock.now(),
      item('owner-service', '1', 'bad'),
      item('owner-service', '1', 'good'),
    );
    await outbox.drain();
    expect(taken).toEqual(['good']);
  });
});

describe('an outbox at work', () => {
  it('wakes when notified that there is something to deliver', async () => {
    const taken: string[] = [];
    const { outbox, bus } = outboxFor(database, clock, async ({ subject }) => void taken.push(subject));
    outbox.start();
    const elapsed = stopwatch();
    for (const subject of ['a.ee', 'b.ee', 'c.ee', 'd.ee', 'e.ee']) {
      await enqueue(database, clock.now(), item('mail', subject, 'hello'));
      bus.dispatch('outbox', '');
      await expect.poll(() => taken, { interval: 10 }).toContain(subject);
    }
    // By itself it looks every two seconds.
    expect(elapsed()).toBeLessThan(7_500);
    await outbox.stop();
  });

  it('finds by itself what it was not notified of', async () => {
    const taken: string[] = [];
    const { outbox } = outboxFor(database, clock, async ({ subject }) => void taken.push(subject));
    outbox.start();
    await sleep(50);
    await enqueue(database, clock.now(), item('mail', 'a.ee', 'hello'));
    await expect.poll(() => taken).toEqual(['a.ee']);
    await outbox.stop();
  });

  it('finishes what is in flight when it is stopped, and takes nothing new', async () => {
    const taken: string[] = [];
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { outbox } = outboxFor(database, clock, async ({ subject }) => {
      begun();
      await sleep(100);
      taken.push(subject);
    });
    await enqueue(database, clock.now(), item('mail', 'a.ee', 'hello'));
    const drained = outbox.drain();
    await hasBegun;
    await enqueue(database, clock.now(), item('mail', 'b.ee', 'hello'));
    await outbox.stop();
    expect(taken).toEqual(['a.ee']);
    outbox.start();
    await Promise.all([drained, outbox.drain()]);
    expect(taken).toEqual(['a.ee']);
  });
});

describe('the metrics of the outbox', () => {
  it('show what waits, for how long, what is dead and what was tried', async () => {
    const { outbox, metrics } = outboxFor(database, clock, async ({ subject }) => {
      if (subject === 'dead') throw new Undeliverable('no');
      if (subject === 'late') throw new Error('not now');
    });
    await enqueue(database, clock.now(), ...['dead', 'late', 'fine'].map((one) => item('mail', one, '')));
    await outbox.drain();
    clock.moveTo(new Date(clock.now().getTime() + minutes(2)));
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^zonegraph_outbox_pending 1$/m);
    expect(text).toMatch(/^zonegraph_outbox_dead_letters 1$/m);
    expect(text).toMatch(/^zonegraph_outbox_lag_seconds 12\d(\.\d+)?$/m);
    for (const outcome of ['delivered', 'failed', 'dead'])
      expect(text).toContain(`zonegraph_outbox_deliveries_total{kind="mail",outcome="${outcome}"} 1`);
  });
});
