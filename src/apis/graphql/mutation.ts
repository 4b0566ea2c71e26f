import type { ArgBuilder, FieldMap, InputFieldMap } from '@pothos/core';
import { type GraphQLInputType, type GraphQLResolveInfo, getNamedType, isInputObjectType } from 'graphql';
import { z } from 'zod';
import type { Actor } from '../../base/actor.ts';
import { type Failure, Refusal } from '../../base/errors.ts';
import type { Command, Db, ExternalCommand } from '../../registry/operations/operation.ts';
import type { Notices } from '../../registry/operations/runner/notices.ts';
import { type FirstAnswer, refused } from '../../registry/operations/runner/outcome.ts';
import { authorizationFailure, type Scoped } from '../../registry/rules/scopes.ts';
import { builder, type Types } from './builder.ts';
import type { Context } from './context.ts';
import { dropLoaderCaches } from './loading.ts';
import { permitted } from './node-visibility.ts';
import { NoticesRef } from './notices.ts';
import { inputType, readerOf, renamedIn } from './operation-input.ts';
import { badArgument, graphqlError } from './refusals.ts';
import { runCommand } from './run.ts';
import { asPreview, newPreview } from './states.ts';
import { UserErrorRef } from './user-error.ts';
import { byRegistry } from './written.ts';

/** The answer of a mutation: the shown part of the result, or the reasons of a refusal. */
interface Payload<S> {
  readonly shown: S | null;
  readonly failures: readonly Failure[];
  readonly outcome?: string | undefined;
  readonly notices?: Notices | undefined;
}

/**
 * The origin of a result: a dry run or a repeated request, if it is either. It is not part of the context, which
 * loaders are kept for and which is never copied.
 */
export interface ResultOrigin {
  readonly isDryRun: boolean;
  /** The first request with the same key, if this one repeats it; undefined if it is done now. */
  readonly first: FirstAnswer | undefined;
}

/** The part of a payload that a frontend handles in one place for all mutations. */
const MutationPayloadRef =
  builder.interfaceRef<Pick<Payload<unknown>, 'failures' | 'outcome'>>('MutationPayload');

MutationPayloadRef.implement({
  description: 'The answer of any mutation: what was wrong with it, and what a dry run would do.',
  fields: (t) => ({
    userErrors: t.field({
      type: [UserErrorRef],
      description:
        'Everything that is wrong with the input, not only the first thing; empty when it was done.',
      resolve: ({ failures }) => [...failures],
    }),
    outcome: t.string({
      nullable: true,
      extensions: byRegistry,
      description:
        'For a dry run that would succeed, the value to pass as ifOutcome within 24 hours to do exactly what was shown; null otherwise.',
      resolve: ({ outcome }) => outcome ?? null,
    }),
  }),
});

/** The builder of the fields of a payload. */
export type PayloadFields<S> = PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<S>>;

interface Acting<I> {
  readonly actor: Actor;
  readonly input: I;
}

interface MutationDefinition<I, O, S, G> {
  /** The description in the schema, where the operation does more than its mutation. */
  readonly summary?: string;
  /** The description in the schema after the operation's own summary. */
  readonly more?: string;
  /** The document's input where it is not the operation's own; `translate` turns it into the operation's. */
  readonly input?: z.ZodObject & z.ZodType<G>;
  /** All of them as arguments, which may be given instead of `input`. */
  readonly arguments?: (arg: ArgBuilder<Types>) => InputFieldMap;
  /**
   * The names of fields that differ between the document's input and the operation's, for the paths of userErrors;
   * nested fields are written with a dot.
   */
  readonly fieldNames?: Readonly<Record<string, string>>;
  /** Adds to the message of a refusal where the graph says more than REST's documented text. */
  readonly reportAs?: (reason: Failure, input: G) => Failure;
  /** The reasons of a refusal as the graph shows them, where it shows the reasons of each row. */
  readonly reportAll?: (failures: readonly Failure[]) => readonly Failure[];
  /** The operation's input from the document's; a Refusal becomes userErrors. */
  readonly translate?: (input: G, context: Context, info: GraphQLResolveInfo) => I;
  /** Instead of `translate`, if the input proves who acts: the caller does not matter. */
  readonly actAs?: (input: G, context: Context) => Promise<Acting<I>>;
  /** Reads the answer inside the transaction, so that a dry run shows its result; by default the operation's value. */
  readonly show: (
    db: Db,
    value: O,
    context: Context,
    info: GraphQLResolveInfo,
    origin: ResultOrigin,
  ) => Promise<S>;
  /** The fields shown with a refusal besides userErrors; none when left out. */
  readonly refused?: (input: G, failures: readonly Failure[]) => S;
  /** A detail of refusals that the payload shows itself: userErrors do not repeat it. */
  readonly ownDetail?: string;
  readonly payload: (t: PayloadFields<S>) => FieldMap;
  /** Runs after the commit, before the answer; not after a dry run or a replayed answer. */
  readonly afterwards?: (shown: S, context: Context) => Promise<void>;
}

/**
 * A mutation: its name is the operation's, its input follows from the operation's or from one that it declares
 * itself. All have one shape (docs/rules/graph.md#mutations): input, idempotencyKey, dryRun, ifOutcome; entity,
 * userErrors, outcome, query.
 */
export function defineMutation<I, O, S, G = I>(
  operation: Command<I, O> | ExternalCommand<I, O>,
  definition: MutationDefinition<I, O, S, G>,
): void {
  const {
    input: declared = operation.input,
    summary = operation.summary,
    translate,
    actAs,
    show,
  } = definition;
  const name = nameOf(operation);
  if (!(declared instanceof z.ZodObject))
    throw new TypeError(`${name}: the input of ${operation.name} is no object`);
  if (definition.input && !translate && !actAs)
    throw new TypeError(
      `${name} has an input of its own: translate must make that of ${operation.name} of it`,
    );
  const hasFields = Object.keys(declared.shape).length > 0;
  const input = hasFields ? inputType(`${capital(name)}Input`, `Input of ${name}.`, declared) : undefined;
  const read = readerOf(declared) as (given: unknown) => G;
  const fieldNames = { ...renamedIn(declared), ...definition.fieldNames };
  const payload = builder.objectRef<Payload<S>>(`${capital(name)}Payload`).implement({
    description: `Result of ${name}, or userErrors.`,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      ...definition.payload(t),
      notifies: t.field({
        type: NoticesRef,
        nullable: true,
        extensions: permitted(['registrar', 'operator']),
        description:
          'For a dry run, who would get a mail or a poll message; null otherwise, and where an upstream registry decides.',
        resolve: ({ notices }) => notices,
      }),
      query: t.field({
        type: 'Query',
        description: 'The whole graph after the change, to read what a screen needs in the same request.',
        resolve: () => ({}),
      }),
    }),
  });
  builder.mutationField(name, (t) => {
    const besides = definition.arguments?.(t.arg) ?? {};
    return t.field({
      type: payload,
      // A caller without permission must still see the results of the other mutations of the document.
      nullable: true,
      extensions: { hashesPassword: operation.passwordToHash !== undefined },
      description: definition.more ? `${summary} ${definition.more}` : summary,
      args: {
        ...(input && {
          input: t.arg({
            type: input,
            required: !definition.arguments,
            description: 'The arguments of the write.',
          }),
        }),
        ...besides,
        idempotencyKey: t.arg.string({
          description:
            'Any text, such as a UUID, that makes a repetition safe: a second request with the same key and input does nothing and gets the first answer again, for 24 hours.',
        }),
        dryRun: t.arg.boolean({
          defaultValue: false,
          description:
            'true: check everything and answer as if it were done, but keep nothing and charge nothing.',
        }),
        ifOutcome: t.arg.string({
          description:
            'The outcome of a dry run: the write happens only if it would still do exactly what the dry run showed, and is otherwise refused with OUTCOME_CHANGED.',
        }),
      },
      resolve: async (_, args, context, info) => {
        const given = read(inputIn(args, Object.keys(besides)));
        const isDryRun = args.dryRun ?? false;
        const acting = await actingFor(operation, definition, given, context, info);
        const outcome =
          acting instanceof Refusal
            ? refused(acting.failures)
            : await runCommand(
                { ...context, actor: acting.actor },
                operation,
                acting.input,
                args,
                async (db, value, first) => {
                  const shown = await show(db, value, context, info, { isDryRun, first });
                  return isDryRun ? asPreview(shown, newPreview()) : shown;
                },
              );
        dropLoaderCaches(context);
        if (outcome.ok && !outcome.replayed && !isDryRun)
          await definition.afterwards?.(outcome.value, context);
        if (outcome.ok) {
          const { value: shown, outcome: shownBy, notices } = outcome;
          return { shown, failures: [], outcome: shownBy, notices };
        }
        const { reportAll = (all: readonly Failure[]) => all } = definition;
        const failures = reportAll(outcome.failures)
          .map((reason) => definition.reportAs?.(reason, given) ?? reason)
          .map((reason) => asGiven(inWordsOf(fieldNames, reason), info));
        const shown = definition.refused?.(given, failures) ?? null;
        return { shown, failures: failures.map((reason) => withoutDetail(reason, definition.ownDetail)) };
      },
    });
  });
}

function withoutDetail(reason: Failure, name: string | undefined): Failure {
  if (name === undefined || !reason.details) return reason;
  const { [name]: _, ...others } = reason.details;
  const { details: __, ...rest } = reason;
  return Object.keys(others).length > 0 ? { ...rest, details: others } : rest;
}

const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

function nameOf({ name, graphql }: { readonly name: string; readonly graphql?: string }): string {
  if (!graphql?.startsWith('Mutation.')) throw new TypeError(`operation ${name} names no mutation`);
  return graphql.slice('Mutation.'.length);
}

/**
 * Returns the input in the form that was used; only one of the two may be used, so that it is clear which one counts.
 */
function inputIn(args: Readonly<Record<string, unknown>>, besides: readonly string[]): unknown {
  const { input } = args;
  const given = besides.filter((name) => (args[name] ?? null) !== null);
  if (given.length === 0 && (input || besides.length === 0)) return input ?? {};
  if (!input && given.length === besides.length)
    return Object.fromEntries(given.map((name) => [name, args[name]]));
  throw badArgument(`Send either input or ${besides.join(' and ')}`, 2003, 'input');
}

function inWordsOf(fieldNames: Readonly<Record<string, string>>, reason: Failure): Failure {
  const whole = fieldNames[reason.path?.join('.') ?? ''];
  if (whole !== undefined) return { ...reason, path: whole.split('.') };
  const [field, ...rest] = reason.path ?? [];
  const name = field === undefined ? undefined : fieldNames[field];
  return name === undefined ? reason : { ...reason, path: [name, ...rest] };
}

/** Cuts a path to the fields of the document's input. */
function asGiven({ path = [], ...reason }: Failure, { parentType, fieldName }: GraphQLResolveInfo): Failure {
  const { args = [] } = parentType.getFields()[fieldName] ?? {};
  const input = args.find(({ name }) => name === 'input');
  const known: string[] = [];
  let fields: Fields = {
    ...Object.fromEntries(args.map((arg) => [arg.name, arg])),
    ...(input && fieldsOf(input)),
  };
  for (const step of path) {
    const field = fields[step];
    if (field) fields = fieldsOf(field);
    else if (known.length === 0 || !/^\d+$/.test(step)) break;
    known.push(step);
  }
  return known.length > 0 ? { ...reason, path: known } : reason;
}

type Fields = Readonly<Record<string, { readonly type: GraphQLInputType }>>;

function fieldsOf({ type }: { readonly type: GraphQLInputType }): Fields {
  const named = getNamedType(type);
  return isInputObjectType(named) ? named.getFields() : {};
}

async function actingFor<I, O, S, G>(
  operation: Scoped,
  { actAs, translate }: MutationDefinition<I, O, S, G>,
  given: G,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Acting<I> | Refusal> {
  const { actor } = context;
  try {
    if (actAs) return await actAs(given, context);
    // Callers without permission are refused before the input is read.
    const isRead = translate && !authorizationFailure(actor, operation);
    return { actor, input: isRead ? translate(given, context, info) : (given as object as I) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first] = error.failures;
    // The time to wait is reported as everywhere else.
    if (first.code === 'RATE_LIMITED') throw graphqlError(first, false);
    return error;
  }
}
