import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { type ApiUser, type LinkedUser, linkedUsers, lockApiUser } from '../../store/registry/api-users.ts';
import { originalUserOf } from '../../store/runner/access-tokens.ts';
import { openSession } from '../access-tokens/open-session.ts';
import { userKey } from '../api-users/own-user.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';

const lastsMs = 18 * 60 * 60 * 1000;

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
  input: z.object({ user: userKey }),
  errors: ['PARAMETER_VALUE_POLICY'],
  rest: 'PUT /registry/v1/accounts/switch_user',
  graphql: 'Mutation.sessionSwitch',
  run: async (context, { user: key }) => {
    const { db } = context;
    const caller = registrarOf(context.actor);
    const meant = ({ id, username }: LinkedUser) => ('id' in key ? id === key.id : username === key.username);
    const linked = (await linkedUsers(db, caller.userId)).find(meant);
    if (!linked) return refuseWith(unlinked(key));
    // A user who switches several times is still recorded as the one who signed in first.
    const switchedFrom = (await originalUserOf(db, caller.accessToken?.id)) ?? caller.userId;
    // Locks the users against a concurrent deactivation, change of password or end of the link, in one order for all.
    const ids = [...new Set([switchedFrom, caller.userId, linked.id])].sort((one, other) => one - other);
    const users: (ApiUser | undefined)[] = [];
    for (const id of ids) users.push(await lockApiUser(db, { id }));
    const user = users.find((one) => one?.id === linked.id);
    if (!user || users.some((one) => !one?.active || one.subject !== linked.subject))
      return refuseWith(unlinked(key));
    context.foresee('user', [caller.userId, user.id, user.roles]);
    const session = await openSession(context, user, {
      name: 'switch',
      expiresAt: new Date(context.now.getTime() + lastsMs),
      by: caller.username,
      switchedFrom,
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
