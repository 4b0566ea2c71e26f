import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../../base/config.ts';
import { type OperationDescription, operations } from '../../registry/operations/operation.ts';

/**
 * A part of the graph that an extension leaves out in some processes, because nothing stands behind it there.
 */
export interface Narrowing {
  readonly name: string;
  applies(config: Config): boolean;
  narrow(schema: GraphQLSchema): GraphQLSchema;
}

const narrowings: Narrowing[] = [];

/** Extensions add theirs when they are loaded, before the first schema is built. */
export const addNarrowing = (narrowing: Narrowing): void => void narrowings.push(narrowing);

export const narrowingsFor = (config: Config): Narrowing[] =>
  narrowings.filter(({ applies }) => applies(config));

/** The part of the graph that this process serves. */
export const servedBy = (schema: GraphQLSchema, narrowedBy: readonly Narrowing[]): GraphQLSchema =>
  narrowedBy.reduce((served, { narrow }) => narrow(served), schema);

/** Removes the root fields of some operations, and the types that only they use. */
export function withoutOperations(
  schema: GraphQLSchema,
  isLeftOut: (operation: OperationDescription) => boolean,
): GraphQLSchema {
  const leftOut = new Set([...operations.values()].filter(isLeftOut).map(({ graphql }) => graphql));
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
        leftOut.has(`${typeName}.${fieldName}`) ? null : field,
    }),
  );
}
