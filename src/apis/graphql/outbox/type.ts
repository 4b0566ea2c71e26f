import { outboxItem } from '../../../registry/entities/outbox-item.ts';
import type { OutboxEntry } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';

const OutboxItemRef = builder.objectRef<OutboxEntry>('OutboxItem').implement({
  description:
    'Something that the registry sends. Its content is not shown, because it may contain personal data.',
  fields: (t) => plainFields(t, outboxItem),
});

const states = ['pending', 'done', 'dead'];

export const outbox = listOf(OutboxItemRef, outboxItem, {
  many: 'items of the outbox',
  example: '{state: {eq: "dead"}} are those that were abandoned.',
  where: { state: [StringFilter, 'By their state: pending, done or dead.', states] },
  orders: { CREATED_AT: { value: 'id', description: 'By time of entry.' } },
  keys: { STATE: key('String', 'Their state: pending, done or dead.') },
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
