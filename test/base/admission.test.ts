import { describe, expect, it } from 'vitest';
import { Admission } from '#src/base/admission.ts';

/** In which turn of the event loop each was begun, and whether it came too late. */
function stage(limits: ConstructorParameters<typeof Admission>[0], { endsAtOnce = true } = {}) {
  const admission = new Admission(limits);
  const begun: { name: string; turn: number; isTooLate: boolean }[] = [];
  const leaving: (() => void)[] = [];
  let turn = 0;
  const enter = (whose: string, name: string, longestWaitMs?: number) =>
    admission.enter(
      whose,
      (isTooLate, _, leave) => {
        begun.push({ name, turn, isTooLate });
        // Longer than a slice of nothing.
        const until = performance.now() + 0.1;
        while (performance.now() < until);
        leaving.push(leave);
        if (endsAtOnce) leave();
      },
      longestWaitMs,
    );
  const pass = async () => {
    while (admission.waiting > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      turn += 1;
    }
  };
  return { admission, begun, enter, leaving, pass };
}

describe('requests that have arrived', () => {
  it('are begun at once while nobody waits', () => {
    const { begun, enter } = stage({ sliceMs: 10_000 });
    enter('alpha', 'first');
    enter('alpha', 'second');
    expect(begun.map(({ name }) => name)).toEqual(['first', 'second']);
  });

  it('are not all begun in one turn of the event loop, in which nothing else is done', async () => {
    const { begun, enter, pass } = stage({ sliceMs: 0 });
    for (let at = 0; at < 20; at += 1) enter('alpha', `alpha ${at}`);
    expect(begun).toHaveLength(1);
    await pass();
    expect(begun).toHaveLength(20);
    expect(new Set(begun.map(({ turn }) => turn)).size).toBeGreaterThan(10);
    expect(begun.some(({ isTooLate }) => isTooLate)).toBe(false);
  });

  it('are started by callers in turn', async () => {
    const { begun, enter, pass } = stage({ sliceMs: 0 });
    for (let at = 0; at < 20; at += 1) enter('alpha', `alpha ${at}`);
    enter('beta', 'beta');
    await pass();
    expect(begun.findIndex(({ name }) => name === 'beta')).toBeLessThanOrEqual(2);
  });

  it('are refused when they have waited too long, and those that would wait as long at once', async () => {
    const { begun, enter, pass } = stage({ sliceMs: 0, longestWaitMs: 0 });
    enter('alpha', 'served');
    enter('alpha', 'waits');
    const until = performance.now() + 1;
    while (performance.now() < until);
    enter('alpha', 'comes later');
    expect(begun.map(({ name, isTooLate }) => [name, isTooLate])).toEqual([
      ['served', false],
      ['comes later', true],
    ]);
    await pass();
    expect(begun.at(-1)).toMatchObject({ name: 'waits', isTooLate: true });
  });

  it('wait as long as they say, and not as long as others', async () => {
    const { begun, enter, pass } = stage({ sliceMs: 0, longestWaitMs: 0 });
    enter('alpha', 'served');
    enter('alpha', 'patient', 60_000);
    const until = performance.now() + 1;
    while (performance.now() < until);
    enter('alpha', 'as patient', 60_000);
    enter('alpha', 'impatient');
    await pass();
    expect(begun.map(({ name, isTooLate }) => [name, isTooLate])).toEqual([
      ['served', false],
      ['impatient', true],
      ['patient', false],
      ['as patient', false],
    ]);
  });

  it('wait in a queue that does not grow without end', async () => {
    const { begun, enter, pass } = stage({ sliceMs: 0, longestQueue: 2 });
    for (const name of ['begun', 'waits', 'waits too', 'refused']) enter(name, name);
    expect(begun.map(({ name, isTooLate }) => [name, isTooLate])).toEqual([
      ['begun', false],
      ['refused', true],
    ]);
    await pass();
    expect(begun.filter(({ isTooLate }) => isTooLate)).toHaveLength(1);
  });

  it('of one caller are in progress in part, and the rest waits for them while others go on', async () => {
    const { begun, enter, leaving } = stage({ sliceMs: 10_000, atOnce: 2 }, { endsAtOnce: false });
    for (let at = 0; at < 4; at += 1) enter('alpha', `alpha ${at}`);
    enter('beta', 'beta');
    const names = () => begun.map(({ name }) => name);
    await expect.poll(names).toEqual(['alpha 0', 'alpha 1', 'beta']);
    leaving[0]?.();
    // Twice is once.
    leaving[0]?.();
    await expect.poll(names).toEqual(['alpha 0', 'alpha 1', 'beta', 'alpha 2']);
  });

  it('do not count as in progress when they run long: a stream keeps nobody waiting', async () => {
    const { begun, enter } = stage({ sliceMs: 10_000, atOnce: 1 }, { endsAtOnce: false });
    enter('alpha', 'stream');
    enter('alpha', 'next');
    expect(begun).toHaveLength(1);
    await expect.poll(() => begun.length, { timeout: 5_000 }).toBe(2);
  });
});
