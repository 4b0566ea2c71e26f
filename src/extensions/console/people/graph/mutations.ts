import { measure } from '../../../../apis/graphql/measures.ts';
import { defineMutation } from '../../../../apis/graphql/mutation.ts';
import { results } from '../../../../apis/graphql/payload.ts';
import { erasePerson } from '../operations/erase-person.ts';

defineMutation(erasePerson, {
  show: async (_, erased) => erased,
  payload: results({
    contacts: ['Int', 'How many contacts were deleted', measure('COUNT')],
    histories: ['Int', 'How many deleted contacts were removed from history', measure('COUNT')],
    mails: [
      'Int',
      'How many mails and messages of webhooks were deleted, whether sent or not',
      measure('COUNT'),
    ],
    questions: ['Int', 'How many published questions were ended and emptied', measure('COUNT')],
    boards: ['Int', 'How many boards were ended and emptied', measure('COUNT')],
    approvals: ['Int', 'How many decided approvals were emptied', measure('COUNT')],
    kept: [
      ['String'],
      "What stays: the codes of contacts that a domain uses, that a status protects or that may be somebody else's now, then the name of each table that still says something of the person; person says why",
    ],
  }),
});
