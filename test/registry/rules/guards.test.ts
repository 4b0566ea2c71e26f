import { describe, expect, it } from 'vitest';
import { money, zero } from '#src/core/money.ts';
import { countedPeriod, guardBefore, spentSince } from '#src/registry/rules/registrar/guards.ts';

describe("a token's spending in a period", () => {
  const ofToday = { spent: money('10.00'), spent_from: '2026-11-18' };

  it('begins anew with the next period, and is nothing where nothing was spent', () => {
    expect(spentSince(ofToday, '2026-11-18')).toBe('10.00');
    expect(spentSince(ofToday, '2026-11-19')).toBe(zero);
    expect(spentSince({ spent: zero, spent_from: null }, '2026-11-18')).toBe(zero);
  });

  it('counts for a write that began before midnight and comes after one of the new day', () => {
    expect(spentSince(ofToday, '2026-11-17')).toBe('10.00');
    expect(countedPeriod(ofToday, '2026-11-17')).toBe('2026-11-18');
    expect(countedPeriod(ofToday, '2026-11-19')).toBe('2026-11-19');
  });
});

it('a limit on money that cannot be held, because another registry charges, lets nothing through', () => {
  const write = {
    operation: 'domain.renew',
    input: { name: 'a.ee' },
    isShown: false,
    isDryRun: false,
    isUnforeseeable: false,
    movesClock: false,
  };
  const limit = { spendLimit: { amount: '10.00', per: 'DAY' } } as const;
  expect(guardBefore(limit, { ...write, isForwarded: true })).toMatchObject({ code: 'AUTHORIZATION' });
  expect(guardBefore({ maxPrice: '10.00' }, { ...write, isForwarded: true })).toMatchObject({
    details: { guard: 'maxPrice' },
  });
  expect(guardBefore(limit, { ...write, isForwarded: false })).toBeUndefined();
});

it('a zone lets names of itself through, and none of zones below or above it', () => {
  const write = {
    operation: 'domain.renew',
    isShown: false,
    isDryRun: false,
    isUnforeseeable: false,
    movesClock: false,
    isForwarded: false,
  };
  const isLet = (domains: readonly string[], ...names: readonly string[]): boolean =>
    [{ names }, { transfers: names.map((name) => ({ name })) }, ...names.map((name) => ({ name }))].every(
      (input) => guardBefore({ domains }, { ...write, input }) === undefined,
    );
  expect(isLet(['*.ee'], 'x.ee', 'y.ee')).toBe(true);
  expect(isLet(['*.ee'], 'x.pri.ee')).toBe(false);
  expect(isLet(['*.ee'], 'x.ee', 'x.pri.ee')).toBe(false);
  expect(isLet(['*.pri.ee'], 'x.pri.ee')).toBe(true);
  expect(isLet(['*.pri.ee'], 'x.ee')).toBe(false);
  expect(isLet(['*.pri.ee'], 'pri.ee')).toBe(false);
  expect(isLet(['x.ee'], 'X.ee')).toBe(true);
  expect(isLet(['x.ee'], 'a.x.ee')).toBe(false);
  expect(isLet(['x.ee'], 'xx.ee')).toBe(false);
});
