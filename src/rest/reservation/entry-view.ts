import type { Calendar } from '../../core/calendar.ts';
import type { EntryView } from '../../operations/reservations/entry-views.ts';

/** Code and end stand only beside `reserved` (spec/reservation-api.md 2). */
export function reservedEntry(entry: EntryView, calendar: Calendar): object {
  return entry.status === 'reserved'
    ? { ...codeOf(entry, calendar), status: entry.status }
    : { name: entry.name, status: entry.status };
}

/** As it is told once to whoever has just reserved. */
export function codeOf({ name, password, expiresAt }: EntryView, calendar: Calendar): object {
  return { name, password, expire_at: expiresAt && calendar.format(expiresAt) };
}

const text = (description: string): object => ({ type: 'string', description });

export const reservedEntrySchema = {
  type: 'object',
  properties: {
    name: text('The name, in Unicode'),
    status: { type: 'string', enum: ['reserved', 'registered', 'expired'] },
    password: text('The registration code; only while reserved'),
    expire_at: { type: 'string', format: 'date-time', description: 'Only while reserved' },
  },
  required: ['name', 'status'],
};
