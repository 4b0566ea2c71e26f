import { describe, expect, it, test } from 'vitest';
import {
  deletionDates,
  expiryDates,
  forceDeleteDates,
  forceDeleteMoments,
} from '#src/registry/rules/domain/end-of-life.ts';
import {
  expiryDateFailure,
  formatPeriodDuration,
  invalidRenewPeriod,
  parsePeriod,
  parsePeriodDuration,
  parseRenewPeriod,
  periodAndUnit,
  periodMonths,
  periodUnitFailure,
  registrationExpiry,
  renewalHorizonFailure,
  renewalWindowOpen,
  renewedExpiry,
} from '#src/registry/rules/domain/period.ts';
import { priceMissing } from '#src/registry/rules/money/charges.ts';
import { fc } from '../../support/properties.ts';
import { at, calendar, grace, reported } from './support.ts';

describe('a period', () => {
  test.each([
    [1, 'y', 12],
    [10, 'y', 120],
    [3, 'm', 3],
    [9, 'm', 9],
    [12, 'm', 12],
    [120, 'm', 120],
    [11, 'y', undefined],
    [0, 'y', undefined],
    [-1, 'y', undefined],
    [1.5, 'y', undefined],
    [0.25, 'y', undefined],
    [1, 'm', undefined],
    [15, 'm', undefined],
    [132, 'm', undefined],
    [Number.NaN, 'y', undefined],
    [1, '', undefined],
    [1, 'd', undefined],
  ])('of %d %j has %s months', (period, unit, months) => {
    expect(parsePeriod(period, unit)?.months).toBe(months);
  });

  test.each([
    ['3m', 3],
    ['9m', 9],
    ['12m', 12],
    ['120m', 120],
    ['1y', 12],
    ['10y', 120],
    ['11y', undefined],
    ['0y', undefined],
    ['01y', undefined],
    ['15m', undefined],
    ['120y', undefined],
    ['1Y', undefined],
    [' 1y', undefined],
    ['1y\n', undefined],
    ['', undefined],
  ])('%j of a bulk renewal has %s months', (text, months) => {
    expect(parseRenewPeriod(text)?.months).toBe(months);
  });

  test.each([
    ['P1Y', 12],
    ['P3M', 3],
    ['P12M', 12],
    ['P10Y', 120],
    ['P1Y6M', undefined],
    ['P11Y', undefined],
    ['P1D', undefined],
    ['P1YT1H', undefined],
    ['-P1Y', undefined],
    ['1Y', undefined],
    ['', undefined],
  ])('%j as a duration has %s months', (text, months) => {
    expect(parsePeriodDuration(text)?.months).toBe(months);
  });

  it('is written as a duration that reads back, and counted in years where it can be', () => {
    expect(periodMonths.map((months) => parsePeriodDuration(formatPeriodDuration(months))?.months)).toEqual(
      periodMonths,
    );
    expect(formatPeriodDuration(24)).toBe('P2Y');
    expect(formatPeriodDuration(9)).toBe('P9M');
    expect(periodAndUnit(24)).toEqual({ period: 2, unit: 'y' });
    expect(periodAndUnit(9)).toEqual({ period: 9, unit: 'm' });
  });

  it('has unit y or m', () => {
    expect(reported(periodUnitFailure('y'))).toBe('fine');
    expect(reported(periodUnitFailure('m'))).toBe('fine');
    expect(reported(periodUnitFailure(''))).toBe(
      `2005 Invalid parameter 'period_unit' value "": Must be one of: y, m`,
    );
  });

  it('never makes a parser throw', () => {
    for (const parse of [parseRenewPeriod, parsePeriodDuration])
      fc.assert(fc.property(fc.string(), (text) => void expect(() => parse(text)).not.toThrow()));
  });
});

describe('registration', () => {
  test.each([
    ['2026-11-15 02:23', 12, '2027-11-16T00:00:00.000+02:00'],
    ['2026-11-15 23:59', 12, '2027-11-16T00:00:00.000+02:00'],
    ['2026-07-01 12:00', 6, '2027-01-02T00:00:00.000+02:00'],
    ['2027-11-30 12:00', 3, '2028-03-01T00:00:00.000+02:00'],
    ['2028-02-29 12:00', 12, '2029-03-01T00:00:00.000+02:00'],
    ['2026-03-28 12:00', 12, '2027-03-29T00:00:00.000+03:00'],
  ])('at %s for %d months ends at %s', (now, months, expected) => {
    expect(calendar.format(registrationExpiry(at(now), months, calendar))).toBe(expected);
  });

  it('counts days in Tallinn when it is still yesterday in UTC', () => {
    const expiry = registrationExpiry(new Date('2026-11-14T22:30:00Z'), 12, calendar);
    expect(calendar.dateOf(expiry)).toBe('2027-11-16');
  });
});

describe('renewal', () => {
  test.each([
    ['2027-07-05', 12, '2028-07-05T00:00:00.000+03:00'],
    ['2027-07-05', 6, '2028-01-05T00:00:00.000+02:00'],
    ['2028-02-29', 12, '2029-02-28T00:00:00.000+02:00'],
  ])('of a domain that expires %s for %d months ends at %s', (expires, months, expected) => {
    expect(calendar.format(renewedExpiry(at(expires), months, calendar))).toBe(expected);
  });

  test.each([
    [89, true],
    [90, false],
    [0, true],
    [-40, true],
    [400, false],
  ])('%d days before expiry is inside a window of 90 days: %s', (daysBefore, open) => {
    const expiresAt = at('2027-07-05');
    const now = calendar.plus(at('2027-07-05 13:00'), { days: -daysBefore });
    expect(renewalWindowOpen(expiresAt, now, 90, calendar)).toBe(open);
  });

  it('has no window when the setting is 0', () => {
    expect(renewalWindowOpen(at('2036-07-05'), at('2027-07-05'), 0, calendar)).toBe(true);
  });

  it('reaches up to but not including eleven years from now', () => {
    const now = at('2010-07-05');
    expect(reported(renewalHorizonFailure(at('2021-07-04 23:59'), now, calendar))).toBe('fine');
    expect(reported(renewalHorizonFailure(at('2021-07-05'), now, calendar))).toBe(
      '2105 Object is not eligible for renewal; Expiration date must be before 2021-07-05',
    );
  });

  test.each([
    ['2010-07-05', 'fine'],
    ['2010-07-05T00:00:00.000+03:00', 'fine'],
    ['2010-07-06', 'mismatch'],
    ['2010-07-05x', 'mismatch'],
    [' 2010-07-05 ', 'fine'],
    ['on 2010-07-05', 'mismatch'],
    ['05.07.2010', 'fine'],
    ['5.7.2010', 'fine'],
    ['05/07/2010', 'fine'],
    ['05-07-2010', 'fine'],
    ['2010/07/05', 'fine'],
    ['2010.7.5', 'fine'],
    ['20100705', 'fine'],
    ['20100705T120000Z', 'fine'],
    ['2010-07-05 10:00', 'fine'],
    ['5 Jul 2010', 'fine'],
    ['05-Jul-2010', 'fine'],
    ['5th July 2010', 'fine'],
    ['Mon, 05 Jul 2010 00:00:00 +0300', 'fine'],
    ['July 5, 2010', 'fine'],
    ['Jul. 5th 2010', 'fine'],
    ['2010-Jul-05', 'fine'],
    ['07.05.2010', 'mismatch'],
    ['05.07.10', 'mismatch'],
    ['05.07/2010', 'mismatch'],
    ['5 Foo 2010', 'mismatch'],
    ['31.02.2010', 'mismatch'],
    ['05.07.20100', 'mismatch'],
    ['0'.repeat(100_000), 'mismatch'],
    [`${' '.repeat(50_000)}5 Jul 2010`, 'fine'],
    [`5 ${'J'.repeat(100_000)}`, 'mismatch'],
    ['', 'mismatch'],
  ])('with the current expiry given as %j: %s', (given, expected) => {
    const answer = reported(expiryDateFailure(given, at('2010-07-05'), calendar));
    expect(answer).toBe(expected === 'fine' ? 'fine' : '2306 Given and current expire dates do not match');
  });

  it('names the field that is to blame', () => {
    expect(expiryDateFailure('2010-07-06', at('2010-07-05'), calendar)?.path).toEqual(['expiresOn']);
    expect(renewalHorizonFailure(at('2030-01-01'), at('2010-07-05'), calendar)?.path).toEqual(['period']);
    expect(reported(invalidRenewPeriod())).toBe('2005 Invalid renew period');
    for (const failure of [invalidRenewPeriod(), priceMissing()]) expect(failure.path).toEqual(['period']);
  });
});

describe('the end of a domain', () => {
  it('comes 15 + 30 days after expiry', () => {
    const { outzoneAt, deleteDate } = expiryDates(at('2010-07-05'), grace, calendar);
    expect(calendar.dateOf(outzoneAt)).toBe('2010-07-20');
    expect(deleteDate).toBe('2010-08-19');
  });

  it('comes 31 days after a deletion, out of the zone at once', () => {
    const now = at('2010-07-05 10:30');
    expect(deletionDates(now, grace, calendar)).toEqual({ outzoneAt: now, deleteDate: '2010-08-05' });
  });
});

describe('force delete', () => {
  const now = at('2010-07-05 10:00');
  const dates = (kind: 'soft' | 'fast_track', expires: string, when = now) =>
    forceDeleteDates(kind, { expiresAt: at(expires), now: when, grace, calendar });

  it('on the fast track begins tomorrow and ends in 46 days', () => {
    expect(dates('fast_track', '2015-01-01')).toEqual({ start: '2010-07-06', date: '2010-08-20' });
  });

  test.each<[string, string | null, string | null, string]>([
    ['2011-07-05', '2010-07-05', '2010-08-19', 'exactly 365 days left'],
    ['2012-08-05', '2010-08-05', '2010-09-19', 'two years and a month left'],
    ['2011-07-04', null, null, 'less than a year left'],
    ['2010-06-01', null, null, 'expired'],
  ])('softly of a domain that expires %s begins %s and ends %s: %s', (expires, start, date) => {
    expect(dates('soft', expires)).toEqual({ start, date });
  });

  it('softly never begins in the past, whatever the leap days', () => {
    const days = fc.integer({ min: 365, max: 4000 });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1500 }), (left, offset) => {
        const when = calendar.plus(now, { days: offset });
        const expiresAt = calendar.plus(when, { days: left });
        const { start } = forceDeleteDates('soft', { expiresAt, now: when, grace, calendar });
        expect(start !== null && start >= calendar.dateOf(when)).toBe(true);
      }),
    );
  });

  it('softly begins today when four years of 365 days end a day before four of the calendar', () => {
    expect(dates('soft', '2030-02-28', at('2026-03-01 10:00'))).toEqual({
      start: '2026-03-01',
      date: '2026-04-15',
    });
  });

  it('counts outzone and purge dates from its start, or from the expiry when it has none', () => {
    const reported = (start: string | null, date: string | null) => {
      const moments = forceDeleteMoments({ start, date }, at('2010-07-05'), grace, calendar);
      return [moments.outzoneAt, moments.purgeAt].map((moment) => calendar.dateOf(moment));
    };
    expect(reported('2010-07-06', '2010-08-20')).toEqual(['2010-07-21', '2010-08-20']);
    expect(reported(null, null)).toEqual(['2010-07-20', '2010-08-19']);
  });
});
