import { collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { Unavailable } from '../core/errors.ts';
import { getOrCreate } from '../core/get-or-create.ts';
import type { Domain, DomainParts, DomainWithParts } from '../operations/readers/shown.ts';
import { type Shape, writtenDomains } from '../operations/readers/written-domains.ts';
import { seesSecrets } from '../rules/scopes.ts';
import { isOwnContact, knowsSecretsOf, seesDomains, sightOf } from '../rules/visibility.ts';
import { personalFieldsOf } from './access-log-plugin.ts';
import type { Connection } from './connections.ts';
import type { Context } from './context.ts';
import { WrittenData } from './written.ts';

type Groups = ReadonlyMap<string, FieldNode[]>;
type Print<T> = (value: T) => string;

/** A root field whose value the database writes. */
interface Root {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly field: GraphQLField<unknown, unknown>;
  readonly print: (value: unknown) => string | Promise<string>;
  readonly parts: (also: keyof Domain & string, viewer: number | undefined) => DomainParts;
}

interface Plan {
  readonly parentType: GraphQLObjectType;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly roots: readonly Root[];
}

/** What our own executor tells a resolver of domains beside what every executor does. */
export interface WritingInfo extends GraphQLResolveInfo {
  readonly writes: (also: keyof Domain & string) => DomainParts;
}

export const writtenParts = (
  info: GraphQLResolveInfo,
  also: keyof Domain & string = 'id',
): DomainParts | undefined => (info as Partial<WritingInfo>).writes?.(also);

/** Operations, kinds of callers and conditions of one document that are kept. */
const mostPlans = 16;

/**
 * Answers questions about domains with the text that the database writes, where it can write all that the document selects
 * (docs/decisions/0025-the-answer-as-postgresql-writes-it.md). The resolvers of the root fields run as ever, with all their rules;
 * nothing below them does.
 */
export function writeAnswers(): Plugin<Context> {
  const plans = new WeakMap<DocumentNode, LRUCache<string, { readonly plan: Plan | undefined }>>();
  const conditions = new WeakMap<DocumentNode, readonly string[]>();
  const planFor = (asked: Asked): Plan | undefined => {
    const { document, operationName } = asked.args;
    const names = getOrCreate(conditions, document, () => variablesOfDirectives(document));
    const values = names.map((name) => JSON.stringify(asked.variables[name]));
    const key = [operationName, readerKey(asked.context), ...values].join(' ');
    const known = getOrCreate(plans, document, () => new LRUCache({ max: mostPlans }));
    return getOrCreate(known, key, () => ({ plan: planOf(asked) })).plan;
  };
  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      const context = args.contextValue as Context;
      if (!context.answer.asText || !seesDomains(context.actor)) return;
      const asked = askedBy(args, context);
      const plan = asked && planFor(asked);
      if (!asked || !plan) return;
      setExecuteFn(async (given: ExecutionArgs) => (await run(plan, asked)) ?? executeFn(given));
    },
  };
}

/** A query with its variables as the schema reads them. */
interface Asked {
  readonly args: ExecutionArgs;
  readonly context: Context;
  readonly operation: OperationDefinitionNode;
  readonly variables: Record<string, unknown>;
}

function askedBy(args: ExecutionArgs, context: Context): Asked | undefined {
  const { document, operationName, schema, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query') return undefined;
  const declared = operation.variableDefinitions ?? [];
  const { coerced } = getVariableValues(schema, declared, variableValues ?? {}, { maxErrors: 1 });
  return coerced && { args, context, operation, variables: coerced };
}

/** All that the text of a statement depends on besides the document. */
const readerKey = ({ actor }: Context): string =>
  [actor.kind, sightOf(isOwnContact, actor), sightOf(knowsSecretsOf, actor), seesSecrets(actor)].join();

/** Undefined where it has to be answered in the ordinary way after all. */
async function run(plan: Plan, asked: Asked): Promise<ExecutionResult | undefined> {
  const given = argumentsOf(plan, asked);
  if (!given) return undefined;
  const errors: GraphQLError[] = [];
  try {
    const texts = await Promise.all(
      plan.roots.map(async (root, index) => {
        try {
          return await textFor(root, given[index] ?? {}, plan, asked);
        } catch (error) {
          if (!isToldAsItIs(error)) throw error;
          errors.push(locatedError(error, root.nodes, [root.key]));
          return 'null';
        }
      }),
    );
    const text = texts.map((value, index) => `${JSON.stringify(plan.roots[index]?.key)}:${value}`).join();
    const data = new WrittenData(`{${text}}`);
    return errors.length > 0 ? { errors, data: data.toJSON() } : { data: data as never };
  } catch (err) {
    const { container, requestId } = asked.context;
    container.log.warn(
      { err, reqId: requestId },
      'an answer is not written by the database, but made of rows',
    );
    return undefined;
  }
}

/** A refusal, or that it cannot be told now: asking again would be answered likewise, and cost as much again. */
const isToldAsItIs = (error: unknown): boolean =>
  error instanceof GraphQLError || error instanceof Unavailable;

/** Undefined where one is wrong, or where the past is asked for. */
function argumentsOf({ roots }: Plan, { variables }: Asked): Record<string, unknown>[] | undefined {
  try {
    const given = roots.map(({ field, nodes }) => getArgumentValues(field, nodes[0] as FieldNode, variables));
    return given.some(({ asOf }) => asOf) ? undefined : given;
  } catch {
    return undefined;
  }
}

async function textFor(
  { key, nodes, field, print, parts }: Root,
  given: Record<string, unknown>,
  { fragments, parentType }: Plan,
  { args, context, operation, variables }: Asked,
): Promise<string> {
  const { schema, rootValue } = args;
  const viewer = context.actor.kind === 'registrar' ? context.actor.registrarId : undefined;
  const info: WritingInfo = {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path: { prev: undefined, key, typename: parentType.name },
    schema,
    fragments,
    rootValue,
    operation,
    variableValues: variables,
    writes: (also) => parts(also, viewer),
  };
  return print(await field.resolve?.(rootValue, given, context, info));
}

function planOf({ args, context, operation, variables }: Asked): Plan | undefined {
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
    const root = rootOf(key, nodes, parentType, selected, context);
    if (!root) return undefined;
    roots.push(root);
  }
  return isSomething(roots) ? { parentType, fragments, roots } : undefined;
}

type Select = (type: GraphQLObjectType, nodes: FieldNode[]) => Groups;

function rootOf(
  key: string,
  nodes: FieldNode[],
  query: GraphQLObjectType,
  selected: Select,
  { actor, calendar }: Context,
): Root | undefined {
  const name = nodes[0]?.name.value ?? '';
  const field = query.getFields()[name];
  const type = field && getNamedType(field.type);
  if (!field || !isObjectType(type)) return undefined;
  const shapes: Shape[] = [];
  const print =
    name === 'domain'
      ? nodePrinter(type, nodes, selected, shapes)
      : name === 'domains'
        ? connectionPrinter(type, nodes, selected, shapes)
        : undefined;
  if (!print || shapes.length === 0) return undefined;
  // Whom operators look at is noted, which needs rows.
  if (actor.kind === 'operator' && shapes.some(showsSomebody)) return undefined;
  const written = writtenDomains(shapes, { actor, zone: calendar.zone });
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
  const index = shapes.push(shape) - 1;
  return (row: DomainWithParts | null): string => (row ? textOf(row, index) : 'null');
}

/** Rows that were not read from the database have none. */
function textOf({ texts }: DomainWithParts, index: number): string {
  const text = texts?.[index];
  if (text === undefined) throw new TypeError('this domain was not written by the database');
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

function connectionPrinter(type: GraphQLObjectType, nodes: FieldNode[], selected: Select, shapes: Shape[]) {
  let counts = 0;
  const print = objectPrinter<Page>(type, nodes, selected, {
    totalCount: () => {
      counts += 1;
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
  if (!print || counts > 1) return undefined;
  return async (connection: Connection<DomainWithParts>): Promise<string> => {
    const { edges, pageInfo, totalCount } = connection;
    return print({ edges, pageInfo, total: counts > 0 ? await totalCount() : 0 });
  };
}

type Member<T> = (type: GraphQLObjectType, group: FieldNode[]) => Print<T> | undefined;

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
      name === '__typename' ? () => JSON.stringify(type.name) : members[name]?.(inner, group);
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

/** The variables that decide what is left out. */
function variablesOfDirectives(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      for (const { value } of directive.arguments ?? [])
        if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
