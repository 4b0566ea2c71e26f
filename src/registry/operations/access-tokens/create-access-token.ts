import { z } from 'zod';
import { nameOf, type OperatorActor, type RegistrarActor, scopes } from '../../../core/actor.ts';
import { parseDuration } from '../../../core/calendar.ts';
import { type Failure, failure, Problems, refuseWith } from '../../../core/errors.ts';
import { fingerprint, passwordFingerprint } from '../../../core/secrets.ts';
import { accessTokenFrom, longestTokenName, scopeFailure } from '../../rules/registrar/access-tokens.ts';
import { isBlank } from '../../rules/text.ts';
import { lockApiUser } from '../../store/registry/api-users.ts';
import { insertAccessToken } from '../../store/runner/access-tokens.ts';
import { someOf, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { accessTokenChange } from './access-token-document.ts';
import { guardFailures, guardsInput, guardsKept } from './guards.ts';

/**
 * Creates an access token for its maker's scripts and pages: checks the name, the scopes, the duration and the
 * guards, and stores only a hash of the token. The token is shown once and never permits more than its maker may do
 * (docs/rules/access.md#access-tokens).
 */
export const createAccessToken = defineCommand({
  name: 'access-token.create',
  summary: 'Creates an access token for a page, a notebook or a script, which then needs no password.',
  permits: ['registrar', 'operator'],
  facade: 'local',
  scope: 'SIGN_IN',
  input: z.object({
    name: text('A name of your choice, such as its purpose: sales dashboard.'),
    scopes: someOf(
      scopes,
      'AccessTokenScope',
      'The scopes of the token, at most your own permissions; operators can use READ and WRITE.',
    ),
    expiresIn: text("How long it is valid by the registry's clock, at most P1Y.", 'Duration').default('P90D'),
    guards: guardsInput.optional().meta({ description: 'The limits of its writes; none when left out.' }),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
    'NOT_SUPPORTED_UPSTREAM',
  ],
  graphql: 'Mutation.accessTokenCreate',
  run: async (context, input) => {
    const { db, now, record } = context;
    const actor = context.actor as RegistrarActor | OperatorActor;
    const name = input.name.trim();
    const expiresAt = endOf(context, input.expiresIn);
    new Problems()
      .direct(
        isBlank(name)
          ? failure('REQUIRED_PARAMETER_MISSING', 'Name is missing', { path: ['name'] })
          : undefined,
        name.length > longestTokenName
          ? failure('PARAMETER_VALUE_SYNTAX', `Name must have at most ${longestTokenName} characters`, {
              path: ['name'],
            })
          : undefined,
        scopeFailure(input.scopes, actor),
        expiresAt instanceof Date ? undefined : expiresAt,
        ...guardFailures(context, input.guards),
      )
      .refuseIfAny();
    const token = accessTokenFrom(actor.kind === 'operator' ? 'zgo_' : 'zg_', context.secret(32));
    const row = await insertAccessToken(db, {
      hash: fingerprint(token),
      name,
      ...(await ownerOf(context, actor)),
      scopes: scopes.filter((scope) => input.scopes.includes(scope)),
      password_mark: null,
      created_by: nameOf(actor),
      created_at: now,
      expires_at: expiresAt as Date,
      guards: guardsKept(input.guards),
    });
    record(accessTokenChange(undefined, row));
    return withSecret({ id: row.id }, token);
  },
});

/** Locks the user, so that a concurrent deactivation or change of password also ends this token. */
async function ownerOf({ db }: OperationContext, actor: RegistrarActor | OperatorActor) {
  if (actor.kind === 'operator') return { registrar_id: null, api_user_id: null, operator: actor.token };
  const user = await lockApiUser(db, { id: actor.userId });
  const isSame = user && [undefined, passwordFingerprint(user)].includes(actor.passwordFingerprint);
  if (!user?.active || !isSame) return refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'User was not found'));
  return { registrar_id: user.registrar_id, api_user_id: user.id, operator: null };
}

/** By the registry's clock and calendar. */
function endOf({ calendar, now }: OperationContext, expiresIn: string): Date | Failure {
  const path = ['expiresIn'];
  const span = parseDuration(expiresIn);
  if (!span) return failure('PARAMETER_VALUE_SYNTAX', 'Expires in must be a duration such as P90D', { path });
  const end = calendar.after(now, span);
  return end && end > now && end <= calendar.plus(now, { years: 1 })
    ? end
    : failure('PARAMETER_VALUE_RANGE', 'Expires in must be longer than zero and at most P1Y', { path });
}
