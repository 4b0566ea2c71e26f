import { handleStreamOrSingleExecutionResult } from '@envelop/core';
import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Actor } from '../core/actor.ts';
import { isLocalDate, type LocalDate } from '../core/calendar.ts';
import { getOrCreate } from '../core/get-or-create.ts';
import type { Context } from './context.ts';

/** What a caller gets about something that will go away (docs/versioning.md#how-something-goes-away). */
interface Deprecation {
  /** As schema coordinates have it: `Domain.name`, `Query.domain(name:)`, `DomainRegisterInput.name`. */
  readonly name: string;
  readonly reason: string;
  readonly since: LocalDate;
  /** The day on which it goes. */
  readonly until: LocalDate;
}

/** `Since 2026-11-16, until 2027-12-01: use x instead.` */
export function datesIn(reason: string): Pick<Deprecation, 'since' | 'until'> | undefined {
  const [, since = '', until = ''] = /^Since (\S+), until (\S+): ./.exec(reason) ?? [];
  return isLocalDate(since) && isLocalDate(until) ? { since, until } : undefined;
}

/** Tells who uses what will go away, in the answer and to those who run the registry; other documents cost nothing. */
export function tellDeprecations(): Plugin<Context> {
  const reportedIn = (args: ExecutionArgs) => {
    const context = args.contextValue as Context;
    const deprecations = usedBy(args);
    if (deprecations.length === 0) return undefined;
    Object.assign(context.answer.headers, headersOf(deprecations, context));
    for (const { name } of deprecations)
      context.container.metrics.deprecatedUse(callerOf(context.actor), name);
    return ({ result, setResult }: Answer) =>
      setResult({ ...result, extensions: { ...result.extensions, deprecations } });
  };
  return {
    onExecute: ({ args }) => {
      const tell = reportedIn(args);
      return tell && { onExecuteDone: (payload) => handleStreamOrSingleExecutionResult(payload, tell) };
    },
    onSubscribe: ({ args }) => {
      const tell = reportedIn(args);
      return tell && { onSubscribeResult: (payload) => handleStreamOrSingleExecutionResult(payload, tell) };
    },
  };
}

interface Answer {
  readonly result: ExecutionResult;
  setResult(result: ExecutionResult): void;
}

/** Registrars by their codes, others by their kinds: there are not many of either. */
function callerOf(actor: Actor): string {
  if (actor.kind === 'registrar') return actor.registrarCode;
  return actor.kind === 'billing' ? actor.initiator : actor.kind;
}

/** RFC 9745 says since when, RFC 8594 until when: of several, what comes first. */
function headersOf(
  deprecations: readonly Deprecation[],
  { calendar, container }: Context,
): Record<string, string> {
  const first = (dates: readonly LocalDate[]): Date => calendar.startOf([...dates].sort()[0] ?? '');
  return {
    deprecation: `@${first(deprecations.map(({ since }) => since)).getTime() / 1000}`,
    sunset: first(deprecations.map(({ until }) => until)).toUTCString(),
    link: `<${container.address.publicUrl}/guides/versioning#how-something-goes-away>; rel="deprecation"; type="text/html"`,
  };
}

/** What the document itself uses, and those of its variables whose values have to be looked at in each request. */
interface Uses {
  readonly inDocument: readonly Deprecation[];
  readonly variables: readonly (readonly [name: string, type: GraphQLInputType])[];
}

const known = new WeakMap<OperationDefinitionNode, Uses>();
const none: readonly Deprecation[] = [];

function usedBy({ schema, document, operationName, variableValues }: ExecutionArgs): readonly Deprecation[] {
  const operation = getOperationAST(document, operationName);
  if (!operation) return none;
  const { inDocument, variables } = getOrCreate(known, operation, () => ({
    inDocument: usedInDocument(schema, separateOperations(document)[operation.name?.value ?? '']),
    variables: variablesToLookAt(schema, operation),
  }));
  if (variables.length === 0) return inDocument;
  const found = new Found(inDocument);
  for (const [name, type] of variables) lookInto(variableValues?.[name], type, found);
  return found.all;
}

/** Each once. What has no dates is not marked as our promises want it; a test sees to it that nothing is. */
class Found {
  readonly #byName: Map<string, Deprecation>;

  constructor(before: readonly Deprecation[] = none) {
    this.#byName = new Map(before.map((one) => [one.name, one]));
  }

  add(name: string, reason: string | null | undefined): void {
    const dates = reason ? datesIn(reason) : undefined;
    if (reason && dates) this.#byName.set(name, { name, reason, ...dates });
  }

  get all(): readonly Deprecation[] {
    return [...this.#byName.values()];
  }
}

function usedInDocument(
  schema: GraphQLSchema,
  document: ReturnType<typeof separateOperations>[string] | undefined,
): readonly Deprecation[] {
  if (!document) return none;
  const found = new Found();
  const types = new TypeInfo(schema);
  const nameOf = (type: GraphQLNamedType | null | undefined): string => type?.name ?? '';
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        const field = types.getFieldDef();
        found.add(`${nameOf(types.getParentType())}.${field?.name}`, field?.deprecationReason);
      },
      Argument: () => {
        const argument = types.getArgument();
        const field = `${nameOf(types.getParentType())}.${types.getFieldDef()?.name}`;
        const place = types.getDirective() ? `@${types.getDirective()?.name}` : field;
        found.add(`${place}(${argument?.name}:)`, argument?.deprecationReason);
      },
      ObjectField: ({ name }) => {
        const type = getNamedType(types.getParentInputType());
        if (isInputObjectType(type))
          found.add(`${type.name}.${name.value}`, type.getFields()[name.value]?.deprecationReason);
      },
      EnumValue: () => {
        const value = types.getEnumValue();
        found.add(`${nameOf(getNamedType(types.getInputType()))}.${value?.name}`, value?.deprecationReason);
      },
    }),
  );
  return found.all;
}

const variablesToLookAt = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Uses['variables'] =>
  variableDefinitions.flatMap(({ variable, type: node }) => {
    const type = typeFromAST(schema, node as never) as unknown;
    return isInputType(type) && canHoldDeprecated(type) ? [[variable.name.value, type] as const] : [];
  });

/** Inputs contain themselves: each type is looked at once. */
function canHoldDeprecated(given: GraphQLInputType, seen = new Set<GraphQLNamedType>()): boolean {
  const type = getNamedType(given);
  if (seen.has(type)) return false;
  seen.add(type);
  if (isEnumType(type)) return type.getValues().some(({ deprecationReason }) => deprecationReason);
  if (!isInputObjectType(type)) return false;
  return Object.values(type.getFields()).some(
    (field) => field.deprecationReason || canHoldDeprecated(field.type, seen),
  );
}

function lookInto(value: unknown, given: GraphQLInputType, found: Found): void {
  const type = getNullableType(given);
  if (isListType(type)) for (const item of [value].flat()) lookInto(item, type.ofType, found);
  if (isEnumType(type) && typeof value === 'string')
    found.add(`${type.name}.${value}`, type.getValue(value)?.deprecationReason);
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return;
  const fields = type.getFields();
  for (const [name, inner] of Object.entries(value)) {
    const field = fields[name];
    if (!field) continue;
    found.add(`${type.name}.${name}`, field.deprecationReason);
    lookInto(inner, field.type, found);
  }
}
