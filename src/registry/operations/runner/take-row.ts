import { refuse } from '../../../base/errors.ts';
import { holdBulkRow, takeBulkRow } from '../../../extensions/console/store/bulk-works.ts';
import type { Call, RunningContext } from './running-context.ts';

type Context = Pick<RunningContext, 'db' | 'now'>;
type Row = Pick<Call, 'bulkRow'>;

const gone = () => refuse('OBJECT_STATUS_PROHIBITS', 'The row is done already, or its work was stopped');

/** A row of a work on many objects is done once, and not after a stop. */
export async function takeRow({ db, now }: Context, { bulkRow }: Row): Promise<void> {
  if (bulkRow !== undefined && !(await takeBulkRow(db, { id: bulkRow, now }))) gone();
}

/** The same before another service is asked: a process that dies meanwhile leaves the row waiting, and the next one continues. */
export async function beginRow({ db }: Context, { bulkRow }: Row): Promise<void> {
  if (bulkRow !== undefined && !(await holdBulkRow(db, bulkRow))) gone();
}

/** What has begun is kept whatever became of its work. */
export async function concludeRow({ db, now }: Context, { bulkRow }: Row): Promise<void> {
  if (bulkRow !== undefined) await takeBulkRow(db, { id: bulkRow, now, hasBegun: true });
}
