import type { DocumentNode } from 'graphql';
import { LruCache } from '../../core/lru-cache.ts';

/** Parsed documents and all that hangs on them may take about this much memory. */
export const maxBytes = 64 * 1024 * 1024;

/**
 * Measured: a parsed token takes half a kilobyte. What was found out of a document (its mistakes, costs, selections,
 * the function that it was compiled to) is kept as long as the document itself, and takes as much again.
 */
const bytesOfToken = 1024;
const bytesOfCharacter = 2;

const bytesOf = (text: string, document: DocumentNode): number => {
  let tokens = 1;
  for (let token = document.loc?.startToken; token?.next; token = token.next) tokens += 1;
  return tokens * bytesOfToken + text.length * bytesOfCharacter;
};

/**
 * What Yoga remembers of the documents it has seen. Callers write as many as they like, and a large one takes a
 * megabyte: the memory is bounded in bytes, and those that were not asked for longest are forgotten first. One that
 * cannot be parsed is not remembered: it is short enough to be refused again.
 */
export const knownDocuments = () => ({
  documentCache: new LruCache(maxBytes, bytesOf),
  errorCache: { get: () => undefined, set: () => undefined },
});
