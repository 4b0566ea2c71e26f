import { acknowledgeNotification } from '../../../registry/operations/notifications/acknowledge-notification.ts';
import { notificationRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { NotificationRef } from './type.ts';

defineMutation(acknowledgeNotification, {
  show: notificationRows.one,
  payload: result('notification', NotificationRef, 'The message, which is read now'),
});
