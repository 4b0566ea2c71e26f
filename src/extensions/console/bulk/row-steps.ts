import { refuse } from '../../../base/errors.ts';
import type { StepInsertion, Writing } from '../../../registry/operations/runner/steps.ts';
import { holdBulkRow, takeBulkRow } from '../store/bulk-works.ts';

declare module '../../../registry/operations/runner/running-context.ts' {
  interface Call {
    /** The row of the work on many objects that it does; it is marked in the same transaction. */
    readonly bulkRow?: number | undefined;
  }
}

const gone = () => refuse('OBJECT_STATUS_PROHIBITS', 'The row is done already, or its work was stopped');

async function takeRow({ context }: Writing, id: number): Promise<void> {
  context.hasTaken = true;
  if (!(await takeBulkRow(context.db, { id, now: context.now }))) gone();
}

async function beginRow({ context }: Writing, id: number): Promise<void> {
  context.hasTaken = true;
  if (!(await holdBulkRow(context.db, id))) gone();
}

function concludeRow({ context }: Writing, id: number): Promise<unknown> {
  context.hasTaken = true;
  return takeBulkRow(context.db, { id, now: context.now, hasBegun: true });
}

const ofRow =
  (work: (writing: Writing, id: number) => Promise<unknown>) =>
  (writing: Writing): Promise<unknown> | undefined =>
    writing.call.bulkRow === undefined ? undefined : work(writing, writing.call.bulkRow);

/** The steps of work on many objects in the transaction of each row. */
export const rowSteps: readonly StepInsertion[] = [
  {
    list: 'write',
    before: 'place',
    step: {
      name: 'row',
      why: 'A row of work on many objects is done once, and not after a stop.',
      take: ofRow(takeRow),
    },
  },
  {
    list: 'prepare',
    before: 'prepare',
    step: {
      name: 'row',
      why: 'A process that dies while another service is asked leaves the row waiting, and the next one continues.',
      take: ofRow(beginRow),
    },
  },
  {
    list: 'conclude',
    before: 'conclude',
    step: {
      name: 'row',
      why: 'What has begun is kept whatever became of its work.',
      take: ofRow(concludeRow),
    },
  },
];
