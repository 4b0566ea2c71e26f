import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../../base/config.ts';
import { operations } from '../../registry/operations/operation.ts';

/** What an extension leaves out of the graph of some processes, because nothing stands behind it there. */
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

/** The part of the graph that this process serves. Production leaves out the sandbox's operations and the types that only they use. */
export function servedBy(
  schema: GraphQLSchema,
  { sandbox, narrowedBy }: { readonly sandbox: boolean; readonly narrowedBy: readonly Narrowing[] },
): GraphQLSchema {
  return narrowedBy.reduce((served, { narrow }) => narrow(served), sandbox ? schema : withoutSandbox(schema));
}

function withoutSandbox(schema: GraphQLSchema): GraphQLSchema {
  const leftOut = new Set<string>();
  for (const { graphql, name } of operations.values())
    if (graphql && name.startsWith('sandbox.')) leftOut.add(graphql);
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
        leftOut.has(`${typeName}.${fieldName}`) ? null : field,
    }),
  );
}
