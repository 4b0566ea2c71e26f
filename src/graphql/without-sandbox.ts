import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import { operations } from '../operations/operation.ts';

/** Production's graph: the fields of the sandbox's own operations and the types that only they use are not there. */
export function withoutSandbox(schema: GraphQLSchema): GraphQLSchema {
  const fields = new Set(
    Array.from(operations.values()).flatMap(({ name, graphql }) =>
      graphql && name.startsWith('sandbox.') ? [graphql] : [],
    ),
  );
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
        fields.has(`${typeName}.${fieldName}` as never) ? null : field,
    }),
  );
}
