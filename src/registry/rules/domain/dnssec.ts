import { createHash } from 'node:crypto';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { type Findings, noFindings } from '../findings.ts';

export interface DnssecKey {
  readonly flags: number;
  readonly protocol: number;
  readonly alg: number;
  readonly publicKey: string;
}

/** REST sends the numbers as text, GraphQL as integers. */
export interface DnssecKeyInput {
  readonly flags: string | number;
  readonly protocol: string | number;
  readonly alg: string | number;
  readonly publicKey: string;
}

export type CheckedDnssecKey =
  | { readonly ok: true; readonly key: DnssecKey }
  | ({ readonly ok: false } & Findings);

/** The sets of docs/rules/registrar.md#dnssec-keys; the incumbent takes flags 0 too. */
export const dnssecFlags = [256, 257] as const;
export const dnssecProtocols = [3] as const;
export const dnssecAlgorithms = [3, 5, 6, 7, 8, 10, 13, 14, 15, 16] as const;

const maxKeyLength = limit(
  'characters of a DNSSEC key',
  4096,
  'Several times the longest key of these algorithms.',
);

interface NumberRule {
  readonly field: 'alg' | 'protocol' | 'flags';
  readonly allowed: readonly number[];
  readonly missing: string;
  readonly wrong: string;
}

const numberRules: readonly NumberRule[] = [
  { field: 'alg', allowed: dnssecAlgorithms, missing: 'Algorithm', wrong: 'Valid algorithms are' },
  { field: 'protocol', allowed: dnssecProtocols, missing: 'Protocol', wrong: 'Valid protocols are' },
  { field: 'flags', allowed: dnssecFlags, missing: 'Flag', wrong: 'Valid flags are' },
];

/** docs/rules/registrar.md#dnssec-keys. A key that is not base64 is a direct error, the rest are field validations. */
export function checkDnssecKey(input: DnssecKeyInput): CheckedDnssecKey {
  const found = {
    direct: isStrictBase64(input.publicKey) ? [] : [invalidKeys()],
    validation: [
      ...numberRules
        .filter(({ field }) => input[field] === '')
        .map(({ field, missing }) => absent(missing, field)),
      ...(input.publicKey === '' ? [absent('Public key', 'public_key')] : []),
      ...(input.publicKey.length > maxKeyLength ? [tooLong()] : []),
      ...numberRules
        .filter(
          ({ field, allowed }) => input[field] !== '' && !allowed.map(String).includes(String(input[field])),
        )
        .map(({ field, allowed, wrong }) =>
          failure('PARAMETER_VALUE_SYNTAX', `${wrong}: ${allowed.join(', ')} [${field}]`, pathOf(field)),
        ),
    ],
  };
  if (found.direct.length + found.validation.length > 0) return { ok: false, ...found };
  return {
    ok: true,
    key: {
      flags: Number(input.flags),
      protocol: Number(input.protocol),
      alg: Number(input.alg),
      publicKey: input.publicKey,
    },
  };
}

/** No blanks, no line breaks, correct padding, and only the canonical spelling of the bytes. */
export function isStrictBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

/**
 * Registration checks this for all keys before it looks up any contact
 * (docs/rules/registrar.md#registration).
 */
export function publicKeysFailure(publicKeys: readonly string[]): Failure | undefined {
  return publicKeys.every(isStrictBase64) ? undefined : invalidKeys();
}

const invalidKeys = (): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', 'DNS keys are invalid', { path: ['dnssecKeys'] });

const absent = (what: string, field: string): Failure =>
  failure('PARAMETER_VALUE_POLICY', `${what} is missing [${field}]`, pathOf(field));

/** Messages name a field as REST does, paths as the GraphQL input does. */
const pathOf = (field: string): { path: string[] } => ({
  path: [{ public_key: 'publicKey', alg: 'algorithm' }[field] ?? field],
});

const tooLong = (): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', `Public key is too long, max ${maxKeyLength} characters [public_key]`, {
    path: ['publicKey'],
  });

/** A public key is unique on a domain, whatever its other values. */
function duplicateKeyFailure(publicKeys: readonly string[]): Failure | undefined {
  if (new Set(publicKeys).size === publicKeys.length) return undefined;
  return failure('OBJECT_EXISTS', 'Public key already exists [public_key]', { path: ['dnssecKeys'] });
}

function keyCountFailure(count: number, { min, max }: { min: number; max: number }): Failure | undefined {
  if (count >= min && count <= max) return undefined;
  return failure('PARAMETER_VALUE_RANGE', `DNS keys count must be between ${min}-${max} [dnskeys]`, {
    path: ['dnssecKeys'],
  });
}

/**
 * Bytes of public keys of ECDSA, whose curve says how many there are (RFC 6605). Those of 15 and 16 are taken as the
 * incumbent takes them.
 */
const bytesOfKeys: Readonly<Record<number, number>> = { 13: 64, 14: 96 };

/** Keys with which nobody can have signed anything; the domain would not be found by who checks. */
export const keyLengthFailures = (keys: readonly DnssecKey[]): Failure[] =>
  keys.flatMap(({ alg, publicKey }) => {
    const bytes = bytesOfKeys[alg];
    // A key that is missing or not base64 is reported elsewhere.
    const isRead = publicKey !== '' && isStrictBase64(publicKey);
    return bytes === undefined || !isRead || Buffer.from(publicKey, 'base64').length === bytes
      ? []
      : failure(
          'PARAMETER_VALUE_SYNTAX',
          `Public key of algorithm ${alg} must have ${bytes} bytes [public_key]`,
          { path: ['dnssecKeys'] },
        );
  });

/** The setting key_data_allowed is off. */
const keyDataNotAllowed = (): Failure =>
  failure('PARAMETER_VALUE_POLICY', 'keyData object is not allowed', { path: ['dnssecKeys'] });

/** All rules for the set of keys that a domain would have, in addition to those for each key. */
export function keySetFindings(
  publicKeys: readonly string[],
  limits: { readonly min: number; readonly max: number; readonly allowed: boolean },
): Findings {
  if (publicKeys.length > 0 && !limits.allowed) return { ...noFindings, direct: [keyDataNotAllowed()] };
  const validation = [duplicateKeyFailure(publicKeys), keyCountFailure(publicKeys.length, limits)];
  return { direct: [], validation: validation.filter((found) => found !== undefined) };
}

/** RFC 4034, appendix B (algorithm 1, with its own rule, is not registrable here). */
export function keyTag(flags: number, protocol: number, alg: number, publicKey: string): number {
  const sum = rdata({ flags, protocol, alg, publicKey }).reduce(
    (total, byte, place) => total + (place % 2 === 0 ? byte << 8 : byte),
    0,
  );
  return (sum + (sum >>> 16)) & 0xffff;
}

export type DigestType = 1 | 2;

/** RFC 4034 5.1.4: over the owner's name in wire form and the key, in upper-case hex. */
export function dsDigest(ownerNamePuny: string, key: DnssecKey, digestType: DigestType): string {
  return createHash(digestType === 1 ? 'sha1' : 'sha256')
    .update(wireName(ownerNamePuny))
    .update(rdata(key))
    .digest('hex')
    .toUpperCase();
}

function rdata({ flags, protocol, alg, publicKey }: DnssecKey): Buffer {
  return Buffer.concat([
    Buffer.from([flags >> 8, flags & 0xff, protocol, alg]),
    Buffer.from(publicKey, 'base64'),
  ]);
}

function wireName(ascii: string): Buffer {
  const labels = ascii
    .toLowerCase()
    .split('.')
    .map((label) => Buffer.from(label, 'latin1'));
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ]);
}
