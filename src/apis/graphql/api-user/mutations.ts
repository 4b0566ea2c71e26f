import { z } from 'zod';
import { createApiUser } from '../../../registry/operations/api-users/create-api-user.ts';
import { deleteApiUser } from '../../../registry/operations/api-users/delete-api-user.ts';
import { updateApiUser } from '../../../registry/operations/api-users/update-api-user.ts';
import { text } from '../../../registry/operations/input.ts';
import { apiUserRows } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { deletedId, result, results } from '../payload.ts';
import { ApiUserRef } from './type.ts';

const username = text('The name the user signs in with.');

defineMutation(createApiUser, {
  show: apiUserRows.one,
  payload: result('apiUser', ApiUserRef, 'The user that was created'),
});

defineMutation(updateApiUser, {
  input: updateApiUser.input.omit({ user: true }).extend({
    username,
    newUsername: text('The new user name; unchanged when left out.').optional(),
  }),
  fieldNames: { username: 'newUsername' },
  translate: ({ username, newUsername, ...changes }) => ({
    ...changes,
    user: { username },
    username: newUsername,
  }),
  show: apiUserRows.one,
  payload: result('apiUser', ApiUserRef, 'The user after the change'),
});

defineMutation(deleteApiUser, {
  more: 'Its name stays taken.',
  input: z.object({ username }),
  translate: (user) => ({ user }),
  show: async (_, gone) => gone,
  payload: (t) => ({
    ...deletedId(ApiUserRef, 'user')(t),
    ...results({ username: ['String', 'The name of the user that is gone'] })(t),
  }),
});
