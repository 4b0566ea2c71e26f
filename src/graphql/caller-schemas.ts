import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldConfig,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { type CallerKind, isForKind } from '../core/actor.ts';
import { getOrCreate } from '../core/get-or-create.ts';
import { isShownTo, permitsOf } from './node-visibility.ts';

const schemas = new WeakMap<GraphQLSchema, Map<CallerKind, GraphQLSchema>>();

/** The part of the graph that callers of this kind can use; to them the rest is unknown. Made once. */
export const schemaOf = (whole: GraphQLSchema, kind: CallerKind): GraphQLSchema =>
  getOrCreate(
    getOrCreate(schemas, whole, () => new Map<CallerKind, GraphQLSchema>()),
    kind,
    () => partFor(whole, kind),
  );

type Field = GraphQLFieldConfig<unknown, unknown>;

function partFor(whole: GraphQLSchema, kind: CallerKind): GraphQLSchema {
  const usable = mapSchema(whole, {
    [MapperKind.OBJECT_FIELD]: (field: Field, _: string, type: string) =>
      isUsable(field, kind) && (isShownTo(type, kind) || isLeafType(getNamedType(field.type)))
        ? undefined
        : null,
  });
  const reached = typesReached(usable, kind);
  const part = pruneSchema(
    mapSchema(usable, {
      [MapperKind.OBJECT_TYPE]: (type) =>
        reached.has(type.name) || isShownTo(type.name, kind) ? undefined : null,
    }),
    // Anybody may ask for a node, and learns that there is none.
    { skipPruning: ({ name }) => name === 'Node' },
  );
  const query = part.getQueryType();
  if (query && kind === 'anonymous') query.description = `${query.description} ${moreAfterSigningIn}`;
  return part;
}

const moreAfterSigningIn =
  'This is what is open to everybody. There is more after signing in: send credentials, and the schema shows what you can use.';

const isUsable = (field: Field, kind: CallerKind): boolean => {
  const permits = permitsOf(field);
  return !permits || isForKind(permits, kind);
};

/**
 * The types that fields lead to. A node that is never shown to the caller is null where a field leads to it, so that one
 * document does for several kinds of callers; as one of all nodes it is not there.
 */
function typesReached(schema: GraphQLSchema, kind: CallerKind): ReadonlySet<string> {
  const reached = new Set<string>();
  const follow = (type: GraphQLNamedType | null | undefined): void => {
    if (!type || reached.has(type.name)) return;
    reached.add(type.name);
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) follow(getNamedType(field.type));
    if (isInterfaceType(type))
      for (const one of schema.getPossibleTypes(type)) if (isShownTo(one.name, kind)) follow(one);
    if (isUnionType(type)) for (const one of type.getTypes()) follow(one);
  };
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
    follow(root);
  return reached;
}
