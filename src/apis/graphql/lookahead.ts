import { collectSubFields } from '@graphql-tools/utils';
import {
  BREAK,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { getOrCreate } from '../../base/get-or-create.ts';

/** The selection of an object: its fields, and the selection of each. */
export interface Selection extends ReadonlyMap<string, Selection> {}

const nothing: Selection = new Map();

/**
 * The selection of the document below a field, or below another on the way down from it. What a list resolver knows of
 * its items' selection it can load for the whole page at once.
 */
export function selectionOf(info: GraphQLResolveInfo, ...path: readonly string[]): Selection {
  const [node] = info.fieldNodes;
  const isFixed = node !== undefined && info.fieldNodes.length === 1 && !isConditional(info);
  let found = isFixed ? fixed.get(node) : undefined;
  if (!found) {
    const type = getNamedType(info.returnType);
    found = isObjectType(type) ? collect(info, type, [...info.fieldNodes]) : nothing;
    if (isFixed) fixed.set(node, found);
  }
  return path.reduce<Selection>((selection, name) => selection.get(name) ?? nothing, found);
}

/** The selection of the items of a connection, through nodes and edges.node. */
export function selectionOfItems(info: GraphQLResolveInfo): Selection {
  const nodes = selectionOf(info, 'nodes');
  const ofEdges = selectionOf(info, 'edges', 'node');
  if (nodes.size === 0) return ofEdges;
  if (ofEdges.size === 0) return nodes;
  return getOrCreate(merged, nodes, () => merge(nodes, ofEdges));
}

const merged = new WeakMap<Selection, Selection>();

// Documents are parsed once and kept by Yoga, and without conditions they always select the same.
const fixed = new WeakMap<FieldNode, Selection>();
const conditional = new WeakMap<OperationDefinitionNode, boolean>();

function isConditional({ operation, fragments }: GraphQLResolveInfo): boolean {
  return getOrCreate(conditional, operation, () =>
    [operation, ...Object.values(fragments)].some((definition) => {
      let hasDirective = false;
      visit(definition, {
        Directive: () => {
          hasDirective = true;
          return BREAK;
        },
      });
      return hasDirective;
    }),
  );
}

function collect(info: GraphQLResolveInfo, type: GraphQLObjectType, nodes: FieldNode[]): Selection {
  const { fields } = collectSubFields(info.schema, info.fragments, info.variableValues, type, nodes);
  const selection = new Map<string, Selection>();
  for (const group of fields.values()) {
    const name = group[0]?.name.value ?? '';
    const inner = getNamedType(type.getFields()[name]?.type);
    const below = isObjectType(inner) ? collect(info, inner, group) : nothing;
    // A field may be there under several names.
    const known = selection.get(name);
    selection.set(name, known ? merge(known, below) : below);
  }
  return selection;
}

function merge(one: Selection, other: Selection): Selection {
  const both = new Map(one);
  for (const [name, below] of other) {
    const known = both.get(name);
    both.set(name, known ? merge(known, below) : below);
  }
  return both;
}
