import { reviveDeadLetter } from '../../operations/operator/revive-dead-letter.ts';
import { showOutbox } from '../../operations/operator/show-outbox.ts';
import type { OutboxEntry, OutboxState } from '../../store/outbox.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { runList } from '../run.ts';

const OutboxItemRef = builder.objectRef<OutboxEntry>('OutboxItem').implement({
  description:
    'Something that has to leave the house. What it says is not shown: it may hold data of people.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Its number.' }),
    kind: t.exposeString('kind', { description: 'mail, accounting, e-invoice or owner-service.' }),
    subject: t.exposeString('subject', { description: 'What it is about: a domain or an invoice number.' }),
    attempts: t.exposeInt('attempts', { description: 'How often delivery was tried.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Since when it waits.',
      resolve: (item, _, { calendar }) => calendar.format(item.created_at),
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      description: 'When it is tried next.',
      resolve: (item, _, { calendar }) => calendar.format(item.next_attempt_at),
    }),
    deadAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when nobody tries any more.',
      resolve: (item, _, { calendar }) => item.dead_at && calendar.format(item.dead_at),
    }),
    lastError: t.exposeString('last_error', { nullable: true, description: 'Why it failed last.' }),
  }),
});

interface OutboxView {
  readonly state: OutboxState;
  readonly pending: readonly OutboxEntry[];
  readonly dead: readonly OutboxEntry[];
}

const OutboxRef = builder.objectRef<OutboxView>('Outbox').implement({
  description: 'What leaves the house: mails, exports, notifications.',
  fields: (t) => ({
    pendingCount: t.int({ description: 'How many items wait.', resolve: ({ state }) => state.pending }),
    deadLetterCount: t.int({
      description: 'How many could not be delivered.',
      resolve: ({ state }) => state.dead,
    }),
    lagSeconds: t.float({
      description: 'The age of the oldest item that should have been delivered by now.',
      resolve: ({ state }) => state.lagSeconds,
    }),
    pending: t.field({
      type: [OutboxItemRef],
      description: 'The first hundred that wait, in the order in which they will be tried.',
      resolve: ({ pending }) => [...pending],
    }),
    deadLetters: t.field({
      type: [OutboxItemRef],
      description: 'The last hundred that nobody tries any more, newest first.',
      resolve: ({ dead }) => [...dead],
    }),
  }),
});

builder.queryField('outbox', (t) =>
  t.field({
    type: OutboxRef,
    nullable: true,
    description: showOutbox.summary,
    resolve: (_, __, context) => runList(context, showOutbox, {}),
  }),
);

defineMutation('deadLetterRevive', {
  operation: reviveDeadLetter,
  input: (t) => ({ id: t.int({ required: true, description: 'The number of the item.' }) }),
  translate: ({ id }) => ({ id }),
  show: async (_, { id }) => id,
  payload: (t) => ({
    id: t.int({
      nullable: true,
      description: 'The number of the item, which is being tried again.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
