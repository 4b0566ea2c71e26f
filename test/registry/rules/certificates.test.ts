import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  certificateStatus,
  readCertificate,
  readRequest,
  requestFailure,
} from '#src/registry/rules/registrar/certificates.ts';
import { certificateFor, keyPair, requestFor, rsaKeyPair } from '../../support/certificate-requests.ts';

const alpha = { CN: 'alpha', C: 'EE' };
const reported = async (pem: string, username = 'alpha', countryCode = 'EE') => {
  const wrong = await requestFailure(readRequest(pem), { username, countryCode });
  return wrong && `${wrong.resultCode} ${wrong.message}`;
};
const unreadable = '2005 Invalid CSR or CRT';
const weak = '2306 CSR key must be RSA of at least 2048 bits, P-256 or P-384';
const otherName = '2306 CSR common name (CN) must match API user username';

describe('a certificate request', () => {
  it('is good for the user whose name it bears, in the country of its registrar or in none', async () => {
    expect(await reported(await requestFor(alpha))).toBeUndefined();
    expect(await reported(await requestFor({ CN: 'alpha' }))).toBeUndefined();
    expect(await reported(await requestFor({ CN: 'alpha', C: 'ee' }))).toBeUndefined();
    expect(await reported(await requestFor({ CN: 'alpha', C: 'LV' }))).toBe(
      '2306 CSR country (C) must match registrar country',
    );
  });

  it('names that user alone', async () => {
    for (const CN of ['beta', 'Alpha', [], ['alpha', 'beta']])
      expect(await reported(await requestFor({ CN })), String(CN)).toBe(otherName);
  });

  it('has a key that nobody finds out', async () => {
    expect(await reported(await requestFor(alpha, { keys: await keyPair('P-384') }))).toBeUndefined();
    expect(await reported(await requestFor(alpha, { keys: await rsaKeyPair(2048) }))).toBeUndefined();
    expect(await reported(await requestFor(alpha, { keys: await rsaKeyPair(1024) }))).toBe(weak);
    expect(await reported(await requestFor(alpha, { keys: await keyPair('P-521') }))).toBe(weak);
  });

  it('is signed by the holder of the key, and not with a broken hash', async () => {
    const signedBy = await keyPair();
    expect(await reported(await requestFor(alpha, { signedBy }))).toBe(unreadable);
    expect(await reported(await requestFor(alpha, { hash: 'SHA-1' }))).toBe(unreadable);
  });

  it('is a PKCS #10 request in PEM and nothing else', async () => {
    const good = await requestFor(alpha);
    const keys = await keyPair();
    for (const bad of [
      '',
      'invalid',
      good.replaceAll('CERTIFICATE REQUEST', 'CERTIFICATE'),
      good.replace('MI', 'MJ'),
      good.slice(0, -40),
      `${good}${good}`,
      await certificateFor(alpha, { keys }),
      (await certificateFor(alpha, { keys })).replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'),
      `-----BEGIN CERTIFICATE REQUEST-----\n${'A'.repeat(20_000)}\n-----END CERTIFICATE REQUEST-----`,
    ])
      expect(await reported(bad), bad.slice(0, 80)).toBe(unreadable);
    expect(await reported(good.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'))).toBeUndefined();
    expect(await reported(`\r\n${good.replaceAll('\n', '\r\n')}`)).toBeUndefined();
  });

  it('is shown as openssl would print it', async () => {
    const pem = await requestFor(alpha);
    expect(readRequest(pem)).toMatchObject({
      version: 0,
      subject: '/C=EE/CN=alpha',
      alg: 'ecdsa-with-SHA256',
    });
    expect(readRequest(readRequest(pem)?.pem ?? '')?.subject).toBe('/C=EE/CN=alpha');
  });
});

describe('a certificate', () => {
  it('is read with everything that is shown of it', async () => {
    const pem = await certificateFor(alpha, { keys: await keyPair() });
    expect(readCertificate(pem)).toMatchObject({
      version: 2,
      serial: '1267',
      alg: 'ecdsa-with-SHA256',
      subject: '/C=EE/CN=alpha',
      issuer: '/C=EE/CN=Registry CA',
      commonName: 'alpha',
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2049-01-01T00:00:00Z'),
      extensions: ['basicConstraints = CA:FALSE'],
      sha256: new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase(),
    });
    expect(readCertificate('nonsense')).toBeUndefined();
    expect(readCertificate(await requestFor(alpha))).toBeUndefined();
  });

  it('is unsigned, signed, expired or revoked', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const row = { crt: 'PEM', revoked_at: null, expires_at: new Date('2026-06-01T00:00:00.001Z') };
    expect(certificateStatus(row, now)).toBe('signed');
    expect(certificateStatus({ ...row, expires_at: null }, now)).toBe('signed');
    expect(certificateStatus({ ...row, expires_at: now }, now)).toBe('expired');
    expect(certificateStatus({ ...row, crt: null, expires_at: null }, now)).toBe('unsigned');
    expect(certificateStatus({ ...row, expires_at: now, revoked_at: now }, now)).toBe('revoked');
    expect(certificateStatus({ ...row, crt: null, revoked_at: now }, now)).toBe('revoked');
  });
});
