import { type Command, fail, list, table, text } from '../../../base/command.ts';

interface Happened {
  readonly at: string;
  readonly kind: string;
  readonly subject: string;
}

const reported = (events: readonly Happened[]): string =>
  events.length === 0
    ? 'Nothing was due.'
    : table([['when', 'what', 'whom'], ...events.map(({ at, kind, subject }) => [at, kind, subject])]);

export const advanceClock: Command = {
  name: 'advance-clock',
  summary: "move the sandbox's clock forward, running the jobs that fall due on the way",
  options: {
    by: { value: 'duration', description: 'how far, such as P60D or PT36H' },
    to: { value: 'instant', description: 'the time to move to, such as 2027-01-01T00:00:00Z' },
  },
  run: async ({ given, env, registry, print }) => {
    if (env.ZONEGRAPH_MODE === 'production')
      fail('advance-clock works only in the sandbox: in production time passes by itself');
    const [by, to] = [text(given, 'by'), text(given, 'to')];
    if ((by === undefined) === (to === undefined)) fail('Give either --by or --to');
    const { clockAdvance } = await (await registry()).ask<{
      clockAdvance: { now: string; events: Happened[] };
    }>(
      `mutation ($input: ClockAdvanceInput!) {
        clockAdvance(input: $input) { now events { at kind subject } userErrors { message } } }`,
      { input: { by, to } },
    );
    print(`${reported(clockAdvance.events)}\n\nThe clock shows ${clockAdvance.now}`);
  },
};

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
