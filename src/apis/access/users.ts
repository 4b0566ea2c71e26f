import type { RegistrarActor } from '../../base/actor.ts';
import { getOrCreate } from '../../base/get-or-create.ts';
import { passwordFingerprint } from '../../base/secrets.ts';
import type { SigningIn } from '../../registry/store/runner/sign-ins.ts';
import { isListed } from './client-address.ts';

/** An actor who has sent a password. */
export type PasswordActor = RegistrarActor & { readonly passwordFingerprint: string };

/** Made once for each read of a user; its requests share it, and it never changes. */
export const actorOf = (user: SigningIn): PasswordActor =>
  getOrCreate(actors, user, () => ({
    kind: 'registrar',
    passwordFingerprint: passwordFingerprint(user),
    userId: user.id,
    username: user.username,
    roles: user.roles,
    registrarId: user.registrar_id,
    registrarCode: user.registrar_code,
  }));

const actors = new WeakMap<SigningIn, PasswordActor>();

/**
 * Tells whether the address is on the registrar's list and on the user's, if they have one
 * (docs/rules/registrar.md#allowed-addresses).
 */
export function isAllowedFrom(address: string, { allowed_ips, registrar_networks }: SigningIn): boolean {
  const lists = [allowed_ips, registrar_networks].filter(({ length }) => length > 0);
  return lists.length > 0 && lists.every((list) => isListed(address, list));
}
