import { builder } from '../../../apis/graphql/builder.ts';
import { enumOf } from '../../../apis/graphql/enum-of.ts';
import { reportTotal } from '../../../apis/graphql/files/request.ts';
import { moment } from '../../../apis/graphql/moments.ts';
import type { SandboxMail } from '../store/sandbox-mails.ts';

export const WorldEnum = enumOf('SandboxWorld', 'The worlds that a sandbox can be filled with.', {
  bare: 'Only zones, prices, two registrars and their users.',
  demo: 'Also contacts, domains in every interesting state, reservations, invoices and poll messages.',
});

const SandboxMailRef = builder.objectRef<SandboxMail>('SandboxMail').implement({
  description: 'A mail that the sandbox has sent: to its own mailbox only, never to the address.',
  fields: (t) => ({
    to: t.exposeString('recipient', { description: 'The address it would have gone to.' }),
    subject: t.exposeString('subject', { description: 'The subject line.' }),
    text: t.exposeString('text', { description: 'What the mail says, as plain text.' }),
    links: t.exposeStringList('links', {
      description: 'Every link in the mail, such as the one to confirm a change.',
    }),
    sentAt: moment(t, 'sent_at', 'When it was sent.'),
  }),
});

interface Mailbox {
  readonly mails: readonly SandboxMail[];
  /** How many there are, shown or not. */
  readonly total: number;
}

export const SandboxMailboxRef = builder.objectRef<Mailbox>('SandboxMailbox').implement({
  description: 'The mails that the sandbox has sent instead of a mail server.',
  fields: (t) => ({
    nodes: t.field({
      type: [SandboxMailRef],
      description: 'The mails, newest first.',
      resolve: async ({ mails, total }, _, context, info) => {
        await reportTotal(context, info, () => total);
        return [...mails];
      },
    }),
  }),
});
