import type { OutboxEntry } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { key, offerGroups } from '../groups.ts';

export const OutboxItemRef = builder.objectRef<OutboxEntry>('OutboxItem').implement({
  description:
    'Something that the registry has to send to somebody. What it says is not shown, because it may hold data about people.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'The number of the item, as outboxItemRetry takes it.' }),
    kind: t.exposeString('kind', {
      description:
        'Where it goes: mail, accounting, e-invoice or owner-service (the service an invoice belongs to).',
    }),
    subject: t.exposeString('subject', {
      description: 'What it is about: a domain name or an invoice number.',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried to send it.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was put into the outbox.',
      resolve: (item, _, { calendar }) => calendar.format(item.created_at),
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      description: 'When it is tried the next time.',
      resolve: (item, _, { calendar }) => calendar.format(item.next_attempt_at),
    }),
    deadAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was given up; null while it is still tried.',
      resolve: (item, _, { calendar }) => item.dead_at && calendar.format(item.dead_at),
    }),
    doneAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered; null while it was not.',
      resolve: (item, _, { calendar }) => item.done_at && calendar.format(item.done_at),
    }),
    lastError: t.exposeString('last_error', {
      nullable: true,
      description: 'Why it could not be sent the last time; null when it was not tried yet.',
    }),
  }),
});

export const OutboxItemConnection = connectionOf(OutboxItemRef, 'items of the outbox');
offerGroups(OutboxItemConnection, 'OutboxItem', {
  many: 'items of the outbox',
  keys: {
    KIND: key('String', 'Where they go.'),
    STATE: key('String', 'What became of them: pending, done or dead.'),
    CREATED_AT: key('moment', 'When they were put in.'),
  },
});

export interface WithLag {
  readonly lagSeconds: () => Promise<number>;
}

builder.objectField(OutboxItemConnection, 'lagSeconds', (t) =>
  t.float({
    description: 'The age in seconds of the oldest of these items that is overdue; 0 if none is.',
    resolve: (connection) => (connection as unknown as WithLag).lagSeconds(),
  }),
);
