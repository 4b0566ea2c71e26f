import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { operations } from '../../../registry/operations/operation.ts';

/** The limits on the shape of a document (docs/rules/graph.md#limits). */
export const limits = {
  tokens: 2000,
  /** Fields, spreads, arguments and their values, with every fragment written out where it is spread. */
  writtenOut: 2000,
  /** Pairs of the same field in the same place, which validation compares one by one. */
  repetitions: 2000,
  depth: 12,
  /** This limit is for anonymous callers only: signed-in callers pay for repeated fields. */
  aliases: 15,
  directives: 20,
  directivesInOnePlace: 4,
  rootFields: 20,
} as const;

/** Mutations that judge a secret: one in a document, so that nobody tries a thousand codes in one request. */
const judgingSecrets = (): readonly string[] =>
  [...operations.values()]
    .flatMap(({ countsAttempts, graphql }) => (countsAttempts && graphql ? [graphql.split('.')] : []))
    .flatMap(([type, name]) => (type === 'Mutation' && name ? [name] : []))
    .sort();

export const tooComplex = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });

export const isTooComplex = (error: unknown): boolean =>
  error instanceof GraphQLError && error.extensions.code === 'QUERY_TOO_COMPLEX';

/**
 * Refuses a document by its shape before anything else walks through it: what follows (validation, cost, execution)
 * writes fragments out, some of it more than once, and compares all fields of one name with each other. Takes at most
 * as many steps as the largest document that is let through, however often its fragments spread each other.
 *
 * Returns the most aliases of an operation, which only count for callers without a name.
 */
export function refuseBeyondLimits(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  refuseCycles(fragments);
  const writing = new WritingOut(fragments);
  let mostAliases = 0;
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION) {
      const shape = writing.measure(definition.selectionSet);
      const [problem] = problemsOf(shape);
      if (problem) throw tooComplex(problem);
      mostAliases = Math.max(mostAliases, shape.aliases);
    }
  // Unused fragments are an error, but validation still compares their fields.
  for (const fragment of fragments.values())
    if (!writing.hasSpread(fragment)) writing.measure(fragment.selectionSet);
  return mostAliases;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/**
 * Refuses fragments that contain themselves, in the words of the rule that would refuse them later; looks through
 * each fragment once.
 */
function refuseCycles(fragments: Fragments): void {
  const done = new Set<string>();
  const open = new Set<string>();
  const enter = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) follow(selection.name.value);
      else if (selection.selectionSet) enter(selection.selectionSet);
    }
  };
  const follow = (name: string): void => {
    if (open.has(name)) throw tooComplex(`Cannot spread fragment "${name}" within itself.`);
    const fragment = fragments.get(name);
    if (!fragment || done.has(name)) return;
    open.add(name);
    enter(fragment.selectionSet);
    open.delete(name);
    done.add(name);
  };
  for (const name of fragments.keys()) follow(name);
}

function problemsOf({ depth, directives, together, roots }: Shape): string[] {
  // A document with one root field, which nearly all have, asks for no list.
  const judging = roots.length > 1 ? judgingSecrets() : [];
  const secrets = roots.filter((name) => judging.includes(name));
  return [
    depth > limits.depth && `The document is ${depth} levels deep; at most ${limits.depth} are allowed`,
    directives > limits.directives &&
      `The document has ${directives} directives; at most ${limits.directives} are allowed`,
    together > limits.directivesInOnePlace &&
      `${together} directives are in one place; at most ${limits.directivesInOnePlace} are allowed`,
    roots.length > limits.rootFields &&
      `The document has ${roots.length} root fields; at most ${limits.rootFields} are allowed`,
    secrets.length > 1 && `At most one of ${judging.join(', ')} may be in a document`,
  ].filter((problem) => typeof problem === 'string');
}

interface Shape {
  depth: number;
  aliases: number;
  directives: number;
  /** The most directives that stand in one place. */
  together: number;
  readonly roots: string[];
}

/** Fields of one place in the answer, by their name there. */
type Place = Map<string, FieldNode[]>;

/** Writes definitions out as the answer will have them, and counts what it finds on the way. */
class WritingOut {
  readonly #fragments: Fragments;
  readonly #spread = new Set<FragmentDefinitionNode>();
  #steps = 0;
  #repetitions = 0;

  constructor(fragments: Fragments) {
    this.#fragments = fragments;
  }

  hasSpread(fragment: FragmentDefinitionNode): boolean {
    return this.#spread.has(fragment);
  }

  measure(set: SelectionSetNode): Shape {
    const shape: Shape = { depth: 0, aliases: 0, directives: 0, together: 0, roots: [] };
    this.#place([set], 0, shape);
    return shape;
  }

  /** All that stands in one place of the answer, and then the places below it. */
  #place(sets: readonly SelectionSetNode[], depth: number, shape: Shape): void {
    const place: Place = new Map();
    let spreads = 0;
    for (const set of sets) spreads += this.#collect(set, place, shape);
    this.#repeat(spreads);
    for (const fields of place.values()) {
      this.#repeat(fields.length);
      for (const { name } of depth === 0 ? fields : []) shape.roots.push(name.value);
      // Introspection has its own limit, graphql's MaxIntrospectionDepthRule.
      const isIntrospection = fields[0]?.name.value.startsWith('__');
      const here = depth + 1;
      shape.depth = Math.max(shape.depth, here);
      const below = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (below.length > 0) this.#place(below, isIntrospection ? Number.NEGATIVE_INFINITY : here, shape);
    }
  }

  /** The fields of a selection, those of its fragments among them; answers with the number of spreads. */
  #collect({ selections }: SelectionSetNode, place: Place, shape: Shape): number {
    let spreads = 0;
    for (const selection of selections) {
      this.#step();
      this.#count(selection.directives ?? [], shape);
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) shape.aliases += 1;
        for (const { value } of selection.arguments ?? []) this.#step(value);
        const name = (selection.alias ?? selection.name).value;
        const same = place.get(name);
        if (same) same.push(selection);
        else place.set(name, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        spreads += this.#collect(selection.selectionSet, place, shape);
      } else {
        spreads += 1;
        const fragment = this.#fragments.get(selection.name.value);
        if (!fragment) continue;
        this.#spread.add(fragment);
        this.#count(fragment.directives ?? [], shape);
        spreads += this.#collect(fragment.selectionSet, place, shape);
      }
    }
    return spreads;
  }

  #count(directives: readonly DirectiveNode[], shape: Shape): void {
    shape.directives += directives.length;
    shape.together = Math.max(shape.together, directives.length);
    for (const { arguments: given = [] } of directives) for (const { value } of given) this.#step(value);
  }

  #step(value?: ValueNode): void {
    this.#steps += 1;
    if (this.#steps > limits.writtenOut)
      throw tooComplex(
        `With its fragments written out, the document has more than ${limits.writtenOut} fields and arguments`,
      );
    if (value?.kind === Kind.LIST) for (const item of value.values) this.#step(item);
    if (value?.kind === Kind.OBJECT) for (const field of value.fields) this.#step(field.value);
  }

  #repeat(times: number): void {
    this.#repetitions += (times * (times - 1)) / 2;
    if (this.#repetitions > limits.repetitions)
      throw tooComplex('The document asks for the same fields again and again in the same place');
  }
}
