import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** The shape a document may have, whatever it asks for (docs/rules/graph.md#limits). */
export const limits = {
  tokens: 2000,
  depth: 12,
  aliases: 15,
  directives: 20,
  directivesInOnePlace: 4,
  rootFields: 20,
} as const;

/** Mutations that check a secret: one in a document, so that nobody tries a thousand codes in one request. */
const secretChecking = new Set(['domainTransfer', 'registrantDecide']);

export const tooComplex = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });

export const isTooComplex = (error: unknown): boolean =>
  error instanceof GraphQLError && error.extensions.code === 'QUERY_TOO_COMPLEX';

interface Shape {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** The most that stand in one place. */
  readonly together: number;
}

const nothing: Shape = { depth: 0, aliases: 0, directives: 0, together: 0 };

/** One rule for all limits: fragments are followed, so that spreading them hides nothing. */
export function shapeLimits(context: ValidationContext): ASTVisitor {
  return {
    Document: {
      enter: (document: DocumentNode) => {
        const measure = measureWith(context);
        for (const definition of document.definitions)
          if (definition.kind === Kind.OPERATION_DEFINITION)
            for (const problem of problemsOf(definition, measure, context))
              context.reportError(tooComplex(problem));
      },
    },
  };
}

function problemsOf(
  operation: OperationDefinitionNode,
  measure: (set: SelectionSetNode) => Shape,
  context: ValidationContext,
): string[] {
  const { depth, aliases, directives, together } = measure(operation.selectionSet);
  const roots = rootFields(operation.selectionSet, context);
  const secrets = roots.filter((name) => secretChecking.has(name));
  return [
    depth > limits.depth && `The document is ${depth} levels deep; at most ${limits.depth} are allowed`,
    aliases > limits.aliases && `The document has ${aliases} aliases; at most ${limits.aliases} are allowed`,
    directives > limits.directives &&
      `The document has ${directives} directives; at most ${limits.directives} are allowed`,
    together > limits.directivesInOnePlace &&
      `${together} directives stand in one place; at most ${limits.directivesInOnePlace} are allowed`,
    roots.length > limits.rootFields &&
      `The document has ${roots.length} root fields; at most ${limits.rootFields} are allowed`,
    secrets.length > 1 && `At most one of ${[...secretChecking].join(', ')} may stand in a document`,
  ].filter((problem) => typeof problem === 'string');
}

/** Each fragment is measured once; one that spreads itself is another rule's business and counts as nothing. */
function measureWith(context: ValidationContext): (set: SelectionSetNode) => Shape {
  const known = new Map<string, Shape>();
  const open = new Set<string>();

  const ofFragment = (name: string): Shape => {
    const measured = known.get(name);
    if (measured) return measured;
    const fragment = context.getFragment(name);
    if (!fragment || open.has(name)) return nothing;
    open.add(name);
    const shape = ofSet(fragment.selectionSet);
    open.delete(name);
    known.set(name, shape);
    return shape;
  };

  const ofSet = (set: SelectionSetNode): Shape => {
    let depth = 0;
    let aliases = 0;
    let directives = 0;
    let together = 0;
    for (const selection of set.selections) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : selection.selectionSet
            ? ofSet(selection.selectionSet)
            : nothing;
      const isField = selection.kind === Kind.FIELD;
      // Introspection has its own limit, graphql's MaxIntrospectionDepthRule.
      const isIntrospection = isField && selection.name.value.startsWith('__');
      depth = Math.max(depth, isIntrospection ? 1 : inner.depth + (isField ? 1 : 0));
      aliases += inner.aliases + (isField && selection.alias ? 1 : 0);
      const here = selection.directives?.length ?? 0;
      directives += inner.directives + here;
      together = Math.max(together, inner.together, here);
    }
    return { depth, aliases, directives, together };
  };
  return ofSet;
}

function rootFields(set: SelectionSetNode, context: ValidationContext, open = new Set<string>()): string[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(selection.selectionSet, context, open);
    const fragment: FragmentDefinitionNode | null | undefined = context.getFragment(selection.name.value);
    if (!fragment || open.has(fragment.name.value)) return [];
    return rootFields(fragment.selectionSet, context, new Set(open).add(fragment.name.value));
  });
}
