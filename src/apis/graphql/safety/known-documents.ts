import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { limit } from '../../../base/limits.ts';

export const maxBytes = limit(
  'bytes that parsed documents and all that hangs on them may take',
  64 * 1024 * 1024,
  'They share the memory of the process with everything else.',
);

/**
 * Measured: a parsed token takes half a kilobyte. What was found out of a document (its mistakes, costs, selections,
 * the function that it was compiled to) is kept as long as the document itself, and takes as much again.
 */
const bytesOfToken = 1024;
const bytesOfCharacter = 2;

const bytesOf = (document: DocumentNode, text: string): number => {
  let tokens = 1;
  for (let token = document.loc?.startToken; token?.next; token = token.next) tokens += 1;
  return tokens * bytesOfToken + text.length * bytesOfCharacter;
};

/**
 * The documents that Yoga has parsed. Callers send as many as they like, and a large one takes a megabyte: the
 * cache is bounded in bytes. A document that cannot be parsed is not cached: it is short enough to be refused again.
 */
export const knownDocuments = () => ({
  documentCache: new LRUCache<string, DocumentNode>({ maxSize: maxBytes, sizeCalculation: bytesOf }),
  errorCache: { get: () => undefined, set: () => undefined },
});
