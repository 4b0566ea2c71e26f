import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { expiryReminder } from '#src/registry/rules/domain/expiry-reminder.ts';
import { forceDeleteMessage, withForceDelete } from '#src/registry/rules/domain/force-delete.ts';
import { removalMoment } from '#src/registry/rules/domain/removal-moment.ts';
import { readInstant } from '#src/registry/rules/instant.ts';
import { at, calendar, grace } from './support.ts';

describe('a moment as services write it', () => {
  test.each([
    ['2026-11-15', '2026-11-15T00:00:00.000Z'],
    ['2026-11-15T10:30', '2026-11-15T10:30:00.000Z'],
    ['2026-11-15 10:30:15', '2026-11-15T10:30:15.000Z'],
    ['2026-11-15T10:30:15.123456789Z', '2026-11-15T10:30:15.123Z'],
    ['2026-11-15T10:30:15.5+02:00', '2026-11-15T08:30:15.500Z'],
    ['2026-11-15 10:30:15 +0200', '2026-11-15T08:30:15.000Z'],
    ['2026-11-15 10:30:15 -0230', '2026-11-15T13:00:15.000Z'],
    ['2026-11-15 10:30:15 UTC', '2026-11-15T10:30:15.000Z'],
    ['2026-11-15 10:30:15UTC', '2026-11-15T10:30:15.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['0000-12-31', 'unreadable'],
    ['2026-13-01', 'unreadable'],
    ['2026-11-15T25:00', 'unreadable'],
    ['2026-11-15T10', 'unreadable'],
    ['2026-11-15T10:30:15.1234567890', 'unreadable'],
    ['2026-11-15T10:30:15.', 'unreadable'],
    ['2026-11-15X10:30', 'unreadable'],
    ['2026-11-15  10:30', 'unreadable'],
    ['2026-11-15T10:30 CET', 'unreadable'],
    ['2026-11-15T10:30+2', 'unreadable'],
    ['2026-11-15Z', 'unreadable'],
    ['on 2026-11-15', 'unreadable'],
    ['2026-11-15 or so', 'unreadable'],
    ['15.11.2026', 'unreadable'],
    ['', 'none'],
    [undefined, 'none'],
  ])('%j is %s', (text, expected) => {
    const moment = readInstant(text);
    expect(moment instanceof Date ? moment.toISOString() : (moment ?? 'none')).toBe(expected);
  });

  it('without a zone is in UTC wherever the server stands', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const text of ['2026-11-15 10:30', '2026-11-15 10:30 UTC'])
      expect(readInstant(text)).toEqual(new Date('2026-11-15T10:30:00.000Z'));
  });
});

describe('the moment at which a name is removed', () => {
  const domain = { id: 7, transferCode: 'secret' };
  const began = at('2026-11-15');
  const day = 24 * 60 * 60 * 1000;
  const many = Array.from({ length: 300 }, (_, id) => id);
  const share = (moment: Date, from: Date, until: Date) =>
    (moment.getTime() - from.getTime()) / (until.getTime() - from.getTime());

  it('is the same whenever it is asked for, and another for another domain, code or day', () => {
    const moment = removalMoment(domain, began, began).getTime();
    expect(removalMoment(domain, began, began).getTime()).toBe(moment);
    for (const other of [
      { ...domain, id: 8 },
      { ...domain, transferCode: 'other' },
    ])
      expect(removalMoment(other, began, began).getTime()).not.toBe(moment);
    const tomorrow = at('2026-11-16');
    expect(removalMoment(domain, tomorrow, tomorrow).getTime() - day).not.toBe(moment);
  });

  test.each([
    ['as the day begins, somewhere in the day', began, new Date(began.getTime() + day)],
    ['in the evening, in what is left of the day', at('2026-11-15 20:00'), new Date(began.getTime() + day)],
    [
      'at the end of the day, in the day from then on',
      new Date(began.getTime() + day),
      new Date(began.getTime() + 2 * day),
    ],
    ['days later, in the day from then on', at('2026-11-18'), at('2026-11-19')],
  ])('is, asked %s, and evenly so', (_, now, until) => {
    const shares = many.map((id) => share(removalMoment({ ...domain, id }, began, now), now, until));
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shares)).toBeLessThan(1);
    expect(Math.min(...shares)).toBeLessThan(0.1);
    expect(Math.max(...shares)).toBeGreaterThan(0.9);
  });
});

describe('the mail about an expired domain', () => {
  const expired = {
    domain: 'shop.test',
    registrar: 'Best Names',
    expiredOn: '2026-11-15',
    outzoneOn: '2026-11-30',
    deleteOn: '2026-12-30',
  };

  it('shows what happens when, and how to keep the domain, in both languages', () => {
    expect(expiryReminder(expired)).toEqual({
      subject: 'Domeen shop.test on aegunud / The domain shop.test has expired',
      text: `In English below.

Domeen shop.test aegus 2026-11-15.
See eemaldatakse tsoonist 2026-11-30: veebilehed ja e-post lakkavad siis töötamast.
See kustutatakse 2026-12-30 või peagi pärast seda; siis saab nime registreerida igaüks.

Kui soovite domeeni alles hoida, paluge oma registripidajal (Best Names) see pikendada.

Domeeniregister

----------------------------------------

The domain shop.test expired on 2026-11-15.
It leaves the zone on 2026-11-30: web sites and mail stop working.
It is deleted on 2026-12-30 or soon after; then anybody can register the name.

To keep it, ask your registrar (Best Names) to renew it.

The domain registry`,
    });
  });

  it('is silent about days that are not known', () => {
    const { text } = expiryReminder({ ...expired, outzoneOn: null, deleteOn: null });
    expect(text).toContain('aegus 2026-11-15.\n\nKui');
    expect(text).toContain('expired on 2026-11-15.\n\nTo keep it');
    expect(text).not.toContain('null');
  });
});

describe('a force delete', () => {
  const put = ['serverForceDelete', 'serverRenewProhibited', 'serverTransferProhibited'];

  test.each([
    [[], put, put],
    [['ok', 'pendingDelete'], ['ok', 'pendingDelete', ...put], put],
    [['serverRenewProhibited'], ['serverRenewProhibited', put[0], put[2]], [put[0], put[2]]],
    [
      ['clientDeleteProhibited', 'pendingCreate', 'pendingRenew', 'pendingTransfer', 'pendingUpdate'],
      put,
      put,
    ],
  ])('of a domain with %j makes it %j, having added %j', (before, statuses, added) => {
    expect(withForceDelete(before)).toEqual({ statuses, added });
  });

  const news = {
    domain: 'shop.test',
    kind: 'soft',
    dates: { start: '2010-07-06', date: '2010-08-20' },
    expiresAt: at('2012-07-06'),
    reason: null,
    notes: null,
    registrant: { email: 'a@b.test', ident: '12345678' },
  } as const;
  const text = (changed: object) => forceDeleteMessage({ ...news, ...changed }, grace, calendar).text;
  const dated = 'Outzone date: 2010-07-21 00:00:00 +0300. Purge date: 2010-08-20 00:00:00 +0300';
  const company = 'Force delete set on domain shop.test. Force Delete Type: Soft. Force Delete Start Date:';

  test.each([
    [{}, `Force delete set on domain shop.test. ${dated}`],
    [{ reason: 'invalid_phone' }, `Force delete set on domain shop.test. ${dated}`],
    [{ reason: 'invalid_email' }, `Force delete set on domain shop.test. ${dated}. Invalid email: a@b.test`],
    [{ reason: 'invalid_company' }, `${company} 06.07.2010. ${dated}. Invalid ident 12345678.`],
    [
      { reason: 'invalid_company', notes: 'Struck off' },
      `${company} 06.07.2010. ${dated}. Invalid ident 12345678. Struck off`,
    ],
    [
      { reason: 'invalid_company', dates: { start: null, date: null } },
      `${company} 06.07.2012. Outzone date: 2012-07-21 00:00:00 +0300. Purge date: 2012-08-20 00:00:00 +0300. Invalid ident 12345678.`,
    ],
  ])('with %j reads: %s', (changed, expected) => expect(text(changed)).toBe(expected));
});
