import { describe, expect, it } from 'vitest';
import { marketParts, sharesOf } from '#src/registry/rules/registrar/market-share.ts';

const counted = (registrar_id: number, name: string, count: number) => ({ registrar_id, name, count });

describe('shares of the market', () => {
  it.each([
    [
      [2, 1],
      [66.7, 33.3],
    ],
    [
      [1, 1, 1],
      [33.4, 33.3, 33.3],
    ],
    [
      [1, 1, 1, 1, 1, 1, 1],
      [14.3, 14.3, 14.3, 14.3, 14.3, 14.3, 14.2],
    ],
    [
      [99_999, 1],
      [100, 0],
    ],
    [[5], [100]],
    [
      [0, 0],
      [0, 0],
    ],
    [[], []],
  ])('of %j are %j', (counts, shares) => {
    expect(sharesOf(counts)).toEqual(shares);
  });

  it('add up to 100.0, whatever the counts', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const counts = Array.from(
        { length: 1 + (seed % 17) },
        (_, index) => (seed * 7919 * (index + 1)) % 1013,
      );
      const tenths = sharesOf(counts).reduce((sum, share) => sum + Math.round(share * 10), 0);
      expect(tenths).toBe(counts.some((count) => count > 0) ? 1000 : 0);
    }
  });

  it('show everybody of either month, by the later count, then by name', () => {
    const now = [counted(1, 'Beta', 2), counted(2, 'Alpha', 2), counted(4, 'Delta', 5)];
    const before = [counted(3, 'Gone', 6), counted(1, 'Beta', 2)];
    expect(marketParts(now, before)).toEqual([
      { registrarId: 4, name: 'Delta', domains: 5, share: 55.6, domainsBefore: 0, shareBefore: 0 },
      { registrarId: 2, name: 'Alpha', domains: 2, share: 22.2, domainsBefore: 0, shareBefore: 0 },
      { registrarId: 1, name: 'Beta', domains: 2, share: 22.2, domainsBefore: 2, shareBefore: 25 },
      { registrarId: 3, name: 'Gone', domains: 0, share: 0, domainsBefore: 6, shareBefore: 75 },
    ]);
  });
});
