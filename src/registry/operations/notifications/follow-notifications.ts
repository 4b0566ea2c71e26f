import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { lastNotification, notificationsAfter } from '../../store/registry/notifications.ts';
import { defineQuery } from '../operation.ts';

/**
 * Reads the registrar's poll messages after the last one seen, for the subscription. Messages are numbered in the
 * order in which they become visible (store/runner/journal.ts), so the number of the last one is enough to continue.
 */
export const followNotifications = defineQuery({
  name: 'notification.follow',
  summary: 'Reads the poll messages after the last one seen.',
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({
    /** The id of the last message seen; null returns only the end position. */
    after: z.int().nullable(),
    limit: z.int().positive(),
  }),
  errors: [],
  run: async ({ db, actor }, { after, limit }) => {
    const { registrarId } = registrarOf(actor);
    if (after === null) return { rows: [], last: (await lastNotification(db, registrarId))?.id ?? 0 };
    const rows = await notificationsAfter(db, registrarId, after, limit);
    return { rows, last: rows.at(-1)?.id ?? after };
  },
});
