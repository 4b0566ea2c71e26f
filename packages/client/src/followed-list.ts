import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionSetNode,
  ValueNode,
  VariableNode,
} from '@0no-co/graphql.web';
import { Kind, type OperationTypeNode } from '@0no-co/graphql.web';
import type { AnyDocument } from './document.ts';
import { definitionsOf } from './parsing.ts';
import type { Variables } from './wire.ts';

/** The lists that can be followed: their subscription, and what an object is called and known by. */
const lists = {
  domains: { changes: 'domainsChanged', object: 'domain', key: 'name' },
  contacts: { changes: 'contactsChanged', object: 'contact', key: 'code' },
} as const;

export type Node = Readonly<Record<string, unknown>>;

/** A change as the subscription tells it. */
export interface Change {
  readonly key: string;
  readonly node: Node | null;
}

/** What a query says about its list, and the subscription that follows it. */
export interface Followed {
  readonly subscription: DocumentNode;
  /** The variables of the query that the subscription has too. */
  readonly variables: readonly string[];
  readonly isPaged: boolean;
  readonly pageOf: (data: unknown) => Page | undefined;
  readonly changeIn: (data: unknown) => Change;
  /** The list after a change, each node in its place. */
  readonly put: (nodes: readonly Node[], change: Change, given: Variables) => readonly Node[];
}

interface Page {
  readonly nodes: readonly Node[];
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Follows the one list of a query: `{ domains(where: ..., orderBy: ...) { nodes { name ... } pageInfo { ... } } }`. */
export function followed(document: AnyDocument): Followed {
  const definitions = definitionsOf(document);
  const [operation, ...others] = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const selections = operation?.selectionSet.selections ?? [];
  const [list] = selections;
  const known = list?.kind === Kind.FIELD ? lists[list.name.value as keyof typeof lists] : undefined;
  const nodes = list?.kind === Kind.FIELD ? fieldIn(list, 'nodes') : undefined;
  if (!operation || others.length > 0 || selections.length !== 1 || !known || !nodes?.selectionSet)
    throw new TypeError(
      'A live list is followed by a query with one list in it: domains or contacts, with nodes',
    );
  const field = list as FieldNode;
  if (argument(field, 'asOf')) throw new TypeError('A list of the past does not change');
  const { changes, object, key } = known;
  const resultKey = field.alias?.value ?? field.name.value;
  const where = argument(field, 'where');
  const fragments = usedFragments(nodes.selectionSet, definitions);
  const used = new Set([where, nodes, ...fragments].flatMap((one) => variablesIn(one)));
  return {
    subscription: subscriptionOf({ operation, changes, object, key, where, nodes, fragments, used }),
    variables: [...used],
    isPaged: variablesIn(argument(field, 'after')).includes('after'),
    pageOf: (data) => (data as Record<string, Page | undefined>)[resultKey] ?? undefined,
    changeIn: (data) => {
      const told = (data as Record<string, Record<string, unknown>>)[changes] ?? {};
      return { key: String(told.liveListKey), node: (told[object] as Node | null) ?? null };
    },
    put: (all, { key: changed, node }, given) => {
      const rest = all.filter((one) => keyOf(one, key) !== changed);
      if (!node) return rest;
      keyOf(node, key);
      const compare = comparerOf(field, operation, given);
      const place = rest.findIndex((one) => compare(node, one) < 0);
      return place < 0 ? [...rest, node] : [...rest.slice(0, place), node, ...rest.slice(place)];
    },
  };
}

function keyOf(node: Node, key: string): unknown {
  if (node[key] === undefined)
    throw new TypeError(`The nodes of a live list need ${key}, by which they are known`);
  return node[key];
}

interface Parts {
  readonly operation: OperationDefinitionNode;
  readonly changes: string;
  readonly object: string;
  readonly key: string;
  readonly where: ArgumentNode | undefined;
  readonly nodes: FieldNode;
  readonly fragments: readonly FragmentDefinitionNode[];
  readonly used: ReadonlySet<string>;
}

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const plain = (field: string, alias?: string): FieldNode => ({
  kind: Kind.FIELD,
  name: name(field),
  alias: alias === undefined ? undefined : name(alias),
});
const selecting = (selections: readonly FieldNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

function subscriptionOf({
  operation,
  changes,
  object,
  key,
  where,
  nodes,
  fragments,
  used,
}: Parts): DocumentNode {
  const after: VariableNode = { kind: Kind.VARIABLE, name: name('after') };
  const root: FieldNode = {
    ...plain(changes),
    arguments: [...(where ? [where] : []), { kind: Kind.ARGUMENT, name: name('after'), value: after }],
    selectionSet: selecting([
      plain('id'),
      plain(key, 'liveListKey'),
      { ...plain(object), selectionSet: nodes.selectionSet },
    ]),
  };
  const live: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: 'subscription' as OperationTypeNode,
    name: name(`${operation.name?.value ?? 'List'}Changes`),
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []).filter(({ variable }) => used.has(variable.name.value)),
      {
        kind: Kind.VARIABLE_DEFINITION,
        variable: after,
        type: { kind: Kind.NAMED_TYPE, name: name('ID') },
      },
    ],
    selectionSet: selecting([root]),
  };
  return { kind: Kind.DOCUMENT, definitions: [live, ...fragments] };
}

const fieldIn = ({ selectionSet }: FieldNode, wanted: string): FieldNode | undefined =>
  selectionSet?.selections.find(
    (one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === wanted,
  );

const argument = ({ arguments: given }: FieldNode, wanted: string): ArgumentNode | undefined =>
  given?.find((one) => one.name.value === wanted);

/** Those that a selection spreads, and those that they spread. */
function usedFragments(
  selection: SelectionSetNode,
  definitions: DocumentNode['definitions'],
): FragmentDefinitionNode[] {
  const found = new Map<string, FragmentDefinitionNode>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const one of selections) {
      const spread =
        one.kind === Kind.FRAGMENT_SPREAD && !found.has(one.name.value)
          ? definitions.find(
              (definition): definition is FragmentDefinitionNode =>
                definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === one.name.value,
            )
          : undefined;
      if (spread) found.set(spread.name.value, spread);
      const inner = spread ?? one;
      if ('selectionSet' in inner && inner.selectionSet) visit(inner.selectionSet);
    }
  };
  visit(selection);
  return [...found.values()];
}

/** The names of all variables anywhere in a part of a document. */
function variablesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(variablesIn);
  if (typeof part !== 'object' || part === null) return [];
  const node = part as Partial<VariableNode>;
  if (node.kind === Kind.VARIABLE && node.name) return [node.name.value];
  return Object.entries(part).flatMap(([property, value]) => (property === 'loc' ? [] : variablesIn(value)));
}

interface Order {
  readonly field?: string;
  readonly direction?: string;
}

/** As orderBy says; newest first without it, as the server has it. */
function comparerOf(
  list: FieldNode,
  { variableDefinitions }: OperationDefinitionNode,
  given: Variables,
): (one: Node, other: Node) => number {
  const value = argument(list, 'orderBy')?.value;
  const asked = (value && writtenValue(value, given, variableDefinitions)) as Order | null | undefined;
  const { field = 'CREATED_AT', direction = asked?.field ? 'ASC' : 'DESC' } = asked ?? {};
  const property = field.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const sign = direction === 'DESC' ? -1 : 1;
  return (one, other) => {
    const [left, right] = [one[property], other[property]];
    if (left === undefined || right === undefined)
      throw new TypeError(`The nodes of a live list need ${property}, by which they are sorted`);
    // What has no value comes last in both directions.
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    return sign * compareValues(String(left), String(right));
  };
}

const moment = /^\d{4}-\d{2}-\d{2}T/;

function compareValues(left: string, right: string): number {
  if (moment.test(left) && moment.test(right)) return Date.parse(left) - Date.parse(right);
  return left.localeCompare(right);
}

/** A value as it is written in the document, with the variables in it. */
function writtenValue(
  value: ValueNode,
  given: Variables,
  definitions: OperationDefinitionNode['variableDefinitions'],
): unknown {
  if (value.kind === Kind.VARIABLE) {
    const { name: variable } = value;
    const known = given[variable.value];
    const byDefault = definitions?.find((one) => one.variable.name.value === variable.value)?.defaultValue;
    return known === undefined && byDefault ? writtenValue(byDefault, given, definitions) : known;
  }
  if (value.kind === Kind.OBJECT)
    return Object.fromEntries(
      value.fields.map((one) => [one.name.value, writtenValue(one.value, given, definitions)]),
    );
  return 'value' in value ? value.value : null;
}
