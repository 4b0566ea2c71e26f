import { parse, validate } from 'graphql';
import { schemaFor } from '../../../apis/graphql/server.ts';
import type { Config } from '../../../base/config.ts';
import { documentNamed } from './documents.ts';
import type { Questions } from './graph.ts';

/**
 * Returns a function that tells whether the graph answers a document: in front of another registry it lacks much, and
 * so do the pages that show it.
 */
export function servedIn(config: Config): (name: keyof Questions) => boolean {
  if (config.ownsRegistry) return () => true;
  const schema = schemaFor(config);
  return (name) => validate(schema, parse(documentNamed(name))).length === 0;
}
