import { builder } from '../../graphql/builder.ts';
import { runList } from '../../graphql/run.ts';
import { showMailbox } from '../operations/show-mailbox.ts';
import { SandboxMailboxRef } from './type.ts';

builder.queryField('sandboxMailbox', (t) =>
  t.field({
    type: SandboxMailboxRef,
    nullable: true,
    description: showMailbox.summary,
    args: {
      first: t.arg.int({ defaultValue: 20, description: 'How many mails, 1 to 100; 20 when left out.' }),
    },
    resolve: (_, { first }, context) => runList(context, showMailbox, { limit: first ?? 20 }),
  }),
);
