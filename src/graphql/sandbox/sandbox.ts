import { advanceClock } from '../../operations/sandbox/advance-clock.ts';
import { resetSandbox } from '../../operations/sandbox/reset-sandbox.ts';
import { showMailbox } from '../../operations/sandbox/show-mailbox.ts';
import type { SandboxMail } from '../../store/sandbox/sandbox-mails.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { JobEventRef } from '../operator/jobs.ts';
import { runList } from '../run.ts';

defineMutation('clockAdvance', {
  operation: advanceClock,
  input: (t) => ({
    by: t.field({
      type: 'Duration',
      description: 'How far to move the clock, such as P60D or PT36H; give either by or to.',
    }),
    to: t.field({
      type: 'DateTime',
      description: 'To which moment to move the clock, which must be later than now; give either by or to.',
    }),
  }),
  translate: ({ by, to }) => ({ by: by ?? undefined, to: to ?? undefined }),
  show: async (_, moved) => moved,
  payload: (t) => ({
    now: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'What the clock shows now; null when it was refused.',
      resolve: ({ shown }, _, { calendar }) => shown && calendar.format(new Date(shown.now)),
    }),
    events: t.field({
      type: [JobEventRef],
      nullable: true,
      description: 'What happened on the way, in order; null when it was refused.',
      resolve: ({ shown }) => shown?.events ?? null,
    }),
  }),
});

const WorldEnum = builder.enumType('SandboxWorld', {
  description: 'The worlds that a sandbox can be filled with.',
  values: {
    BARE: { value: 'bare', description: 'Only zones, prices, two registrars and their users.' },
    DEMO: {
      value: 'demo',
      description:
        'Also contacts, domains in every interesting state, reservations, invoices and poll messages.',
    },
  } as const,
});

defineMutation('sandboxReset', {
  operation: resetSandbox,
  more: 'The clock goes back to real time, and numbers begin anew.',
  input: (t) => ({
    world: t.field({ type: WorldEnum, required: true, description: 'Which world to fill it with.' }),
  }),
  translate: ({ world }) => ({ world }),
  show: async (_, { world }) => world,
  payload: (t) => ({
    world: t.field({
      type: WorldEnum,
      nullable: true,
      description: 'Which world it is filled with now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
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
    sentAt: t.field({
      type: 'DateTime',
      description: 'When it was sent.',
      resolve: (mail, _, { calendar }) => calendar.format(mail.sent_at),
    }),
  }),
});

const SandboxMailboxRef = builder.objectRef<readonly SandboxMail[]>('SandboxMailbox').implement({
  description: 'The mails that the sandbox has sent instead of a mail server.',
  fields: (t) => ({
    nodes: t.field({
      type: [SandboxMailRef],
      description: 'The mails, newest first.',
      resolve: (mails) => [...mails],
    }),
  }),
});

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
