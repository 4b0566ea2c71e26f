import { runJobs } from '../../operations/operator/run-jobs.ts';
import { defineMutationByHand } from '../mutation.ts';
import { JobEventRef } from './type.ts';

defineMutationByHand(runJobs, {
  input: (t) => ({
    jobs: t.stringList({
      description: 'The names of the jobs to run, as jobs lists them; all of them when left out.',
    }),
  }),
  translate: ({ jobs }) => ({ jobs: jobs ?? [] }),
  show: async (_, { events }) => events,
  payload: (t) => ({
    events: t.field({
      type: [JobEventRef],
      nullable: true,
      description: 'What happened on the way, in order; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
