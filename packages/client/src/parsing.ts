import { type DocumentNode, type OperationDefinitionNode, parse, print } from '@0no-co/graphql.web';
import type { AnyDocument } from './document.ts';

const isParsed = (document: AnyDocument): document is AnyDocument & DocumentNode =>
  typeof document === 'object' && 'definitions' in document;

/** As it is sent. */
export const textOf = (document: AnyDocument): string =>
  isParsed(document) ? print(document) : String(document);

/** As graphql prints it, however it was written. */
export const printed = (document: AnyDocument): string => print(asParsed(document));

const asParsed = (document: AnyDocument): DocumentNode =>
  isParsed(document) ? document : parse(String(document), { noLocation: true });

export const definitionsOf = (document: AnyDocument): DocumentNode['definitions'] =>
  asParsed(document).definitions;

export const operationsOf = (document: AnyDocument): OperationDefinitionNode[] =>
  definitionsOf(document).filter((definition) => definition.kind === 'OperationDefinition');
