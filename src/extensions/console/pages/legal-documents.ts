import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../../apis/services.ts';
import type { OperatorActor } from '../../../base/actor.ts';
import { Refusal } from '../../../base/errors.ts';
import { downloadLegalDocument } from '../../../registry/operations/legal-documents/download-legal-document.ts';
import { type Html, html } from '../../kit/html.ts';
import type { OperatorDomainQuery } from './documents.generated.ts';
import { section, table, when } from './parts.ts';
import { sendRefused } from './refused-file.ts';

type Documents = NonNullable<OperatorDomainQuery['domain']>['legalDocuments'];

/** The documents that registrars have attached, each with a download link. */
export const documentsOf = (documents: Documents): Html | false =>
  documents !== null &&
  documents.length > 0 &&
  section(
    'documents',
    'Legal documents',
    table('Legal documents', documents, [
      { head: 'When', cell: ({ createdAt }) => when(createdAt) },
      { head: 'By', cell: ({ actor }) => actor },
      { head: 'For', cell: ({ operation }) => operation },
      { head: 'Size', cell: ({ size }) => size, isNumber: true },
      {
        head: 'File',
        cell: ({ id, kind }) => html`<a href="/operator/legal-documents/${id}" download>${kind}</a>`,
      },
    ]),
  );

/** Serves operators signed in to the console, and programs with an operator's token. */
export function mountLegalDocuments(
  scope: FastifyInstance,
  { runner }: Services,
  operatorOf: (request: FastifyRequest) => Promise<OperatorActor>,
): void {
  scope.get('/operator/legal-documents/:id', async (request, reply) => {
    try {
      const actor = await operatorOf(request);
      const { id } = request.params as { id: string };
      const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
      const found = await runner.run(
        downloadLegalDocument,
        { id: number },
        { actor, request: { id: request.id, via: 'web' } },
      );
      if (!found.ok) throw new Refusal(found.failures);
      const { object_key, type, body } = found.value;
      const name = `${object_key}-${number}.${type}`.replaceAll(/[^\w.-]/g, '_');
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/octet-stream')
        .send(body);
    } catch (error) {
      if (error instanceof Refusal) return sendRefused(reply, error);
      throw error;
    }
  });
}
