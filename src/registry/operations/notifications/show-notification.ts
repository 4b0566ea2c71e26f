import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { notificationOf } from '../../store/registry/notifications.ts';
import { defineQuery } from '../operation.ts';

/**
 * Shows the registrar one of its own poll messages and leaves it unread. Unknown messages and those of other
 * registrars do not exist, and neither do read ones unless the caller asks for them
 * (docs/rules/registrar.md#the-queue).
 */
export const showNotification = defineQuery({
  name: 'notification.show',
  summary: 'Shows one unread poll message.',
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ id: z.int(), alsoRead: z.boolean().optional() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/registrar/notifications/:notification_id',
  graphql: 'Query.notification',
  run: async ({ db, actor }, { id, alsoRead }) => {
    const found = await notificationOf(db, registrarOf(actor).registrarId, id);
    return found && (alsoRead || found.read_at === null) ? found : refuseWith(objectDoesNotExist());
  },
});
