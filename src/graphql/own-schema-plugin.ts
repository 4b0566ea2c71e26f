import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type CallerKind, kindOf } from '../core/actor.ts';
import { getOrCreate } from '../core/get-or-create.ts';
import { schemaOf } from './caller-schemas.ts';
import type { Context } from './context.ts';

/**
 * Whoever asks about the schema learns of the part that it can use (docs/rules/graph.md#visibility). An answer about
 * nothing but the schema is kept with its document, for each kind of caller apart.
 */
export function showOwnSchema(): Plugin<Context> {
  const documents = new WeakMap<DocumentNode, boolean>();
  const answers = new WeakMap<DocumentNode, Map<CallerKind, ExecutionResult>>();
  const isAboutSchema = (document: DocumentNode): boolean =>
    getOrCreate(documents, document, () => namesSchema(document));
  return {
    onExecute({ args, setExecuteFn }) {
      if (!isAboutSchema(args.document)) return;
      const kind = kindOf((args.contextValue as Context).actor);
      const schema = schemaOf(args.schema, kind);
      setExecuteFn(async (given: ExecutionArgs) => {
        const known = answers.get(given.document)?.get(kind);
        if (known) return known;
        // What else the document asks for must be there as well: nothing is left out silently.
        const errors = validate(schema, given.document);
        if (errors.length > 0) return { errors };
        const result = await execute({ ...given, schema });
        if (isPlain(given.document))
          getOrCreate(answers, given.document, () => new Map<CallerKind, ExecutionResult>()).set(
            kind,
            result,
          );
        return result;
      });
    },
  };
}

const isOfSchema = (name: string): boolean => name === '__schema' || name === '__type';

function namesSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      if (isOfSchema(name.value)) found = true;
    },
  });
  return found;
}

/** One operation without variables that asks for nothing but the schema: its answer is always the same. */
function isPlain({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter((one) => one.kind === 'OperationDefinition');
  const [operation] = operations;
  return (
    operations.length === 1 &&
    (operation?.variableDefinitions ?? []).length === 0 &&
    operation?.selectionSet.selections.every(
      (one) => one.kind === 'Field' && (isOfSchema(one.name.value) || one.name.value === '__typename'),
    ) === true
  );
}
