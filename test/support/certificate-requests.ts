import { webcrypto } from 'node:crypto';
import { Integer, OctetString, PrintableString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CertificationRequest,
  Extension,
  GeneralName,
  GeneralNames,
  type RelativeDistinguishedNames,
} from 'pkijs';

type KeyPair = webcrypto.CryptoKeyPair;

const usages = ['sign', 'verify'] as const;

export const keyPair = (curve: 'P-256' | 'P-384' | 'P-521' = 'P-256'): Promise<KeyPair> =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: curve }, true, usages) as Promise<KeyPair>;

export const rsaKeyPair = (bits: number): Promise<KeyPair> =>
  webcrypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: bits,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    usages,
  ) as Promise<KeyPair>;

interface Subject {
  readonly CN?: string | readonly string[];
  readonly C?: string;
}

function fill(name: RelativeDistinguishedNames, { CN = [], C }: Subject): void {
  if (C) name.typesAndValues.push(attribute('2.5.4.6', new PrintableString({ value: C })));
  for (const one of [CN].flat())
    name.typesAndValues.push(attribute('2.5.4.3', new Utf8String({ value: one })));
}
const attribute = (type: string, value: Utf8String | PrintableString) =>
  new AttributeTypeAndValue({ type, value });

const pem = (label: string, der: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/** A PKCS #10 request as a registrar's openssl makes it. */
export async function requestFor(
  subject: Subject,
  { keys, hash = 'SHA-256', signedBy }: { keys?: KeyPair; hash?: string; signedBy?: KeyPair } = {},
): Promise<string> {
  const { publicKey, privateKey } = keys ?? (await keyPair());
  const request = new CertificationRequest({ version: 0, attributes: [] });
  fill(request.subject, subject);
  await request.subjectPublicKeyInfo.importKey(publicKey);
  await request.sign(signedBy?.privateKey ?? privateKey, hash);
  return pem('CERTIFICATE REQUEST', request.toSchema().toBER());
}

/** A certificate for somebody's key, as the registry's CA signs it. */
export async function certificateFor(
  subject: Subject,
  { keys, notAfter = new Date('2049-01-01T00:00:00Z') }: { keys: KeyPair; notAfter?: Date },
): Promise<string> {
  const authority = await keyPair();
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 4711 }) });
  fill(certificate.subject, subject);
  fill(certificate.issuer, { C: 'EE', CN: 'Registry CA' });
  certificate.notBefore.value = new Date('2020-01-01T00:00:00Z');
  certificate.notAfter.value = notAfter;
  certificate.extensions = [
    new Extension({
      extnID: '2.5.29.19',
      critical: true,
      extnValue: new BasicConstraints({ cA: false }).toSchema().toBER(),
    }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(authority.privateKey, 'SHA-256');
  return pem('CERTIFICATE', certificate.toSchema(true).toBER());
}

const extension = (extnID: string, value: { toSchema(): { toBER(): ArrayBuffer } }): Extension =>
  new Extension({ extnID, critical: extnID === '2.5.29.19', extnValue: value.toSchema().toBER() });

/** Signed by itself, for 127.0.0.1: whoever is told so trusts it. With its key, both as files hold them. */
export async function selfSigned(
  subject: Subject,
  notAfter = new Date('2049-01-01T00:00:00Z'),
): Promise<{ certificate: string; key: string }> {
  const { publicKey, privateKey } = await keyPair();
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 4711 }) });
  fill(certificate.subject, subject);
  fill(certificate.issuer, subject);
  certificate.notBefore.value = new Date('2020-01-01T00:00:00Z');
  certificate.notAfter.value = notAfter;
  const address = new OctetString({ valueHex: new Uint8Array([127, 0, 0, 1]).buffer });
  certificate.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: true })),
    extension('2.5.29.17', new GeneralNames({ names: [new GeneralName({ type: 7, value: address })] })),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  return {
    certificate: pem('CERTIFICATE', certificate.toSchema(true).toBER()),
    key: pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', privateKey)),
  };
}
