import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { Certificate, CertificationRequest, type RelativeDistinguishedNames } from 'pkijs';
import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { canonicalFingerprint } from './registrar-fields.ts';

const longestPem = limit('characters of a certificate or its request', 16_384, 'Longer than any of them.');
export const mostOpenRequests = limit(
  'requests for certificates of one user that wait',
  10,
  'People sign them.',
);

const signatureNames: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
  '1.2.840.113549.1.1.12': 'sha384WithRSAEncryption',
  '1.2.840.113549.1.1.13': 'sha512WithRSAEncryption',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
};

/** RFC 4514, and other attributes that appear in the subjects of requests. */
const attributeNames: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'emailAddress',
};

const extensionNames: Readonly<Record<string, string>> = {
  '2.5.29.14': 'subjectKeyIdentifier',
  '2.5.29.15': 'keyUsage',
  '2.5.29.17': 'subjectAltName',
  '2.5.29.19': 'basicConstraints',
  '2.5.29.31': 'crlDistributionPoints',
  '2.5.29.32': 'certificatePolicies',
  '2.5.29.35': 'authorityKeyIdentifier',
  '2.5.29.37': 'extendedKeyUsage',
  '1.3.6.1.5.5.7.1.1': 'authorityInfoAccess',
};

export interface CertificateRequest {
  readonly pem: string;
  readonly version: number;
  /** The subject as openssl prints it in one line: `/C=EE/CN=alpha`. */
  readonly subject: string;
  readonly alg: string;
  readonly key: KeyObject;
  valuesOf(attribute: 'CN' | 'C'): string[];
  /** Tells whether the requester has the key. */
  isSigned(): Promise<boolean>;
}

export interface SignedCertificate {
  readonly pem: string;
  readonly version: number;
  readonly serial: string;
  readonly alg: string;
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly string[];
  readonly commonName: string;
  readonly sha256: string;
  readonly key: KeyObject;
}

/** A PKCS #10 request (RFC 2986) in PEM; undefined for anything else. */
export function readRequest(text: string): CertificateRequest | undefined {
  return read(text, /^(?:NEW )?CERTIFICATE REQUEST$/, (der) => {
    const request = CertificationRequest.fromBER(der);
    const spki = Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER());
    return {
      pem: pemOf('CERTIFICATE REQUEST', der),
      version: request.version,
      subject: nameOf(request.subject),
      alg: signatureNames[request.signatureAlgorithm.algorithmId] ?? request.signatureAlgorithm.algorithmId,
      key: createPublicKey({ key: spki, format: 'der', type: 'spki' }),
      valuesOf: (attribute) =>
        attributesOf(request.subject).flatMap(([name, value]) => (name === attribute ? [value] : [])),
      isSigned: () =>
        request.signatureAlgorithm.algorithmId in signatureNames
          ? request.verify().catch(() => false)
          : Promise.resolve(false),
    };
  });
}

/** An X.509 certificate in PEM; undefined for anything else. */
export function readCertificate(text: string): SignedCertificate | undefined {
  return read(text, /^CERTIFICATE$/, (der) => {
    const { validFrom, validTo, fingerprint256, publicKey, serialNumber, ca } = new X509Certificate(der);
    const { version, subject, issuer, signatureAlgorithm, extensions = [] } = Certificate.fromBER(der);
    return {
      pem: pemOf('CERTIFICATE', der),
      version,
      serial: serialNumber.toLowerCase(),
      alg: signatureNames[signatureAlgorithm.algorithmId] ?? signatureAlgorithm.algorithmId,
      subject: nameOf(subject),
      issuer: nameOf(issuer),
      notBefore: new Date(validFrom),
      notAfter: new Date(validTo),
      extensions: extensions.map(({ extnID }) => {
        const name = extensionNames[extnID] ?? extnID;
        return name === 'basicConstraints' ? `${name} = CA:${ca ? 'TRUE' : 'FALSE'}` : name;
      }),
      commonName: attributesOf(subject).find(([name]) => name === 'CN')?.[1] ?? '',
      sha256: canonicalFingerprint(fingerprint256),
      key: publicKey,
    };
  });
}

/** The problems of a request for this user's certificate (docs/rules/self-service.md#certificates). */
export async function requestFailure(
  request: CertificateRequest | undefined,
  owner: { readonly username: string; readonly countryCode: string } | undefined,
): Promise<Failure | undefined> {
  const against = (words: string): Failure => failure('PARAMETER_VALUE_POLICY', words, { path: ['csr'] });
  if (!request || !(await request.isSigned())) return unreadable('csr');
  if (!isStrong(request.key)) return against('CSR key must be RSA of at least 2048 bits, P-256 or P-384');
  if (!owner) return undefined;
  const { username, countryCode } = owner;
  const names = request.valuesOf('CN');
  if (names.length !== 1 || names[0] !== username)
    return against('CSR common name (CN) must match API user username');
  if (request.valuesOf('C').some((country) => country.toUpperCase() !== countryCode))
    return against('CSR country (C) must match registrar country');
  return undefined;
}

export const unreadable = (field: 'csr' | 'crt'): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', 'Invalid CSR or CRT', { path: [field] });

export type CertificateStatus = 'unsigned' | 'signed' | 'revoked' | 'expired';

export function certificateStatus(
  { crt, revoked_at, expires_at }: { crt: string | null; revoked_at: Date | null; expires_at: Date | null },
  now: Date,
): CertificateStatus {
  if (revoked_at) return 'revoked';
  if (crt === null) return 'unsigned';
  return expires_at && expires_at <= now ? 'expired' : 'signed';
}

const isStrong = ({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): boolean =>
  type === 'rsa'
    ? (details.modulusLength ?? 0) >= 2048
    : type === 'ec' && ['prime256v1', 'secp384r1'].includes(details.namedCurve ?? '');

function read<T>(text: string, label: RegExp, parse: (der: Buffer<ArrayBuffer>) => T): T | undefined {
  if (text.length > longestPem) return undefined;
  const block = /^-----BEGIN ([A-Z ]+)-----\s([A-Za-z0-9+/=\s]+)-----END \1-----$/.exec(text.trim());
  if (!block || !label.test(block[1] ?? '')) return undefined;
  try {
    return parse(Buffer.from(block[2] ?? '', 'base64'));
  } catch {
    return undefined;
  }
}

const pemOf = (label: string, der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
};

const attributesOf = ({ typesAndValues }: RelativeDistinguishedNames): [name: string, value: string][] =>
  typesAndValues.map(({ type, value }) => [attributeNames[type] ?? type, String(value.valueBlock.value)]);

const nameOf = (name: RelativeDistinguishedNames): string =>
  attributesOf(name)
    .map(([attribute, value]) => `/${attribute}=${value}`)
    .join('');

/** A serial number is stored in hexadecimal and shown in decimal. */
export const decimalSerial = (serial: string): string =>
  serial.replace(/[0-9a-f]+/i, (digits) => BigInt(`0x${digits}`).toString());
