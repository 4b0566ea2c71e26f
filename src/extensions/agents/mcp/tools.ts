import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
} from 'graphql';
import { type OperationDescription, operations } from '../../../registry/operations/operation.ts';
import type { Runner } from '../../../registry/operations/runner/runner.ts';
import { inputSchema } from './input-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { outputSchema } from './output-schema.ts';
import { type SensitivePaths, sensitivePathsOf } from './written-by-people.ts';

type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** A tool of an assistant: a trusted document with its variables. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly documentId: string;
  readonly writes: boolean;
  /** The operations that its document runs: they decide who may use it, and what it does to things. */
  readonly operations: readonly OperationDescription[];
  readonly marked: SensitivePaths;
}

const folder = new URL('../../../../schema/operations/agents/', import.meta.url);

/** Variables that the tool itself sets from `outcome`. */
const own: ReadonlySet<string> = new Set(['dryRun', 'ifOutcome', 'idempotencyKey']);

const outcome: JsonSchema = {
  type: 'string',
  description:
    'When left out, nothing is done, and the answer shows what would happen and an outcome. With that outcome, exactly that is done, or nothing.',
};

interface ToolsFor {
  /** The schema that the caller sees. */
  readonly schema: GraphQLSchema;
  /** Knows which operations other systems take part in. */
  readonly runner: Pick<Runner, 'reachesOthers'>;
}

/** Every document of the folder as a tool; those that are not valid in this schema are left out. */
export const readTools = (served: ToolsFor): readonly Tool[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const document = parse(text);
      const isServed = validate(served.schema, document).length === 0;
      return isServed ? [toolOf(file.replace('.graphql', ''), text, document, served)] : [];
    });

function toolOf(name: string, text: string, document: DocumentNode, { schema, runner }: ToolsFor): Tool {
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  const comment = [...text.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join(' ');
  if (!operation || comment === '') throw new TypeError(`${name} needs an operation and a comment above it`);
  const input = inputSchema(operation, schema, own);
  const run = operationsOf(operation, name);
  const writes = run.some(({ kind }) => kind !== 'query');
  return {
    name,
    description: comment,
    inputSchema: writes ? { ...input, properties: { ...input.properties, outcome } } : input,
    outputSchema: outputSchema({ operation, schema }),
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: run.some(isHarmful),
      // A write is repeated with its outcome as its key, so that nothing happens twice.
      idempotentHint: run.every(({ unforeseeable }) => !unforeseeable),
      openWorldHint: run.some((one) => runner.reachesOthers(one)),
    },
    documentId: `sha256:${createHash('sha256').update(print(document)).digest('hex')}`,
    writes,
    operations: run,
    marked: sensitivePathsOf(document, schema),
  };
}

/** The operations behind the fields that the document begins with. */
function operationsOf({ operation, selectionSet }: OperationDefinitionNode, name: string) {
  const type = operation === 'mutation' ? 'Mutation' : 'Query';
  return selectionSet.selections.map((selection) => {
    const field = selection.kind === Kind.FIELD ? `${type}.${selection.name.value}` : '';
    const found = [...operations.values()].find(({ graphql }) => graphql === field);
    if (!found) throw new TypeError(`${name} begins with ${field}, behind which there is no operation`);
    return found;
  });
}

/**
 * Tells whether an operation does what cannot be undone: money is spent, or something is removed or replaced.
 */
const isHarmful = ({ effect, rest, kind }: OperationDescription): boolean =>
  effect !== undefined || (kind !== 'query' && rest?.startsWith('DELETE ') === true);
