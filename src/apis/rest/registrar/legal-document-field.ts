import { legalDocumentTypes } from '../../../registry/rules/legal-document.ts';
import { twoWay, unvalidated } from '../codec.ts';

/** For the OpenAPI document: the router reads it before the body (rest/body.ts), and what is left of it is nobody's input. */
const described = unvalidated({
  description:
    'Extension: what proves it, from 3 KB to 8 MB (6.3 MB in front of the live system); kept with what is done, and shown to operators only',
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
