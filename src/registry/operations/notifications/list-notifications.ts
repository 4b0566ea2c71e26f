import { registrarOf } from '../../../base/actor.ts';
import { notificationsList } from '../../store/registry/notifications.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists the registrar's own poll messages, read and unread, as one page. REST asks for the unread ones only
 * (docs/rules/registrar.md#the-queue).
 */
export const listNotifications = defineQuery({
  name: 'notification.list',
  summary: "Lists the registrar's poll messages.",
  permits: ['registrar:epp'],
  scope: 'READ',
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/registrar/notifications/all_notifications',
  graphql: 'Query.notifications',
  run: ({ db, actor }, input) => listedFrom(db, notificationsList(registrarOf(actor).registrarId), input),
});
