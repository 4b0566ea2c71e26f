import { erasePerson } from '../../../registry/operations/people/erase-person.ts';
import { defineMutation } from '../mutation.ts';
import { results } from '../payload.ts';

defineMutation(erasePerson, {
  show: async (_, erased) => erased,
  payload: results({
    contacts: ['Int', 'How many contacts were deleted'],
    histories: ['Int', 'How many deleted contacts were removed from history'],
    mails: ['Int', 'How many mails and messages of webhooks were deleted, whether sent or not'],
    questions: ['Int', 'How many published questions were ended and emptied'],
    approvals: ['Int', 'How many decided approvals were emptied'],
    kept: [
      ['String'],
      'The codes of the contacts that stay, because a domain uses them or a status forbids it',
    ],
  }),
});
