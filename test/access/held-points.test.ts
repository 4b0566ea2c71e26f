import { describe, expect, it } from 'vitest';
import { type Charged, HeldPoints } from '#src/access/held-points.ts';

const windowMs = 60_000;
const start = new Date('2026-05-10T10:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const own = { caller: 'user:1', points: 100 };
const shared = { caller: 'registrar:1', points: 300 };

/** Counts as the database does, and how often it is asked. */
function counting() {
  const used = new Map<string, { used: number; windowStart: Date }>();
  const bank = {
    asked: 0,
    used: ({ caller }: { readonly caller: string }) => used.get(caller)?.used ?? 0,
    setUsed: (caller: string, points: number) => used.set(caller, { used: points, windowStart: start }),
    async spend(...[first, second, cost, now]: Parameters<HeldPoints['spend']>): Promise<Charged[]> {
      bank.asked += 1;
      await Promise.resolve();
      const charged: Charged[] = [];
      for (const purse of [first, second]) {
        const before = used.get(purse.caller);
        const isOpen = before && before.windowStart.getTime() > now.getTime() - windowMs;
        const after = isOpen
          ? { used: before.used + cost, windowStart: before.windowStart }
          : { used: cost, windowStart: now };
        used.set(purse.caller, after);
        charged.push({ ...purse, ...after });
        if (after.used > purse.points) break;
      }
      return charged;
    },
    async giveBack(points: number, windows: readonly { caller: string; windowStart: Date }[]) {
      bank.asked += 1;
      for (const { caller, windowStart } of windows) {
        const before = used.get(caller);
        if (before?.windowStart.getTime() === windowStart.getTime()) before.used -= points;
      }
    },
  };
  return bank;
}

const leftOf = (charged: readonly Charged[]) => charged.map(({ points, used }) => points - used);
const isAllowed = (charged: readonly Charged[]) => charged.every(({ points, used }) => used <= points);

describe('points that are taken in advance', () => {
  it('a busy caller asks the database once for several requests, and each answer says what is left', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    const left = [];
    for (let time = 0; time < 10; time += 1) left.push(leftOf(await held.spend(own, shared, 1, start))[0]);
    expect(left).toEqual([99, 98, 97, 96, 95, 94, 93, 92, 91, 90]);
    // By itself, then with two more each time.
    expect(bank.asked).toBe(4);
    await held.giveBackAll();
    expect([bank.used(own), bank.used(shared)]).toEqual([10, 10]);
  });

  it('two processes together spend exactly what there is', async () => {
    const bank = counting();
    const processes = [new HeldPoints(bank, windowMs), new HeldPoints(bank, windowMs)];
    let spent = 0;
    for (let time = 0; time < 200; time += 1) {
      const charged = await processes[time % 2]?.spend(own, shared, 1, start);
      if (charged && isAllowed(charged)) spent += 1;
      expect(spent).toBeLessThanOrEqual(100);
    }
    expect(spent).toBe(100);
  });

  it('requests at the same time share a portion and no point', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    await held.spend(own, shared, 1, start);
    const all = await Promise.all(Array.from({ length: 120 }, () => held.spend(own, shared, 1, start)));
    expect(all.filter(isAllowed)).toHaveLength(99);
  });

  it('a portion that no longer fits does not refuse what fits', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    await held.spend(own, shared, 1, start);
    // Another process has spent nearly everything meanwhile.
    bank.setUsed(own.caller, 99);
    expect(isAllowed(await held.spend(own, shared, 1, start))).toBe(true);
    expect(bank.used(own)).toBe(100);
    expect(isAllowed(await held.spend(own, shared, 1, start))).toBe(false);
  });

  it('points of a window that is over are worth nothing in the next', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    for (let time = 0; time < 2; time += 1) await held.spend(own, shared, 1, start);
    expect(bank.used(own)).toBe(4);
    expect(leftOf(await held.spend(own, shared, 1, later(windowMs)))).toEqual([99, 299]);
    expect(bank.used(own)).toBe(1);
  });

  it('what a request gives back is there for the next one', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    const charged = await held.spend(own, shared, 2, start);
    expect(held.keeps(2, charged)).toBe(true);
    const { asked } = bank;
    expect(leftOf(await held.spend(own, shared, 1, start))).toEqual([99, 299]);
    expect(bank.asked).toBe(asked);
    // More than a portion goes back to the database.
    expect(held.keeps(3, charged)).toBe(false);
  });

  it('what costs more than is held takes that too', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    for (let time = 0; time < 2; time += 1) await held.spend(own, shared, 1, start);
    expect(leftOf(await held.spend(own, shared, 10, start))).toEqual([88, 288]);
    await held.giveBackAll();
    expect(bank.used(own)).toBe(12);
  });

  it('what was spent without asking is counted in what is left', async () => {
    const bank = counting();
    const held = new HeldPoints(bank, windowMs);
    for (let time = 0; time < 2; time += 1) await held.spend(own, shared, 1, start);
    held.note(await bank.spend(own, shared, 50, start));
    expect(leftOf(await held.spend(own, shared, 1, start))).toEqual([47, 247]);
  });
});
