import { latestNotification } from '../../operations/notifications/latest-notification.ts';
import { listNotifications } from '../../operations/notifications/list-notifications.ts';
import { showNotification } from '../../operations/notifications/show-notification.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { rowOf } from '../loading.ts';
import { runQuery } from '../run.ts';
import { toFilter } from '../where.ts';
import { NotificationWhere } from './inputs.ts';
import { NotificationConnection, NotificationRef } from './type.ts';

builder.queryFields((t) => ({
  notifications: t.connection(
    {
      type: NotificationRef,
      nullable: true,
      description: `${listNotifications.summary} Newest first.`,
      args: {
        where: t.arg({
          type: NotificationWhere,
          description: 'Which messages; all of yours, read and unread, when left out.',
        }),
      },
      resolve: (_, { where, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listNotifications,
          filter: toFilter(where, NotificationWhere, context),
          sort: { field: 'createdAt', descending: true },
          cursorOf: (row) => instantCursor(row.created_at, row.id),
        }),
    },
    NotificationConnection,
  ),
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
