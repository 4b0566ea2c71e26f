import { type JobEvent, type JobEventKind, jobEventKinds } from '../../../core/job-control.ts';
import { jobRun } from '../../../registry/entities/job-run.ts';
import type { JobState } from '../../../registry/operations/lifecycle/job-states.ts';
import { describeJob } from '../../../registry/operations/lifecycle/jobs.ts';
import { jobRunRows } from '../../../registry/operations/readers/rows.ts';
import type { JobRun } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { bigRowId } from '../loading.ts';
import { momentOrNull } from '../moments.ts';
import { rowNode } from '../row-node.ts';

const JobEventKindEnum = enumOf<JobEventKind>(
  'JobEventKind',
  'The kinds of events of scheduled jobs.',
  jobEventKinds,
);

export const JobEventRef = builder.objectRef<JobEvent>('JobEvent').implement({
  description: 'An event of a scheduled job.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When it happened, by the clock of the registry.',
      resolve: ({ at }, _, { calendar }) => calendar.format(new Date(at)),
    }),
    kind: t.expose('kind', { type: JobEventKindEnum, description: 'What happened then.' }),
    subject: t.exposeString('subject', {
      description: 'What it happened to: a domain name, a contact code or an invoice number.',
    }),
  }),
});

export const JobRef = builder.objectRef<JobState>('Job').implement({
  description: 'A scheduled job of the registry, such as expiring domains.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the job, as jobsRun takes it.' }),
    description: t.string({
      description: 'What it does, in a sentence.',
      resolve: ({ name }) => describeJob(name),
    }),
    nextDueAt: momentOrNull(t, 'nextDueAt', 'When it has to work next; null when nothing waits for it.'),
    lagSeconds: t.exposeFloat('lagSeconds', {
      description: 'For how many seconds something has been due that is not done; 0 when all is well.',
    }),
    heldBy: t.exposeString('heldBy', {
      nullable: true,
      description: 'The process that runs it now; null when none does.',
    }),
    lastStartedAt: momentOrNull(t, 'lastStartedAt', 'When it last began to work; null when it never has.'),
    lastFinishedAt: momentOrNull(t, 'lastFinishedAt', 'When it was last done; null when it never was.'),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last run failed; null when it did not.',
    }),
  }),
});

const JobRunRef = rowNode<JobRun>('JobRun', jobRunRows.many, bigRowId);

JobRunRef.implement({
  description: 'One time that a job had something to do, or failed.',
  fields: (t) => plainFields(t, jobRun),
});

export const jobRuns = listOf(JobRunRef, jobRun, {
  many: 'runs of jobs',
  where: { failed: [BooleanFilter, 'By whether it failed: {eq: true}.'] },
  keys: { FAILED: key('Boolean', 'Whether they failed.') },
});
