import { JobEventRef } from '../../graphql/job/type.ts';
import { defineMutationByHand } from '../../graphql/mutation.ts';
import { advanceClock } from '../operations/advance-clock.ts';
import { resetSandbox } from '../operations/reset-sandbox.ts';
import { WorldEnum } from './type.ts';

defineMutationByHand(advanceClock, {
  input: (t) => ({
    by: t.field({
      type: 'Duration',
      description: 'How far to move the clock, such as P60D or PT36H; give either by or to.',
    }),
    to: t.field({
      type: 'DateTime',
      description: 'To which moment to move the clock, which must be later than now; give either by or to.',
    }),
  }),
  translate: ({ by, to }) => ({ by: by ?? undefined, to: to ?? undefined }),
  show: async (_, moved) => moved,
  payload: (t) => ({
    now: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'What the clock shows now; null when it was refused.',
      resolve: ({ shown }, _, { calendar }) => shown && calendar.format(new Date(shown.now)),
    }),
    events: t.field({
      type: [JobEventRef],
      nullable: true,
      description: 'What happened on the way, in order; null when it was refused.',
      resolve: ({ shown }) => shown?.events ?? null,
    }),
  }),
});

defineMutationByHand(resetSandbox, {
  more: 'The clock goes back to real time, and numbers begin anew.',
  input: (t) => ({
    world: t.field({ type: WorldEnum, required: true, description: 'Which world to fill it with.' }),
  }),
  translate: ({ world }) => ({ world }),
  show: async (_, { world }) => world,
  payload: (t) => ({
    world: t.field({
      type: WorldEnum,
      nullable: true,
      description: 'Which world it is filled with now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
