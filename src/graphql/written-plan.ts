import { collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import type { Actor } from '../core/actor.ts';
import { Unavailable } from '../core/errors.ts';
import { getOrCreate } from '../core/get-or-create.ts';
import type { Domain, DomainParts, DomainWithParts } from '../operations/readers/shown.ts';
import { type Shape, writtenDomains, type Zone } from '../operations/readers/written-domains.ts';
import { personalFieldsOf } from './access-log-plugin.ts';
import type { Connection } from './connections.ts';
import type { Context } from './context.ts';

/** What of a document the database writes, and what is put around it (written-answers.ts). */
type Groups = ReadonlyMap<string, FieldNode[]>;
type Print<T> = (value: T) => string;

/** A root field whose value the database writes. */
export interface Root {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly print: (value: unknown) => string | Promise<string>;
  readonly parts: (also: keyof Domain & string, viewer: number | undefined) => DomainParts;
}

export interface Plan {
  readonly parentType: GraphQLObjectType;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly roots: readonly Root[];
}

/** A query with its variables as the schema reads them. */
export interface Asked {
  readonly args: ExecutionArgs;
  readonly context: Context;
  readonly operation: OperationDefinitionNode;
  readonly variables: Record<string, unknown>;
}

/** A refusal, or that it cannot be told now: asking again would be answered likewise, and cost as much again. */
export const isToldAsItIs = (error: unknown): boolean =>
  error instanceof GraphQLError || error instanceof Unavailable;

/** Undefined: the database cannot write it. */
export function planOf({ args, context, operation, variables }: Asked, zone: Zone): Plan | undefined {
  const { document, schema } = args;
  const parentType = schema.getQueryType();
  if (!parentType) return undefined;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
    ),
  );
  const selected: Select = (type, nodes) =>
    collectSubFields(schema, fragments, variables, type, nodes).fields;
  const { fields } = collectFields(schema, fragments, variables, parentType, operation.selectionSet);
  const roots: Root[] = [];
  for (const [key, nodes] of fields) {
    const root = rootOf(key, nodes, { parentType, selected, actor: context.actor, zone });
    if (!root) return undefined;
    roots.push(root);
  }
  return isSomething(roots) ? { parentType, fragments, roots } : undefined;
}

type Select = (type: GraphQLObjectType, nodes: FieldNode[]) => Groups;

interface Planning {
  readonly parentType: GraphQLObjectType;
  readonly selected: Select;
  readonly actor: Actor;
  readonly zone: Zone;
}

function rootOf(
  key: string,
  nodes: FieldNode[],
  { parentType, selected, actor, zone }: Planning,
): Root | undefined {
  const name = nodes[0]?.name.value ?? '';
  const field = parentType.getFields()[name];
  const type = field && getNamedType(field.type);
  if (!field || !isObjectType(type)) return undefined;
  const shapes: Shape[] = [];
  const print =
    name === 'domain'
      ? nodePrinter(type, nodes, selected, shapes)
      : name === 'domains'
        ? connectionPrinter(key, type, nodes, selected, shapes)
        : undefined;
  const [shape, ...others] = shapes;
  // One text for each domain: rows are read once, however often they are shown.
  if (!print || !shape || others.length > 0) return undefined;
  // Whom operators look at is noted, which needs rows.
  if (actor.kind === 'operator' && showsSomebody(shape)) return undefined;
  const written = writtenDomains(shape, { actor, zone });
  if (!written) return undefined;
  const known = new Map<string, ReturnType<typeof written>>();
  return {
    key,
    nodes,
    field,
    print: print as Root['print'],
    parts: (also, viewer) => ({
      domain: 'all',
      text: getOrCreate(known, also, () => written(also)),
      viewer,
    }),
  };
}

function nodePrinter(type: GraphQLObjectType, nodes: FieldNode[], selected: Select, shapes: Shape[]) {
  const shape = shapeOf(type, nodes, selected);
  if (!shape) return undefined;
  shapes.push(shape);
  return (row: DomainWithParts | null): string => (row ? textOf(row) : 'null');
}

/** Rows that were not read from the database have none. */
function textOf({ text }: DomainWithParts): string {
  if (typeof text !== 'string') throw new TypeError('this domain was not written by the database');
  return text;
}

function shapeOf(type: GraphQLObjectType, nodes: FieldNode[], selected: Select): Shape | undefined {
  const fields: Shape['fields'][number][] = [];
  for (const [key, group] of selected(type, nodes)) {
    const field = group[0]?.name.value ?? '';
    if (group.some((node) => node.arguments?.length)) return undefined;
    const inner = getNamedType(type.getFields()[field]?.type);
    const below = isObjectType(inner) ? shapeOf(inner, group, selected) : undefined;
    fields.push({ key, field, below });
  }
  return isSomething(fields) ? { typename: type.name, fields } : undefined;
}

const showsSomebody = ({ typename, fields }: Shape): boolean =>
  fields.some(
    ({ field, below }) =>
      personalFieldsOf[typename]?.includes(field) || (below !== undefined && showsSomebody(below)),
  );

type Page = Omit<Connection<DomainWithParts>, 'totalCount'> & { readonly total: number };

function connectionPrinter(
  root: string,
  type: GraphQLObjectType,
  nodes: FieldNode[],
  selected: Select,
  shapes: Shape[],
) {
  const counts: { readonly key: string; readonly group: FieldNode[] }[] = [];
  const print = objectPrinter<Page>(type, nodes, selected, {
    totalCount: (_, group, key) => {
      counts.push({ key, group });
      return ({ total }) => String(total);
    },
    pageInfo: (inner, group) => {
      const one = objectPrinter<Page['pageInfo']>(inner, group, selected, pageInfo);
      return one && ((page) => one(page.pageInfo));
    },
    nodes: (inner, group) => {
      const one = nodePrinter(inner, group, selected, shapes);
      return one && (({ edges }) => `[${edges.map(({ node }) => one(node)).join(',')}]`);
    },
    edges: (inner, group) => {
      const one = objectPrinter<Page['edges'][number]>(inner, group, selected, {
        cursor: () => (edge) => JSON.stringify(edge.cursor),
        node: (below, group) => {
          const node = nodePrinter(below, group, selected, shapes);
          return node && ((edge) => node(edge.node));
        },
      });
      return one && (({ edges }) => `[${edges.map(one).join(',')}]`);
    },
  });
  const [count, ...others] = counts;
  if (!print || others.length > 0) return undefined;
  return async ({ edges, pageInfo, totalCount }: Connection<DomainWithParts>): Promise<string> => {
    try {
      return print({ edges, pageInfo, total: count ? await totalCount() : 0 });
    } catch (error) {
      throw count && isToldAsItIs(error) ? locatedError(error, count.group, [root, count.key]) : error;
    }
  };
}

type Member<T> = (type: GraphQLObjectType, group: FieldNode[], key: string) => Print<T> | undefined;

const part =
  <K extends keyof Page['pageInfo']>(name: K): Member<Page['pageInfo']> =>
  () =>
  (info) =>
    JSON.stringify(info[name]);

const pageInfo: Readonly<Record<string, Member<Page['pageInfo']>>> = {
  hasNextPage: part('hasNextPage'),
  hasPreviousPage: part('hasPreviousPage'),
  startCursor: part('startCursor'),
  endCursor: part('endCursor'),
};

function objectPrinter<T>(
  type: GraphQLObjectType,
  nodes: FieldNode[],
  selected: Select,
  members: Readonly<Record<string, Member<T>>>,
): Print<T> | undefined {
  const prints: Print<T>[] = [];
  for (const [key, group] of selected(type, nodes)) {
    const name = group[0]?.name.value ?? '';
    if (group.some((node) => node.arguments?.length)) return undefined;
    const inner = getNamedType(type.getFields()[name]?.type) as GraphQLObjectType;
    const print: Print<T> | undefined =
      name === '__typename' ? () => JSON.stringify(type.name) : members[name]?.(inner, group, key);
    if (!print) return undefined;
    const before = `${prints.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    prints.push((value) => before + print(value));
  }
  if (!isSomething(prints)) return undefined;
  return (value) => {
    let text = '';
    for (const print of prints) text += print(value);
    return `${text}}`;
  };
}

/** Objects that nothing is left of are counted by the ordinary way only. */
const isSomething = (members: readonly unknown[]): boolean => members.length > 0;
