import type { FastifyInstance } from 'fastify';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  Kind,
  locatedError,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { getOrCreate } from '../core/get-or-create.ts';
import type { Domain, DomainParts } from '../operations/readers/shown.ts';
import { kindOfReader, type Zone, zoneToWriteIn } from '../operations/readers/written-domains.ts';
import { seesDomains } from '../rules/visibility.ts';
import type { Context } from './context.ts';
import { compileRepeatedDocuments } from './repeated-documents.ts';
import { WrittenData } from './written.ts';
import { type Asked, isToldAsItIs, type Plan, planOf, type Root } from './written-plan.ts';

/** What our own executor tells a resolver of domains beside what every executor does. */
interface WritingInfo extends GraphQLResolveInfo {
  readonly writes: (also: keyof Domain & string) => DomainParts;
}

export const writtenParts = (
  info: GraphQLResolveInfo,
  also: keyof Domain & string = 'id',
): DomainParts | undefined => (info as Partial<WritingInfo>).writes?.(also);

/** Documents that come again are compiled, or their answers are written by the database. */
export function answerFaster(app: FastifyInstance, container: Context['container']): Plugin<Context>[] {
  const { plugin, begin } = writeAnswers(container);
  app.addHook('onReady', begin);
  return [compileRepeatedDocuments(), plugin];
}

/** Planning costs as much as running a document some times: it pays for what comes again. */
const runsBeforePlanning = 1;
/** Of all documents together, with the operations, kinds of callers and conditions of each. */
const mostPlans = 200;

/**
 * Answers questions about domains with the text that the database writes, where it can write all that the document selects
 * (docs/decisions/0025-the-answer-as-postgresql-writes-it.md). The resolvers of the root fields run as ever, with all their rules;
 * nothing below them does. `begin` finds out whether the database tells the time as we do: before, and if not, nothing is written.
 */
function writeAnswers({ database, calendar, log }: Context['container']): {
  readonly plugin: Plugin<Context>;
  readonly begin: () => Promise<void>;
} {
  let zone: Zone | undefined;
  let lastNumber = 0;
  const seen = new WeakMap<DocumentNode, Seen>();
  const plans = new LRUCache<string, Planned>({ max: mostPlans });
  const plannedFor = (asked: Asked, { number, conditions }: Seen, zone: Zone): Planned => {
    const values = conditions.map((name) => JSON.stringify(asked.variables[name]));
    const { actor } = asked.context;
    const key = [number, asked.args.operationName, kindOfReader(actor), ...values].join(' ');
    return getOrCreate(plans, key, () => ({ plan: planOf(asked, zone) }));
  };
  return {
    begin: async () => {
      try {
        zone = await zoneToWriteIn(database.db, calendar);
        if (!zone) log.warn(`PostgreSQL does not know ${calendar.zone} as we do: it writes no answers`);
      } catch (err) {
        log.warn({ err }, 'PostgreSQL writes no answers: it was not to be asked how it tells the time');
      }
    },
    plugin: {
      onExecute: ({ args, executeFn, setExecuteFn }) => {
        const context = args.contextValue as Context;
        if (!zone || !context.answer.asText || !seesDomains(context.actor)) return;
        const document = getOrCreate(seen, args.document, () => ({
          number: ++lastNumber,
          runs: 0,
          conditions: variablesOfDirectives(args.document),
        }));
        document.runs += 1;
        const asked = document.runs > runsBeforePlanning ? askedBy(args, context) : undefined;
        const planned = asked && plannedFor(asked, document, zone);
        if (!asked || !planned?.plan) return;
        const { plan } = planned;
        setExecuteFn(async (given: ExecutionArgs) => {
          const result = await run(plan, asked);
          if (result === 'fault') delete planned.plan;
          return typeof result === 'object' ? result : executeFn(given);
        });
      },
    },
  };
}

interface Seen {
  readonly number: number;
  runs: number;
  readonly conditions: readonly string[];
}

/** Without a plan where the database cannot write it, or once could not. */
interface Planned {
  plan?: Plan | undefined;
}

function askedBy(args: ExecutionArgs, context: Context): Asked | undefined {
  const { document, operationName, schema, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query') return undefined;
  const declared = operation.variableDefinitions ?? [];
  const { coerced } = getVariableValues(schema, declared, variableValues ?? {}, { maxErrors: 1 });
  return coerced && { args, context, operation, variables: coerced };
}

/** `rows` and `fault`: it has to be answered in the ordinary way after all. */
async function run(plan: Plan, asked: Asked): Promise<ExecutionResult | 'rows' | 'fault'> {
  const given = argumentsOf(plan, asked);
  if (!given) return 'rows';
  const { context } = asked;
  const { rowsAddedUp } = context;
  const stale = context.answer.stale;
  const errors: GraphQLError[] = [];
  const texts = await Promise.allSettled(
    plan.roots.map(async (root, index) => {
      try {
        return await textFor(root, given[index] ?? {}, plan, asked);
      } catch (error) {
        if (!isToldAsItIs(error)) throw error;
        errors.push(locatedError(error, root.nodes, [root.key]));
        return 'null';
      }
    }),
  );
  const members: string[] = [];
  for (const [index, text] of texts.entries()) {
    if (text.status === 'rejected') {
      const { container, requestId } = context;
      container.log.warn(
        { err: text.reason, reqId: requestId },
        'an answer could not be written by the database',
      );
      // What was read for it is not paid for twice.
      if (rowsAddedUp === undefined) delete context.rowsAddedUp;
      else context.rowsAddedUp = rowsAddedUp;
      if (stale) context.answer.stale = stale;
      else delete context.answer.stale;
      return 'fault';
    }
    members.push(`${JSON.stringify(plan.roots[index]?.key)}:${text.value}`);
  }
  const data = new WrittenData(`{${members.join()}}`);
  return errors.length > 0 ? { errors, data: data.toJSON() } : { data: data as never };
}

/** Undefined where one is wrong, or where the past is asked for. */
function argumentsOf({ roots }: Plan, { variables }: Asked): Record<string, unknown>[] | undefined {
  try {
    const given = roots.map(({ field, nodes }) => getArgumentValues(field, nodes[0] as FieldNode, variables));
    return given.some(({ asOf }) => asOf) ? undefined : given;
  } catch {
    return undefined;
  }
}

async function textFor(
  { key, nodes, field, print, parts }: Root,
  given: Record<string, unknown>,
  { fragments, parentType }: Plan,
  { args, context, operation, variables }: Asked,
): Promise<string> {
  const { schema, rootValue } = args;
  const viewer = context.actor.kind === 'registrar' ? context.actor.registrarId : undefined;
  const info: WritingInfo = {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path: { prev: undefined, key, typename: parentType.name },
    schema,
    fragments,
    rootValue,
    operation,
    variableValues: variables,
    writes: (also) => parts(also, viewer),
  };
  return print(await field.resolve?.(rootValue, given, context, info));
}

/** The variables that decide what is left out. */
function variablesOfDirectives(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      for (const { value } of directive.arguments ?? [])
        if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
