import { describePermits } from '../../../base/actor.ts';
import { followNotifications } from '../../../registry/operations/notifications/follow-notifications.ts';
import { builder } from '../builder.ts';
import { dropLoaderCaches } from '../loading.ts';
import { permitted } from '../node-visibility.ts';
import { lastSeen } from '../subscriptions/after.ts';
import { follow } from '../subscriptions/follow.ts';
import { NotificationRef } from './type.ts';

builder.subscriptionField('notificationReceived', (t) =>
  t.field({
    type: NotificationRef,
    extensions: permitted(followNotifications.permits),
    description: `Sends your poll messages as they arrive; with after, first those that you have missed. For ${describePermits(followNotifications.permits)}.`,
    args: {
      after: t.arg.id({
        description:
          'The id of the last message you have seen: everything later is sent first, so that nothing is missed. Without it, only what comes from now on.',
      }),
    },
    subscribe: async (_, { after }, context) =>
      follow(context, {
        topic: 'notification',
        isNews: (key) => context.actor.kind === 'registrar' && key === String(context.actor.registrarId),
        operation: followNotifications,
        input: {},
        after: await lastSeen(context, after, 'Notification'),
      }),
    resolve: (notification, _, context) => {
      dropLoaderCaches(context);
      return notification;
    },
  }),
);
