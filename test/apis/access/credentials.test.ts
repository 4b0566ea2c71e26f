import { describe, expect, it } from 'vitest';
import { isWithinLimits, readCredentials } from '#src/apis/access/credentials.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

describe('the Authorization header', () => {
  it.each([
    ['nothing', undefined, { scheme: 'none' }],
    [
      'a name and a password',
      `Basic ${encoded('alpha:a:b')}`,
      { scheme: 'basic', username: 'alpha', password: 'a:b' },
    ],
    ['a token', 'bearer  zg_1', { scheme: 'bearer', token: 'zg_1' }],
    ['what is not base64', 'Basic a!b', { scheme: 'unreadable' }],
    ['base64 with bits left over', 'Basic YWI6Yx', { scheme: 'unreadable' }],
    ['a name without a colon', `Basic ${encoded('alpha')}`, { scheme: 'unreadable' }],
    ['a NUL character', `Basic ${encoded('alpha:\0')}`, { scheme: 'unreadable' }],
    ['another scheme', 'Digest x', { scheme: 'unreadable' }],
    ['8192 characters', `Bearer ${'x'.repeat(8185)}`, { scheme: 'bearer', token: 'x'.repeat(8185) }],
    ['one more', `Bearer ${'x'.repeat(8186)}`, { scheme: 'unreadable' }],
  ])('with %s', (_, header, expected) => {
    expect(readCredentials(header)).toEqual(expected);
  });

  it('has the same bounds for a name and a password that come in a body', () => {
    expect(isWithinLimits('a', 'x'.repeat(8191))).toBe(true);
    expect(isWithinLimits('a', 'x'.repeat(8192))).toBe(false);
    expect(isWithinLimits('a\0', 'x')).toBe(false);
  });
});
