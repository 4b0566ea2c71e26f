import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInputObjectType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { LRUCache } from 'lru-cache';
import { linesIn } from '../../../base/csv.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { limit } from '../../../base/limits.ts';
import { pointsOfInput, scannedRowsOfPoint } from '../../access/budget.ts';
import { maxPage, usualPage } from '../page-size.ts';
import { badArgument } from '../refusals.ts';
import { isCountedOrder, sizeOfInput, weightOfFilter } from './input-size.ts';

/**
 * The cost of a request. Its weight is the number of objects that its answer can hold; a write weighs as much as a
 * page, a condition of a filter as much as an object. Points are what a caller's budget is counted in.
 */
const weightOfPoint = 50;
const weightOfWrite = 50;
/** To sort contacts by their domains, those of every contact are counted: seconds for a quarter of a million. */
const weightOfCountedOrder = 25 * weightOfPoint;
/** Plain lists belong to one object and are short: nameservers, keys, contacts. */
const assumedLength = 3;
const mostGroups = limit(
  'groups that are counted for a query without first',
  1000,
  'As many as there can be.',
);
const rowsOfWeight = scannedRowsOfPoint / weightOfPoint;

interface CostlyField {
  readonly field: string;
  readonly cost: number;
  readonly pageSize?: number;
}

export interface Cost {
  readonly points: number;
  readonly weight: number;
  /** The part of the weight that is used whatever the answer holds: filters, and what is in the input of writes. */
  readonly filters: number;
  readonly costly: readonly CostlyField[];
}

export interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

export const pointsOf = (weight: number): number => Math.max(1, Math.ceil(weight / weightOfPoint));

/**
 * Estimates the cost before execution, from the document and its variables; never called in a validation rule, whose
 * result is cached.
 */
export function costOf(request: Request, size: string): Cost {
  const ofDocument = getOrCreate(
    known,
    request.document,
    () => new LRUCache<string, Cost>({ max: maxKnown }),
  );
  return getOrCreate(ofDocument, size, () => computeCost(request));
}

const maxKnown = limit('documents whose cost is kept', 100, 'Clients send the same few again and again.');

// Documents are parsed once and kept by Yoga; one that comes again with variables of the same size costs the same.
const known = new WeakMap<DocumentNode, LRUCache<string, Cost>>();

/**
 * All that a cost can depend on: page sizes, conditions, and the size of lists, of files and of filters. Only of what
 * the operation declares: a caller may send anything else, of any length. Refuses what is nested without end, before
 * anything else looks into it.
 */
export function sizeOf({ document, operationName, variables }: Request): string {
  const operation = getOperationAST(document, operationName);
  const sizes = operation?.variableDefinitions?.map(({ variable }) => {
    const value = variables[variable.name.value];
    if (value === undefined) return [];
    if (isCountedOrder(value)) return 'counted';
    if (typeof value === 'object' && value !== null) return [sizeOfInput(value), listLength(value)];
    return typeof value === 'string' ? linesIn(value.trimEnd()) : value;
  });
  return JSON.stringify([operation?.name?.value, sizes]);
}

const listLength = (value: object): number | null => (Array.isArray(value) ? value.length : null);

function computeCost({ schema, document, operationName, variables }: Request): Cost {
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const costly: CostlyField[] = [];
  let filters = 0;
  // A page shows its items many times, and all else once: that is added where the page is multiplied.
  const besides = new Map<FieldNode, number>();
  const besidesIn = (set: SelectionSetNode | undefined): number => {
    let weight = 0;
    for (const selection of set?.selections ?? [])
      if (selection.kind === Kind.FIELD) weight += besides.get(selection) ?? 0;
      else if (selection.kind === Kind.INLINE_FRAGMENT) weight += besidesIn(selection.selectionSet);
      else weight += besidesIn(fragments.get(selection.name.value));
    return weight;
  };
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION
        ? [[definition.name.value, definition.selectionSet] as const]
        : [],
    ),
  );
  const estimator: ComplexityEstimator = ({ type, field, node, args, childComplexity }) => {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return 0;
    const isRoot = roots.includes(type);
    const isWrite = type === schema.getMutationType();
    if (type === schema.getQueryType()) refuseLongLists(args);
    const filter = isWrite ? weightOfInput(field, args) : filterIn(field, args) + orderIn(args);
    filters += filter;
    if (isConnection(type) && !holdsItems(field.name)) {
      besides.set(
        node as FieldNode,
        (field.name === 'groups' ? groupsAsked(args) : 1) * (1 + childComplexity),
      );
      return 0;
    }
    const pageSize = isConnection(named) ? pageSizeOf(args) : undefined;
    const weight =
      (isWrite ? weightOfWrite : 1) +
      filter +
      repeat(pageSize, field.type, type.name, args) * childComplexity +
      (besides.size > 0 ? besidesIn(node.selectionSet) : 0);
    if (isRoot)
      costly.push({
        field: (node.alias ?? node.name).value,
        cost: pointsOf(weight),
        ...(pageSize !== undefined && { pageSize }),
      });
    return weight;
  };
  const weight = getComplexity({
    schema,
    query: document,
    variables,
    estimators: [estimator],
    ...(operationName && { operationName }),
  });
  costly.sort((one, other) => other.cost - one.cost);
  return { points: pointsOf(weight), weight, filters, costly };
}

const isConnection = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.name.endsWith('Connection');
const holdsItems = (field: string): boolean => field === 'nodes' || field === 'edges';

const groupsAsked = ({ first }: Readonly<Record<string, unknown>>): number =>
  typeof first === 'number' ? Math.min(Math.max(first, 1), mostGroups) : mostGroups;

/** The cost of a write by the lists and passwords in its input; nothing is hashed in a dry run. */
function weightOfInput(
  { extensions }: GraphQLField<unknown, unknown>,
  { input, dryRun }: Readonly<Record<string, unknown>>,
): number {
  const { items, passwords } = sizeOfInput(input);
  return weightOfPoint * pointsOfInput(items, extensions.hashesPassword && !dryRun ? passwords : 0);
}

const mostListed = limit(
  'objects that a list argument is counted for',
  200,
  'No query needs more at once; each field has its own, smaller limit.',
);

function refuseLongLists(args: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(args))
    if (Array.isArray(value) && value.length > mostListed)
      throw badArgument(`${name} must be at most ${mostListed}`, 2004, name);
}

/** An argument that combines conditions with and, or, not. */
function filterIn(
  { args: declared }: GraphQLField<unknown, unknown>,
  args: Readonly<Record<string, unknown>>,
) {
  let weight = 0;
  for (const { name, type } of declared) {
    const named = getNamedType(type);
    if (args[name] && isInputObjectType(named) && 'and' in named.getFields())
      weight += weightOfFilter(args[name]);
  }
  return weight;
}

const orderIn = ({ orderBy }: Readonly<Record<string, unknown>>): number =>
  isCountedOrder(orderBy) ? weightOfCountedOrder : 0;

// Items of a connection are multiplied at the connection, where the page size stands.
function repeat(
  pageSize: number | undefined,
  type: unknown,
  parent: string,
  args: Readonly<Record<string, unknown>>,
): number {
  if (pageSize !== undefined) return pageSize;
  if (!isListType(getNullableType(type as never)) || parent.endsWith('Connection')) return 1;
  if (typeof args.first === 'number') return pageSizeOf(args);
  const wanted = Object.values(args).filter((value) => Array.isArray(value));
  return wanted.length > 0 ? Math.max(...wanted.map((list) => list.length)) : assumedLength;
}

function pageSizeOf({ first, last }: { first?: unknown; last?: unknown }): number {
  const asked = [first, last].find((value) => typeof value === 'number');
  return typeof asked === 'number' ? Math.min(Math.max(asked, 1), maxPage) : usualPage;
}

/** Weighs the rows that were scanned, counted or grouped; called after execution. */
export const weightOfRows = (rows: number): number => Math.ceil(rows / rowsOfWeight);

/** Weighs the objects that the answer actually contains; called after execution. */
export function usedWeight(data: unknown, isMutation: boolean): number {
  if (typeof data !== 'object' || data === null) return 0;
  const writes = isMutation ? Object.keys(data).length * (weightOfWrite - 1) : 0;
  return writes + countObjects(data) - 1;
}

function countObjects(value: object): number {
  if (Array.isArray(value)) return countItems(value);
  let count = 1;
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    if (typeof item === 'object' && item !== null) count += countObjects(item);
  }
  return count;
}

function countItems(items: readonly unknown[]): number {
  let count = 0;
  for (const item of items) if (typeof item === 'object' && item !== null) count += countObjects(item);
  return count;
}

/** The largest page of the most expensive list with which the request would cost at most this many points. */
export function fittingPage({ weight, costly }: Cost, points: number): number | undefined {
  const list = costly.find((field) => field.pageSize !== undefined);
  if (!list?.pageSize) return undefined;
  const ofList = list.cost * weightOfPoint;
  const perItem = Math.max(1, ofList / list.pageSize);
  const room = points * weightOfPoint - Math.max(0, weight - ofList);
  return Math.max(1, Math.min(list.pageSize - 1, Math.floor(room / perItem)));
}
