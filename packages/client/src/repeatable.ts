import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
} from '@0no-co/graphql.web';
import type { AnyDocument } from './document.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { definitionsOf, operationsOf } from './parsing.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A request as it is sent, every time with the same keys. */
export interface Repeatable {
  readonly document: AnyDocument;
  readonly variables: Variables;
  /** Whether it can be sent twice without further effect. */
  readonly isRepeatable: boolean;
}

/** Gives every write that has no idempotency key one; `asIs`: its document must be sent as it is. */
export function repeatable(document: AnyDocument, variables: Variables, asIs: boolean): Repeatable {
  const operations = operationsOf(document);
  if (operations.every(({ operation }) => operation === 'query'))
    return { document, variables, isRepeatable: true };
  // Of several operations it is not known here which one is meant.
  if (operations.length > 1 || operations[0]?.operation !== 'mutation')
    return { document, variables, isRepeatable: false };
  const keyed = asIs ? document : withKeys(document);
  const [operation] = operationsOf(keyed);
  const names = operation?.selectionSet.selections.map(keyOf) ?? [];
  const missing = names.filter(
    (name) => typeof name === 'string' && !isGiven(name, variables, operation as OperationDefinitionNode),
  ) as string[];
  return {
    document: keyed,
    variables: { ...variables, ...Object.fromEntries(missing.map((name) => [name, idempotencyKey()])) },
    isRepeatable: !names.includes(undefined),
  };
}

/** The variable that holds the key of a write; true: it needs none, or has it; undefined: it has none. */
function keyOf(selection: SelectionNode): string | true | undefined {
  if (selection.kind !== Kind.FIELD) return undefined;
  if (selection.name.value === '__typename') return true;
  const value = keyArgument(selection)?.value;
  if (value?.kind === Kind.VARIABLE) return value.name.value;
  return value?.kind === Kind.STRING || undefined;
}

const isGiven = (
  name: string,
  variables: Variables,
  { variableDefinitions }: OperationDefinitionNode,
): boolean =>
  typeof variables[name] === 'string' ||
  // The document's own key is used where the caller gives none.
  (variables[name] === undefined &&
    variableDefinitions?.some(
      ({ variable, defaultValue }) => variable.name.value === name && defaultValue?.kind === Kind.STRING,
    ) === true);

const keyArgument = ({ arguments: given }: FieldNode): ArgumentNode | undefined =>
  given?.find(({ name }) => name.value === 'idempotencyKey');

const known = new WeakMap<object, DocumentNode>();

/** The document with a variable for the key of each write that has none: every mutation takes one. */
function withKeys(document: AnyDocument): AnyDocument {
  const [operation] = operationsOf(document);
  const lacks = (one: SelectionNode): boolean =>
    one.kind === Kind.FIELD && one.name.value !== '__typename' && !keyArgument(one);
  if (!operation?.selectionSet.selections.some(lacks)) return document;
  const made = typeof document === 'object' ? known.get(document) : undefined;
  if (made) return made;
  const { selections } = operation.selectionSet;
  const variables = selections.flatMap((one, index) => (lacks(one) ? [variableOf(index)] : []));
  const keyed: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [
      ...(operation.variableDefinitions ?? []),
      ...variables.map(
        (variable): VariableDefinitionNode => ({
          kind: Kind.VARIABLE_DEFINITION,
          variable,
          type: { kind: Kind.NAMED_TYPE, name: nameOf('String') },
        }),
      ),
    ],
    selectionSet: {
      ...operation.selectionSet,
      selections: selections.map((one, index) => (lacks(one) ? withKey(one as FieldNode, index) : one)),
    },
  };
  const all = definitionsOf(document).map((one) => (one.kind === Kind.OPERATION_DEFINITION ? keyed : one));
  const result: DocumentNode = { kind: Kind.DOCUMENT, definitions: all };
  if (typeof document === 'object') known.set(document, result);
  return result;
}

const nameOf = (value: string) => ({ kind: Kind.NAME, value }) as const;
const variableOf = (index: number) =>
  ({ kind: Kind.VARIABLE, name: nameOf(`idempotencyKey_${index}`) }) as const;
const withKey = (field: FieldNode, index: number): FieldNode => ({
  ...field,
  arguments: [
    ...(field.arguments ?? []),
    { kind: Kind.ARGUMENT, name: nameOf('idempotencyKey'), value: variableOf(index) },
  ],
});
