import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { type Actor, type CallerKind, isPermitted, type Permit } from '../../base/actor.ts';
import { seesSecrets } from '../../registry/rules/scopes.ts';
import { noteFound } from './access-log-plugin.ts';
import type { Context } from './context.ts';

/**
 * The visibility of nodes; each type of node has its rule (visibility.ts). A node that is not for the caller
 * is null, exactly like one that does not exist (docs/rules/graph.md#visibility).
 */
type Rule<T> = (node: T, actor: Actor, context: Context) => boolean | Promise<boolean>;

interface Rules<T> {
  /** The kinds of callers that can be shown one at all: the schema of the others does not have the type. */
  readonly to: readonly CallerKind[];
  /** Reached by node(id:). */
  readonly found: Rule<T>;
  /** Reached from another object that the caller sees. */
  readonly reached: Rule<T>;
  /** The callers that may see every node of the type: their rows are not checked one by one. */
  readonly reachedBy: (actor: Actor) => boolean;
}

/** The kinds of callers of whom more is known than their address. */
export const everybodyKnown: readonly CallerKind[] = ['registrar', 'portal', 'billing', 'operator'];

const rules = new Map<string, Rules<never>>();

/** One rule for both, unless a type shows a part of itself through other objects. */
export function nodeIsVisible<T>(
  typename: string,
  to: readonly CallerKind[],
  found: Rule<T>,
  { reached = found, reachedBy = () => false }: Partial<Omit<Rules<T>, 'found' | 'to'>> = {},
): void {
  rules.set(typename, { to, found, reached, reachedBy });
}

/** Tells whether a caller of this kind can be shown an object of the type. */
export const isShownTo = (typename: string, kind: CallerKind): boolean =>
  rules.get(typename)?.to.includes(kind) ?? true;

export async function isVisibleNode(typename: string, node: unknown, context: Context): Promise<boolean> {
  if (node === null || node === undefined) return false;
  const rule = rules.get(typename);
  const isVisible =
    isOfCaller(typename, context) && ((await rule?.found(node as never, context.actor, context)) ?? false);
  if (isVisible) noteFound(typename, node, context);
  return isVisible;
}

/** Tells whether the caller is of a kind that can be shown an object of the type. */
export const isOfCaller = (typename: string, { actor }: Context): boolean =>
  rules.get(typename)?.to.some((kind) => kind === actor.kind) ?? false;

/** Tells whether objects of this type can be found by id. */
export const isNodeType = (typename: string): boolean => rules.has(typename);

/** Marks a field that shows its object to everybody who may use the field; says why. */
export const shownToEveryCaller = (because: string) => ({ shownToEveryCaller: because });

/** Marks a field that is for some callers only, if no operation decides that: null for all others. */
export const permitted = (permits: readonly Permit[]) => ({ permits });

/** The callers who may use the field; undefined for everyone who sees its object. */
export const permitsOf = ({ extensions }: { readonly extensions?: unknown }): readonly Permit[] | undefined =>
  (extensions as { readonly permits?: readonly Permit[] } | undefined)?.permits;

/**
 * Applies the type's rule to every field that leads to a node, and to every secret, so that nobody who adds a field
 * has to think of it.
 */
export function guardEdges(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.shownToEveryCaller) continue;
      const { name } = getNamedType(field.type);
      const ofType = rules.get(name);
      if (ofType) guard(field, ofType);
      if (name === 'Secret') guardSecret(field);
      const permits = permitsOf(field);
      if (permits && !isRoot(type, schema)) guardPermits(field, permits);
    }
  }
  return schema;
}

function guard(field: GraphQLField<unknown, Context>, { reached, reachedBy }: Rules<never>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    const value = resolve(source, args, context, info);
    return reachedBy(context.actor) ? value : visiblePart(value, reached, context);
  };
}

/** Root fields refuse by themselves, with a message that names the permitted callers. */
const isRoot = (type: GraphQLObjectType, schema: GraphQLSchema): boolean =>
  type === schema.getQueryType() || type === schema.getSubscriptionType();

function guardPermits(field: GraphQLField<unknown, Context>, permits: readonly Permit[]): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) =>
    isPermitted(context.actor, permits) ? resolve(source, args, context, info) : null;
}

/** Makes a field null for callers with an access token without the scope for secrets. */
function guardSecret(field: GraphQLField<unknown, Context>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.description = `${field.description} Null for an access token without the scope SECRETS.`;
  field.resolve = (source, args, context, info) =>
    seesSecrets(context.actor) ? resolve(source, args, context, info) : null;
}

// Most rules need no lookup, so no promise is created for them.
function visiblePart(value: unknown, rule: Rule<never>, context: Context): unknown {
  if (value === null || value === undefined || value instanceof Error) return value;
  if (isPromise(value)) return value.then((known) => visiblePart(known, rule, context));
  if (!Array.isArray(value)) {
    const verdict = rule(value as never, context.actor, context);
    return isPromise(verdict) ? verdict.then((visible) => (visible ? value : null)) : verdict ? value : null;
  }
  const items = value.map((item) => visiblePart(item, rule, context));
  return items.some(isPromise) ? Promise.all(items).then(withoutHidden) : withoutHidden(items);
}

const withoutHidden = (items: readonly unknown[]): unknown[] => items.filter((item) => item !== null);

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
