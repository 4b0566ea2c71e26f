import { z } from 'zod';
import { failure, Problems } from '../../core/errors.ts';
import { hashPassword } from '../../core/secrets.ts';
import { apiUserFailures } from '../../rules/registrar/registrar-fields.ts';
import { insertApiUser } from '../../store/registry/registrars.ts';
import { defineCommand } from '../operation.ts';
import { apiUserDocument } from './api-user-document.ts';
import { namedRegistrar } from './named-registrar.ts';

export const userRole = z.enum(['super', 'epp', 'billing']);

/**
 * Whom the operator lets in is verified by that (docs/rules/registrar.md#credentials). Only the password's hash is
 * kept.
 */
export const createApiUser = defineCommand({
  name: 'api-user.create',
  summary: 'Gives a registrar a user for its API calls.',
  permits: ['operator'],
  input: z.object({
    registrar: z.string(),
    username: z.string(),
    password: z.string(),
    roles: z.array(userRole),
    active: z.boolean(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
  ],
  conflicts: {
    api_users_username_key: failure('OBJECT_EXISTS', 'Username already exists', { path: ['username'] }),
  },
  graphql: 'Mutation.apiUserCreate',
  run: async ({ db, now, config, record }, input) => {
    new Problems().validation(...apiUserFailures(input, config.ZONEGRAPH_MODE)).refuseIfAny();
    const registrar = await namedRegistrar(db, input.registrar);
    const user = await insertApiUser(db, {
      registrar_id: registrar.id,
      username: input.username,
      password_hash: await hashPassword(input.password),
      roles: [...new Set(input.roles)],
      active: input.active,
      verified_at: now,
      last_login_at: null,
      created_at: now,
      updated_at: now,
    });
    record({ type: 'api_user', id: user.id, key: user.username, after: apiUserDocument(user) });
    return { id: user.id, username: user.username };
  },
});
