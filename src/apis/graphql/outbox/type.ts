import { outboxItem } from '../../../registry/entities/outbox-item.ts';
import type { OutboxEntry } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';

const OutboxItemRef = builder.objectRef<OutboxEntry>('OutboxItem').implement({
  description:
    'Something that the registry has to send to somebody. What it says is not shown, because it may hold data about people.',
  fields: (t) => plainFields(t, outboxItem),
});

const states = ['pending', 'done', 'dead'];

export const outbox = listOf(OutboxItemRef, outboxItem, {
  many: 'items of the outbox',
  example: '{state: {eq: "dead"}} are those that were given up.',
  where: { state: [StringFilter, 'By their state: pending, done or dead.', states] },
  orders: { CREATED_AT: { value: 'id', description: 'By when they were put in.' } },
  keys: { STATE: key('String', 'What became of them: pending, done or dead.') },
});

export interface WithLag {
  readonly lagSeconds: () => Promise<number>;
}

builder.objectField(outbox.connection, 'lagSeconds', (t) =>
  t.float({
    description: 'The age in seconds of the oldest of these items that is overdue; 0 if none is.',
    resolve: (connection) => (connection as unknown as WithLag).lagSeconds(),
  }),
);
