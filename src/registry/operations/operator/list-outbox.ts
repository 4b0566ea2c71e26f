import { z } from 'zod';
import { type OutboxEntry, outboxLag, outboxList } from '../../store/runner/outbox.ts';
import { type Listed, listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

type ListedOutbox = Listed<OutboxEntry> & { readonly lagSeconds: number | undefined };

/**
 * Lists for operators the mails, webhooks and calls that the outbox has sent or has yet to send, with the lag on
 * request. Payloads contain personal data and are left out.
 */
export const listOutbox = defineQuery({
  name: 'outbox.list',
  summary: 'Lists the items of the outbox, delivered or not, without their contents.',
  permits: ['operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput.extend({ withLag: z.boolean().optional() }),
  errors: [],
  graphql: 'Query.outbox',
  run: async ({ db, now }, { withLag, ...input }): Promise<ListedOutbox> => {
    const [{ rows, ...more }, lagSeconds] = await Promise.all([
      listedFrom(db, outboxList, input),
      withLag ? outboxLag(db, now, input.query.filter) : undefined,
    ]);
    return { ...more, rows: rows.map(({ payload: _, ...item }) => item), lagSeconds };
  },
});
