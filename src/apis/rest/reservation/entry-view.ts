import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import type { EntryView } from '../../../registry/operations/reservations/entry-views.ts';
import { moment, named, orNull, text } from '../shapes.ts';

export const shownName = text('The name, in Unicode', 'uuskohvik.ee');
export const userUniqueId = text('The id of the reservation', '3c4d5e6f-7');

export const codeShape = z.object({
  name: shownName,
  password: orNull(text('The code that registers it', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6')),
  expire_at: orNull(moment('Until when the name is held')),
});

export const entryShape = named(
  'ReservedName',
  codeShape.partial({ password: true, expire_at: true }).extend({
    status: z
      .enum(['pending', 'reserved', 'registered', 'expired'])
      .meta({ description: 'Code and end are present only with `reserved`' }),
  }),
);

/** Code and end are present only with `reserved` (docs/rules/reservation.md#entries). */
export function reservedEntry(entry: EntryView, calendar: Calendar): z.infer<typeof entryShape> {
  return entry.status === 'reserved'
    ? { ...codeOf(entry, calendar), status: entry.status }
    : { name: entry.name, status: entry.status };
}

/** Shown once, to the caller that has just reserved. */
export function codeOf(
  { name, password, expiresAt }: EntryView,
  calendar: Calendar,
): z.infer<typeof codeShape> {
  return { name, password, expire_at: expiresAt && calendar.format(expiresAt) };
}
