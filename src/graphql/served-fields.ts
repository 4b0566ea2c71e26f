import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import { operations } from '../operations/operation.ts';

/** Production's graph: the fields of the sandbox's own operations and the types that only they use are not there. */
export function withoutSandbox(schema: GraphQLSchema): GraphQLSchema {
  return withOperations(schema, (name) => !name.startsWith('sandbox.'));
}

/** What a registrar does, and what it needs to let its people and programs in. */
const ofRegistrars =
  /^(contact|domain|notification|access-token|api-user|webhook|mirror)\.|^(account\.show|session\.sign-in)$/;
/** Decided by the registry behind, or by people it has asked. */
const ofRegistries = new Set([
  'domain.check-names',
  'domain.decide-pending-change',
  'domain.force-delete',
  'domain.cancel-force-delete',
  'domain.set-statuses',
]);
const typesOfRegistries =
  /^(Invoice|Certificate|AllowedIp|Reservation|PaidReservation|AutoReload|RenewQuote|Quote|Price|Zone|NotificationSubject|DomainTransfer$|PaymentDisagreement|Retained|Auction)/;

/** In front of another registry: what only a registry can do is not there, and nothing that leads to it. */
export function inFrontOfRegistry(schema: GraphQLSchema): GraphQLSchema {
  const served = withOperations(schema, (name) => ofRegistrars.test(name) && !ofRegistries.has(name));
  const isServed = ({ name }: { readonly name: string }): undefined | null =>
    typesOfRegistries.test(name) ? null : undefined;
  return pruneSchema(
    mapSchema(served, { [MapperKind.OBJECT_TYPE]: isServed, [MapperKind.UNION_TYPE]: isServed }),
  );
}

function withOperations(schema: GraphQLSchema, isServed: (operation: string) => boolean): GraphQLSchema {
  const fields = new Set<string>(
    Array.from(operations.values()).flatMap(({ name, graphql }) =>
      graphql && !isServed(name) ? [graphql] : [],
    ),
  );
  return pruneSchema(
    mapSchema(schema, {
      [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
        fields.has(`${typeName}.${fieldName}`) ? null : field,
    }),
  );
}
