import { type Command, list, table } from '../../../base/command.ts';

export interface Happened {
  readonly at: string;
  readonly kind: string;
  readonly subject: string;
}

export const reported = (events: readonly Happened[]): string =>
  events.length === 0
    ? 'Nothing was due.'
    : table([['when', 'what', 'whom'], ...events.map(({ at, kind, subject }) => [at, kind, subject])]);

export const runJobs: Command = {
  name: 'run-jobs',
  summary: 'run all due jobs now',
  options: {
    job: { value: 'name', multiple: true, description: 'only this job; may be repeated (default all)' },
  },
  run: async ({ given, registry, print }) => {
    const { jobsRun } = await (await registry()).ask<{ jobsRun: { events: Happened[] } }>(
      `mutation ($input: JobsRunInput!) {
        jobsRun(input: $input) { events { at kind subject } userErrors { message } } }`,
      { input: { jobs: list(given, 'job') } },
    );
    print(reported(jobsRun.events));
  },
};
