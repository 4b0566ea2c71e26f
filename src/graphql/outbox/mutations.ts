import { reviveDeadLetter } from '../../operations/operator/revive-dead-letter.ts';
import { defineMutationByHand } from '../mutation.ts';

defineMutationByHand(reviveDeadLetter, {
  input: (t) => ({
    id: t.int({
      required: true,
      description: 'The number of an item that was given up: {state: {eq: "dead"}} in outbox.',
    }),
  }),
  translate: ({ id }) => ({ id }),
  show: async (_, { id }) => id,
  payload: (t) => ({
    id: t.int({
      nullable: true,
      description: 'The number of the item, which is tried again now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
