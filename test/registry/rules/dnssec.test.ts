import { describe, expect, it, test } from 'vitest';
import {
  checkDnssecKey,
  type DnssecKeyInput,
  dsDigest,
  isStrictBase64,
  keyLengthFailures,
  keySetFindings,
  keyTag,
  publicKeysFailure,
} from '#src/registry/rules/domain/dnssec.ts';
import { codePoint } from '../../support/code-points.ts';
import { fc } from '../../support/properties.ts';
import { allReported, reported } from './support.ts';

const good = { flags: '257', protocol: '3', alg: '8', publicKey: 'dGVzdA==' };
const check = (change: Partial<DnssecKeyInput>) => {
  const checked = checkDnssecKey({ ...good, ...change });
  return checked.ok ? checked.key : [...allReported(checked.direct), ...allReported(checked.validation)];
};

describe('a DNSSEC key', () => {
  it('is kept as numbers, whether it came as text or numbers', () => {
    const key = { flags: 257, protocol: 3, alg: 8, publicKey: 'dGVzdA==' };
    expect(check({})).toEqual(key);
    expect(check({ flags: 257, protocol: 3, alg: 8 })).toEqual(key);
  });

  test.each<[Partial<DnssecKeyInput>, string]>([
    [{ alg: '4' }, '2005 Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]'],
    [{ alg: '17' }, '2005 Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]'],
    [{ alg: '08' }, '2005 Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]'],
    [{ alg: 'RSA' }, '2005 Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]'],
    [{ protocol: '2' }, '2005 Valid protocols are: 3 [protocol]'],
    [{ flags: '0' }, '2005 Valid flags are: 256, 257 [flags]'],
    [{ flags: ' 257' }, '2005 Valid flags are: 256, 257 [flags]'],
    [{ flags: '' }, '2306 Flag is missing [flags]'],
    [{ protocol: '' }, '2306 Protocol is missing [protocol]'],
    [{ alg: '' }, '2306 Algorithm is missing [alg]'],
    [{ publicKey: '' }, '2306 Public key is missing [public_key]'],
    [{ publicKey: 'dGVzdA' }, '2005 DNS keys are invalid'],
    [{ publicKey: 'dGVz dA==' }, '2005 DNS keys are invalid'],
    [{ publicKey: 'dGVzdA==\n' }, '2005 DNS keys are invalid'],
    [{ publicKey: 'dGVzdB==' }, '2005 DNS keys are invalid'],
    [{ publicKey: '????' }, '2005 DNS keys are invalid'],
  ])('with %j: %s', (change, expected) => expect(check(change)).toEqual([expected]));

  it('reports everything at once: bytes, then what is missing, then what is wrong', () => {
    expect(check({ publicKey: '!', protocol: '', alg: '1', flags: '1' })).toEqual([
      '2005 DNS keys are invalid',
      '2306 Protocol is missing [protocol]',
      '2005 Valid algorithms are: 3, 5, 6, 7, 8, 10, 13, 14, 15, 16 [alg]',
      '2005 Valid flags are: 256, 257 [flags]',
    ]);
  });

  it('has one spelling for its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(isStrictBase64(Buffer.from(bytes).toString('base64'))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => void check({ publicKey: text, alg: text })),
    );
    expect(reported(publicKeysFailure(['dGVzdA==', '*']))).toBe('2005 DNS keys are invalid');
    expect(reported(publicKeysFailure(['dGVzdA==']))).toBe('fine');
  });
});

describe('the keys of a domain', () => {
  const limits = { min: 0, max: 9, allowed: true };
  const keys = (count: number) => Array.from({ length: count }, (_, place) => `key${place}`);

  test.each([
    [[], []],
    [keys(9), []],
    [keys(10), ['2004 DNS keys count must be between 0-9 [dnskeys]']],
    [['a', 'b', 'a'], ['2302 Public key already exists [public_key]']],
  ])('%j: %j', (publicKeys, expected) => {
    expect(allReported(keySetFindings(publicKeys, limits).validation)).toEqual(expected);
  });

  it('are not fewer than the settings say', () => {
    expect(allReported(keySetFindings([], { ...limits, min: 1 }).validation)).toEqual([
      '2004 DNS keys count must be between 1-9 [dnskeys]',
    ]);
  });

  it('are refused where the registry takes no keys', () => {
    const { direct, validation } = keySetFindings(['a'], { ...limits, allowed: false });
    expect([...allReported(direct), ...validation]).toEqual(['2306 keyData object is not allowed']);
    expect(keySetFindings([], { ...limits, allowed: false }).direct).toEqual([]);
  });
});

describe('the delegation signer', () => {
  // RFC 4034 section 5.4 and RFC 4509 section 2.3
  const rfc = {
    flags: 256,
    protocol: 3,
    alg: 5,
    publicKey:
      'AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvx' +
      'egXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==',
  };

  it('of the RFCs has key tag 60485 and their digests', () => {
    expect(keyTag(rfc.flags, rfc.protocol, rfc.alg, rfc.publicKey)).toBe(60485);
    expect(dsDigest('dskey.example.com', rfc, 1)).toBe('2BB183AF5F22588179A53B0A98631FAD1A292118');
    expect(dsDigest('dskey.example.com', rfc, 2)).toBe(
      'D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A',
    );
  });

  it('does not depend on the case of the owner name', () => {
    expect(dsDigest('DSKEY.Example.com', rfc, 2)).toBe(dsDigest('dskey.example.com', rfc, 2));
  });
});

describe('a key of a curve', () => {
  it.each([
    [13, 64],
    [14, 96],
  ])('of algorithm %d has %d bytes', (alg, bytes) => {
    const found = (length: number) =>
      keyLengthFailures([
        { flags: 257, protocol: 3, alg, publicKey: Buffer.alloc(length, 7).toString('base64') },
      ]);
    expect(found(bytes)).toEqual([]);
    for (const length of [1, 6, bytes - 1, bytes + 1])
      expect(found(length)).toMatchObject([
        { resultCode: 2005, message: `Public key of algorithm ${alg} must have ${bytes} bytes [public_key]` },
      ]);
  });

  it('of another algorithm may have any, and one that cannot be read is refused for that', () => {
    const key = { flags: 257, protocol: 3 };
    expect(
      keyLengthFailures([
        { ...key, alg: 8, publicKey: 'dGVzdA==' },
        { ...key, alg: 13, publicKey: '!' },
      ]),
    ).toEqual([]);
  });
});
