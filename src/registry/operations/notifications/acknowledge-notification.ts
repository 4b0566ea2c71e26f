import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { markRead } from '../../store/registry/notifications.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Marks one of the registrar's unread poll messages as read, which takes it out of the queue. A message that is read
 * already, unknown or another registrar's does not exist (docs/rules/registrar.md#the-queue).
 */
export const acknowledgeNotification = defineCommand({
  name: 'notification.acknowledge',
  summary: 'Marks a poll message as read.',
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    id: rowId('Notification', 'The global id of the message, from notifications.'),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'PUT /registry/v1/registrar/notifications/:notification_id',
  graphql: 'Mutation.notificationAcknowledge',
  run: async ({ db, actor, now, record }, { id }) => {
    const read = await markRead(db, registrarOf(actor).registrarId, id, now);
    if (!read) refuseWith(objectDoesNotExist());
    record({
      type: 'notification',
      id,
      key: String(id),
      before: { readAt: null },
      after: { readAt: now.toISOString() },
    });
    return { id };
  },
});
