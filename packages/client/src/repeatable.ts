import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type VariableDefinitionNode,
  type VariableNode,
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

/**
 * Writes that get no key by themselves. What they show they show once, so that the answer to a repetition would lack it; a
 * repeated signOut would be refused, and sandboxReset forgets keys.
 */
export const askedOnce: ReadonlySet<string> = new Set([
  'accessTokenCreate',
  'boardPublish',
  'operatorCreate',
  'operatorUpdate',
  'questionPublish',
  'sandboxReset',
  'sessionSwitch',
  'signIn',
  'signOut',
  'webhookCreate',
  'webhookSecretRotate',
]);

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
  const writes = operation?.selectionSet.selections ?? [];
  const keys = writes.map((write) => ({ write, key: keyOf(write) }));
  const missing = keys.filter(
    ({ key }) => typeof key === 'string' && !isGiven(key, variables, operation as OperationDefinitionNode),
  );
  // With one key, the second of two writes would be taken for a repetition of the first.
  const isOwn = (name: unknown): boolean => keys.filter(({ key }) => key === name).length === 1;
  const made = missing.filter(({ write, key }) => isOwn(key) && !isAskedOnce(write));
  return {
    document: keyed,
    variables: { ...variables, ...Object.fromEntries(made.map(({ key }) => [key, idempotencyKey()])) },
    isRepeatable: made.length === missing.length && keys.every(({ key }) => key !== undefined),
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

const isAskedOnce = (write: SelectionNode): boolean =>
  write.kind === Kind.FIELD && askedOnce.has(write.name.value);

/** The document with a variable for the key of each write that has none: every mutation takes one. */
function withKeys(document: AnyDocument): AnyDocument {
  const [operation] = operationsOf(document);
  const lacks = (one: SelectionNode): boolean =>
    one.kind === Kind.FIELD && one.name.value !== '__typename' && !keyArgument(one) && !isAskedOnce(one);
  if (!operation?.selectionSet.selections.some(lacks)) return document;
  const made = typeof document === 'object' ? known.get(document) : undefined;
  if (made) return made;
  const { selections } = operation.selectionSet;
  const taken = operation.variableDefinitions?.map(({ variable }) => variable.name.value) ?? [];
  let prefix = 'idempotencyKey';
  while (taken.some((name) => name.startsWith(`${prefix}_`))) prefix += '_';
  const variables = selections.flatMap((one, index) => (lacks(one) ? [variableOf(prefix, index)] : []));
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
      selections: selections.map((one, index) =>
        lacks(one) ? withKey(one as FieldNode, variableOf(prefix, index)) : one,
      ),
    },
  };
  const all = definitionsOf(document).map((one) => (one.kind === Kind.OPERATION_DEFINITION ? keyed : one));
  const result: DocumentNode = { kind: Kind.DOCUMENT, definitions: all };
  if (typeof document === 'object') known.set(document, result);
  return result;
}

const nameOf = (value: string) => ({ kind: Kind.NAME, value }) as const;
const variableOf = (prefix: string, index: number): VariableNode => ({
  kind: Kind.VARIABLE,
  name: nameOf(`${prefix}_${index}`),
});
const withKey = (field: FieldNode, value: VariableNode): FieldNode => ({
  ...field,
  arguments: [...(field.arguments ?? []), { kind: Kind.ARGUMENT, name: nameOf('idempotencyKey'), value }],
});
