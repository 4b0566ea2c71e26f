import { collectFields } from '@graphql-tools/utils';
import {
  type ArgumentNode,
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, WriteHeaders } from './context.ts';

/** REST's headers of writes, and the arguments that they stand for. */
const argumentOf = {
  'dry-run': 'dryRun',
  'if-outcome': 'ifOutcome',
  'idempotency-key': 'idempotencyKey',
} as const satisfies Record<keyof WriteHeaders, string>;

export const writeHeadersIn = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): WriteHeaders | undefined => {
  const given = Object.keys(argumentOf).flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
  );
  return given.length > 0 ? Object.fromEntries(given) : undefined;
};

/**
 * Takes REST's headers as the arguments of the one write of a document (docs/rules/graph.md#mutations); otherwise
 * nothing is done, because a caller who asks for a dry run must not get the write. Reads ignore them, as REST's do.
 */
export function honourWriteHeaders(): Plugin<Context> {
  return {
    onExecute: ({ args, setResultAndStopExecution }) => {
      const { writeHeaders } = args.contextValue as Context;
      const operation = getOperationAST(args.document, args.operationName);
      if (!writeHeaders || operation?.operation !== OperationTypeNode.MUTATION) return;
      const problem = takeHeaders(args, operation, writeHeaders);
      if (problem === undefined) return;
      const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
      setResultAndStopExecution({ errors: [new GraphQLError(problem, { extensions })] });
    },
  };
}

/** Writes the headers into the document; returns what forbids it. */
function takeHeaders(
  args: ExecutionArgs,
  { variableDefinitions = [], selectionSet }: OperationDefinitionNode,
  headers: WriteHeaders,
): string | undefined {
  const { schema, document } = args;
  const { coerced } = getVariableValues(schema, variableDefinitions, args.variableValues ?? {});
  const root = schema.getMutationType();
  // Variables that cannot be read are refused by the execution, before any write.
  if (!coerced || !root) return undefined;
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const one of document.definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  const { fields } = collectFields(schema, fragments, coerced, root, selectionSet);
  const writes = [...fields.values()].filter(([node]) => node && root.getFields()[node.name.value]);
  const [nodes = []] = writes;
  const [node] = nodes;
  const field = node && root.getFields()[node.name.value];
  if (writes.length !== 1 || !field)
    return 'Dry-Run, If-Outcome and Idempotency-Key are for a document with one mutation field: use its arguments';
  const known = getArgumentValues(field, node, coerced);
  const added: ArgumentNode[] = [];
  for (const [header, text] of Object.entries(headers) as [keyof WriteHeaders, string][]) {
    const name = argumentOf[header];
    if (!field.args.some((one) => one.name === name)) return `${field.name} does not take ${header}`;
    const isFlag = name === 'dryRun';
    if (isFlag && text !== 'true' && text !== 'false')
      return "Invalid header 'Dry-Run': Must be true or false";
    if (isGiven(node, name, coerced) && String(known[name]) !== text)
      return `The header ${header} and the argument ${name} differ: send one of them`;
    added.push({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: name },
      value: isFlag ? { kind: Kind.BOOLEAN, value: text === 'true' } : { kind: Kind.STRING, value: text },
    });
  }
  const isReplaced = ({ name }: ArgumentNode): boolean => added.some((one) => one.name.value === name.value);
  args.document = visit(document, {
    Field: (one) =>
      nodes.includes(one)
        ? { ...one, arguments: [...(one.arguments ?? []).filter((old) => !isReplaced(old)), ...added] }
        : undefined,
  });
  return undefined;
}

/** Tells whether an argument is given; null and a variable that is left out do not count. */
function isGiven(node: FieldNode, name: string, variables: Readonly<Record<string, unknown>>): boolean {
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  if (!value || value.kind === Kind.NULL) return false;
  return value.kind !== Kind.VARIABLE || (variables[value.name.value] ?? null) !== null;
}
