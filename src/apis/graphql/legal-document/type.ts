import type { Db } from '../../../registry/operations/operation.ts';
import {
  legalDocumentsOfContacts,
  legalDocumentsOfDomains,
} from '../../../registry/operations/readers/of-domains.ts';
import { legalDocumentRows } from '../../../registry/operations/readers/rows.ts';
import type { LegalDocumentRow } from '../../../registry/operations/readers/shown.ts';
import type { Context } from '../context.ts';
import { batched } from '../loading.ts';
import { measure } from '../measures.ts';
import { moment } from '../moments.ts';
import { rowNode } from '../row-node.ts';
import { databaseId } from '../state-fields.ts';

export const LegalDocumentRef = rowNode<LegalDocumentRow>('LegalDocument', legalDocumentRows.many);

LegalDocumentRef.implement({
  description: 'A file that a registrar sent along as proof, such as a signed application.',
  fields: (t) => ({
    databaseId: databaseId(t),
    kind: t.exposeString('type', { description: 'What kind of file it is: pdf, asice, zip.' }),
    size: t.exposeInt('size', {
      extensions: measure('COUNT', 'BYTES'),
      description: 'How many bytes it has.',
    }),
    sha256: t.exposeString('sha256', {
      description: 'The SHA-256 of the file, in hexadecimal digits, to compare files.',
    }),
    operation: t.exposeString('operation', {
      description: 'What was done with it, as history names it: domain.update.',
    }),
    actor: t.exposeString('actor_name', { description: 'The user who has sent it.' }),
    createdAt: moment(t, 'created_at', 'When it was sent.'),
    downloadUrl: t.string({
      description: 'Where an operator downloads it, signed in to the console or with a Bearer token.',
      resolve: ({ id }, _, { container }) => `${container.address.publicUrl}/operator/legal-documents/${id}`,
    }),
  }),
});

const loader = (read: (db: Db, ids: readonly number[]) => Promise<LegalDocumentRow[][]>) => {
  const documents = batched(read);
  return ({ id }: { readonly id: number }, context: Context): Promise<LegalDocumentRow[]> =>
    documents(context).load(id);
};

export const documentsOfDomain = loader(legalDocumentsOfDomains);
export const documentsOfContact = loader(legalDocumentsOfContacts);
