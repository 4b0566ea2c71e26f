import { z } from 'zod';
import { nameOf } from '../../../base/actor.ts';
import { updateApiUser } from '../../store/registry/api-users.ts';
import { certificatesOfUsers } from '../../store/registry/certificates.ts';
import { endTokens } from '../access-tokens/end-tokens.ts';
import { revoke } from '../certificates/revoke.ts';
import { defineCommand } from '../operation.ts';
import { apiUserChange } from './api-user-document.ts';
import { keepSuperUser, lockOwnUser, userKey } from './own-user.ts';

/**
 * Deletes a user of a registrar: revokes its certificates and access tokens and ends its open streams; a registrar's
 * last active super user stays. The row is kept for history, so the name stays taken
 * (docs/rules/self-service.md#users).
 */
export const deleteApiUser = defineCommand({
  name: 'api-user.delete',
  summary: 'Deletes a user of a registrar and revokes its certificates.',
  permits: ['registrar:super', 'operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: z.object({ user: userKey }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  rest: 'DELETE /registry/v1/api_users/:api_user_id',
  graphql: 'Mutation.apiUserDelete',
  run: async (context, input) => {
    const { db, now, actor, record, publish } = context;
    const { user } = await lockOwnUser(db, actor, input.user);
    if (user.active && user.roles.includes('super')) await keepSuperUser(db, actor, user);
    for (const certificate of await certificatesOfUsers(db, [user.id]))
      if (!certificate.revoked_at) await revoke(context, certificate, 'CESSATION');
    await endTokens(context, { userId: user.id });
    await updateApiUser(db, user.id, {
      active: false,
      deleted_at: now,
      updated_by: nameOf(actor),
      updated_at: now,
    });
    record(apiUserChange(user, undefined));
    publish('api_user', user.username);
    return { id: user.id, username: user.username };
  },
});
