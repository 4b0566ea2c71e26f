import { z } from 'zod';
import { registrarOf } from '../../../core/actor.ts';
import { failure, refuseWith } from '../../../core/errors.ts';
import { type LinkedUser, linkedUsers, lockApiUser } from '../../store/registry/api-users.ts';
import { originalUserOf } from '../../store/runner/access-tokens.ts';
import { openSession } from '../access-tokens/open-session.ts';
import { userKey } from '../api-users/own-user.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';

const hours = 18;

/**
 * Switches to another user of the same person: finds and locks the linked user, and opens a session of 18 hours for
 * it, which still records who signed in first. Users are linked by an identity code that an operator has confirmed
 * for both, never by one that a registrar has entered itself (docs/rules/self-service.md#switching-users).
 */
export const switchUser = defineCommand({
  name: 'session.switch',
  summary: 'Switches to another user of the same person.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  afterSwitching: 'permitted',
  facade: 'local',
  input: z.object({ user: userKey }),
  errors: ['PARAMETER_VALUE_POLICY'],
  rest: 'PUT /registry/v1/accounts/switch_user',
  graphql: 'Mutation.sessionSwitch',
  run: async (context, { user: key }) => {
    const { db } = context;
    const caller = registrarOf(context.actor);
    const meant = ({ id, username }: LinkedUser) => ('id' in key ? id === key.id : username === key.username);
    const linked = (await linkedUsers(db, caller.userId)).find(meant);
    // Locks the user against a concurrent deactivation or change of password.
    const user = linked && (await lockApiUser(db, { id: linked.id }));
    if (!user?.active || user.subject !== linked?.subject) return refuseWith(unlinked(key));
    context.foresee('user', [caller.userId, user.id, user.roles]);
    const session = await openSession(context, user, {
      name: 'switch',
      hours,
      by: caller.username,
      // A user who switches several times is still recorded as the one who signed in first.
      switchedFrom: (await originalUserOf(db, caller.accessToken?.id)) ?? caller.userId,
    });
    const actor = {
      kind: 'registrar' as const,
      userId: user.id,
      username: user.username,
      roles: user.roles,
      registrarId: user.registrar_id,
      registrarCode: linked.registrar_code,
    };
    return withSecret({ actor }, session.token);
  },
});

const unlinked = (key: z.infer<typeof userKey>) =>
  failure('PARAMETER_VALUE_POLICY', 'Cannot switch to unlinked user', {
    path: ['user'],
    details: { user: 'id' in key ? String(key.id) : key.username },
  });
