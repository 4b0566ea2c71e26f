import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { legalDocumentById } from '../../store/registry/legal-documents.ts';
import { defineQuery } from '../operation.ts';
import { logShownObjects } from '../readers/access-log.ts';

/**
 * Returns a legal document that a registrar sent along with a request, to an operator. Documents contain personal
 * data, so each download is written to the access log (docs/rules/graph.md#access-log).
 */
export const downloadLegalDocument = defineQuery({
  name: 'legal-document.download',
  summary: 'Returns the legal document that a registrar has sent along.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'READ',
  input: z.object({ id: z.int32() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async ({ db, actor, request, now }, { id }) => {
    const document = await legalDocumentById(db, id);
    if (!document) return refuseWith(objectDoesNotExist());
    const looks = new Map([['legal_document', new Set([String(id)])]]);
    await logShownObjects(db, looks, { actor, requestId: request.id, at: now });
    return document;
  },
});
