import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type ValidationContext,
  type ValidationRule,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { type CallerKind, callerKinds, kindOf } from '../../base/actor.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { limit } from '../../base/limits.ts';
import { askableKinds, schemaOf } from './caller-schemas.ts';
import type { Context } from './context.ts';
import { notSignedIn } from './refusals.ts';
import { withoutLiteral } from './safety/literals.ts';

const mostAnswers = limit(
  'answers to questions about the schema that are kept',
  8,
  'Tools ask the same few.',
);

/**
 * Hides the parts of the schema that a caller can never use, in documents and in introspection
 * (docs/rules/graph.md#visibility). The last few introspection answers are cached for each kind of caller: an answer
 * has megabytes, and its document is short.
 */
export function showOwnSchema(): Plugin<Context> {
  const documents = new WeakMap<DocumentNode, boolean>();
  const answers = new Map<CallerKind, LRUCache<DocumentNode, ExecutionResult>>();
  const answersTo = (kind: CallerKind) =>
    getOrCreate(answers, kind, () => new LRUCache<DocumentNode, ExecutionResult>({ max: mostAnswers }));
  const publicDocuments = new WeakMap<DocumentNode, boolean>();
  const isAboutSchema = (document: DocumentNode): boolean =>
    getOrCreate(documents, document, () => namesSchema(document));
  return {
    onValidate({ context, addValidationRule, setValidationFn }) {
      const kind = kindOf((context as unknown as Context).actor);
      addValidationRule(operationsFor[kind]);
      setValidationFn((whole, document, rules) => {
        const own = schemaOf(whole, kind);
        if (kind !== 'anonymous') return validate(own, document, rules).map(withoutLiteral);
        // Computing suggestions takes many times as long as the rest.
        const withoutHints = { hideSuggestions: true };
        const errors = validate(own, document, rules, withoutHints);
        // A document that other callers may send passes here; the anonymous caller is told to sign in later. Fields for
        // operators only are as unknown as misspelt ones.
        const isForOthers =
          errors.length > 0 &&
          askableKinds.some((other) => {
            const found = validate(schemaOf(whole, other), document, rules, { ...withoutHints });
            return found.length === 0;
          });
        return isForOthers ? [] : errors.map(withoutLiteral);
      });
    },
    onExecute({ args, setExecuteFn }) {
      if (!isAboutSchema(args.document)) return;
      const kind = kindOf((args.contextValue as Context).actor);
      const schema = schemaOf(args.schema, kind);
      setExecuteFn(async (given: ExecutionArgs) => {
        const known = answersTo(kind).get(given.document);
        if (known) return known;
        // All other parts of the document must be in the public schema as well: nothing is left out silently.
        const isPublic = (): boolean =>
          validate(schema, given.document, undefined, { hideSuggestions: true }).length === 0;
        if (kind === 'anonymous' && !getOrCreate(publicDocuments, given.document, isPublic))
          return { errors: [notSignedIn()] };
        const result = await execute({ ...given, schema });
        if (isPlain(given.document)) answersTo(kind).set(given.document, result);
        return result;
      });
    },
  };
}

/** Refuses a kind of operation that the caller's schema does not have: graphql-js lets it pass. */
const refuseMissingOperations = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition(node) {
    if (!context.getSchema().getRootType(node.operation))
      context.reportError(new GraphQLError(`You may not use any ${node.operation}.`, { nodes: node }));
  },
});

/** The rule's name is the caller's kind: results of validation are cached by rule names, and differ between kinds. */
const operationsFor = Object.fromEntries(
  callerKinds.map((kind) => [
    kind,
    Object.defineProperty(refuseMissingOperations.bind(undefined), 'name', { value: kind }),
  ]),
) as Record<CallerKind, ValidationRule>;

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
