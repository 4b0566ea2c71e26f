import { reviveDeadLetter } from '../../operations/operator/revive-dead-letter.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';

defineMutation(reviveDeadLetter, {
  show: async (_, { id }) => id,
  payload: result('id', 'Int', 'The number of the item, which is tried again now'),
});
