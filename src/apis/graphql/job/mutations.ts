import { runJobs } from '../../../registry/operations/operator/run-jobs.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { JobEventRef } from './type.ts';

defineMutation(runJobs, {
  show: async (_, { events }) => events,
  payload: result('events', [JobEventRef], 'What happened on the way, in order'),
});
