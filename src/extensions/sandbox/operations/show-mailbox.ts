import { z } from 'zod';
import { defineQuery } from '../../../registry/operations/operation.ts';
import { countSandboxMails, sandboxMailbox } from '../store/sandbox-mails.ts';
import { anyCaller } from './any-caller.ts';

/**
 * Shows the mails that the sandbox's own mail server has received, newest first, to any caller that is signed in.
 * They can be limited to those about one object.
 */
export const showMailbox = defineQuery({
  name: 'sandbox.mailbox.show',
  summary: 'Shows the mails that the sandbox has sent, newest first.',
  permits: anyCaller,
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ limit: z.int().min(1).max(100), about: z.string().optional() }),
  errors: [],
  graphql: 'Query.sandboxMailbox',
  run: async ({ db }, { limit, about }) => ({
    mails: await sandboxMailbox(db, limit, about),
    total: await countSandboxMails(db, about),
  }),
});
