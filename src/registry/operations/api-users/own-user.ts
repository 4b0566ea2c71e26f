import { z } from 'zod';
import type { Actor } from '../../../base/actor.ts';
import { failure, objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import {
  type ApiUser,
  apiUserBy,
  lockApiUser,
  superUsers,
  type UserKey,
} from '../../store/registry/api-users.ts';
import { lockRegistrar, type Registrar } from '../../store/registry/registrars.ts';
import { noteMaker } from '../../store/registry/user-makers.ts';
import type { Db, OperationContext } from '../operation.ts';

export const userKey = z.union([z.object({ id: z.number() }), z.object({ username: z.string() })]);

/** The registrar whose users and addresses the caller manages; undefined for all registrars. */
export const registrarFor = (actor: Actor): number | undefined =>
  actor.kind === 'registrar' ? actor.registrarId : undefined;

/**
 * An identity code counts as proven when an operator has set it: a registrar that entered a stranger's code
 * could sign in as that stranger (docs/rules/self-service.md#switching-users).
 */
export const confirmedBy = (actor: Actor, identityCode: string | null): string | null =>
  actor.kind === 'operator' ? identityCode : null;

/** A user of the caller's own registrar, or of any registrar for the operator. */
export async function ownUser(db: Db, actor: Actor, key: UserKey): Promise<ApiUser> {
  const user = await apiUserBy(db, key);
  const isOwn = user && [undefined, user.registrar_id].includes(registrarFor(actor));
  return isOwn ? user : refuseWith(objectDoesNotExist());
}

/**
 * Locks a user that `ownUser` finds, and its registrar, until the transaction ends: a registrar's users change one at
 * a time.
 */
export async function lockOwnUser(
  db: Db,
  actor: Actor,
  key: UserKey,
): Promise<{ user: ApiUser; registrar: Registrar }> {
  const { registrar_id: registrarId } = await ownUser(db, actor, key);
  const registrar = await lockRegistrar(db, registrarId);
  const user = await lockApiUser(db, key);
  return user ? { user, registrar } : refuseWith(objectDoesNotExist());
}

/**
 * Called before a registrar's user is deactivated or loses the super role: users cannot do that to
 * themselves, and each registrar keeps at least one super user (docs/rules/self-service.md#users).
 */
export async function keepSuperUser(db: Db, actor: Actor, { id, registrar_id }: ApiUser): Promise<void> {
  if (actor.kind !== 'registrar') return;
  const others = (await superUsers(db, registrar_id)).filter((other) => other !== id);
  if (id === actor.userId || others.length === 0) refuseWith(failure('OBJECT_STATUS_PROHIBITS'));
}

/**
 * Called when a user is made, or gets a password, certificate or role, or may sign in again: whoever of its registrar
 * does that is not a second person beside it (docs/rules/access.md#approvals).
 */
export async function noteMakerOf({ db, now, actor }: OperationContext, userId: number): Promise<void> {
  if (actor.kind === 'registrar' && actor.userId !== userId)
    await noteMaker(db, { userId, makerId: actor.userId, at: now });
}
