import { notificationRows } from '../../operations/readers/rows.ts';
import type { Notification } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { key, offerGroups } from '../groups.ts';
import { byId, rowId } from '../loading.ts';

export const NotificationRef = builder.loadableNodeRef<Notification, number>('Notification', {
  id: { resolve: (notification) => notification.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await notificationRows.many(database.db, ids)),
});

NotificationRef.implement({
  description:
    'A message of the registry to a registrar about something that happened without it: a domain that moved away, a change that was confirmed. It stays unread until it is acknowledged.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'The number of the message in the REST API.' }),
    text: t.exposeString('text', { description: 'What happened, for people.' }),
    kind: t.exposeString('kind', {
      description:
        'What happened, for programs: domain_transferred, domain_deleted, domain_update_confirmed, force_delete_set, status_set and others.',
    }),
    attachedObjectType: t.exposeString('attached_obj_type', {
      nullable: true,
      description:
        'The type of the object it is about in the words of the REST API; attached has the object itself.',
    }),
    attachedObjectId: t.exposeInt('attached_obj_id', {
      nullable: true,
      description: 'The number of the object it is about in the REST API; attached has the object itself.',
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

export const NotificationConnection = connectionOf(NotificationRef, 'poll messages');

offerGroups(NotificationConnection, 'Notification', {
  many: 'poll messages',
  keys: {
    KIND: key('String', 'What happened, for programs.'),
    READ: key('Boolean', 'Whether they were acknowledged.'),
    CREATED_AT: key('moment', 'When they were written.'),
  },
});
