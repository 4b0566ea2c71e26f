import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  type GraphQLType,
  GraphQLUnionType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { type CallerKind, callerKinds, isForKind, type Permit } from '../../base/actor.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { isShownTo, permitsOf } from './node-visibility.ts';

const schemas = new WeakMap<GraphQLSchema, Map<CallerKind, GraphQLSchema>>();

/** The part of the graph that callers of this kind can use; to them the rest is unknown. Made once. */
export const schemaOf = (whole: GraphQLSchema, kind: CallerKind): GraphQLSchema =>
  getOrCreate(
    getOrCreate(schemas, whole, () => new Map<CallerKind, GraphQLSchema>()),
    kind,
    () => partFor(whole, kind),
  );

/** The callers whose documents make an anonymous caller get UNAUTHENTICATED instead of an unknown field. */
export const askableKinds = callerKinds.filter((kind) => kind !== 'anonymous' && kind !== 'operator');

/**
 * Builds the schemas of all kinds in advance, so that no request waits for it; one in each iteration of the event
 * loop.
 */
export async function makeSchemas(whole: GraphQLSchema): Promise<void> {
  for (const kind of callerKinds) {
    await nextTurn();
    schemaOf(whole, kind);
  }
}

/**
 * Returns the kinds of callers whose schemas are built, for the test that they are built before the first request.
 */
export const cachedKinds = (whole: GraphQLSchema): CallerKind[] => [...(schemas.get(whole)?.keys() ?? [])];

/** Made of the same fields: only types that lead to others are copied, to lead to the copies. */
function partFor(whole: GraphQLSchema, kind: CallerKind): GraphQLSchema {
  const reached = typesReached(whole, kind);
  const copies = new Map<string, GraphQLNamedType>();
  const copyOf = <T extends GraphQLNamedType>(type: T): T => {
    const copy = copies.get(type.name) ?? copied(type);
    copies.set(type.name, copy);
    return copy as T;
  };
  const leadingToCopies = <T extends GraphQLType>(type: T): T => {
    if (isNonNullType(type))
      return new GraphQLNonNull(leadingToCopies(type.ofType) as never) as GraphQLType as T;
    if (isListType(type)) return new GraphQLList(leadingToCopies(type.ofType)) as T;
    return copyOf(type as GraphQLNamedType) as T;
  };
  const withCopies = <F extends { readonly type: GraphQLType }>(fields: Readonly<Record<string, F>>) =>
    Object.entries(fields).map(
      ([name, field]) => [name, { ...field, type: leadingToCopies(field.type) }] as const,
    );
  const copied = (type: GraphQLNamedType): GraphQLNamedType => {
    if (isUnionType(type)) {
      const { types, ...config } = type.toConfig();
      return new GraphQLUnionType({
        ...config,
        types: () => types.filter(({ name }) => reached.has(name)).map(copyOf),
      });
    }
    if (isInputObjectType(type)) {
      const { fields, ...config } = type.toConfig();
      return new GraphQLInputObjectType({
        ...config,
        fields: () =>
          Object.fromEntries(
            withCopies(fields)
              .filter(([, { extensions }]) => isPermittedTo({ extensions }, kind))
              .map(([name, field]) => [name, { ...field, type: requiredIf(field, kind) }]),
          ),
      });
    }
    if (!isObjectType(type) && !isInterfaceType(type)) return type;
    const { fields, interfaces, ...config } = type.toConfig();
    const parts = {
      fields: () =>
        Object.fromEntries(
          withCopies(fields)
            .filter(([, field]) => isUsable(field, type, kind))
            .map(([name, field]) => [
              name,
              { ...field, args: Object.fromEntries(withCopies(field.args ?? {})) },
            ]),
        ),
      interfaces: () => interfaces.filter(({ name }) => reached.has(name)).map(copyOf),
    };
    return isObjectType(type)
      ? new GraphQLObjectType({ ...(config as ReturnType<GraphQLObjectType['toConfig']>), ...parts })
      : new GraphQLInterfaceType({ ...(config as ReturnType<GraphQLInterfaceType['toConfig']>), ...parts });
  };
  const root = (type: GraphQLObjectType | null | undefined) =>
    type && reached.has(type.name) ? copyOf(type) : undefined;
  const query = root(whole.getQueryType());
  if (query && kind === 'anonymous') query.description = `${query.description} ${moreAfterSigningIn}`;
  return new GraphQLSchema({
    ...whole.toConfig(),
    query,
    mutation: root(whole.getMutationType()),
    subscription: root(whole.getSubscriptionType()),
    types: Object.values(whole.getTypeMap())
      .filter((type) => reached.has(type.name) && !isSpecifiedScalarType(type))
      .map(copyOf),
  });
}

const moreAfterSigningIn =
  'This part is open to everybody. Send credentials, and the schema shows everything that you can use.';

/**
 * A type whose objects this kind of caller never sees keeps its plain fields, so that one document works for several
 * kinds.
 */
function isUsable(
  field: { readonly type: GraphQLOutputType; readonly extensions?: unknown },
  { name }: GraphQLNamedType,
  kind: CallerKind,
): boolean {
  return isPermittedTo(field, kind) && (isShownTo(name, kind) || isLeafType(getNamedType(field.type)));
}

/** The type of an input field that only some callers may leave out. */
function requiredIf(
  { type, extensions }: Pick<GraphQLInputFieldConfig, 'type' | 'extensions'>,
  kind: CallerKind,
): GraphQLInputType {
  const { requiredOf } = (extensions ?? {}) as { readonly requiredOf?: readonly Permit[] };
  return requiredOf && isForKind(requiredOf, kind) && !isNonNullType(type) ? new GraphQLNonNull(type) : type;
}

function isPermittedTo(field: { readonly extensions?: unknown }, kind: CallerKind): boolean {
  const permits = permitsOf(field);
  return !permits || isForKind(permits, kind);
}

/**
 * The types that usable fields lead to. A node that is never shown to the caller is null where a field leads to it;
 * as one of all nodes it is not there.
 */
function typesReached(whole: GraphQLSchema, kind: CallerKind): ReadonlySet<string> {
  const reached = new Set<string>();
  const implemented = new Set<string>();
  const follow = (type: GraphQLNamedType): void => {
    if (reached.has(type.name)) return;
    reached.add(type.name);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        if (isPermittedTo(field, kind)) follow(getNamedType(field.type));
    if (isUnionType(type)) for (const one of type.getTypes()) follow(one);
    if (isInterfaceType(type))
      for (const one of whole.getPossibleTypes(type)) if (isShownTo(one.name, kind)) follow(one);
    // An interface leads to the objects that have it only where a field leads to the interface.
    if (isObjectType(type)) for (const { name } of type.getInterfaces()) implemented.add(name);
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of usableFields(type, kind)) {
        follow(getNamedType(field.type));
        for (const argument of field.args) follow(getNamedType(argument.type));
      }
  };
  for (const root of [whole.getQueryType(), whole.getMutationType(), whole.getSubscriptionType()])
    if (root && usableFields(root, kind).length > 0) follow(root);
  if (implemented.has('MutationPayload')) reached.add('MutationPayload');
  return reached;
}

const usableFields = (type: GraphQLObjectType | GraphQLInterfaceType, kind: CallerKind) =>
  Object.values(type.getFields()).filter((field) => isUsable(field, type, kind));
