import type { Worker } from 'node:cluster';
import { expect, it } from 'vitest';
import { HandOut } from '#src/workers/hand-out.ts';

/** A worker that takes one of the waiting connections before each answer, as Node's cluster hands them out. */
function workerWith(waiting: number, handOut: HandOut): { worker: Worker; taken: () => number } {
  let taken = 0;
  const worker = {
    isConnected: () => true,
    send: () => {
      if (taken < waiting) taken += 1;
      setImmediate(() => handOut.take(worker, taken));
    },
  } as unknown as Worker;
  return { worker, taken: () => taken };
}

it('ends when no worker is given connections any more', async () => {
  const handOut = new HandOut();
  const [one, other] = [workerWith(40, handOut), workerWith(3, handOut)];
  await handOut.finish([one.worker, other.worker]);
  expect([one.taken(), other.taken()]).toEqual([40, 3]);
});

it('does not wait for a worker that has ended', async () => {
  const handOut = new HandOut();
  const dying = {
    isConnected: () => true,
    send: () => setImmediate(() => handOut.forget(dying)),
  } as unknown as Worker;
  const other = workerWith(5, handOut);
  await handOut.finish([dying, other.worker]);
  expect(other.taken()).toBe(5);
});
