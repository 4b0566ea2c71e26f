import type { SelectionNode } from '@0no-co/graphql.web';
import type { AnyDocument } from './document.ts';
import { operationsOf } from './parsing.ts';

/** Whether it can be sent twice without further effect: a query, or writes that all carry an idempotency key. */
export function isRepeatable(document: AnyDocument, variables: Readonly<Record<string, unknown>>): boolean {
  return operationsOf(document).every(
    ({ operation, selectionSet }) =>
      operation === 'query' ||
      (operation === 'mutation' && selectionSet.selections.every((field) => hasKey(field, variables))),
  );
}

function hasKey(selection: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  if (selection.kind !== 'Field') return false;
  const value = selection.arguments?.find(({ name }) => name.value === 'idempotencyKey')?.value;
  if (value?.kind === 'Variable') return typeof variables[value.name.value] === 'string';
  return value?.kind === 'StringValue';
}
