import { advanceClock } from '../../operations/sandbox/advance-clock.ts';
import { resetSandbox } from '../../operations/sandbox/reset-sandbox.ts';
import { showMailbox } from '../../operations/sandbox/show-mailbox.ts';
import type { SandboxMail } from '../../store/sandbox-mails.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { JobEventRef } from '../operator/jobs.ts';
import { runList } from '../run.ts';

defineMutation('clockAdvance', {
  operation: advanceClock,
  input: (t) => ({
    by: t.field({ type: 'Duration', description: 'How far, such as P60D or PT36H.' }),
    to: t.field({ type: 'DateTime', description: 'To which moment, instead of how far.' }),
  }),
  translate: ({ by, to }) => ({ by: by ?? undefined, to: to ?? undefined }),
  show: async (_, moved) => moved,
  payload: (t) => ({
    now: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'What the clock shows now.',
      resolve: ({ shown }, _, { calendar }) => shown && calendar.format(new Date(shown.now)),
    }),
    events: t.field({
      type: [JobEventRef],
      nullable: true,
      description: 'What happened on the way, in its order.',
      resolve: ({ shown }) => shown?.events ?? null,
    }),
  }),
});

const WorldEnum = builder.enumType('SandboxWorld', {
  description: 'What a sandbox is filled with.',
  values: {
    BARE: { value: 'bare', description: 'Zones, prices, two registrars and their users.' },
    DEMO: { value: 'demo', description: 'Also contacts and domains in every state, invoices, messages.' },
  } as const,
});

defineMutation('sandboxReset', {
  operation: resetSandbox,
  input: (t) => ({
    world: t.field({ type: WorldEnum, required: true, description: 'What to fill it with.' }),
  }),
  translate: ({ world }) => ({ world }),
  show: async (_, { world }) => world,
  payload: (t) => ({
    world: t.field({
      type: WorldEnum,
      nullable: true,
      description: 'What it is filled with now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

const SandboxMailRef = builder.objectRef<SandboxMail>('SandboxMail').implement({
  description: 'A mail that the sandbox has sent, to nobody but its own mailbox.',
  fields: (t) => ({
    to: t.exposeString('recipient', { description: 'The address it was sent to.' }),
    subject: t.exposeString('subject', { description: 'Its subject.' }),
    text: t.exposeString('text', { description: 'What it says.' }),
    links: t.exposeStringList('links', { description: 'The links in it.' }),
    sentAt: t.field({
      type: 'DateTime',
      description: 'When it was sent.',
      resolve: (mail, _, { calendar }) => calendar.format(mail.sent_at),
    }),
  }),
});

const SandboxMailboxRef = builder.objectRef<readonly SandboxMail[]>('SandboxMailbox').implement({
  description: 'Mails that the sandbox has sent.',
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
    args: { first: t.arg.int({ defaultValue: 20, description: 'How many, 1 to 100.' }) },
    resolve: (_, { first }, context) => runList(context, showMailbox, { limit: first ?? 20 }),
  }),
);
