import { z } from 'zod';
import type { ListQuery } from '../../../base/filter.ts';
import { notification } from '../../../registry/entities/notification.ts';
import { acknowledgeNotification } from '../../../registry/operations/notifications/acknowledge-notification.ts';
import { latestNotification } from '../../../registry/operations/notifications/latest-notification.ts';
import { listNotifications } from '../../../registry/operations/notifications/list-notifications.ts';
import { showNotification } from '../../../registry/operations/notifications/show-notification.ts';
import type { Notification } from '../../../registry/operations/readers/shown.ts';
import { bodyOf, fields, hash, onlyTrue, twoWay } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { data, number, orNull, schemaOf, text } from '../shapes.ts';
import { answerList, limitOf } from '../whole-list.ts';
import { nothing, success } from './envelope.ts';
import { pagingFields } from './paging.ts';
import { idIn, putOrPatch } from './self-service.ts';
import { fieldsOf, viewOf } from './view.ts';

const read = { read: onlyTrue({ description: 'true to mark it as read' }) };

const acknowledgementBody = bodyOf(
  'notification',
  read,
  twoWay(
    hash(read),
    () => ({}),
    () => ({ read: true as const }),
  ),
);

const { plain } = fieldsOf<Notification>();

export const pollMessage = viewOf('PollMessage', notification, {
  id: plain('id', number('The number of the message', 5)),
  text: plain('text', text('What happened', 'Registrant confirmed domain update: tamm.ee')),
  attached_obj_type: plain('attached_obj_type', orNull(text('The type of the object it is about', 'Domain'))),
  attached_obj_id: plain('attached_obj_id', orNull(number('The number of the object it is about', 1))),
});

/** docs/rules/registrar.md#the-queue. */
export const notificationRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/registrar/notifications/all_notifications',
    operation: listNotifications,
    request: { query: fields(pagingFields) },
    docs: { data: schemaOf(z.array(pollMessage.shape)) },
    handle: async (call) => {
      const { offset } = call.query;
      const limit = limitOf(call, call.query);
      const unread: ListQuery['filter'] = { field: 'readAt', is: 'isNull', value: true };
      const sort: ListQuery['sort'] = [{ field: 'createdAt', descending: true }];
      return answerList(call, {
        paging: call.query,
        page: async ({ run }, slice, withCount) => {
          const query = { filter: unread, sort, slice };
          const found = await run(listNotifications, { query, withCount });
          return { ...found, rows: found.rows.map((row) => pollMessage.show(call, row)) };
        },
        body: (_, messages, count) =>
          success(messages, 1000, returning(Math.max(0, Math.min(limit, count - offset)), count)).body,
      });
    },
  }),
  {
    method: 'GET',
    path: '/registrar/notifications',
    operation: latestNotification,
    docs: {
      data: { anyOf: [schemaOf(pollMessage.shape), { ...nothing, description: 'When nothing is unread' }] },
    },
    handle: async (call) => {
      const latest = await call.run(latestNotification, {});
      return success(latest ? pollMessage.show(call, latest) : {});
    },
  },
  {
    method: 'GET',
    path: '/registrar/notifications/:notification_id',
    operation: showNotification,
    docs: { data: schemaOf(pollMessage.shape.extend({ read: z.literal(false) })) },
    handle: async (call) => {
      const message = await call.run(showNotification, { id: idOf(call) });
      return success({ ...pollMessage.show(call, message), read: false });
    },
  },
  ...putOrPatch(
    route({
      method: 'PUT',
      path: '/registrar/notifications/:notification_id',
      operation: acknowledgeNotification,
      request: {
        body: acknowledgementBody,
        lookUp: (call) => call.run(showNotification, { id: idOf(call) }),
      },
      docs: {
        data: data({ notification_id: number('The number of the message', 5), read: z.literal(true) }),
      },
      handle: async (call) => {
        const id = idOf(call);
        await call.run(acknowledgeNotification, { id });
        return success({ notification_id: id, read: true });
      },
    }),
  ),
];

const idOf = ({ path }: RestCall): number => idIn(path.notification_id);

const returning = (shown: number, all: number): string =>
  `Command completed successfully. Returning ${shown} out of ${all}. ` +
  'Use URL parameters :limit and :offset to list other messages if needed.';
