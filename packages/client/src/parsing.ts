import { type DocumentNode, type OperationDefinitionNode, parse, print } from '@0no-co/graphql.web';
import type { AnyDocument } from './document.ts';
import { GraphqlRequestError } from './errors.ts';

const isParsed = (document: AnyDocument): document is AnyDocument & DocumentNode =>
  typeof document === 'object' && 'definitions' in document;

/** As it is sent. */
export const textOf = (document: AnyDocument): string =>
  isParsed(document) ? print(document) : String(document);

/** As graphql prints it, however it was written. */
export const printed = (document: AnyDocument): string => print(asParsed(document));

function asParsed(document: AnyDocument): DocumentNode {
  if (isParsed(document)) return document;
  try {
    return parse(String(document), { noLocation: true });
  } catch (cause) {
    throw new GraphqlRequestError({ kind: 'INVALID', message: (cause as Error).message, cause });
  }
}

export const definitionsOf = (document: AnyDocument): DocumentNode['definitions'] =>
  asParsed(document).definitions;

export const operationsOf = (document: AnyDocument): OperationDefinitionNode[] =>
  definitionsOf(document).filter((definition) => definition.kind === 'OperationDefinition');
