import { defineMutation } from '../../../../apis/graphql/mutation.ts';
import { results } from '../../../../apis/graphql/payload.ts';
import { erasePerson } from '../operations/erase-person.ts';

defineMutation(erasePerson, {
  show: async (_, erased) => erased,
  payload: results({
    contacts: ['Int', 'How many contacts were deleted'],
    histories: ['Int', 'How many deleted contacts were removed from history'],
    mails: ['Int', 'How many mails and messages of webhooks were deleted, whether sent or not'],
    questions: ['Int', 'How many published questions were ended and emptied'],
    boards: ['Int', 'How many boards were ended and emptied'],
    approvals: ['Int', 'How many decided approvals were emptied'],
    kept: [
      ['String'],
      "What stays: the codes of contacts that a domain uses, that a status protects or that may be somebody else's now, then the name of each table that still says something of the person; person says why",
    ],
  }),
});
