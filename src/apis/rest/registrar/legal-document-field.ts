import { legalDocumentTypes } from '../../../registry/rules/legal-document.ts';
import { twoWay, unvalidated } from '../codec.ts';

/**
 * The shape for the OpenAPI document only: the router takes the field out of the body before the body is parsed
 * (rest/body.ts).
 */
const described = unvalidated({
  description:
    'Extension: a document that proves the request, from 3 KB to 8 MB (6.3 MB in front of the live system); stored with the change, and shown to operators only',
  anyOf: [
    {
      type: 'object',
      properties: {
        type: { type: 'string', description: `What kind of file it is: ${legalDocumentTypes.join(', ')}` },
        body: { type: 'string', contentEncoding: 'base64', description: 'The file in base64' },
      },
    },
    { enum: ['', null] },
  ],
}).optional();

export const legal_document = twoWay(
  described,
  () => undefined,
  () => undefined,
).optional();
