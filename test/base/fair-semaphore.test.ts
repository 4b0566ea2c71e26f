import { describe, expect, it } from 'vitest';
import { FairSemaphore, halfOf } from '#src/base/fair-semaphore.ts';
import { gate } from '../support/gate.ts';

/** Work that is under way until it is ended. */
function job(slots: FairSemaphore, owner: string | undefined, log: string[], name = owner ?? 'nobody') {
  const { opened, open } = gate();
  const done = slots.run(
    async () => {
      log.push(name);
      await opened;
    },
    { owner },
  );
  return { end: open, done };
}

describe('a share for each', () => {
  it('nobody has more than half, also while the rest is free', async () => {
    const slots = new FairSemaphore(4, { share: halfOf(4) });
    const running: string[] = [];
    const jobs = [1, 2, 3, 4, 5].map((at) => job(slots, 'alpha', running, `alpha ${at}`));
    expect(running).toEqual(['alpha 1', 'alpha 2']);
    const other = job(slots, 'beta', running);
    expect(running).toEqual(['alpha 1', 'alpha 2', 'beta']);
    for (const { end } of [...jobs, other]) end();
    await Promise.all(jobs.map(({ done }) => done));
    expect(running).toHaveLength(6);
  });

  it('everybody has one, however few there are', () => {
    expect([1, 2, 3, 4, 8].map(halfOf)).toEqual([1, 1, 1, 2, 4]);
  });

  it('waiting owners take turns, not the order of arrival', async () => {
    const slots = new FairSemaphore(1);
    const order: string[] = [];
    const first = job(slots, 'alpha', order, 'alpha 0');
    const waiting = [
      job(slots, 'alpha', order, 'alpha 1'),
      job(slots, 'alpha', order, 'alpha 2'),
      job(slots, 'beta', order, 'beta 1'),
    ];
    for (const { end } of [first, ...waiting]) end();
    await Promise.all(waiting.map(({ done }) => done));
    expect(order).toEqual(['alpha 0', 'alpha 1', 'beta 1', 'alpha 2']);
  });

  it('who may not have another one yet keeps nobody behind it waiting', async () => {
    const slots = new FairSemaphore(2, { share: 1 });
    const order: string[] = [];
    const first = job(slots, 'alpha', order, 'alpha 1');
    const second = job(slots, 'alpha', order, 'alpha 2');
    const beta = job(slots, 'beta', order, 'beta 1');
    const gamma = job(slots, 'gamma', order, 'gamma 1');
    beta.end();
    await beta.done;
    await expect.poll(() => order).toEqual(['alpha 1', 'beta 1', 'gamma 1']);
    for (const { end } of [first, second, gamma]) end();
    await second.done;
  });

  it('work without an owner has no share', () => {
    const slots = new FairSemaphore(3, { share: 1 });
    const running: string[] = [];
    for (let at = 0; at < 3; at += 1) void job(slots, undefined, running);
    expect(running).toHaveLength(3);
  });

  it('a caller that is refused, or has waited too long, leaves its place to others', async () => {
    const busy = () => new Error('busy');
    const slots = new FairSemaphore(1, { longestQueue: 1, longestWaitMs: 1, busy });
    const order: string[] = [];
    const first = job(slots, 'alpha', order, 'first');
    const second = job(slots, 'alpha', order, 'second');
    await expect(job(slots, 'beta', order, 'third').done).rejects.toThrow('busy');
    await expect(second.done).rejects.toThrow('busy');
    first.end();
    await first.done;
    expect(slots.waiting).toBe(0);
    const last = job(slots, 'beta', order, 'last');
    last.end();
    await last.done;
    expect(order).toEqual(['first', 'last']);
  });

  it('a waiting caller is refused after its own timeout, whatever others do', async () => {
    const slots = new FairSemaphore(1, { longestWaitMs: 3_600_000, busy: () => new Error('busy') });
    const order: string[] = [];
    const first = job(slots, 'alpha', order, 'alpha');
    const patient = job(slots, 'beta', order, 'beta');
    await expect(slots.run(async () => {}, { owner: 'beta', waitMs: 1 })).rejects.toThrow('busy');
    expect(slots.waiting).toBe(1);
    first.end();
    patient.end();
    await patient.done;
    expect(order).toEqual(['alpha', 'beta']);
  });

  it('a waiting caller leaves room in the queue to others, and leaves when nobody needs it any more', async () => {
    const slots = new FairSemaphore(1, { longestQueueOfOne: 1, busy: () => new Error('busy') });
    const order: string[] = [];
    const first = job(slots, 'alpha', order, 'alpha');
    let hangUp = (): void => {};
    const stopped: string[] = [];
    const gone = slots.run(async () => void order.push('gone'), {
      owner: 'alpha',
      onClose: (leave) => {
        hangUp = leave;
        return () => void stopped.push('gone');
      },
    });
    expect(() => slots.enter({ owner: 'alpha' })).toThrow('busy');
    const other = job(slots, 'beta', order, 'beta');
    hangUp();
    await expect(gone).rejects.toThrow('busy');
    // Nobody is told of it any more.
    expect(stopped).toEqual(['gone']);
    first.end();
    other.end();
    await other.done;
    expect(order).toEqual(['alpha', 'beta']);
  });
});
