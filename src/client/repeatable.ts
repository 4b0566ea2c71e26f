import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionNode } from 'graphql';

/** Whether sending it twice does no more than sending it once: a query, or writes that all carry an idempotency key. */
export function isRepeatable(document: DocumentNode, variables: Readonly<Record<string, unknown>>): boolean {
  return document.definitions
    .filter(
      (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
    )
    .every(
      ({ operation, selectionSet }) =>
        operation === 'query' ||
        (operation === 'mutation' && selectionSet.selections.every((field) => hasKey(field, variables))),
    );
}

function hasKey(selection: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  if (selection.kind !== Kind.FIELD) return false;
  const value = selection.arguments?.find(({ name }) => name.value === 'idempotencyKey')?.value;
  if (value?.kind === Kind.VARIABLE) return typeof variables[value.name.value] === 'string';
  return value?.kind === Kind.STRING;
}
