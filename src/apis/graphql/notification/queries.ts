import { latestNotification } from '../../../registry/operations/notifications/latest-notification.ts';
import { listNotifications } from '../../../registry/operations/notifications/list-notifications.ts';
import { showNotification } from '../../../registry/operations/notifications/show-notification.ts';
import { builder } from '../builder.ts';
import { listQuery } from '../list.ts';
import { rowOf } from '../loading.ts';
import { runQuery } from '../run.ts';
import { NotificationRef, notifications } from './type.ts';

listQuery('notifications', notifications, {
  operation: listNotifications,
  description: `${listNotifications.summary} Newest first.`,
  where: 'Which messages; all of yours, read and unread, when left out.',
  usual: { field: 'createdAt', descending: true },
});

builder.queryFields((t) => ({
  notification: t.field({
    type: NotificationRef,
    nullable: true,
    description: 'Shows one of your poll messages, whether read or unread.',
    args: {
      id: t.arg.globalID({
        required: true,
        description: 'The global id of the message.',
      }),
    },
    resolve: (_, { id }, context) =>
      runQuery(context, showNotification, { id: rowOf('Notification', id), alsoRead: true }),
  }),
  latestNotification: t.field({
    type: NotificationRef,
    nullable: true,
    description: latestNotification.summary,
    resolve: async (_, __, context) => (await runQuery(context, latestNotification, {})) ?? null,
  }),
}));
