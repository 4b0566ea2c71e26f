import { failure } from '../../../base/errors.ts';
import type { Reader } from '../../store/driver/connections/pool.ts';
import { QueryCostMeter } from '../../store/driver/connections/query-cost-meter.ts';
import { isGrouped, readsManyRows, wholeListOfNow } from '../lists.ts';
import type { Db, Query } from '../operation.ts';
import { done, type Outcome, refused } from './outcome.ts';
import {
  type Call,
  isCalledFor,
  isPlainRead,
  type RunnerParts,
  RunningContext,
  readPoolOf,
} from './running-context.ts';
import type { Reading, ReadStep, StepLists } from './steps.ts';
import { isIncomparable, refusalIn } from './transact.ts';

/** The steps of a query, in their order. */
export const readSteps: readonly ReadStep[] = [
  {
    name: 'estimate',
    why: 'Whoever asks for the price only gets the estimate of the planner, and nothing is read.',
    take: (reading) => (reading.call.priceOnly ? estimate(reading) : undefined),
  },
  {
    name: 'read',
    why: 'A query reads when its turn comes, without a transaction, and counts the rows that its caller pays for.',
    take: (reading) => read(reading),
  },
];

export async function runQuery<I, O, S>(
  running: Omit<Reading<I, O, S>, 'stale' | 'staleMs'>,
  { read: steps }: Pick<StepLists, 'read'>,
): Promise<Outcome<S>> {
  const reading: Reading<I, O, S> = { ...running, stale: [], staleMs: undefined };
  try {
    for (const step of steps) {
      const going = step.take(reading);
      const answer = going && (await going);
      if (answer) return answer;
    }
    throw new Error(`${reading.operation.name} was not read`);
  } catch (error) {
    // An object may not be found because it was read from a replica.
    const failures = refusalIn(error);
    if (failures) return { ...refused(failures), staleMs: reading.staleMs };
    if (isIncomparable(error)) return refused([failure('PARAMETER_VALUE_SYNTAX')]);
    throw error;
  }
}

async function read<I, O, S>(reading: Reading<I, O, S>): Promise<Outcome<S>> {
  const { parts, turns, operation, input, call, show, stale } = reading;
  // Each statement is committed on its own. The clock is read when the turn comes.
  const run = async () => {
    const from = readFrom(parts, operation, call);
    const { db, staleMs } = from instanceof Promise ? await from : from;
    reading.staleMs = staleMs;
    const isMetered = paysForRows(call) && (operation.countsAll || readsManyRows(input));
    const meter = isMetered ? new QueryCostMeter(db) : undefined;
    const value = await operation.run(new RunningContext(parts, call, meter?.db ?? db), input);
    return { db, meter, value };
  };
  const showing = async ({ db, value, meter }: Awaited<ReturnType<typeof run>>) => ({
    shown: await show(db, value),
    meter,
  });
  const { shown, meter } = operation.pool
    ? await showing(await turns.prove(call, run))
    : call.addsUp
      ? await showing(await turns.addUp(call, run))
      : await turns.read(call, () => run().then(showing));
  const lookedThrough = meter && (await meter.rows());
  const { staleMs } = reading;
  return {
    ...done(shown),
    ...(stale.length > 0 && { stale }),
    ...(staleMs !== undefined && { staleMs }),
    ...(lookedThrough && { lookedThrough }),
  };
}

/**
 * Estimates the rows of the whole list that groups are made from, ignoring the filter and `asOf`: with the values of a
 * condition the planner's estimate would reveal something about rows of others. Nothing else runs.
 */
async function estimate<I, O, S>({
  parts,
  turns,
  operation,
  input,
  call,
}: Reading<I, O, S>): Promise<Outcome<S>> {
  if (!isGrouped(input)) return done({ rows: [], count: 0 } as S);
  const run = async () => {
    const { db } = await readFrom(parts, operation, call);
    return operation.run(new RunningContext(parts, call, db), wholeListOfNow(input));
  };
  return done((await turns.addUp(call, run)) as unknown as S);
}

interface Source {
  readonly db: Db;
  readonly staleMs: number | undefined;
}

/**
 * Chosen when its turn comes, because a replica may fall behind meanwhile. A GraphQL request chooses once for all its
 * fields.
 */
export function readFrom(
  { database }: Pick<RunnerParts, 'database'>,
  { pool }: Pick<Query<never, unknown>, 'pool'>,
  call: Call,
): Source | Promise<Source> {
  const from = (reader?: Reader): Source => {
    const { db } = readPoolOf(database, reader ? { ...call, reader } : call, pool);
    return { db, staleMs: reader && !call.snapshot ? reader.staleMs : undefined };
  };
  return isPlainRead(call) && database.replicas ? database.replicas.reader().then(from) : from();
}

/** Operators have no budget; a file is charged by its rows and has its transaction to itself. */
const paysForRows = (call: Call): boolean =>
  isCalledFor(call) && call.actor.kind !== 'operator' && !call.snapshot;
