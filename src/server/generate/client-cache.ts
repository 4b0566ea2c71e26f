import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';

const paging = ['first', 'last', 'after', 'before'];

/** Returns what caches and generators of code must know of the schema, as a module of packages/client. */
export function clientCache(schema: GraphQLSchema): string {
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const objects = types.filter(isObjectType);
  const connections = objects.flatMap((type) => {
    const lists = Object.values(type.getFields()).filter(isPaged);
    return lists.length === 0 ? [] : [[type.name, Object.fromEntries(lists.map(withKeyArguments))] as const];
  });
  const parts = objects.filter((type) => !roots.includes(type) && !('id' in type.getFields()));
  const scalars = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const written = {
    connections: Object.fromEntries(connections),
    typesWithoutId: parts.map(({ name }) => name),
    scalars: Object.fromEntries(scalars.map(({ name }) => [name, name === 'JSON' ? 'unknown' : 'string'])),
  };
  return Object.entries(written)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`)
    .join('\n');
}

const isPaged = ({ type }: GraphQLField<unknown, unknown>): boolean => {
  const page = getNamedType(type);
  return isObjectType(page) && 'pageInfo' in page.getFields();
};

/** Pages of a list belong together where all other arguments are the same. */
const withKeyArguments = ({ name, args }: GraphQLField<unknown, unknown>) =>
  [name, args.map((argument) => argument.name).filter((one) => !paging.includes(one))] as const;
