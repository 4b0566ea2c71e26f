import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import type { GraphQLSchema } from 'graphql';
import type { Narrowing } from '../../apis/graphql/served-fields.ts';
import { constantCase } from '../../base/text.ts';
import { contact } from '../../registry/entities/contact.ts';
import { domain } from '../../registry/entities/domain.ts';
import type { Entity } from '../../registry/entities/entity.ts';
import { operations } from '../../registry/operations/operation.ts';
import { refusedFields } from './fields.ts';
import { wayOf } from './ways.ts';

const typesOfRegistries =
  /^(Invoice|Certificate|AllowedIp|Reservation|PaidReservation|AutoReload|NotificationSubject|DomainTransfer$|PaymentDisagreement|Retained|Auction)/;

/** A facade leaves out what only a registry can do, and everything that leads to it. */
export const facadeNarrowing: Narrowing = {
  name: 'facade',
  applies: ({ ownsRegistry }) => !ownsRegistry,
  narrow: (schema) => {
    const leftOut = new Set<string>();
    for (const operation of operations.values())
      if (operation.graphql && wayOf(operation) === 'refused') leftOut.add(operation.graphql);
    const isServed = ({ name }: { readonly name: string }): undefined | null =>
      typesOfRegistries.test(name) ? null : undefined;
    const known = withoutRefused(withoutRefused(schema, 'Domain', domain), 'Contact', contact);
    return pruneSchema(
      mapSchema(known, {
        [MapperKind.ROOT_FIELD]: (field, fieldName, typeName) =>
          leftOut.has(`${typeName}.${fieldName}`) ? null : field,
        [MapperKind.OBJECT_TYPE]: isServed,
        [MapperKind.UNION_TYPE]: isServed,
      }),
    );
  },
};

/**
 * Returns the schema without the fields of a type that a facade refuses: to read, to write, to filter, to sort and to
 * group by.
 */
export function withoutRefused(schema: GraphQLSchema, type: string, entity: Entity): GraphQLSchema {
  const refused = refusedFields(entity);
  if (refused.length === 0) return schema;
  const isInput = (name: string) =>
    name === `${type}Where` || (name.startsWith(type) && /^[A-Z]\w*Input$/.test(name.slice(type.length)));
  const without = (isOf: (typeName: string) => boolean, names: readonly string[]) =>
    ((_: unknown, name: string, typeName: string) =>
      isOf(typeName) && names.includes(name) ? null : undefined) as never;
  const enums = [`${type}OrderField`, `${type}GroupField`];
  return mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: without((name) => name === type, refused),
    [MapperKind.INPUT_OBJECT_FIELD]: without(isInput, refused),
    [MapperKind.ENUM_VALUE]: (_, typeName, __, value) =>
      enums.includes(typeName) && refused.map(constantCase).includes(String(value)) ? null : undefined,
  });
}
