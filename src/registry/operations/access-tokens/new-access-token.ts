import {
  includesRole,
  nameOf,
  type OperatorActor,
  type OperatorRole,
  type RegistrarActor,
  type Scope,
  scopes,
} from '../../../base/actor.ts';
import { parseDuration } from '../../../base/calendar.ts';
import { type Failure, failure, Problems, refuseWith } from '../../../base/errors.ts';
import { fingerprint, passwordFingerprint } from '../../../base/secrets.ts';
import { accessTokenFrom, longestTokenName, scopeFailure } from '../../rules/registrar/access-tokens.ts';
import { isUnruly, showsNothing } from '../../rules/text.ts';
import { lockApiUser } from '../../store/registry/api-users.ts';
import { insertAccessToken } from '../../store/runner/access-tokens.ts';
import { lockOperator } from '../../store/runner/operators.ts';
import type { OperationContext } from '../operation.ts';
import { accessTokenChange } from './access-token-document.ts';
import { type GuardsInput, guardFailures, guardsKept } from './guards.ts';

interface Wanted {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly guards?: GuardsInput | undefined;
  /** The role of an operator's token; if left out, the one that its maker has now. */
  readonly role?: OperatorRole | undefined;
  readonly expiresAt: Date | Failure;
  /** The id of what the user has agreed to, if the token is an app's. */
  readonly grant?: string;
}

/** Checks the name, the scopes, the end and the guards, and stores a token for the caller; only its hash is kept. */
export async function newAccessToken(
  context: OperationContext,
  { scopes: wanted, guards, role, expiresAt, grant, ...given }: Wanted,
): Promise<{ readonly id: number; readonly token: string; readonly expiresAt: Date }> {
  const { db, now, record } = context;
  const actor = context.actor as RegistrarActor | OperatorActor;
  const name = given.name.trim();
  new Problems()
    .direct(
      showsNothing(name)
        ? failure('REQUIRED_PARAMETER_MISSING', 'Name is missing', { path: ['name'] })
        : undefined,
      // It stands in mails of the registry.
      name.length > longestTokenName || isUnruly(name)
        ? failure(
            'PARAMETER_VALUE_SYNTAX',
            `Name must be one line of at most ${longestTokenName} characters`,
            {
              path: ['name'],
            },
          )
        : undefined,
      scopeFailure(wanted, actor),
      roleFailure(role, actor),
      expiresAt instanceof Date ? undefined : expiresAt,
      ...guardFailures(context, guards),
    )
    .refuseIfAny();
  const token = accessTokenFrom(actor.kind === 'operator' ? 'zgo_' : 'zg_', context.secret(32));
  const row = await insertAccessToken(db, {
    hash: fingerprint(token),
    name,
    ...(await ownerOf(context, actor)),
    // It does not grow with its maker's role.
    operator_role: actor.kind === 'operator' ? (role ?? actor.role) : null,
    scopes: scopes.filter((scope) => wanted.includes(scope)),
    password_mark: null,
    created_by: nameOf(actor),
    created_at: now,
    expires_at: expiresAt as Date,
    guards: guardsKept(guards),
    oauth_grant: grant ?? null,
  });
  record(accessTokenChange(undefined, row));
  return { id: row.id, token, expiresAt: row.expires_at };
}

/** No token has more rights than its maker. */
const roleFailure = (
  role: OperatorRole | undefined,
  actor: RegistrarActor | OperatorActor,
): Failure | undefined =>
  role !== undefined && actor.kind === 'operator' && !includesRole(actor.role, role)
    ? failure('PARAMETER_VALUE_POLICY', `You may not grant the role ${role}: yours is ${actor.role}`, {
        path: ['role'],
      })
    : undefined;

/** Locks the user, so that a concurrent deactivation or change of password also ends this token. */
async function ownerOf({ db }: OperationContext, actor: RegistrarActor | OperatorActor) {
  if (actor.kind === 'operator') {
    const { token: operator, operatorId: id } = actor;
    const person = id === undefined ? undefined : await lockOperator(db, id);
    if (id !== undefined && (!person || person.disabled_at))
      return refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'User was not found'));
    return { registrar_id: null, api_user_id: null, operator, operator_id: id ?? null };
  }
  const user = await lockApiUser(db, { id: actor.userId });
  const isSame = user && [undefined, passwordFingerprint(user)].includes(actor.passwordFingerprint);
  if (!user?.active || !isSame) return refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'User was not found'));
  return { registrar_id: user.registrar_id, api_user_id: user.id, operator: null };
}

/** Returns the end of a token by the registry's clock and calendar, or the failure of the given duration. */
export function endOf(
  { calendar, now }: OperationContext,
  expiresIn: string,
  longest: string,
): Date | Failure {
  const path = ['expiresIn'];
  const span = parseDuration(expiresIn);
  if (!span) return failure('PARAMETER_VALUE_SYNTAX', 'Expires in must be a duration such as P90D', { path });
  const end = calendar.after(now, span);
  const most = parseDuration(longest);
  const last = most && calendar.after(now, most);
  return end && last && end > now && end <= last
    ? end
    : failure('PARAMETER_VALUE_RANGE', `Expires in must be longer than zero and at most ${longest}`, {
        path,
      });
}
