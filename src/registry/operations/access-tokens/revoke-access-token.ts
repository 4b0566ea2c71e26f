import { z } from 'zod';
import { type Actor, includesRole, isOf, isPermitted } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { type AccessToken, lockAccessToken } from '../../store/runner/access-tokens.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { accessTokenChange } from './access-token-document.ts';
import { endTokens } from './end-tokens.ts';

/**
 * Revokes an access token of the caller, of any user of the registrar for a super user, or any token for an operator.
 * No process caches tokens, so the next request with it is refused everywhere and its open streams end now
 * (docs/rules/access.md#access-tokens).
 */
export const revokeAccessToken = defineCommand({
  name: 'access-token.revoke',
  summary: 'Revokes an access token at once.',
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('AccessToken', 'The global id of the token, from accessTokens.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.accessTokenRevoke',
  run: async (context, { id }) => {
    const { db, actor, record, publish } = context;
    const token = await lockAccessToken(db, id);
    if (!token || !mayRevoke(token, actor)) return refuseWith(objectDoesNotExist());
    await endTokens(context, { id });
    record(accessTokenChange(token, undefined));
    // Streams that were opened with it end now.
    publish('access_token', String(id));
    return { id };
  },
});

/**
 * The caller's own tokens; those of all users of the registrar for a super user. Of operators, SUPPORT revokes those
 * of all registrars, and ADMIN all.
 */
const mayRevoke = ({ registrar_id, api_user_id, operator }: AccessToken, actor: Actor): boolean =>
  (actor.kind === 'operator' &&
    (operator === actor.token || includesRole(actor.role, operator === null ? 'SUPPORT' : 'ADMIN'))) ||
  (actor.kind === 'registrar' &&
    isOf(registrar_id, actor) &&
    (api_user_id === actor.userId || isPermitted(actor, ['registrar:super'])));
