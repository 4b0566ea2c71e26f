import { createHash } from 'node:crypto';
import { type Failure, failure, fieldFailure } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';

/**
 * A document that proves a registrar's request, such as a signed application
 * (docs/rules/registrar.md#legal-documents).
 */
export interface LegalDocument {
  readonly type: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** The types that today's registry accepts. */
export const legalDocumentTypes = [
  ...['pdf', 'asice', 'sce', 'asics', 'scs', 'adoc', 'edoc', 'bdoc', 'ddoc'],
  ...['zip', 'rar', 'gz', 'tar', '7z', 'odt', 'doc', 'docx'],
];

const megabyte = 1024 * 1024;
const largestDocument = limit('bytes of a legal document', 8 * megabyte, 'The documented limit.');
const shortestText = limit(
  'characters of the base64 of a legal document, at least',
  4209,
  'Three kilobytes, as the live registry counts them.',
);

export const largestBodyWithDocument = limit(
  'bytes of a body with a legal document',
  12 * megabyte,
  'The largest document in base64, with line breaks and other fields.',
);

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function readLegalDocument(type: string, text: string): LegalDocument | Failure {
  // Line breaks are removed first, because an expression that allows them around the padding takes quadratic time.
  if (!base64.test(text.replaceAll(/\s+/g, '')))
    return failure('PARAMETER_VALUE_SYNTAX', 'Legal document must be base64', { path: ['legal_document'] });
  const bytes = Buffer.from(text, 'base64');
  if (text.length < shortestText || bytes.length > largestDocument)
    return fieldFailure(
      'DATA_MANAGEMENT_POLICY',
      'Data management policy violation: Legal document size must be between 3 KB and 8 MB',
      'legal_document',
    );
  return { type, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
