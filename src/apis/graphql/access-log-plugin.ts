import {
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { contact } from '../../registry/entities/contact.ts';
import { personalFields } from '../../registry/entities/entity-rows.ts';
import { logShownObjects } from '../../registry/operations/readers/access-log.ts';
import type { ApiUser, Contact, HistoryEntry, Invoice } from '../../registry/operations/readers/shown.ts';
import type { Context } from './context.ts';
import { selectionOf } from './lookahead.ts';
import { maskFault } from './safety/faults-plugin.ts';

/**
 * Records which personal data operators view (docs/rules/graph.md#access-log): however an object is reached, as soon as
 * a personal field of it is selected.
 */
interface Personal<T> {
  readonly fields: readonly string[];
  /** The kind and the key of the person it is about; undefined if it is about nobody. */
  readonly about: (row: T) => readonly [type: string, key: string] | undefined;
}

const personal = new Map<string, Personal<never>>([
  [
    'Contact',
    {
      fields: [...personalFields(contact), 'history'],
      about: ({ code }: Contact) => ['contact', code],
    },
  ],
  [
    'ApiUser',
    { fields: ['email', 'identityCode'], about: ({ username }: ApiUser) => ['api_user', username] },
  ],
  [
    'Deposit',
    {
      fields: ['userUuid', 'userEmail'],
      about: ({ number }: Invoice) => ['invoice', String(number)],
    },
  ],
  [
    'HistoryEntry',
    {
      fields: ['changes'],
      about: ({ object_type, object_key }: HistoryEntry) =>
        object_type === 'contact' || object_type === 'api_user' ? [object_type, object_key] : undefined,
    },
  ],
]);

/** The names of these fields by their type. */
export const personalFieldsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Array.from(personal, ([type, { fields }]) => [type, fields]),
);

/** An object that was found by its id alone: its selection is not known yet. */
export function noteFound(typename: string, row: unknown, context: Context): void {
  const about = personal.get(typename)?.about;
  if (about && context.actor.kind === 'operator') note(row, about, context);
}

function note(row: unknown, about: Personal<never>['about'], { answer }: Context): void {
  if (row === null || row === undefined || row instanceof Error) return;
  const found = about(row as never);
  if (!found) return;
  const [type, key] = found;
  answer.looks ??= new Map();
  const keys = answer.looks.get(type) ?? new Set();
  answer.looks.set(type, keys.add(key));
}

/** Wraps every field that leads to a person. */
export function noteShownObjects(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const shown = personal.get(getNamedType(field.type).name);
      if (!shown) continue;
      const { fields, about } = shown;
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (source, args, context: Context, info) => {
        const value: unknown = resolve(source, args, context, info);
        if (context.actor.kind !== 'operator') return value;
        const selection = selectionOf(info);
        return fields.some((name) => selection.has(name)) ? noted(value, about, context) : value;
      };
    }
  }
  return schema;
}

function noted(value: unknown, about: Personal<never>['about'], context: Context): unknown {
  if (value instanceof Promise) return value.then((known) => noted(known, about, context));
  for (const row of Array.isArray(value) ? value : [value])
    if (row instanceof Promise)
      row.then(
        (known) => note(known, about, context),
        () => {},
      );
    else note(row, about, context);
  return value;
}

/** One statement for each request, before its answer is sent, and for each event of a stream. */
export function keepAccessLog(): Plugin<Context> {
  /** An answer that cannot be logged is not sent: the error is sent instead. */
  const write = async (context: Context, instead: (result: ExecutionResult) => void): Promise<void> => {
    const { answer, actor, requestId, clock, container, file } = context;
    const { looks } = answer;
    if (!looks) return;
    delete answer.looks;
    try {
      const who = { actor, requestId, at: clock.now() };
      await logShownObjects(file?.snapshot?.writes ?? container.database.db, looks, who);
    } catch (error) {
      const originalError = error as Error;
      instead({ errors: [maskFault(new GraphQLError(originalError.message, { originalError }), context)] });
    }
  };
  return {
    onExecute: ({ args }) => {
      const context = args.contextValue as Context;
      return context.actor.kind === 'operator'
        ? { onExecuteDone: ({ setResult }) => write(context, setResult) }
        : undefined;
    },
    onSubscribe: ({ args }) => {
      const context = args.contextValue as Context;
      if (context.actor.kind !== 'operator') return undefined;
      return { onSubscribeResult: () => ({ onNext: ({ setResult }) => write(context, setResult) }) };
    },
  };
}
