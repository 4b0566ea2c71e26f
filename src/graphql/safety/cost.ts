import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  visit,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';

/**
 * What a request costs. Its weight is the number of objects that its answer can hold; a write weighs as much as a
 * page. Points are what a caller's budget is counted in.
 */
const weightOfPoint = 50;
const weightOfWrite = 50;
/** Plain lists hang on one object and are short: nameservers, keys, contacts. */
const assumedLength = 3;
const largestPage = 100;

export interface CostlyField {
  readonly field: string;
  readonly cost: number;
  readonly pageSize?: number;
}

export interface Cost {
  readonly points: number;
  readonly weight: number;
  readonly costly: readonly CostlyField[];
}

export interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

export const pointsOf = (weight: number): number => Math.max(1, Math.ceil(weight / weightOfPoint));

/** Before execution, from the document and its variables: never in a validation rule, whose result is cached. */
export function costOf(request: Request): Cost {
  const { names, costs } = knownOf(request.document);
  const key = JSON.stringify([
    request.operationName,
    ...names.map((name) => deciding(request.variables[name])),
  ]);
  let cost = costs.get(key);
  if (!cost) {
    cost = computeCost(request);
    if (costs.size >= maxKnown) costs.clear();
    costs.set(key, cost);
  }
  return cost;
}

const maxKnown = 100;

interface Known {
  /** Of the variables that decide about the cost: page sizes, lists of what is wanted, and conditions on fields. */
  readonly names: readonly string[];
  readonly costs: Map<string, Cost>;
}

// Documents are parsed once and kept by Yoga; one that comes again with the same page sizes costs the same.
const knownDocuments = new WeakMap<DocumentNode, Known>();

function knownOf(document: DocumentNode): Known {
  let known = knownDocuments.get(document);
  if (!known) {
    known = { names: decidingVariables(document), costs: new Map() };
    knownDocuments.set(document, known);
  }
  return known;
}

/** Of a list only its length. */
const deciding = (value: unknown): unknown => (Array.isArray(value) ? value.length : value);

function decidingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Argument: ({ name, value }) => {
      if (value.kind === Kind.VARIABLE && ['first', 'last', 'ids', 'names', 'if'].includes(name.value))
        names.add(value.name.value);
    },
  });
  return [...names];
}

function computeCost({ schema, document, operationName, variables }: Request): Cost {
  const costly: CostlyField[] = [];
  const estimator: ComplexityEstimator = ({ type, field, node, args, childComplexity }) => {
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return 0;
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
    const pageSize = isObjectType(named) && named.name.endsWith('Connection') ? pageSizeOf(args) : undefined;
    const weight =
      (type === schema.getMutationType() ? weightOfWrite : 1) +
      repeat(pageSize, field.type, type.name, args) * childComplexity;
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
  return { points: pointsOf(weight), weight, costly };
}

// Items of a connection are multiplied at the connection, where the page size stands.
function repeat(
  pageSize: number | undefined,
  type: unknown,
  parent: string,
  args: Readonly<Record<string, unknown>>,
): number {
  if (pageSize !== undefined) return pageSize;
  if (!isListType(getNullableType(type as never)) || parent.endsWith('Connection')) return 1;
  const wanted = Object.values(args).filter((value) => Array.isArray(value));
  return wanted.length > 0 ? Math.max(...wanted.map((list) => list.length)) : assumedLength;
}

function pageSizeOf({ first, last }: { first?: unknown; last?: unknown }): number {
  const asked = [first, last].find((value) => typeof value === 'number');
  return typeof asked === 'number' ? Math.min(Math.max(asked, 1), largestPage) : largestPage;
}

/** After execution: the objects that the answer really holds. */
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

/** The largest page of the costliest list with which the request would fit into so many points. */
export function fittingPage({ weight, costly }: Cost, points: number): number | undefined {
  const list = costly.find((field) => field.pageSize !== undefined);
  if (!list?.pageSize) return undefined;
  const ofList = list.cost * weightOfPoint;
  const perItem = Math.max(1, ofList / list.pageSize);
  const room = points * weightOfPoint - Math.max(0, weight - ofList);
  return Math.max(1, Math.min(list.pageSize - 1, Math.floor(room / perItem)));
}
