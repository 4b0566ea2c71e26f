import { isOf, isPermitted } from '../../core/actor.ts';
import { failure } from '../../core/errors.ts';
import { acknowledgeNotification } from '../../operations/notifications/acknowledge-notification.ts';
import { latestNotification } from '../../operations/notifications/latest-notification.ts';
import { listNotifications } from '../../operations/notifications/list-notifications.ts';
import { showNotification } from '../../operations/notifications/show-notification.ts';
import { type Notification, notificationsById } from '../../store/notifications.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { byId, rowId } from '../loading.ts';
import { defineMutation } from '../mutation.ts';
import { nodeIsVisible } from '../node-visibility.ts';
import { graphqlError } from '../refusals.ts';
import { runQuery } from '../run.ts';
import { DateTimeFilter, StringFilter, toFilter } from '../where.ts';

export const NotificationRef = builder.loadableNodeRef<Notification, number>('Notification', {
  id: { resolve: (notification) => notification.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await notificationsById(database.db, ids)),
});

NotificationRef.implement({
  description: 'A poll message: the registry tells a registrar what happened without it.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'The id that REST clients know.' }),
    text: t.exposeString('text', { description: 'What happened.' }),
    kind: t.exposeString('kind', { description: 'What kind of event it tells of.' }),
    attachedObjectType: t.exposeString('attached_obj_type', {
      nullable: true,
      description: 'The type of the object it is about, as REST clients know it.',
    }),
    attachedObjectId: t.exposeInt('attached_obj_id', {
      nullable: true,
      description: 'The id of the object it is about, as REST clients know it.',
    }),
    readAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was acknowledged; null while unread.',
      resolve: (row, _, { calendar }) => row.read_at && calendar.format(row.read_at),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was written.',
      resolve: (row, _, { calendar }) => calendar.format(row.created_at),
    }),
  }),
});

const NotificationConnection = connectionOf(NotificationRef, 'poll messages');

nodeIsVisible<Notification>(
  'Notification',
  (row, actor) => isPermitted(actor, showNotification.permits) && isOf(row.registrar_id, actor),
);

const NotificationWhere = builder.inputType('NotificationWhere', {
  description: 'Which poll messages: all conditions given must hold.',
  fields: (t) => ({
    readAt: t.field({
      type: DateTimeFilter,
      description: 'By the time of acknowledgement; {isNull: true} are the unread ones.',
    }),
    createdAt: t.field({ type: DateTimeFilter, description: 'By the time of writing.' }),
    kind: t.field({ type: StringFilter, description: 'By kind of event.' }),
    text: t.field({ type: StringFilter, description: 'By text.' }),
  }),
});

const kinds = { readAt: 'moment', createdAt: 'moment' } as const;

builder.queryFields((t) => ({
  notifications: t.connection(
    {
      type: NotificationRef,
      nullable: true,
      description: `${listNotifications.summary} Newest first.`,
      args: {
        where: t.arg({ type: NotificationWhere, description: 'Which ones; read and unread when left out.' }),
      },
      resolve: (_, { where, ...page }, context) =>
        connect(context, page, {
          operation: listNotifications,
          filter: toFilter(where, kinds, context),
          sort: { field: 'createdAt', descending: true },
          cursorOf: (row) => instantCursor(row.created_at, row.id),
        }),
    },
    NotificationConnection,
  ),
  notification: t.field({
    type: NotificationRef,
    nullable: true,
    description: 'One of your poll messages, read or unread.',
    args: { id: t.arg.globalID({ required: true, for: NotificationRef, description: 'Its global id.' }) },
    resolve: async (_, { id }, context) => {
      const { actor, database } = context;
      if (!isPermitted(actor, showNotification.permits))
        throw graphqlError(failure('AUTHORIZATION'), actor.kind === 'anonymous');
      const [row] = await notificationsById(database.db, [Number(id.id)]);
      return row && isOf(row.registrar_id, actor) ? row : null;
    },
  }),
  latestNotification: t.field({
    type: NotificationRef,
    nullable: true,
    description: latestNotification.summary,
    resolve: async (_, __, context) => (await runQuery(context, latestNotification, {})) ?? null,
  }),
}));

defineMutation('notificationAcknowledge', {
  operation: acknowledgeNotification,
  input: (t) => ({
    id: t.globalID({
      required: true,
      for: [NotificationRef],
      description: 'Which message, by its global id.',
    }),
  }),
  translate: ({ id }) => ({ id: Number(id.id) }),
  show: async (db, { id }) => (await notificationsById(db, [id]))[0] ?? null,
  payload: (t) => ({
    notification: t.field({
      type: NotificationRef,
      nullable: true,
      description: 'The message, read now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
