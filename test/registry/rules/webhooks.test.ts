import { describe, expect, it } from 'vitest';
import '#src/extensions/sandbox/webhook-receiver.ts';
import { isPublicAddress } from '#src/registry/rules/addresses.ts';
import { nextWebhookAttempt } from '#src/registry/rules/backoff.ts';
import { descriptionFailures, urlFailures } from '#src/registry/rules/registrar/webhooks.ts';

describe('a public address', () => {
  it.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a02:26f0::1'])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
    ['this machine', '127.0.0.1', '127.255.255.255', '::1'],
    ['private', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1'],
    ['of this link', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    ['shared by a provider (CGNAT)', '100.64.0.1', '100.127.255.255'],
    ['multicast or broadcast', '224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
    [
      'reserved, for tests and documents',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
    ],
    [
      'reserved as well',
      '240.0.0.1',
      '192.88.99.1',
      '2001:db8::1',
      '3fff::1',
      '100::1',
      '5f00::1',
      '4000::1',
    ],
    ['IPv4 inside: mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'],
    ['IPv4 inside: compatible', '::127.0.0.1', '::7f00:1'],
    ['IPv4 inside: translated (NAT64)', '64:ff9b::8.8.8.8', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ['IPv4 inside: 6to4, Teredo', '2002:7f00:1::', '2001::1'],
    ['none at all', '', 'example.com', '1.2.3.4.5', '[::1]'],
  ])('is none that is %s', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

describe('the URL of a webhook', () => {
  const publicUrl = 'http://sandbox.test:4000';
  const codes = (url: string, isTrial: boolean) =>
    urlFailures(url, { isTrial, publicUrl }).map(({ code }) => code);

  it.each([
    'https://example.com/hooks?a=1',
    'https://example.com:8443/',
    'https://8.8.8.8/',
    'https://õun.ee/',
  ])('may be %s', (url) => {
    expect(codes(url, false)).toEqual([]);
    expect(codes(url, true)).toEqual([]);
  });

  it.each(['http://localhost:3000/hooks', 'http://127.0.0.1:4000/sandbox/webhooks', 'http://[::1]:80/'])(
    'may be %s in the sandbox only',
    (url) => {
      expect(codes(url, true)).toEqual([]);
      expect(codes(url, false)).toEqual(['PARAMETER_VALUE_POLICY']);
    },
  );

  it("may be the sandbox's own receiver, wherever callers reach it", () => {
    expect(codes(`${publicUrl}/sandbox/webhooks?status=500`, true)).toEqual([]);
    expect(codes(`${publicUrl}/sandbox/webhooks?status=500`, false)).toEqual(['PARAMETER_VALUE_POLICY']);
    expect(codes(`${publicUrl}/sandbox/webhooksx`, true)).toEqual(['PARAMETER_VALUE_POLICY']);
    expect(codes(`${publicUrl}/readyz`, true)).toEqual(['PARAMETER_VALUE_POLICY']);
  });

  it.each([
    ['http://example.com/', 'PARAMETER_VALUE_POLICY'],
    ['http://localhost.example.com/', 'PARAMETER_VALUE_POLICY'],
    ['https://localhost/', 'PARAMETER_VALUE_POLICY'],
    ['https://app.localhost./', 'PARAMETER_VALUE_POLICY'],
    ['https://10.0.0.1/', 'PARAMETER_VALUE_POLICY'],
    ['https://0x7f000001/', 'PARAMETER_VALUE_POLICY'],
    ['https://[::ffff:127.0.0.1]/', 'PARAMETER_VALUE_POLICY'],
    ['https://user@example.com/', 'PARAMETER_VALUE_POLICY'],
    ['https://user:password@example.com/', 'PARAMETER_VALUE_POLICY'],
    ['https://example.com/#part', 'PARAMETER_VALUE_POLICY'],
    ['file:///etc/passwd', 'PARAMETER_VALUE_POLICY'],
    ['example.com/hooks', 'PARAMETER_VALUE_SYNTAX'],
    ['', 'PARAMETER_VALUE_SYNTAX'],
    ['https://example.com/\u0000', 'PARAMETER_VALUE_SYNTAX'],
    ['https://example.com/<b>', 'PARAMETER_VALUE_SYNTAX'],
    [`https://example.com/${'a'.repeat(2048)}`, 'PARAMETER_VALUE_RANGE'],
  ])('is not %s', (url, code) => {
    expect(codes(url, false)).toEqual([code]);
    expect(codes(url, true)).toEqual([code]);
  });

  it('has a description of a line at most', () => {
    expect(descriptionFailures('Renewals to our CRM')).toEqual([]);
    expect(descriptionFailures(undefined)).toEqual([]);
    expect(descriptionFailures('a'.repeat(256))).toHaveLength(1);
    expect(descriptionFailures('two\nlines')).toHaveLength(1);
  });
});

describe('a message that did not arrive', () => {
  const firstAt = new Date('2026-01-01T00:00:00Z');
  const hours = (count: number) => new Date(firstAt.getTime() + count * 3_600_000);

  it('is sent again after growing pauses, the last time when three days are over', () => {
    const pauses: number[] = [];
    let now = firstAt;
    for (let failedAttempts = 1; ; failedAttempts += 1) {
      const next = nextWebhookAttempt({ firstAt, failedAttempts, now }, () => 0.5);
      if (!next) break;
      pauses.push((next.getTime() - now.getTime()) / 1000);
      now = next;
    }
    expect(now).toEqual(hours(72));
    expect(pauses.slice(0, 7)).toEqual([10, 40, 160, 640, 2560, 10_240, 40_960]);
    expect(pauses.length).toBeLessThan(15);
  });

  it('is given up then, and not before', () => {
    const at = (now: Date) => nextWebhookAttempt({ firstAt, failedAttempts: 9, now }, () => 0.5);
    expect(at(hours(71.9))).toEqual(hours(72));
    expect(at(hours(72))).toBeUndefined();
    expect(at(hours(1000))).toBeUndefined();
  });
});
