import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { Calendar, parseInstant } from '#src/base/calendar.ts';

const hour = 60 * 60 * 1000;

/** What the calendar must print, found out the slow way. */
function slowly(moment: number, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  return zoned.toString({ smallestUnit: 'millisecond', timeZoneName: 'never' });
}

describe('a moment', () => {
  it.each(['Europe/Tallinn', 'UTC', 'America/New_York', 'Asia/Kolkata'])(
    'is printed in the time of %s, in summer and in winter, whatever was printed before',
    (zone) => {
      const calendar = new Calendar(zone);
      const start = Temporal.Instant.from('2024-01-01T00:30:00.123Z').epochMilliseconds;
      // In strides that come back to every season several times, not in order.
      for (let step = 0; step < 2000; step += 1) {
        const moment = start + ((step * 7919) % 2000) * 13 * hour;
        expect(calendar.format(new Date(moment))).toBe(slowly(moment, zone));
      }
    },
  );

  it('belongs to the new offset from the very millisecond of the change', () => {
    const change = Temporal.Instant.from('2026-10-25T01:00:00Z').epochMilliseconds;
    for (const moments of [
      [change, change - 1],
      [change - 1, change],
    ]) {
      const calendar = new Calendar('Europe/Tallinn');
      for (const moment of moments)
        expect(calendar.format(new Date(moment))).toBe(slowly(moment, 'Europe/Tallinn'));
    }
    expect(new Calendar('Europe/Tallinn').format(new Date(change - 1))).toBe('2026-10-25T03:59:59.999+03:00');
    expect(new Calendar('Europe/Tallinn').format(new Date(change))).toBe('2026-10-25T03:00:00.000+02:00');
  });
});

describe('an instant', () => {
  it.each([
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00.252+02:00', '2026-12-31T22:00:00.252Z'],
    ['2027-01-01T00:00+0200', '2026-12-31T22:00:00.000Z'],
    ['2028-02-29t23:59:59.123456z', '2028-02-29T23:59:59.123Z'],
  ])('is read from %s', (text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '2027-02-30T00:00:00Z',
    '2027-02-29T12:00:00+02:00',
    '2027-04-31T12:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-01-01T25:00:00Z',
    '2027-01-01T00:00:00',
    '2027-01-01T00:00:00+25:00',
    '2027-01-01T00:00:00 (Z',
    '2027-01-01',
    'P1D',
    '',
  ])('is not read from %s', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});
