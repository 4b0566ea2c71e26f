import { randomUUID } from 'node:crypto';
import { includesRole, type OperatorActor } from '../../../../base/actor.ts';
import { stopwatch } from '../../../../base/clock.ts';
import type { Failure } from '../../../../base/errors.ts';
import { limit } from '../../../../base/limits.ts';
import { add, type Money, zero } from '../../../../base/money.ts';
import type { Operation, RequestInfo } from '../../../../registry/operations/operation.ts';
import type { Runner } from '../../../../registry/operations/runner/runner.ts';
import type { RunnerParts } from '../../../../registry/operations/runner/running-context.ts';
import { failuresInWords } from '../../../../registry/rules/domain/reason-in-words.ts';
import { authorizationFailure } from '../../../../registry/rules/scopes.ts';
import { DatabaseUnavailable, isUnreachable } from '../../../../registry/store/driver/connections/trouble.ts';
import { type BulkRow, type BulkWork, refuseBulkRow, waitingRows } from '../../store/bulk-works.ts';
import { type BulkWrite, writeCalled } from './bulk-writes.ts';
import { operatorNow } from './operator-now.ts';
import { roleFor } from './role-for.ts';
import type { Trial } from './start-work.ts';
import { endBulk } from './stop-bulk.ts';

/** How many rows of a work are done before the rights are looked up again, and another work has its turn. */
const rowsInTurn = 25;

type Parts = Pick<RunnerParts, 'config' | 'clock' | 'database'> & {
  readonly runner: Runner;
  /** Reports what went wrong on our side with one row; the work goes on. */
  readonly failed: (error: unknown, row: BulkRow) => void;
};

const anyOperation = ({ operation }: BulkWrite) => operation as unknown as Operation<object, unknown>;

/**
 * Does the next rows of a work, each in a transaction of its own that also marks the row: a process that dies leaves
 * it either done or waiting. Returns how many were tried; `check` throws when somebody else has taken the job over.
 * When the turn is over, the rest waits for the next one.
 */
export async function doRows(
  parts: Parts,
  work: BulkWork,
  check: () => void,
  isOver: () => boolean = () => false,
): Promise<number> {
  const { database, clock, runner } = parts;
  const { db } = database.background;
  const write = writeCalled(work.operation);
  const actor = await operatorNow({ db, config: parts.config }, work.operator, clock.now());
  const end = async (stopped?: string): Promise<void> => {
    const ended = await runner.run(
      endBulk,
      { id: work.id, ...(stopped !== undefined && { stopped }) },
      { actor: { kind: 'system', job: 'bulk' }, request: newRequest() },
    );
    if (!ended.ok) throw new Error(ended.failures[0].message);
  };
  if (
    !write ||
    !actor ||
    !includesRole(actor.role, roleFor(work)) ||
    authorizationFailure(actor, write.operation as never)
  ) {
    await end(`${work.started_by} may not do this any more`);
    return 0;
  }
  const rows = await waitingRows(db, work.id, rowsInTurn);
  for (const [index, row] of rows.entries()) {
    check();
    await doRow(parts, { work, write, actor }, row);
    if (isOver()) return index + 1;
  }
  if (rows.length < rowsInTurn) await end();
  return rows.length;
}

const newRequest = (): RequestInfo => ({ id: randomUUID(), via: 'job' });

async function doRow(
  { database, clock, runner, failed }: Parts,
  {
    work,
    write,
    actor,
  }: { readonly work: BulkWork; readonly write: BulkWrite; readonly actor: OperatorActor },
  row: BulkRow,
): Promise<void> {
  let message: string | undefined;
  const request = newRequest();
  try {
    const outcome = await runner.run(
      anyOperation(write),
      { ...work.input, ...row.names },
      { actor, request, bulkRow: row.id },
    );
    if (!outcome.ok && outcome.failures.some(mayPass)) throw new NotYet(outcome.failures[0].message);
    message = outcome.ok ? undefined : failuresInWords(outcome.failures);
  } catch (error) {
    // What is away is back later; anything else must not stop the rest.
    if (error instanceof DatabaseUnavailable || error instanceof NotYet || isUnreachable(error)) throw error;
    failed(error, row);
    message = `Something went wrong on our side: the log has it under ${request.id}`;
  }
  if (message !== undefined)
    await refuseBulkRow(database.background.db, { id: row.id, message, now: clock.now() });
}

/**
 * The other side is away, or still at it: the row waits, because it may be done already, or be done with the next
 * attempt.
 */
const mayPass = ({ reason }: Failure): boolean => reason === 'service-away' || reason === 'under-way';

class NotYet extends Error {}

/** The result of a dry run of the first objects. */
export interface Glance {
  readonly lookedAt: number;
  readonly refused: number;
  readonly refusals: readonly { readonly subject: string; readonly message: string }[];
  /** The highest charge for one of them. */
  readonly price: Money;
}

const longestGlanceMs = limit(
  'milliseconds that the trial of bulk work may take',
  5000,
  'A person waits for it.',
);

/** Tries the write on the first objects, each as a dry run of its own. */
export async function glanceAt(
  runner: Pick<Runner, 'run'>,
  { write: name, input, rows }: Trial,
  call: { readonly actor: OperatorActor; readonly request: RequestInfo },
): Promise<Glance> {
  const write = writeCalled(name);
  if (!write) throw new Error(`no write is called ${name}`);
  const elapsed = stopwatch();
  const refusals: { readonly subject: string; readonly message: string }[] = [];
  let lookedAt = 0;
  let price = zero;
  for (const { subject, names } of rows) {
    if (elapsed() > longestGlanceMs) break;
    lookedAt += 1;
    const tried = await runner.run(
      anyOperation(write),
      { ...input, ...names },
      { ...call, dryRun: true, isForeseen: true },
    );
    if (!tried.ok) refusals.push({ subject, message: failuresInWords(tried.failures) });
    else if (Number(tried.foreseen?.price ?? 0) > Number(price))
      price = add(zero, tried.foreseen?.price ?? zero);
  }
  return { lookedAt, refused: refusals.length, refusals, price };
}
