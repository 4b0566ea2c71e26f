import { isAsyncIterable } from '@envelop/core';
import type {
  ExecutionArgs,
  ExecutionResult,
  GraphQLSchema,
  NamedTypeNode,
  OperationDefinitionNode,
} from 'graphql';
import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
  typeFromAST,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type CallerKind, kindOf } from '../../../base/actor.ts';
import { ranTooLong } from '../../../base/errors.ts';
import { mostRowsPaid } from '../../../base/filter.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import type { Verdict } from '../../access/budget.ts';
import { inSeconds, staleHeader } from '../../stale-header.ts';
import { askableKinds, schemaOf } from '../caller-schemas.ts';
import type { Context } from '../context.ts';
import { notSignedIn } from '../refusals.ts';
import { type Cost, costOf, fittingPage, pointsOf, sizeOf, usedWeight, weightOfRows } from './cost.ts';
import { badInput, maskFault } from './faults-plugin.ts';
import { foresee } from './foresee.ts';
import { isTooComplex } from './limits.ts';
import { variableError } from './variables.ts';

/** A waiting stream costs little, so opening one costs as much as the smallest query. */
const pointsOfOpening = 1;

/**
 * Charges the caller's budget before execution, refunds the unused part, and reports both. A stream is charged when
 * it is opened and for each event. Anonymous callers also pay for the parsing of a document that is not known.
 */
export function chargeBudget(isKnown: (document: string) => boolean): Plugin<Context> {
  return {
    // A refused document is never executed, but has to be parsed and validated all the same.
    onParams({ params, setResult, context }) {
      const { query } = (params ?? {}) as { query?: unknown };
      const payer = payingAddress(context as unknown as Context);
      if (payer === undefined || typeof query !== 'string' || isKnown(query)) return undefined;
      const anonymous = context as unknown as Context;
      return orRefusal(anonymous, () => charge(anonymous, nothing, nothing.points, { address: payer })).then(
        (verdict) => {
          if (verdict instanceof GraphQLError) setResult({ errors: [verdict] });
        },
      );
    },
    async onExecute({ args, setResultAndStopExecution }) {
      const context = args.contextValue as Context;
      const operation = getOperationAST(args.document, args.operationName);
      const payer = payingAddress(context);
      const pointsFor = (wanted: Cost): number => Math.max(wanted.points, leastFor(args.document));
      if (context.costOnly)
        return setResultAndStopExecution(
          await priceAlone(
            context,
            async () => {
              const wanted = costBefore(args, operation);
              const { rows, refusals } = await foresee(args, operation);
              const expected = rows > 0 ? pointsOf(wanted.weight + weightOfRows(rows)) : 0;
              return { requested: Math.max(expected, pointsFor(wanted)), refusals };
            },
            payer,
          ),
        );
      const cost = await orRefusal(context, async () => {
        const wanted = costBefore(args, operation);
        const points = pointsFor(wanted);
        const isWrite = operation?.operation === OperationTypeNode.MUTATION;
        return {
          ...wanted,
          points,
          paid: await charge(context, wanted, points, { address: payer, isWrite }),
        };
      });
      if (cost instanceof GraphQLError) return setResultAndStopExecution({ errors: [cost] });
      return {
        onExecuteDone: async ({ result, setResult }) => {
          if (isAsyncIterable(result)) return;
          const { data, extensions, ...rest } = result as ExecutionResult;
          const isMutation = operation?.operation === OperationTypeNode.MUTATION;
          const used = Math.max(
            usedPoints(cost, data, isMutation, rowsRead(context, rest.errors)),
            leastFor(args.document),
          );
          // The answer exists, and a write is done, so an error here must not lose it.
          await settle(context, cost.points - used, cost.paid, payer).catch((error: unknown) =>
            context.container.log.warn({ err: error }, 'points could not be settled'),
          );
          setResult({
            ...rest,
            ...(data !== undefined && { data }),
            extensions: {
              ...extensions,
              cost: { requested: cost.points, used },
              ...staleness(context),
            },
          });
        },
      };
    },
    async onSubscribe({ args, setResultAndStopExecution }) {
      const context = args.contextValue as Context;
      const { actor, container } = context;
      const wantedPoints = (): number =>
        costBefore(args, getOperationAST(args.document, args.operationName)).points;
      if (context.costOnly)
        return setResultAndStopExecution(
          await priceAlone(
            context,
            () => ({ requested: wantedPoints(), refusals: [] }),
            payingAddress(context),
          ),
        );
      const cost = await orRefusal(context, async () => {
        if (actor.kind === 'anonymous') throw notSignedIn();
        const wanted = costBefore(args, getOperationAST(args.document, args.operationName));
        await charge(context, wanted, pointsOfOpening);
        return wanted;
      });
      if (cost instanceof GraphQLError) return setResultAndStopExecution({ errors: [cost] });
      let paid: Verdict | undefined;
      context.payForEvent = async () => {
        paid = await charge(context, cost, cost.points);
      };
      const giveBack = async ({ data }: ExecutionResult): Promise<void> => {
        if (paid) await container.budget.refund(cost.points - usedPoints(cost, data, false), paid);
      };
      return {
        onSubscribeResult: ({ result }) =>
          isAsyncIterable(result) ? { onNext: (event) => giveBack(event.result) } : undefined,
      };
    },
  };
}

/** The parts of the answer that may be old: some objects, by name, or all of it. */
function staleness({ answer, clock, calendar }: Context): { readonly stale?: unknown } {
  const { stale, staleMs } = answer;
  if (staleMs === undefined) return stale ? { stale: [...new Set(stale)] } : {};
  answer.headers[staleHeader] = inSeconds(staleMs);
  return { stale: { since: calendar.format(new Date(clock.now().getTime() - staleMs)) } };
}

/** Returns the expected cost and the remaining budget; charges nothing, and executes nothing but estimates. */
async function priceAlone(
  context: Context,
  price: () => Price | Promise<Price>,
  address: string | undefined,
): Promise<ExecutionResult> {
  const answer = await orRefusal(context, async () => {
    const { requested, refusals } = await price();
    const { remaining, resetAt, headers } = await context.container.budget.charge(context.actor, 0, {
      address,
    });
    Object.assign(context.answer.headers, headers);
    const resetsAt = resetAt ? context.calendar.format(resetAt) : null;
    return {
      ...(refusals.length > 0 && { errors: refusals }),
      extensions: { cost: { requested, remaining: remaining ?? null, resetsAt } },
    };
  });
  return answer instanceof GraphQLError ? { errors: [answer] } : answer;
}

interface Price {
  readonly requested: number;
  /** The errors with which it would be refused, whatever the caller pays. */
  readonly refusals: readonly GraphQLError[];
}

/** Anonymous callers pay by address: for the schema, for public lists, and for what a token or a secret proves. */
const payingAddress = ({ actor, address }: Context): string | undefined =>
  actor.kind === 'anonymous' ? address : undefined;

/** Introspection answers are long but have no weight as data. */
const pointsOfSchema = 10;

const leastFor = (document: DocumentNode): number => (asksForSchema(document) ? pointsOfSchema : 0);

const asksForSchema = (document: DocumentNode): boolean =>
  getOrCreate(schemaAskers, document, () => {
    let asks = false;
    visit(document, {
      Field: ({ name }) => {
        asks = name.value === '__schema' || name.value === '__type';
        return asks ? BREAK : undefined;
      },
    });
    return asks;
  });

const schemaAskers = new WeakMap<DocumentNode, boolean>();

async function orRefusal<T>(context: Context, attempt: () => Promise<T>): Promise<T | GraphQLError> {
  try {
    return await attempt();
  } catch (error) {
    return error instanceof GraphQLError ? error : maskFault(asGraphQLError(error), context);
  }
}

const asGraphQLError = (error: unknown): GraphQLError =>
  new GraphQLError('', { originalError: error as Error });

/** Returns at most the charged points, plus those for counted rows, which only the database knows. */
function usedPoints(cost: Cost, data: unknown, isMutation: boolean, rows = 0): number {
  const shown = usedWeight(data, isMutation) + cost.filters;
  if (rows === 0) return Math.min(cost.points, pointsOf(shown));
  return pointsOf(Math.min(cost.weight, shown) + weightOfRows(rows));
}

/** A query that timed out has read an unknown number of rows: it is paid for like a long list. */
const rowsRead = ({ rowsAddedUp = 0 }: Context, errors: ExecutionResult['errors'] = []): number =>
  rowsAddedUp + errors.filter(({ originalError }) => ranTooLong(originalError)).length * mostRowsPaid;

/** Returns unused points, or charges those used besides. */
async function settle(
  { container, actor, answer, file }: Context,
  unused: number,
  paid: Verdict,
  address?: string,
): Promise<void> {
  const db = file?.snapshot?.writes;
  if (unused >= 0) return container.budget.refund(unused, paid, db);
  // This one was answered: if nothing is left, the next request is refused.
  Object.assign(answer.headers, container.budget.add(actor, -unused, { address }).headers);
}

/** Refuses by throwing when the caller cannot pay. */
async function charge(
  context: Context,
  cost: Cost,
  points: number,
  options: { readonly address?: string | undefined; readonly isWrite?: boolean } = {},
): Promise<Verdict> {
  const { container, actor, file } = context;
  const db = file?.snapshot?.writes;
  const verdict = await container.budget.charge(actor, points, { ...options, db });
  context.rateLimit = rateLimitOf(verdict, points);
  if (verdict.allowed) {
    Object.assign(context.answer.headers, verdict.headers);
    return verdict;
  }
  container.metrics.throttled();
  const refusal = throttled(cost, verdict);
  Object.assign(context.answer.headers, (refusal.extensions.http as { headers: object }).headers);
  throw refusal;
}

/** Variables that do not fit their types have no cost: nothing of such a request is executed. */
function costBefore(
  { schema, document, operationName, variableValues, contextValue }: ExecutionArgs,
  operation: OperationDefinitionNode | null | undefined,
): Cost {
  const variables = variableValues ?? {};
  // The operation is not known; the executor reports it.
  if (!operation) return nothing;
  const request = { schema, document, operationName: operationName ?? undefined, variables };
  const size = sizeOf(request);
  // Parts outside the caller's schema are unknown in variables too.
  const mistakes = schemasFor(kindOf((contextValue as Context).actor), operation, schema).map((own) =>
    variableError(variables, operation.variableDefinitions ?? [], own),
  );
  const [mistake] = mistakes;
  if (mistake && !mistakes.includes(undefined)) throw badInput(mistake);
  try {
    return costOf(request, size);
  } catch (error) {
    throw error instanceof GraphQLError && !isTooComplex(error) ? badInput(error) : error;
  }
}

/**
 * The schemas by which variables are judged: for an anonymous caller all in which it is asked to sign in, if they
 * know the types.
 */
function schemasFor(
  kind: CallerKind,
  { variableDefinitions: declared = [] }: OperationDefinitionNode,
  whole: GraphQLSchema,
): GraphQLSchema[] {
  if (kind !== 'anonymous') return [schemaOf(whole, kind)];
  return [kind, ...askableKinds]
    .map((one) => schemaOf(whole, one))
    .filter((one) => declared.every(({ type }) => typeFromAST(one, type as NamedTypeNode)));
}

const nothing: Cost = { points: 1, weight: 0, filters: 0, costly: [] };

function rateLimitOf({ limit, remaining, resetAt }: Verdict, cost: number): Context['rateLimit'] {
  return limit === undefined || remaining === undefined || !resetAt
    ? null
    : { cost, limit, remaining, resetAt };
}

function throttled(cost: Cost, { message, limit = 0, remaining = 0, headers }: Verdict): GraphQLError {
  const fits = fittingPage(cost, Math.max(1, Math.min(limit, remaining)));
  // Waiting does not help if the request costs more than the whole budget.
  const isNever = cost.points > limit;
  const { 'retry-after': wait, ...others } = headers;
  const never = `This costs ${cost.points} points, more than the ${limit} that there are at once: ask for less`;
  return new GraphQLError(isNever ? never : message, {
    extensions: {
      code: 'THROTTLED',
      resultCode: 2502,
      cost: { requested: cost.points, limit },
      costlyFields: cost.costly
        .slice(0, 5)
        .map(({ field, cost: points, pageSize }) => ({ field, cost: points, pageSize })),
      ...(fits !== undefined && { pageSizeThatFits: fits }),
      http: { status: 429, headers: { ...others, ...(!isNever && wait && { 'retry-after': wait }) } },
    },
  });
}
