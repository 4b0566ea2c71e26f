import { collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
} from 'graphql';

/**
 * Names of the fields that the document selects on the items of this field, whether it is the object itself, a list
 * or a connection (through nodes and edges.node). What a list resolver knows of its items' selection it can load for
 * the whole page at once.
 */
export function selectedFields(info: GraphQLResolveInfo, ...path: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (type: GraphQLObjectType, nodes: FieldNode[], [next, ...rest]: readonly string[]): void => {
    const { fields } = collectSubFields(info.schema, info.fragments, info.variableValues, type, nodes);
    for (const group of fields.values()) {
      const name = group[0]?.name.value ?? '';
      if (next === undefined) names.add(name);
      else if (name === next) {
        const inner = getNamedType(type.getFields()[name]?.type);
        if (isObjectType(inner)) visit(inner, group, rest);
      }
    }
  };
  const type = getNamedType(info.returnType);
  if (isObjectType(type)) visit(type, [...info.fieldNodes], path);
  return names;
}

export function selectedOnNodes(info: GraphQLResolveInfo): ReadonlySet<string> {
  return new Set([...selectedFields(info, 'nodes'), ...selectedFields(info, 'edges', 'node')]);
}
