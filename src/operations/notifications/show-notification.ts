import { z } from 'zod';
import { registrarOf } from '../../core/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import { unreadNotification } from '../../store/registry/notifications.ts';
import { defineQuery } from '../operation.ts';

/**
 * One unread message of the caller; read, foreign and unknown ones are all not there
 * (docs/rules/registrar.md#the-queue).
 */
export const showNotification = defineQuery({
  name: 'notification.show',
  summary: 'Gives one unread poll message.',
  permits: ['registrar:epp'],
  input: z.object({ id: z.int() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/registrar/notifications/:notification_id',
  graphql: 'Query.notification',
  run: async ({ db, actor }, { id }) =>
    (await unreadNotification(db, registrarOf(actor).registrarId, id)) ?? refuseWith(objectDoesNotExist()),
});
