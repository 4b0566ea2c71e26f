import { type JobEvent, type JobEventKind, jobEventKinds } from '../../../base/job-control.ts';
import { jobRun } from '../../../registry/entities/job-run.ts';
import { type JobState, jobStates } from '../../../registry/operations/lifecycle/job-states.ts';
import { describeJob } from '../../../registry/operations/lifecycle/jobs.ts';
import { listJobs } from '../../../registry/operations/operator/list-jobs.ts';
import { listJobRuns } from '../../../registry/operations/operator/lists.ts';
import { runJobs } from '../../../registry/operations/operator/run-jobs.ts';
import { jobRunRows } from '../../../registry/operations/readers/rows.ts';
import type { JobRun } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter, DateTimeFilter, IntFilter, StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf, listQuery } from '../list.ts';
import { measure } from '../measures.ts';
import { momentOrNull } from '../moments.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { namedNode, rowNode } from '../row-node.ts';
import { runList } from '../run.ts';
import { toFilter, whereInput } from '../where.ts';

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

type JobNode = JobState & { readonly id: string };

const jobNode = (state: JobState): JobNode => ({ id: state.name, ...state });

const JobRef = namedNode<JobNode>('Job', async ({ database, calendar, clock }) =>
  (await jobStates(database.db, calendar, clock.now())).map(jobNode),
);

JobRef.implement({
  description: 'A scheduled job of the registry, such as expiring domains.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the job, as jobsRun takes it.' }),
    description: t.string({
      description: 'What it does, in a sentence.',
      resolve: ({ name }) => describeJob(name),
    }),
    nextDueAt: momentOrNull(t, 'nextDueAt', 'When it runs next; null when no work is due.'),
    lagSeconds: t.exposeFloat('lagSeconds', {
      extensions: measure('DURATION', 'SECONDS'),
      description: 'How many seconds its work is overdue; 0 when nothing is.',
    }),
    heldBy: t.exposeString('heldBy', {
      nullable: true,
      description: 'The process that runs it now; null when none does.',
    }),
    lastStartedAt: momentOrNull(t, 'lastStartedAt', 'When its last run started; null when it has never run.'),
    lastFinishedAt: momentOrNull(t, 'lastFinishedAt', 'When its last run ended; null when it has never run.'),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last run failed; null when it did not.',
    }),
  }),
});

const JobRunRef = rowNode<JobRun>('JobRun', jobRunRows.many);

JobRunRef.implement({
  description: 'One run of a job that had work to do, or failed.',
  fields: (t) => plainFields(t, jobRun),
});

const jobRuns = listOf(JobRunRef, jobRun, {
  many: 'runs of jobs',
  where: { failed: [BooleanFilter, 'By whether it failed: {eq: true}.'] },
  keys: { FAILED: key('Boolean', 'Whether they failed.') },
});

const JobWhere = whereInput(
  'JobWhere',
  'Which jobs to list; all conditions that are given must hold. {lastError: {isNull: false}} are those that fail.',
  {
    name: [StringFilter, 'By their names: {eq: "expire"}.'],
    nextDueAt: [DateTimeFilter, 'By the time of the next run: {lte: "PT0S"} are those that are due.'],
    lagSeconds: [IntFilter, 'By lag in seconds: {gte: 300}.'],
    heldBy: [StringFilter, 'By the process that runs it now: {isNull: false} are those that are running.'],
    lastStartedAt: [DateTimeFilter, 'By the start of the last run: {gte: "-PT1H"} is the last hour.'],
    lastFinishedAt: [DateTimeFilter, 'By the end of the last run.'],
    lastError: [StringFilter, 'By the error of the last run: {isNull: false} are those that failed.'],
  },
);

builder.queryFields((t) => ({
  jobs: t.field({
    type: [JobRef],
    nullable: true,
    description: listJobs.summary,
    args: { where: t.arg({ type: JobWhere, description: 'Which jobs; all of them when left out.' }) },
    resolve: async (_, { where }, context) => {
      const states = await runList(context, listJobs, { where: toFilter(where, JobWhere, context) });
      return states.map(jobNode);
    },
  }),
}));

listQuery('jobRuns', jobRuns, {
  operation: listJobRuns,
  where: 'Which runs; all of them when left out.',
  orderBy: 'How to sort them; newest first when left out.',
  usual: { field: 'startedAt', descending: true },
});

defineMutation(runJobs, {
  show: async (_, { events }) => events,
  payload: result('events', [JobEventRef], 'What happened on the way, in order'),
});
