import {
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { maskedFault } from './faults-plugin.ts';

export interface Foreseen {
  readonly rows: number;
  /** Fields that would be refused because they would read too much. */
  readonly refusals: readonly GraphQLError[];
}

const nothing: Foreseen = { rows: 0, refusals: [] };

/**
 * The planner's estimate of the rows that the groups of a query would read. Only groups run, over the whole list, and
 * return nothing (Runner.run with `priceOnly`).
 */
export async function foresee(
  args: ExecutionArgs,
  operation: OperationDefinitionNode | null | undefined,
): Promise<Foreseen> {
  const context = args.contextValue as Context;
  if (operation?.operation !== OperationTypeNode.QUERY || context.actor.kind === 'anonymous') return nothing;
  const query = args.schema.getQueryType();
  const lists = query && { ...operation, selectionSet: listsIn(operation.selectionSet, query) };
  if (!lists || lists.selectionSet.selections.length === 0) return nothing;
  const definitions = args.document.definitions.map((one) => (one === operation ? lists : one));
  const { errors = [] } = await execute({ ...args, document: { ...args.document, definitions } });
  // The price depends on the estimate, which failed: the database was busy or unavailable.
  const fault = errors.find(({ originalError }) => originalError && !(originalError instanceof GraphQLError));
  if (fault) throw maskedFault(fault, args);
  return {
    rows: roundedUp(context.rowsAddedUp ?? 0),
    refusals: errors.filter(({ extensions }) => extensions.code === 'QUERY_TOO_EXPENSIVE'),
  };
}

/** The lists of the query, and of the account. */
function listsIn(set: SelectionSetNode, type: GraphQLObjectType): SelectionSetNode {
  const selections = set.selections.flatMap((one): SelectionNode[] => {
    const field = one.kind === Kind.FIELD ? type.getFields()[one.name.value] : undefined;
    const named = field && getNamedType(field.type);
    if (one.kind !== Kind.FIELD || !one.selectionSet || !isObjectType(named)) return [];
    if (named.name.endsWith('Connection')) return [one];
    return named.name === 'Account' ? [{ ...one, selectionSet: listsIn(one.selectionSet, named) }] : [];
  });
  return { ...set, selections };
}

/** Rounded to two digits, because it is an estimate. */
function roundedUp(rows: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1);
  return Math.ceil(rows / unit) * unit;
}
