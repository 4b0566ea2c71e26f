import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { latestUnread } from '../../store/registry/notifications.ts';
import { defineQuery } from '../operation.ts';

/**
 * Shows the registrar its newest unread poll message and leaves it unread. The answer is null when the queue is empty
 * (docs/rules/registrar.md#the-queue).
 */
export const latestNotification = defineQuery({
  name: 'notification.latest',
  summary: 'Shows the newest unread poll message, if there is one.',
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/registrar/notifications',
  graphql: 'Query.latestNotification',
  run: ({ db, actor }) => latestUnread(db, registrarOf(actor).registrarId),
});
