import { nameOf, operatorOf } from '../../../../base/actor.ts';
import { failure, refuse, refuseWith } from '../../../../base/errors.ts';
import { changesOf } from '../../../../base/events.ts';
import type { Filter } from '../../../../base/filter.ts';
import { limit } from '../../../../base/limits.ts';
import type { Operation, OperationContext, Plain } from '../../../../registry/operations/operation.ts';
import { authorizationFailure } from '../../../../registry/rules/scopes.ts';
import type { Returned } from '../../../../registry/store/billing/refunds.ts';
import { type BulkWork, insertBulkRows, insertBulkWork, updateBulkWork } from '../../store/bulk-works.ts';
import type { BulkOperator } from '../entity.ts';
import { type BulkWrite, bulkLists, type Named } from './bulk-writes.ts';

const mostBulkRows = limit('objects of one bulk work', 100_000, 'They are chosen in one transaction.');
/** How many rows are read and written in one statement. */
const pageOfRows = 1000;
/** How many objects a dry run tries; they count for the outcome. */
const rowsLookedAt = 50;

/** A work as history keeps it. */
export const workChange = changesOf(
  'bulk_work',
  ({ operation }: BulkWork) => operation,
  ({ operation, state, reason, stopped, total, started_by }) => ({
    operation,
    state,
    reason,
    stopped,
    total,
    startedBy: started_by,
  }),
);

interface Wanted {
  readonly write: BulkWrite;
  /** The input that the write is given besides the name of each object. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly filter: Filter | undefined;
  /** The registrar whose portfolio moves. */
  readonly registrarId?: number;
  readonly toRegistrarId?: number;
}

/** The write that a dry run tries on the first objects. */
export type Trial = {
  readonly write: string;
  readonly input: { readonly [field: string]: Plain };
  readonly rows: readonly { readonly subject: string; readonly names: { readonly [field: string]: Plain } }[];
};

/**
 * `trial` and `returned` count for the outcome: the same number of objects, the same first ones, and for refunds the
 * same money.
 */
export type Started = {
  readonly id: number;
  readonly total: number;
  readonly trial: Trial;
  readonly returned: { readonly [Part in keyof Returned]: Returned[Part] } | null;
};

/** Keeps a work with a row for each object that the filter finds; the job does them. */
export async function startWork(context: OperationContext, wanted: Wanted): Promise<Started> {
  const { db, now, actor, dryRun, record } = context;
  const { write, input, filter, registrarId, toRegistrarId } = wanted;
  const { operation } = write;
  const operator = operatorOf(actor);
  const unfit = authorizationFailure(actor, operation as unknown as Operation<unknown, unknown>);
  if (unfit) refuseWith(unfit);
  const found = await objectsIn(context, write, filter, dryRun);
  if (found.count === 0) refuse('OBJECT_STATUS_PROHIBITS', 'There is nothing to do: the list is empty');
  if (found.count > mostBulkRows)
    refuseWith(
      failure(
        'PARAMETER_VALUE_RANGE',
        `The list has ${found.count} rows: at most ${mostBulkRows} are worked on at once, so filter the list`,
        { path: ['list'] },
      ),
    );
  const returned = (await write.returns?.(context, filter)) ?? null;
  const { reason } = input as { readonly reason?: string };
  const work = await insertBulkWork(db, {
    operation: operation.name,
    input: JSON.stringify(input),
    registrar_id: registrarId ?? null,
    to_registrar_id: toRegistrarId ?? null,
    reason: reason?.trim() || null,
    started_by: nameOf(actor),
    operator: JSON.stringify({
      token: operator.token,
      role: operator.role,
      operatorId: operator.operatorId,
      ...(operator.accessToken?.scopes && { accessTokenId: operator.accessToken.id }),
    } satisfies BulkOperator),
    started_at: now,
    state: 'RUNNING',
    total: found.count,
  });
  let total = 0;
  for await (const rows of found.pages()) {
    await insertBulkRows(db, work.id, rows);
    total += rows.length;
  }
  // The list may have grown since it was counted: the rows that were kept are the work.
  const kept = dryRun || total === found.count ? work : await updateBulkWork(db, work.id, { total });
  record(workChange(undefined, kept));
  return {
    id: work.id,
    total: kept.total,
    returned,
    trial: {
      write: operation.name,
      input: input as Trial['input'],
      rows: found.first.map(({ subject, names }) => ({
        subject,
        names: names as { [field: string]: Plain },
      })),
    },
  };
}

/** How many there are, the first of them, and all of them page by page; a dry run does not read the rest. */
async function objectsIn(
  context: OperationContext,
  { list }: BulkWrite,
  filter: Filter | undefined,
  onlyFirst: boolean,
) {
  const from = bulkLists[list] ?? refuse('PARAMETER_VALUE_SYNTAX', `No such list: ${list}`);
  const sort = [{ field: 'id', descending: false }] as const;
  const page = async (slice: Parameters<typeof from.page>[1]['query']['slice'], withCount: boolean) => {
    const { rows, count = 0 } = await from.page(context, { query: { filter, sort, slice }, withCount });
    return { named: rows.map(from.named), count };
  };
  const { named: first, count } = await page({ by: 'offset', limit: rowsLookedAt, offset: 0 }, true);
  async function* pages(): AsyncGenerator<readonly Named[]> {
    if (onlyFirst) return;
    for (let isFirst = true; ; isFirst = false) {
      const { named } = await page(
        { by: 'walk', limit: pageOfRows, isFirst, skip: 0, most: mostBulkRows },
        false,
      );
      if (named.length > 0) yield named;
      if (named.length < pageOfRows) return;
    }
  }
  return { first, count, pages };
}
