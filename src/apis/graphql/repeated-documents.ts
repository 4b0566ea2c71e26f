import { useGraphQlJit } from '@envelop/graphql-jit';
import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  OperationTypeNode,
  subscribe,
  typeFromAST,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { getOrCreate } from '../../base/get-or-create.ts';
import type { Context } from './context.ts';

/** Compiling costs as much as running a document several times, so it pays off only for repeated ones. */
const runsBeforeCompiling = 3;

interface DocumentUse {
  runs: number;
  readonly canBeCompiled: boolean;
  readonly hasMisleadingName: boolean;
}

/**
 * Compiles documents that come again and again to functions of their own (graphql-jit), two to three times faster
 * than walking through them (docs/decisions/0012-a-page-is-one-trip.md). Compiled ones are forgotten with Yoga's
 * bounded cache of parsed documents. Where a compiled one meets an error it is run the ordinary way: order, places
 * and nulls of errors are written in one way only, and a query may run twice. Where an answer's names mean something
 * to the fast executors, graphql's own runs it.
 */
export function compileRepeatedDocuments(): Plugin<Context> {
  const documents = new WeakMap<DocumentNode, DocumentUse>();
  const compiler = useGraphQlJit();
  const seenBefore = ({ document, schema }: ExecutionArgs): DocumentUse =>
    getOrCreate(documents, document, () => ({
      runs: 0,
      canBeCompiled: canBeCompiled(document, schema),
      hasMisleadingName: hasField(document.definitions, ({ alias }) => misleading.has(alias?.value)),
    }));
  return {
    onSubscribe: ({ args, setSubscribeFn }) => {
      if (seenBefore(args).hasMisleadingName) setSubscribeFn(subscribe);
    },
    onExecute: (payload) => {
      const seen = seenBefore(payload.args);
      if (seen.hasMisleadingName) return payload.setExecuteFn(execute);
      seen.runs += 1;
      if (!seen.canBeCompiled || seen.runs <= runsBeforeCompiling) return;
      const { executeFn, setExecuteFn } = payload;
      compiler.onExecute?.({
        ...payload,
        setExecuteFn: (compiled) =>
          setExecuteFn(async (args: ExecutionArgs) => {
            const result = (await compiled(args)) as ExecutionResult;
            return result.errors ? executeFn(args) : result;
          }),
      } as Parameters<NonNullable<typeof compiler.onExecute>>[0]);
    },
  };
}

/**
 * Tells whether a document can be compiled: a query, where it matters; alone in its document, because compiled ones
 * are kept by document; and only with variables that are scalars or enums, because the compiler does not come to an
 * end with inputs that contain themselves, such as our `where`.
 */
function canBeCompiled({ definitions }: DocumentNode, schema: GraphQLSchema): boolean {
  const [operation, ...others] = definitions.filter(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (others.length > 0 || operation?.operation !== OperationTypeNode.QUERY) return false;
  const once = fieldsThatRunOnce(schema);
  if (hasField(definitions, ({ name }) => once.has(name.value))) return false;
  return (operation.variableDefinitions ?? []).every(({ type }) =>
    isLeafType(getNamedType(typeFromAST(schema, type as never))),
  );
}

/**
 * Among the options of a field that must not run twice: a wrong code would be counted twice, a long list added up
 * twice.
 */
export const runsOnce = { runsOnce: true } as const;

const namesIn = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

const fieldsThatRunOnce = (schema: GraphQLSchema): ReadonlySet<string> =>
  getOrCreate(namesIn, schema, () => {
    const fields = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) ? Object.values(type.getFields()) : [],
    );
    return new Set(fields.filter(({ extensions }) => extensions.runsOnce).map(({ name }) => name));
  });

/** An object with `then` is taken for a promise, one that is given a `__proto__` has no field of that name. */
const misleading: ReadonlySet<string | undefined> = new Set(['then', '__proto__']);

function hasField(definitions: readonly DefinitionNode[], isWanted: (field: FieldNode) => boolean): boolean {
  let found = false;
  for (const definition of definitions)
    visit(definition, {
      Field: (field) => {
        if (isWanted(field)) found = true;
      },
    });
  return found;
}
