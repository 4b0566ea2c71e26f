import { type JobEvent, type JobEventKind, jobEventKinds } from '../../core/time-keeper.ts';
import type { JobState } from '../../operations/lifecycle/job-states.ts';
import { listJobs } from '../../operations/operator/list-jobs.ts';
import { runJobs } from '../../operations/operator/run-jobs.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { runList } from '../run.ts';

const kinds = Object.entries(jobEventKinds) as [JobEventKind, string][];

const JobEventKindEnum = builder.enumType('JobEventKind', {
  description: 'What happened because its time had come.',
  values: Object.fromEntries(
    kinds.map(([kind, description]) => [kind, { value: kind, description }]),
  ) as Record<JobEventKind, { value: JobEventKind; description: string }>,
});

export const JobEventRef = builder.objectRef<JobEvent>('JobEvent').implement({
  description: 'Something that happened because its time had come.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ at }, _, { calendar }) => calendar.format(new Date(at)),
    }),
    kind: t.expose('kind', { type: JobEventKindEnum, description: 'What happened.' }),
    subject: t.exposeString('subject', {
      description: 'To what: a domain name, a contact code or an invoice number.',
    }),
  }),
});

const JobRef = builder.objectRef<JobState>('Job').implement({
  description: 'Work that time brings.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name by which jobsRun knows it.' }),
    nextDueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it has to work next; null when nothing waits for it.',
      resolve: ({ nextDueAt }, _, { calendar }) => nextDueAt && calendar.format(nextDueAt),
    }),
    lagSeconds: t.exposeFloat('lagSeconds', {
      description: 'For how long something has been due that is not done; 0 when all is well.',
    }),
    heldBy: t.exposeString('heldBy', {
      nullable: true,
      description: 'The process that is at it now; null when none is.',
    }),
    lastStartedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last began.',
      resolve: ({ lastStartedAt }, _, { calendar }) => lastStartedAt && calendar.format(lastStartedAt),
    }),
    lastFinishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last came to its end.',
      resolve: ({ lastFinishedAt }, _, { calendar }) => lastFinishedAt && calendar.format(lastFinishedAt),
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last run failed; null when it did not.',
    }),
  }),
});

builder.queryField('jobs', (t) =>
  t.field({
    type: [JobRef],
    nullable: true,
    description: listJobs.summary,
    resolve: (_, __, context) => runList(context, listJobs, {}),
  }),
);

defineMutation('jobsRun', {
  operation: runJobs,
  input: (t) => ({ jobs: t.stringList({ description: 'Names of jobs; all of them when left out.' }) }),
  translate: ({ jobs }) => ({ jobs: jobs ?? [] }),
  show: async (_, { events }) => events,
  payload: (t) => ({
    events: t.field({
      type: [JobEventRef],
      nullable: true,
      description: 'What happened.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
