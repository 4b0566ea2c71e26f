import { builder } from '../../../apis/graphql/builder.ts';
import { runList } from '../../../apis/graphql/run.ts';
import { showMailbox } from '../operations/show-mailbox.ts';
import { SandboxMailboxRef } from './type.ts';

builder.queryField('sandboxMailbox', (t) =>
  t.field({
    type: SandboxMailboxRef,
    nullable: true,
    description: showMailbox.summary,
    args: {
      first: t.arg.int({ defaultValue: 20, description: 'How many mails, 1 to 100; 20 when left out.' }),
      about: t.arg.string({ description: 'Only those with this text in their subject, such as a domain.' }),
    },
    resolve: (_, { first, about }, context) =>
      runList(context, showMailbox, { limit: first ?? 20, ...(about && { about }) }),
  }),
);
