import { X509Certificate } from 'node:crypto';
import { canonicalFingerprint } from '../../registry/rules/registrar/registrar-fields.ts';

export { canonicalFingerprint };

/**
 * The certificate headers of the TLS terminator; they count only from a trusted proxy
 * (docs/rules/registrar.md#client-certificates).
 */
export interface CertificateHeaders {
  readonly pem: string | undefined;
  readonly commonName: string | undefined;
}

/**
 * Returns the SHA-256 of the certificate's DER if the headers hold a certificate with the claimed subject CN.
 */
export function certificateFingerprint({ pem, commonName }: CertificateHeaders): string | undefined {
  if (!pem || !commonName) return undefined;
  try {
    const certificate = new X509Certificate(repairPem(pem));
    const subjectCn = /^CN=(.*)$/m.exec(certificate.subject)?.[1];
    return subjectCn === commonName ? canonicalFingerprint(certificate.fingerprint256) : undefined;
  } catch {
    return undefined;
  }
}

const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

// Newlines may arrive as spaces or percent-encoded (docs/rules/registrar.md#client-certificates).
function repairPem(text: string): string {
  const decoded = text.includes('%') ? decodeURIComponent(text) : text;
  const start = decoded.indexOf(begin);
  const stop = decoded.lastIndexOf(end);
  const body = start < 0 ? '' : decoded.slice(start + begin.length, Math.max(0, stop));
  return `${begin}\n${body.trim().replace(/\s+/g, '\n')}\n${end}\n`;
}
