import { acknowledgeNotification } from '../../operations/notifications/acknowledge-notification.ts';
import { notificationRows } from '../../operations/readers/rows.ts';
import { rowOf } from '../loading.ts';
import { defineMutationByHand } from '../mutation.ts';
import { NotificationRef } from './type.ts';

defineMutationByHand(acknowledgeNotification, {
  input: (t) => ({
    id: t.globalID({
      required: true,
      description: 'The global id of the message, as notifications tells it.',
    }),
  }),
  translate: ({ id }) => ({ id: rowOf('Notification', id) }),
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
