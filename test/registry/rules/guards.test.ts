import { describe, expect, it } from 'vitest';
import { Calendar } from '#src/base/calendar.ts';
import { failure } from '#src/base/errors.ts';
import { money, zero } from '#src/base/money.ts';
import {
  countedPeriod,
  domainsGuardFailure,
  guardBefore,
  guardsOf,
  isOfGuard,
  maxPriceFailure,
  periodOf,
  spendLimitFailure,
  spentSince,
} from '#src/registry/rules/registrar/guards.ts';

const plain = {
  operation: 'domain.renew',
  input: { name: 'a.ee' } as unknown,
  isShown: false,
  isDryRun: false,
  isUnforeseeable: false,
  movesClock: false,
};
type Guard = Parameters<typeof guardBefore>[0];
const refusal = (guards: Guard, write: Partial<typeof plain> = {}) =>
  guardBefore(guards, { ...plain, ...write });
const limit = { spendLimit: { amount: '10.00', per: 'DAY' } } as const;
const refusedBy = (guard: keyof Guard, why: string) => ({
  code: 'AUTHORIZATION',
  message: `Authorization error: the guard ${guard} of this access token ${why}`,
  details: { guard },
});

describe('the guards of a caller', () => {
  const registrar = {
    kind: 'registrar',
    userId: 1,
    username: 'a',
    roles: [],
    registrarId: 1,
    registrarCode: 'A',
  } as const;

  it('are those of its access token', () => {
    const guards = { maxPrice: '1.00' };
    expect(guardsOf({ ...registrar, accessToken: { id: 1, scopes: ['WRITE'], guards } })).toBe(guards);
    expect(guardsOf({ ...registrar, accessToken: { id: 1, scopes: ['WRITE'] } })).toBeUndefined();
    expect(guardsOf(registrar)).toBeUndefined();
  });

  it('are distinguished from other refusals', () => {
    expect(isOfGuard(spendLimitFailure(money('1.00')))).toBe(true);
    expect(isOfGuard(failure('AUTHORIZATION'))).toBe(false);
    expect(isOfGuard(failure('AUTHORIZATION', undefined, { details: { permits: [] } }))).toBe(false);
  });
});

describe('a token that has to show its writes first', () => {
  const guards = { outcomeNeeded: true };
  const dryRunFirst = refusedBy(
    'outcomeNeeded',
    'requires a dry run first: send it with dryRun (REST: Dry-Run: true), then with its outcome as ifOutcome (REST: If-Outcome)',
  );

  it('does what was shown, and shows', () => {
    expect(refusal(guards)).toMatchObject(dryRunFirst);
    expect(refusal(guards, { isShown: true })).toBeUndefined();
    expect(refusal(guards, { isDryRun: true })).toBeUndefined();
    expect(refusal({})).toBeUndefined();
    expect(refusal({ outcomeNeeded: false })).toBeUndefined();
  });

  it('does nothing that cannot be shown', () => {
    const forbidden = refusedBy(
      'outcomeNeeded',
      'forbids writes that no dry run can show: use a token without this guard, or sign in',
    );
    for (const write of [{}, { isShown: true }, { isDryRun: true }])
      expect(refusal(guards, { ...write, isUnforeseeable: true })).toMatchObject(forbidden);
    expect(refusal({}, { isUnforeseeable: true })).toBeUndefined();
  });
});

it('a token with a limit in a time does not move the clock', () => {
  expect(refusal(limit, { movesClock: true })).toMatchObject(
    refusedBy(
      'spendLimit',
      'forbids moving the clock, which would start another spending period: use a token without this guard, or sign in',
    ),
  );
  expect(refusal({}, { movesClock: true })).toBeUndefined();
  expect(refusal(limit)).toBeUndefined();
});

describe('a token for some domains', () => {
  const domains = ['a.ee', '*.pri.ee'];
  const forbidden = {
    ...refusedBy('domains', 'allows only a.ee, *.pri.ee'),
    details: { guard: 'domains', left: domains },
  };

  it('reads messages, and writes nothing else but domains', () => {
    expect(refusal({ domains }, { operation: 'notification.acknowledge' })).toBeUndefined();
    for (const operation of ['contact.update', 'api-user.create', 'about.notification.', 'sub-domain.x'])
      expect(refusal({ domains }, { operation }), operation).toEqual(expect.objectContaining(forbidden));
    expect(refusal({}, { operation: 'contact.update' })).toBeUndefined();
  });

  it('is let through where a write names none: what it changes is known before it is done', () => {
    expect(refusal({ domains }, { input: {} })).toBeUndefined();
  });

  it('may name them in each of the ways that inputs have', () => {
    for (const named of [
      (name: string) => ({ name }),
      (name: string) => ({ names: ['a.ee', name] }),
      (name: string) => ({ transfers: [{ name: 'a.ee' }, { name }] }),
      (name: string) => ({ rows: [{ name: 'a.ee' }, { name }] }),
    ]) {
      expect(refusal({ domains }, { input: named('b.pri.ee') })).toBeUndefined();
      expect(refusal({ domains }, { input: named('b.ee') })).toMatchObject(forbidden);
    }
  });

  it('names ten of them in the refusal, and all in its details', () => {
    const many = Array.from({ length: 11 }, (_, at) => `n${at}.ee`);
    const ten = many.slice(0, 10);
    expect(domainsGuardFailure(ten, ['x.ee'])?.message).toMatch(/allows only n0\.ee, .*, n9\.ee$/);
    expect(domainsGuardFailure(many, ['x.ee'])?.message).toMatch(/allows only n0\.ee, .*, n9\.ee, \.\.\.$/);
    expect(domainsGuardFailure(many, ['x.ee'])?.details).toEqual({ guard: 'domains', left: many });
    expect(domainsGuardFailure(many, ['n1.ee', 'N10.EE'])).toBeUndefined();
  });
});

it('a token has a highest price for each charge', () => {
  const most = money('10.00');
  expect(maxPriceFailure(most, [money('-10.00'), money('-1.00'), money('50.00')])).toBeUndefined();
  expect(maxPriceFailure(most, [money('-1.00'), money('-10.01')])).toMatchObject({
    message: 'Authorization error: the guard maxPrice of this access token allows 10.00 for one charge',
    details: { guard: 'maxPrice', left: '10.00' },
  });
  expect(maxPriceFailure(most, [])).toBeUndefined();
});

it('the refusal of a token whose limit is used up says what is left', () => {
  expect(spendLimitFailure(money('1.50'))).toMatchObject({
    message: 'Authorization error: the guard spendLimit of this access token leaves 1.50',
    details: { guard: 'spendLimit', left: '1.50' },
  });
});

it('a period is the day or the month in the time of the registry', () => {
  const calendar = new Calendar('Europe/Tallinn');
  const night = new Date('2026-11-30T23:30:00Z');
  expect(periodOf('DAY', night, calendar)).toBe('2026-12-01');
  expect(periodOf('MONTH', night, calendar)).toBe('2026-12-01');
  expect(periodOf('MONTH', new Date('2026-11-18T12:00:00Z'), calendar)).toBe('2026-11-01');
  expect(periodOf('DAY', new Date('2026-11-18T12:00:00Z'), calendar)).toBe('2026-11-18');
});

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

it('a limit on money lets a write through until its price is known', () => {
  expect(refusal(limit)).toBeUndefined();
  expect(refusal({ maxPrice: '10.00' })).toBeUndefined();
});

it('a zone lets names of itself through, and none of zones below or above it', () => {
  const isLet = (domains: readonly string[], ...names: readonly string[]): boolean =>
    [{ names }, { transfers: names.map((name) => ({ name })) }, ...names.map((name) => ({ name }))].every(
      (input) => guardBefore({ domains }, { ...plain, input }) === undefined,
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
