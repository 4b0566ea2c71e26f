import { z } from 'zod';
import { type Actor, isOf, isPermitted } from '../../../core/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../core/errors.ts';
import { type AccessToken, lockAccessToken, revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { accessTokenChange } from './access-token-document.ts';

/**
 * Revokes an access token of the caller, of any user of the registrar for a super user, or any token for an operator.
 * No process caches tokens, so the next request with it is refused everywhere and its open streams end now
 * (docs/rules/access.md#access-tokens).
 */
export const revokeAccessToken = defineCommand({
  name: 'access-token.revoke',
  summary: 'Revokes an access token at once.',
  permits: ['registrar', 'operator'],
  scope: 'SIGN_IN',
  facade: 'local',
  input: z.object({ id: rowId('AccessToken', 'The global id of the token, from accessTokens.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.accessTokenRevoke',
  run: async ({ db, now, actor, record, publish }, { id }) => {
    const token = await lockAccessToken(db, id);
    if (!token || !mayRevoke(token, actor)) return refuseWith(objectDoesNotExist());
    await revokeAccessTokens(db, { id }, now);
    record(accessTokenChange(token, undefined));
    // Streams that were opened with it end now.
    publish('access_token', String(id));
    return { id };
  },
});

/** The caller's own tokens; those of all users of the registrar for a super user. */
const mayRevoke = ({ registrar_id, api_user_id }: AccessToken, actor: Actor): boolean =>
  actor.kind === 'operator' ||
  (actor.kind === 'registrar' &&
    isOf(registrar_id, actor) &&
    (api_user_id === actor.userId || isPermitted(actor, ['registrar:super'])));
