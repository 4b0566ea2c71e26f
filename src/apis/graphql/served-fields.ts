import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import { operations } from '../../registry/operations/operation.ts';

const typesOfRegistries =
  /^(Invoice|Certificate|AllowedIp|Reservation|PaidReservation|AutoReload|NotificationSubject|DomainTransfer$|PaymentDisagreement|Retained|Auction)/;

/**
 * What a process of this kind serves. Production's graph is without the sandbox's own operations and the types that only they use. In
 * front of another registry what only a registry can do is not there, and nothing that leads to it.
 */
export function servedBy(
  schema: GraphQLSchema,
  { sandbox, facade }: { readonly sandbox: boolean; readonly facade: boolean },
): GraphQLSchema {
  if (sandbox && !facade) return schema;
  const leftOut = new Set<string>();
  for (const operation of operations.values())
    if (
      operation.graphql &&
      ((!sandbox && operation.name.startsWith('sandbox.')) || (facade && operation.facade === undefined))
    )
      leftOut.add(operation.graphql);
  const isServed = ({ name }: { readonly name: string }): undefined | null =>
    typesOfRegistries.test(name) ? null : undefined;
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
        leftOut.has(`${typeName}.${fieldName}`) ? null : field,
      ...(facade && { [MapperKind.OBJECT_TYPE]: isServed, [MapperKind.UNION_TYPE]: isServed }),
    }),
  );
}
