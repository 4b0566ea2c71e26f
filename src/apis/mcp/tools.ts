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
import { inputSchema, type JsonSchema } from './input-schema.ts';
import { type SensitivePaths, sensitivePathsOf } from './written-by-people.ts';

/** A tool of an assistant: a trusted document with its variables. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  readonly documentId: string;
  readonly writes: boolean;
  readonly marked: SensitivePaths;
}

const folder = new URL('../../../schema/operations/agents/', import.meta.url);

/** Variables that the tool itself sets from `outcome`. */
const own: ReadonlySet<string> = new Set(['dryRun', 'ifOutcome', 'idempotencyKey']);

/** Writes that remove or replace something. */
const destructive: ReadonlySet<string> = new Set([
  'set_nameservers',
  'set_hold',
  'transfer_domain',
  'acknowledge_message',
]);

const outcome: JsonSchema = {
  type: 'string',
  description:
    'When left out, nothing is done, and the answer shows what would happen and an outcome. With that outcome, exactly that is done, or nothing.',
};

/** Every document of the folder as a tool; those that are not valid in this schema are left out. */
export const readTools = (schema: GraphQLSchema): readonly Tool[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const document = parse(text);
      const isServed = validate(schema, document).length === 0;
      return isServed ? [toolOf(file.replace('.graphql', ''), text, document, schema)] : [];
    });

function toolOf(name: string, text: string, document: DocumentNode, schema: GraphQLSchema): Tool {
  const operation = document.definitions.find(
    (one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION,
  );
  const comment = [...text.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join(' ');
  if (!operation || comment === '') throw new TypeError(`${name} needs an operation and a comment above it`);
  const input = inputSchema(operation, schema, own);
  const writes = operation.operation === 'mutation';
  return {
    name,
    description: comment,
    inputSchema: writes ? { ...input, properties: { ...input.properties, outcome } } : input,
    annotations: {
      readOnlyHint: !writes,
      destructiveHint: destructive.has(name),
      // A write is repeated with its outcome as its key, so that nothing happens twice.
      idempotentHint: true,
      openWorldHint: false,
    },
    documentId: `sha256:${createHash('sha256').update(print(document)).digest('hex')}`,
    writes,
    marked: sensitivePathsOf(operation, schema),
  };
}
