import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { refuseUnless } from '../../rules/scopes.ts';
import { retryDead } from '../../store/runner/outbox.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';

/** The kinds of items that FINANCE may send again (docs/rules/access.md#operators). */
const aboutMoney: ReadonlySet<string> = new Set(['accounting', 'e-invoice', 'owner-service', 'refund']);

/**
 * Revives an outbox item that was given up, for an operator. It gets all its attempts again, and the first one is
 * made at once.
 */
export const retryOutboxItem = defineCommand({
  name: 'outbox.revive',
  summary: 'Tries to deliver a dead letter again.',
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    id: rowId('OutboxItem', 'The id of an item that was abandoned: {state: {eq: DEAD}} in outbox.').meta({}),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.outboxItemRetry',
  run: async ({ db, now, actor, publish, foresee }, { id }) => {
    const row = await retryDead(db, id, now);
    if (!row) return refuseWith(objectDoesNotExist());
    if (!aboutMoney.has(row.kind)) refuseUnless(actor, 'ADMIN');
    foresee('outboxItem', [row.kind, row.subject, row.last_error]);
    publish('outbox', row.kind);
    return { id: row.id };
  },
});
