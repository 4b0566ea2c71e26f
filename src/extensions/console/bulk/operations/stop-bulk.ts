import { z } from 'zod';
import { nameOf, operatorOf } from '../../../../base/actor.ts';
import { objectDoesNotExist, refuse, refuseWith } from '../../../../base/errors.ts';
import { rowId } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { refuseUnless } from '../../../../registry/rules/scopes.ts';
import { lockBulkWork } from '../../store/bulk-works.ts';
import { endWork } from './end-work.ts';
import { roleFor } from './role-for.ts';

/**
 * Stops a work for the operator who started it, or for one who may do the same and has as wide a role: waits for the
 * row that is being done, and ends the work. What is done stays, and the rest is left alone
 * (docs/rules/access.md#bulk-work).
 */
export const stopBulk = defineCommand({
  name: 'bulk.stop',
  summary: 'Stops work on many objects: what is done stays, and the rest is left alone.',
  permits: ['operator'],
  operators: 'VIEWER',
  scope: 'WRITE',
  input: z.object({ id: rowId('BulkWork', 'The id of the work, from bulkWorks.') }),
  errors: ['AUTHORIZATION', 'OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.bulkStop',
  run: async (context, { id }) => {
    const { db, actor } = context;
    const work = await lockBulkWork(db, id);
    if (!work) return refuseWith(objectDoesNotExist());
    const isOwn = work.operator.token === operatorOf(actor).token;
    if (!isOwn) for (const role of [roleFor(work), work.operator.role]) refuseUnless(actor, role);
    if (work.finished_at) refuse('OBJECT_STATUS_PROHIBITS', 'The work has ended already');
    await endWork(context, work, { state: 'STOPPED', stopped: `by ${nameOf(actor)}` });
    return { id };
  },
});

/** Ends a work whose rows are all done or refused, or which must not go on, for the job. */
export const endBulk = defineCommand({
  name: 'bulk.end',
  summary: 'Ends work on many objects when nothing is left, or its operator may not go on.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({ id: z.int(), stopped: z.string().optional() }),
  errors: [],
  run: async (context, { id, stopped }) => {
    const work = await lockBulkWork(context.db, id);
    if (work && !work.finished_at)
      await endWork(
        context,
        work,
        stopped === undefined ? { state: 'DONE' } : { state: 'STOPPED', stopped: stopped.slice(0, 500) },
      );
    return { id };
  },
});
