import type { Worker } from 'node:cluster';
import { expect, it } from 'vitest';
import { ConnectionDrain } from '#src/server/workers/connection-drain.ts';

/** A worker that takes one of the waiting connections before each answer, as Node's cluster hands them out. */
function workerWith(waiting: number, drain: ConnectionDrain): { worker: Worker; taken: () => number } {
  let taken = 0;
  const worker = {
    isConnected: () => true,
    send: () => {
      if (taken < waiting) taken += 1;
      setImmediate(() => drain.take(worker, taken));
    },
  } as unknown as Worker;
  return { worker, taken: () => taken };
}

it('ends when no worker is given connections any more', async () => {
  const drain = new ConnectionDrain();
  const [one, other] = [workerWith(40, drain), workerWith(3, drain)];
  await drain.finish([one.worker, other.worker]);
  expect([one.taken(), other.taken()]).toEqual([40, 3]);
});

it('does not wait for a worker that has ended', async () => {
  const drain = new ConnectionDrain();
  const dying = {
    isConnected: () => true,
    send: () => setImmediate(() => drain.forget(dying)),
  } as unknown as Worker;
  const other = workerWith(5, drain);
  await drain.finish([dying, other.worker]);
  expect(other.taken()).toBe(5);
});
