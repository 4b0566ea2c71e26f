import { GraphQLError } from 'graphql';
import { errorCatalogue } from '../../base/error-catalogue.ts';
import { type Failure, TooManyRows } from '../../base/errors.ts';
import type { Command, ExternalCommand, Query } from '../../registry/operations/operation.ts';
import type { Outcome, Show, Stale } from '../../registry/operations/runner/outcome.ts';
import { networkOf } from '../access/login-throttle.ts';
import type { Context } from './context.ts';
import { graphqlError, queryTooExpensive } from './refusals.ts';

/** Runs a query for a resolver; an object that does not exist, or is not the caller's, is null. */
export async function runQuery<I, O>(context: Context, operation: Query<I, O>, input: I): Promise<O | null> {
  const outcome = await context.runner.run(operation, input, callOf(context));
  if (outcome.ok) return shown(context, outcome);
  const [first] = outcome.failures;
  const isAbsent = first.code === 'NOT_SUPPORTED_UPSTREAM' && context.runner.absenceOf(operation);
  if (first.code === 'OBJECT_DOES_NOT_EXIST' || isAbsent) return null;
  throw graphqlError(first, context.actor.kind === 'anonymous');
}

/** Waits for a list; null if it is unavailable here. */
export async function unlessUnsupported<T>(list: Promise<T>): Promise<T | null> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions.resultCode === unsupported) return null;
    throw error;
  }
}

const unsupported = errorCatalogue.NOT_SUPPORTED_UPSTREAM.resultCode;

function shown<O>(context: Context, { value, stale }: Extract<Outcome<O>, { ok: true }>): O {
  if (stale) noteStale(context, stale);
  return value;
}

/** The content of `extensions.stale`. */
export function noteStale({ answer }: Context, stale: readonly Stale[]): void {
  if (stale.length > 0) answer.stale = [...(answer.stale ?? []), ...stale.map(({ what }) => what)];
}

/** Runs a query that always has an answer. */
export async function runList<I, O>(context: Context, operation: Query<I, O>, input: I): Promise<O> {
  const outcome = await answerTo(context, operation, input, {}, 'orderBy');
  if (outcome.lookedThrough) countRowsRead(context, outcome.lookedThrough);
  return shown(context, outcome);
}

/** Runs a query that aggregates whole lists; reports how many rows were scanned. */
export async function runTotals<I, O>(
  context: Context,
  operation: Query<I, O>,
  input: I,
): Promise<{ readonly value: O; readonly lookedThrough: number }> {
  const outcome = await answerTo(context, operation, input, { addsUp: true }, 'by');
  return { value: shown(context, outcome), lookedThrough: outcome.lookedThrough ?? 0 };
}

async function answerTo<I, O>(
  context: Context,
  operation: Query<I, O>,
  input: I,
  how: { readonly addsUp?: boolean },
  argument: 'by' | 'orderBy',
): Promise<Extract<Outcome<O>, { ok: true }>> {
  const outcome = await context.runner
    .run(operation, input, { ...callOf(context), ...how })
    .catch((error) => refuseRows(error, context, argument));
  if (!outcome.ok) throw graphqlError(outcome.failures[0], context.actor.kind === 'anonymous');
  return outcome;
}

/** How many rows PostgreSQL looks up in other tables in a second, on two busy cores (docs/growth.md). */
const rowsOfSecond = 200_000;

/** A query that would look up more is refused before it runs, because it would end with `QUERY_TIMEOUT`. */
export const mostRowsFor = ({ container }: Context): number =>
  Math.floor(container.config.QUERY_TIMEOUT * rowsOfSecond);

function refuseRows(error: unknown, context: Context, argument: 'by' | 'orderBy'): never {
  if (!(error instanceof TooManyRows)) throw error;
  countRowsRead(context, context.costOnly ? error.rows : error.rowsCounted);
  throw queryTooExpensive(error.mostRows, context.container.config.QUERY_TIMEOUT, argument);
}

/** Rows that were read are paid for when their number is known (safety/budget-plugin.ts). */
export function countRowsRead(context: Context, rows: number): void {
  context.rowsAddedUp = (context.rowsAddedUp ?? 0) + rows;
}

export interface MutationOptions {
  readonly idempotencyKey?: string | null | undefined;
  readonly dryRun?: boolean | null | undefined;
  readonly ifOutcome?: string | null | undefined;
}

/** Runs a command; refusals of the input are returned as data, the rest become errors. */
export async function runCommand<I, O, S>(
  context: Context,
  operation: Command<I, O> | ExternalCommand<I, O>,
  input: I,
  { idempotencyKey, dryRun, ifOutcome }: MutationOptions,
  show: Show<O, S>,
): Promise<Outcome<S>> {
  const { request, ...from } = callOf(context);
  const call = {
    ...from,
    request: { ...request, network: networkOf(context.address) },
    idempotencyKey: idempotencyKey ?? undefined,
    dryRun: dryRun ?? false,
    ifOutcome: ifOutcome ?? undefined,
  };
  const outcome = await context.runner.runAndShow(operation, input, call, show);
  if (outcome.ok && outcome.stale) noteStale(context, outcome.stale);
  if (outcome.replayed) context.answer.headers['idempotent-replayed'] = 'true';
  if (!outcome.ok) {
    const refusal = outcome.failures.find(isNotData);
    if (refusal) throw graphqlError(refusal, context.actor.kind === 'anonymous');
  }
  return outcome;
}

const isNotData = (reason: Failure): boolean => reason.code === 'AUTHORIZATION';

export const callOf = ({ actor, requestId, sender, file, reading, costOnly, abortSignal }: Context) => ({
  actor,
  priceOnly: costOnly,
  snapshot: file?.snapshot,
  reader: reading.from,
  request: {
    id: requestId,
    via: 'graphql' as const,
    waitMs: sender.waitMs,
    onClose: abortSignal && ((leave: () => void) => onceAborted(abortSignal(), leave)),
  },
});

function onceAborted(signal: AbortSignal, leave: () => void): () => void {
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return () => signal.removeEventListener('abort', leave);
}
