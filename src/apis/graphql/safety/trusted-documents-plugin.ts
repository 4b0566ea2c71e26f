import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Context } from '../context.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

type Params = GraphQLParams & { readonly documentId?: unknown; readonly doc_id?: unknown };

/**
 * A request may name a trusted document by its id instead of sending it, in the ways in which clients do: as
 * `documentId` (GraphQL over HTTP, appendix "Persisted Documents"; urql), as `doc_id` (Relay), or in the extension
 * `persistedQuery` (Apollo, and whatever speaks its protocol). Callers of the kinds in `onlyFor` can send nothing
 * else: what they may ask was decided when the documents were reviewed.
 */
export function trustDocuments({
  documents,
  onlyFor,
}: {
  documents: TrustedDocuments;
  onlyFor: ReadonlySet<string>;
}): Plugin<Context> {
  return {
    onParams({ params, request, setParams, context }) {
      // Anything but an object is refused by Yoga in its own words.
      if (typeof params !== 'object' || params === null) return;
      const { documentId, doc_id, ...rest } = params as Params;
      const id = documentId ?? doc_id ?? idInUrl(request);
      const hash = persistedQueryId(rest);
      if (id !== undefined && id !== null) {
        setParams({ ...rest, query: documentOf(id, rest, documents) });
      } else if (hash !== undefined && hash !== null) {
        setParams({ ...rest, query: hashedDocument(hash, documents) });
      } else if (onlyFor.has((context as unknown as Context).actor.kind)) {
        throw refused(
          'TRUSTED_DOCUMENTS_ONLY',
          'Only trusted documents are accepted from you: send the documentId of one instead of a query',
        );
      }
    },
  };
}

function documentOf(id: unknown, { query }: GraphQLParams, documents: TrustedDocuments): string {
  if (typeof id !== 'string') throw refused('BAD_REQUEST', 'documentId must be a string');
  // It must be clear which of the two would be executed.
  if (query !== undefined && query !== null)
    throw refused('BAD_REQUEST', 'Send either a query or a documentId, not both');
  const text = documents.get(id);
  if (text === undefined)
    throw refused(
      'PERSISTED_QUERY_NOT_FOUND',
      'No trusted document has this documentId; schema/trusted-documents.json lists ours, TRUSTED_DOCUMENTS adds others',
    );
  return text;
}

/**
 * Documents are not registered by being sent once. Clients with automatic persisted queries stop asking by hash when
 * they are told so, in exactly these words.
 */
function hashedDocument(hash: unknown, documents: TrustedDocuments): string {
  if (typeof hash !== 'string') throw refused('BAD_REQUEST', 'sha256Hash must be a string');
  const text = documents.get(hash);
  if (text === undefined) throw refused('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
  return text;
}

/**
 * Returns the id of a persisted query. Beside a query it is only a name for it: clients send both if the id alone was
 * not known.
 */
function persistedQueryId({ query, extensions }: GraphQLParams): unknown {
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { sha256Hash?: unknown } | null };
  return query === undefined || query === null ? persistedQuery?.sha256Hash : undefined;
}

const idInUrl = ({ method, url }: Request): string | null =>
  method === 'GET' ? new URL(url).searchParams.get('documentId') : null;

const refused = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
