import { legalDocumentTypes } from '../../rules/legal-document.ts';
import { unvalidated } from '../codec.ts';

/** For the OpenAPI document: the router has taken it out of the body before this is parsed (rest/body.ts). */
export const legal_document = unvalidated({
  description:
    'Extension: what proves it, from 3 KB to 8 MB; kept with what is done, and shown to operators only',
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
