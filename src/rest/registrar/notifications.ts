import { z } from 'zod';
import { acknowledgeNotification } from '../../operations/notifications/acknowledge-notification.ts';
import { latestNotification } from '../../operations/notifications/latest-notification.ts';
import { listNotifications } from '../../operations/notifications/list-notifications.ts';
import { showNotification } from '../../operations/notifications/show-notification.ts';
import type { Notification } from '../../operations/readers/shown.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { data, named, number, orNull, schemaOf, text } from '../shapes.ts';
import { nothing, success } from './envelope.ts';
import { extraCost, pagingDocs, sliceOf } from './paging.ts';
import { bodySchema, hash, isHash, onlyTrue, readBody, readUnlessMissing } from './params.ts';

const acknowledgement = {
  notification: hash({ read: onlyTrue({ description: 'true to mark it as read' }) }),
};

const messageShape = named(
  'PollMessage',
  z.object({
    id: number('The number of the message', 5),
    text: text('What happened', 'Registrant confirmed domain update: tamm.ee'),
    attached_obj_type: orNull(text('The type of the object it is about', 'Domain')),
    attached_obj_id: orNull(number('The number of the object it is about', 1)),
  }),
);

/** docs/rules/registrar.md#the-queue. */
export const notificationRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/registrar/notifications/all_notifications',
    operation: listNotifications,
    docs: { query: pagingDocs, data: schemaOf(z.array(messageShape)) },
    handle: async (call) => {
      const { rows, count = 0 } = await call.run(listNotifications, {
        query: {
          filter: { field: 'readAt', is: 'isNull', value: true },
          sort: [{ field: 'createdAt', descending: true }],
          slice: sliceOf(call.query),
        },
        withCount: true,
      });
      return {
        ...success(rows.map(pollMessage), 1000, returning(rows.length, count)),
        extraCost: extraCost(call.query, rows.length),
      };
    },
  },
  {
    method: 'GET',
    path: '/registrar/notifications',
    operation: latestNotification,
    docs: {
      data: { anyOf: [schemaOf(messageShape), { ...nothing, description: 'When nothing is unread' }] },
    },
    handle: async ({ run }) => {
      const latest = await run(latestNotification, {});
      return success(latest ? pollMessage(latest) : {});
    },
  },
  {
    method: 'GET',
    path: '/registrar/notifications/:notification_id',
    operation: showNotification,
    docs: { data: schemaOf(messageShape) },
    handle: async (call) => success(pollMessage(await call.run(showNotification, { id: idOf(call) }))),
  },
  {
    method: 'PUT',
    path: '/registrar/notifications/:notification_id',
    operation: acknowledgeNotification,
    docs: {
      body: bodySchema(acknowledgement),
      data: data({ notification_id: number('The number of the message', 5), read: z.literal(true) }),
    },
    handle: async (call) => {
      const id = idOf(call);
      await readUnlessMissing(
        () => readBody(acknowledgement, wrapped(call.body)),
        () => call.run(showNotification, { id }),
      );
      await call.run(acknowledgeNotification, { id });
      return success({ notification_id: id, read: true });
    },
  },
];

/** `{"read":true}` without its wrapper is accepted (docs/rules/rulings.md#bodies-without-their-wrapper). */
const wrapped = (body: unknown): unknown =>
  isHash(body) && body.notification === undefined && body.read !== undefined ? { notification: body } : body;

const largestId = 2 ** 31 - 1;

/** Ids are integers; whatever else stands there names no message. */
function idOf({ path }: RestCall): number {
  const id = /^\d{1,10}$/.test(path.notification_id ?? '') ? Number(path.notification_id) : 0;
  return id <= largestId ? id : 0;
}

const pollMessage = (row: Notification): z.infer<typeof messageShape> => ({
  id: row.id,
  text: row.text,
  attached_obj_type: row.attached_obj_type,
  attached_obj_id: row.attached_obj_id,
});

const returning = (shown: number, all: number): string =>
  `Command completed successfully. Returning ${shown} out of ${all}. ` +
  'Use URL parameters :limit and :offset to list other messages if needed.';
