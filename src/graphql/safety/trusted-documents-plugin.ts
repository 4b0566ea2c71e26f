import { readFileSync } from 'node:fs';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';

type Params = GraphQLParams & { readonly documentId?: unknown };

/**
 * A request may name a document of schema/operations by its id instead of sending it (GraphQL over HTTP, appendix
 * "Persisted Documents"). Callers of the kinds in `onlyFor` can send nothing else: what they may ask was decided
 * when the documents were reviewed.
 */
export function trustDocuments({ onlyFor }: { onlyFor: ReadonlySet<string> }): Plugin<Context> {
  const documents = new Map(Object.entries(readManifest()));
  return {
    onParams({ params, request, setParams, context }) {
      // Anything but an object is refused by Yoga in its own words.
      if (typeof params !== 'object' || params === null) return;
      const { documentId, ...rest } = params as Params;
      const id = documentId ?? (request.method === 'GET' ? idInUrl(request) : undefined);
      if (id !== undefined && id !== null) {
        setParams({ ...rest, query: documentOf(id, rest, documents) });
      } else if (onlyFor.has((context as unknown as Context).actor.kind)) {
        throw refused(
          'TRUSTED_DOCUMENTS_ONLY',
          'Only trusted documents are accepted from you: send the documentId of one instead of a query',
        );
      }
    },
  };
}

function documentOf(id: unknown, { query }: GraphQLParams, documents: ReadonlyMap<string, string>): string {
  if (typeof id !== 'string') throw refused('BAD_REQUEST', 'documentId must be a string');
  // Which of the two would be executed must never be a question.
  if (query !== undefined && query !== null)
    throw refused('BAD_REQUEST', 'Send either a query or a documentId, not both');
  const text = documents.get(id);
  if (text === undefined)
    throw refused(
      'PERSISTED_QUERY_NOT_FOUND',
      'No trusted document has this documentId; schema/trusted-documents.json lists them',
    );
  return text;
}

const idInUrl = (request: Request): string | null => new URL(request.url).searchParams.get('documentId');

const refused = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

const readManifest = (): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL('../../../schema/trusted-documents.json', import.meta.url), 'utf8'),
  ) as Record<string, string>;
