import { z } from 'zod';
import { failure, refuseWith } from '../../core/errors.ts';
import { defineCommand } from '../operation.ts';

/**
 * Users are linked by a sign-in that proves that one person is both; as long as nobody can sign in so, nobody is
 * linked, whoever is named (docs/rules/self-service.md#switching-users).
 */
export const switchUser = defineCommand({
  name: 'session.switch',
  summary: 'Goes on as another user of the same person.',
  permits: ['registrar'],
  scope: 'WRITE',
  inFront: 'here',
  input: z.object({ user: z.string() }),
  errors: ['PARAMETER_VALUE_POLICY'],
  rest: 'PUT /registry/v1/accounts/switch_user',
  graphql: 'Mutation.sessionSwitch',
  run: async (_, { user }): Promise<{ user: string }> => refuseWith(unlinked(user)),
});

const unlinked = (user: string) =>
  failure('PARAMETER_VALUE_POLICY', 'Cannot switch to unlinked user', { path: ['user'], details: { user } });
