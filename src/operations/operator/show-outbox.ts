import { z } from 'zod';
import { deadEntries, outboxState, pendingEntries } from '../../store/runner/outbox.ts';
import { filterInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

const mostShown = 100;

/** Payloads hold personal data and are not shown. */
export const showOutbox = defineQuery({
  name: 'outbox.show',
  summary: 'Tells what still has to leave the house and what could not be delivered.',
  permits: ['operator'],
  scope: 'READ',
  input: z.object({ where: filterInput }),
  errors: [],
  graphql: 'Query.outbox',
  run: async ({ db, now }, { where }) => ({
    state: await outboxState(db, now, where),
    pending: await pendingEntries(db, mostShown, where),
    dead: await deadEntries(db, mostShown, where),
  }),
});
