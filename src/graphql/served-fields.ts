import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import { type OperationDescription, operations } from '../operations/operation.ts';

/** Production's graph: the fields of the sandbox's own operations and the types that only they use are not there. */
export function withoutSandbox(schema: GraphQLSchema): GraphQLSchema {
  return withOperations(schema, ({ name }) => !name.startsWith('sandbox.'));
}

const typesOfRegistries =
  /^(Invoice|Certificate|AllowedIp|Reservation|PaidReservation|AutoReload|NotificationSubject|DomainTransfer$|PaymentDisagreement|Retained|Auction)/;

/** In front of another registry: what only a registry can do is not there, and nothing that leads to it. */
export function servedByFacade(schema: GraphQLSchema): GraphQLSchema {
  const served = withOperations(schema, ({ facade }) => facade !== undefined);
  const isServed = ({ name }: { readonly name: string }): undefined | null =>
    typesOfRegistries.test(name) ? null : undefined;
  return pruneSchema(
    mapSchema(served, { [MapperKind.OBJECT_TYPE]: isServed, [MapperKind.UNION_TYPE]: isServed }),
  );
}

function withOperations(
  schema: GraphQLSchema,
  isServed: (operation: OperationDescription) => boolean,
): GraphQLSchema {
  const fields = new Set<string>(
    Array.from(operations.values()).flatMap((operation) =>
      operation.graphql && !isServed(operation) ? [operation.graphql] : [],
    ),
  );
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
        fields.has(`${typeName}.${fieldName}`) ? null : field,
    }),
  );
}
