import { z } from 'zod';
import { Problems, referenceNotFound } from '../../../base/errors.ts';
import type { JobEvent } from '../../../base/job-control.ts';
import { texts } from '../input.ts';
import { jobNames } from '../lifecycle/jobs.ts';
import { defineExternalCommand } from '../operation.ts';

/**
 * Runs due jobs now instead of at their next turn, for an operator: all of them or those named. Each job has
 * transactions of its own, and only changes that are due happen.
 */
export const runJobs = defineExternalCommand({
  name: 'job.run',
  summary: 'Runs due jobs now instead of at their next turn: all of them, or only some.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    jobs: texts('The names of the jobs to run, as jobs lists them; all of them when left out.').default([]),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'COMMAND_FAILED'],
  unforeseeable: true,
  graphql: 'Mutation.jobsRun',
  prepare: async (_, { jobs }) => {
    new Problems()
      .direct(...jobs.map((job, index) => (namesFor(job).length > 0 ? undefined : noJob(job, index))))
      .refuseIfAny();
    return jobs.flatMap(namesFor);
  },
  ask: ({ jobs }, names) => jobs.runJobs(names),
  conclude: async (_, __, ___, events): Promise<{ events: JobEvent[] }> => ({ events: events ?? [] }),
});

/** `disputes` means both `disputes-start` and `disputes-end`; case and the kind of dash do not matter. */
function namesFor(given: string): string[] {
  const name = given
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return jobNames.filter((job) => job === name || job.startsWith(`${name}-`));
}

const noJob = (given: string, index: number) =>
  referenceNotFound(`Job was not found: ${given}`, ['jobs', String(index)]);
