import { describe, expect, it, test } from 'vitest';
import { add, money } from '#src/base/money.ts';
import { nameObstacle } from '#src/registry/rules/domain/name-availability.ts';
import { vatBreakdown } from '#src/registry/rules/money/vat.ts';
import { entryStatus } from '#src/registry/rules/reservation/reservation-entry.ts';
import { fc } from '../../support/properties.ts';

describe('the status of a reserved name', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const later = new Date('2026-03-01T12:00:00.001Z');
  const fresh = { registeredAt: null, isDomain: false, heldUntil: null, begun: false };

  test.each([
    ['is not known before payment', fresh, 'pending'],
    ['is reserved until its end', { ...fresh, begun: true, heldUntil: later }, 'reserved'],
    ['is expired at its end', { ...fresh, begun: true, heldUntil: now }, 'expired'],
    ['is expired when somebody else holds it', { ...fresh, begun: true }, 'expired'],
    [
      'is registered, whatever else',
      { ...fresh, begun: true, heldUntil: later, isDomain: true },
      'registered',
    ],
    ['is registered for good with its code', { ...fresh, begun: true, registeredAt: now }, 'registered'],
    ['is registered before payment too', { ...fresh, isDomain: true }, 'registered'],
  ] as const)('%s', (_, facts, expected) => expect(entryStatus(facts, now)).toBe(expected));
});

describe('the obstacle of a name', () => {
  const zones = ['ee', 'pri.ee'];
  const free = { registered: false, blocked: false, disputed: false, reserved: false, awaitsCode: false };

  test.each([
    ['a.ee', free, undefined],
    ['a.pri.ee', undefined, undefined],
    ['pri.ee', free, 'invalidFormat'],
    ['a.prixee', free, 'invalidFormat'],
    ['a.b.ee', { ...free, registered: true }, 'invalidFormat'],
    ['a.ee', { ...free, registered: true, blocked: true }, 'registered'],
    ['a.ee', { ...free, blocked: true, disputed: true }, 'blocked'],
    ['a.ee', { ...free, disputed: true, reserved: true }, 'disputed'],
    ['a.ee', { ...free, reserved: true, awaitsCode: true }, 'awaitingCode'],
    ['a.ee', { ...free, reserved: true }, 'reserved'],
  ])('%j, %j: %s', (name, facts, expected) => expect(nameObstacle(name, zones, facts)).toBe(expected));
});

describe('the tax in a price', () => {
  const ten = money('10.00');
  test.each([
    [1, 2400, '8.06', '8.06', '1.94', '10.00'],
    [2, 2400, '8.06', '16.12', '3.88', '20.00'],
    [3, 2400, '8.06', '24.18', '5.82', '30.00'],
    [2, 2000, '8.33', '16.66', '3.34', '20.00'],
    [2, 0, '10.00', '20.00', '0.00', '20.00'],
  ])('of %i names at %i ten-thousandths', (rows, rate, netRow, rowsSum, vat, total) => {
    expect(vatBreakdown(ten, rows, rate)).toEqual({ netRow, rowsSum, vat, total });
  });

  it('and the rows always make up the total', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 9999 }), (rows, rate) => {
        const { rowsSum, vat, total } = vatBreakdown(ten, rows, rate);
        expect(add(rowsSum, vat)).toBe(total);
      }),
    );
  });
});
