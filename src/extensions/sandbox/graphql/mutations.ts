import { defineMutation } from '../../../apis/graphql/mutation.ts';
import { JobEventRef } from '../../../apis/graphql/nouns/job.ts';
import { result, results } from '../../../apis/graphql/payload.ts';
import { advanceClock } from '../operations/advance-clock.ts';
import { resetSandbox } from '../operations/reset-sandbox.ts';
import { WorldEnum } from './type.ts';

defineMutation(advanceClock, {
  show: async (_, { now, events }, { calendar }) => ({ now: calendar.format(new Date(now)), events }),
  payload: results({
    now: ['DateTime', 'What the clock shows now'],
    events: [[JobEventRef], 'What happened on the way, in order'],
  }),
});

defineMutation(resetSandbox, {
  more: 'The clock returns to real time, and numbering starts over.',
  show: async (_, { world }) => world,
  payload: result('world', WorldEnum, 'Which world it is filled with now'),
});
