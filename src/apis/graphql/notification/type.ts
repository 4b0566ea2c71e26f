import { notification } from '../../../registry/entities/notification.ts';
import { notificationRows } from '../../../registry/operations/readers/rows.ts';
import type { Notification } from '../../../registry/operations/readers/shown.ts';
import { plainFields } from '../entity-fields.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { rowNode } from '../row-node.ts';

export const NotificationRef = rowNode<Notification>('Notification', notificationRows.many);

NotificationRef.implement({
  description:
    'A message of the registry to a registrar about something that happened without it: a domain that moved away, a change that was confirmed. It stays unread until it is acknowledged.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'The number of the message in the REST API.' }),
    ...plainFields(t, notification),
  }),
});

export const notifications = listOf(NotificationRef, notification, {
  many: 'poll messages',
  keys: { READ: key('Boolean', 'Whether they were acknowledged.') },
});
