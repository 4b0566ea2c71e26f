import {
  type ArgumentNode,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionNode,
} from 'graphql';
import { type Column, isConnection, Selected, type Step } from './selected.ts';

/** The only list of a document, and a document that selects nothing else. */
export interface OneList {
  readonly document: DocumentNode;
  /** The path of the object that holds the rows, and their name in it. */
  readonly path: readonly string[];
  readonly key: string;
  /** The field that is shown instead of the row: `node`, if nothing else of an edge is selected. */
  readonly item: string | undefined;
  readonly columns: readonly Column[];
  /** True if it is a page of a list that counts itself. */
  readonly isPage: boolean;
  /** The variable for the cursor of a page; only if the whole list is wanted. */
  readonly pages: { readonly variable: string; readonly after: string | null } | undefined;
}

/** Why this document cannot be answered as a file. */
export interface NoList {
  readonly problem: string;
  /** The cells of a document without a list. */
  readonly cells?: readonly Column[];
}

const pageSize = 100;

/**
 * Finds the one list of the document, or says why it cannot be a file; undefined if execution itself reports the
 * problem.
 */
export function oneListIn(args: ExecutionArgs, wantsAll: boolean): OneList | NoList | undefined {
  const operation = getOperationAST(args.document, args.operationName);
  if (operation?.operation !== OperationTypeNode.QUERY) return { problem: 'a query for one list of rows' };
  const declared = operation.variableDefinitions ?? [];
  const { coerced } = getVariableValues(args.schema, declared, args.variableValues ?? {}, { maxErrors: 1 });
  if (!coerced) return undefined;
  const selected = new Selected(args, coerced);
  const [way, ...others] = listsOfRows([...selected.listsOf(operation)]);
  const rows = way?.at(-1);
  if (!way || !rows)
    return {
      problem: 'a query for one list of rows, but this one asks for none',
      cells: selected.cellsOf(operation),
    };
  if (others.length > 0) {
    const names = [way, ...others].map((steps) => steps.map(({ key }) => key).join('.'));
    return { problem: `a query for one list of rows, but this one asks for ${names.join(' and for ')}` };
  }
  const above = way.slice(0, -1);
  const holder = isConnection(rows.parent) ? above.at(-1) : undefined;
  const isPage = holder !== undefined && rows.field.name !== 'groups';
  const asked = isPage ? getArgumentValues(holder.field, holder.nodes[0], coerced) : {};
  const variable = freeName(declared.map((one) => one.variable.name.value));
  const pages = isPage && wantsAll ? { variable, after: (asked.after ?? null) as string | null } : undefined;
  if (pages && (asked.before ?? null) !== null)
    return { problem: 'a list that is read forward, where all of it is wanted: leave before out' };
  const [inRow, ...besides] = rows.field.name === 'edges' ? [...selected.below(rows)] : [];
  const node = isPage && besides.length === 0 && inRow?.field.name === 'node' ? inRow : undefined;
  return {
    document: {
      kind: Kind.DOCUMENT,
      definitions: [
        {
          ...operation,
          ...narrowedTo(operation, above, rows, isPage, pages && { variable, holder, selected }),
        },
        ...Object.values(selected.fragments),
      ],
    },
    path: above.map(({ key }) => key),
    key: rows.key,
    item: node?.key,
    columns: selected.columnsBelow(node ?? rows),
    isPage,
    pages,
  };
}

/**
 * Returns the lists that count as rows. Lists of scalars do so only if there is no other list; nodes and edges of a
 * connection are the same list.
 */
function listsOfRows(ways: readonly (readonly Step[])[]): (readonly Step[])[] {
  const last = (way: readonly Step[]): Step | undefined => way.at(-1);
  const ofObjects = ways.filter((way) => isCompositeType(getNamedType(last(way)?.field.type)));
  const found = ofObjects.length > 0 ? ofObjects : ways;
  const isPart = (way: readonly Step[], name: string): boolean => {
    const step = last(way);
    return step !== undefined && step.field.name === name && isConnection(step.parent);
  };
  return found.filter(
    (way) =>
      !isPart(way, 'edges') || !found.some((other) => isPart(other, 'nodes') && other.at(-2) === way.at(-2)),
  );
}

interface Walked {
  readonly variable: string;
  readonly holder: Step | undefined;
  readonly selected: Selected;
}

/** The operation with only the path to its list, and the page's own fields. */
function narrowedTo(
  { variableDefinitions = [] }: OperationDefinitionNode,
  above: readonly Step[],
  rows: Step,
  isPage: boolean,
  walked: Walked | undefined,
): Pick<OperationDefinitionNode, 'selectionSet' | 'variableDefinitions'> {
  const reported = [
    isPage
      ? `${totalOf(rows.key)}: totalCount${walked ? ` @include(if: $${isFirst(walked.variable)})` : ''}`
      : '',
    walked ? `${pageOf(rows.key)}: pageInfo { hasNextPage endCursor }` : '',
  ].join(' ');
  const ofRows = rows.nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  let selections = onlyOn(rows, [
    fieldOf(rows, ofRows),
    ...(isPage ? written(`{ ${reported} }`).selections : []),
  ]);
  for (const step of above.toReversed()) {
    const isWalked = walked !== undefined && step === walked.holder;
    const field = fieldOf(step, selections);
    selections = onlyOn(step, [
      isWalked ? { ...field, arguments: pageArguments(field, rows, walked) } : field,
    ]);
  }
  const more =
    walked &&
    written(`query ($${walked.variable}: String, $${isFirst(walked.variable)}: Boolean!) { __typename }`)
      .variables;
  return {
    selectionSet: { kind: Kind.SELECTION_SET, selections },
    variableDefinitions: [...variableDefinitions, ...(more ?? [])],
  };
}

/**
 * The largest pages that are allowed, because each costs a round trip. If rows have pages themselves, the caller's
 * size is kept. `last` becomes `first`: a whole list has the same rows from either end.
 */
function pageArguments(
  { arguments: given = [] }: FieldNode,
  rows: Step,
  { variable, selected }: Walked,
): ArgumentNode[] {
  const isSize = ({ name }: ArgumentNode): boolean => name.value === 'first' || name.value === 'last';
  const size = selected.hasPagesBelow(rows) ? given.find(isSize) : undefined;
  const [list] = written(`{ list(after: $${variable}, first: ${pageSize}) }`).selections;
  const [after, first] = (list as FieldNode).arguments ?? [];
  const asked = given.filter((one) => one.name.value !== 'after' && !isSize(one));
  return [after, first && { ...first, ...(size && { value: size.value }) }, ...asked].filter(
    (one) => one !== undefined,
  );
}

const fieldOf = ({ nodes: [node] }: Step, selections: readonly SelectionNode[]): FieldNode => ({
  ...node,
  // Conditions (@skip, @include) have been resolved.
  directives: [],
  ...(selections.length > 0 && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
});

const onlyOn = ({ parent, isNarrowed }: Step, selections: SelectionNode[]): SelectionNode[] =>
  isNarrowed
    ? [
        {
          kind: Kind.INLINE_FRAGMENT,
          typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: parent.name } },
          selectionSet: { kind: Kind.SELECTION_SET, selections },
        },
      ]
    : selections;

/** AST nodes that are easier to write as text. */
function written(text: string) {
  const [definition] = parse(text, { noLocation: true }).definitions;
  const { selectionSet, variableDefinitions } = definition as OperationDefinitionNode;
  return { selections: selectionSet.selections, variables: variableDefinitions };
}

function freeName(taken: readonly string[]): string {
  let name = 'after';
  while (taken.includes(name) || taken.includes(isFirst(name))) name += '_';
  return name;
}

/** Named after the variable with the cursor: a list is counted with its first page only. */
export const isFirst = (variable: string): string => `${variable}_isFirst`;

/** The fields of a page have aliases that its rows do not have. */
const totalOf = (key: string): string => `${key}_total`;
const pageOf = (key: string): string => `${key}_page`;

export interface Page {
  readonly rows: readonly unknown[];
  readonly total: number | undefined;
  /** The cursor to read on with; undefined at the end of the list. */
  readonly next: string | undefined;
}

type Answered = Readonly<Record<string, unknown>> | null | undefined;

export function pageIn(data: unknown, { path, key, item }: OneList): Page {
  let holder = data as Answered;
  for (const name of path) holder = holder?.[name] as Answered;
  const rows = (holder?.[key] ?? []) as readonly Answered[];
  const info = holder?.[pageOf(key)] as { hasNextPage: boolean; endCursor: string | null } | undefined;
  return {
    rows: item === undefined ? rows : rows.map((row) => row?.[item]),
    total: holder?.[totalOf(key)] as number | undefined,
    next: (info?.hasNextPage && info.endCursor) || undefined,
  };
}
