import { isPermitted } from '../../core/actor.ts';
import { failure } from '../../core/errors.ts';
import { acknowledgeNotification } from '../../operations/notifications/acknowledge-notification.ts';
import { latestNotification } from '../../operations/notifications/latest-notification.ts';
import { listNotifications } from '../../operations/notifications/list-notifications.ts';
import { showNotification } from '../../operations/notifications/show-notification.ts';
import { notificationRows } from '../../operations/readers/rows.ts';
import { seesNotification } from '../../rules/visibility.ts';
import type { Notification } from '../../store/registry/notifications.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { connect, instantCursor } from '../connections.ts';
import { DateTimeFilter, StringFilter } from '../filters.ts';
import { byId, rowId } from '../loading.ts';
import { defineMutation } from '../mutation.ts';
import { graphqlError } from '../refusals.ts';
import { runQuery } from '../run.ts';
import { toFilter, whereInput } from '../where.ts';

export const NotificationRef = builder.loadableNodeRef<Notification, number>('Notification', {
  id: { resolve: (notification) => notification.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await notificationRows.many(database.db, ids)),
});

NotificationRef.implement({
  description:
    'A message of the registry to a registrar about something that happened without it: a domain that moved away, a change that was confirmed. It stays unread until it is acknowledged.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'The number by which the REST door knows the message.' }),
    text: t.exposeString('text', { description: 'What happened, for people.' }),
    kind: t.exposeString('kind', {
      description:
        'What happened, for programs: domain_transferred, domain_deleted, domain_update_confirmed, force_delete_set, status_set and others.',
    }),
    attachedObjectType: t.exposeString('attached_obj_type', {
      nullable: true,
      description:
        'The type of the object it is about in the words of the REST door; attached has the object itself.',
    }),
    attachedObjectId: t.exposeInt('attached_obj_id', {
      nullable: true,
      description: 'The number of the object it is about at the REST door; attached has the object itself.',
    }),
    readAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was acknowledged; null while it is unread.',
      resolve: (row, _, { calendar }) => row.read_at && calendar.format(row.read_at),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the message was written.',
      resolve: (row, _, { calendar }) => calendar.format(row.created_at),
    }),
  }),
});

const NotificationConnection = connectionOf(NotificationRef, 'poll messages');

const NotificationWhere = whereInput(
  'NotificationWhere',
  'Which poll messages to list; all conditions that are given must hold.',
  {
    readAt: [DateTimeFilter, 'By when they were acknowledged; {isNull: true} are the unread ones.'],
    createdAt: [DateTimeFilter, 'By when they were written: {gte: "-P1D"} is the last day.'],
    kind: [StringFilter, 'By what happened: {eq: "domain_transferred"}.'],
    text: [StringFilter, 'By their text: {contains: "tamm.ee"}.'],
  },
);

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
      resolve: (_, { where, ...page }, context) =>
        connect(context, page, {
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
        for: NotificationRef,
        description: 'The global id of the message.',
      }),
    },
    resolve: async (_, { id }, context) => {
      const { actor, database } = context;
      if (!isPermitted(actor, showNotification.permits))
        throw graphqlError(failure('AUTHORIZATION'), actor.kind === 'anonymous');
      const row = await notificationRows.one(database.db, { id: Number(id.id) });
      return row && seesNotification(row, actor) ? row : null;
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
      description: 'The global id of the message, as notifications tells it.',
    }),
  }),
  translate: ({ id }) => ({ id: Number(id.id) }),
  show: notificationRows.one,
  payload: (t) => ({
    notification: t.field({
      type: NotificationRef,
      nullable: true,
      description: 'The message, which is read now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
