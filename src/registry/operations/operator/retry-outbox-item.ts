import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../core/errors.ts';
import { retryDead } from '../../store/runner/outbox.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Revives an outbox item that was given up, for an operator. It gets all its attempts again, and the first one is
 * made at once.
 */
export const retryOutboxItem = defineCommand({
  name: 'outbox.revive',
  summary: 'Tries to deliver a dead letter again.',
  permits: ['operator'],
  scope: 'WRITE',
  input: z.object({
    id: rowId('OutboxItem', 'The id of an item that was abandoned: {state: {eq: DEAD}} in outbox.').meta({
      isBig: true,
    }),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.outboxItemRetry',
  run: async ({ db, now, publish, foresee }, { id }) => {
    const row = await retryDead(db, id, now);
    if (!row) return refuseWith(objectDoesNotExist());
    foresee('outboxItem', [row.kind, row.subject, row.last_error]);
    publish('outbox', row.kind);
    return { id: row.id };
  },
});
