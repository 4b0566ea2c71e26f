import { z } from 'zod';
import { defineQuery } from '../operation.ts';
import { ownUser, userKey } from './own-user.ts';

/**
 * Shows one API user by id or name. A registrar sees its own users only, and an operator sees any
 * (docs/rules/self-service.md#users).
 */
export const showApiUser = defineQuery({
  name: 'api-user.show',
  summary: 'Shows one API user of the registrar.',
  permits: ['registrar:super', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ user: userKey }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/api_users/:api_user_id',
  graphql: 'Query.apiUser',
  run: ({ db, actor }, { user }) => ownUser(db, actor, user),
});
