import type { UserRole } from '../../core/actor.ts';

/**
 * What a portal asks about its user before it shows a page: action, then subject
 * (docs/rules/registrar.md#existing-clients).
 */
export type Abilities = Readonly<Record<string, Readonly<Record<string, readonly never[]>>>>;

type Ability = readonly [action: string, subject: string];

const everyone: readonly Ability[] = [['show', 'dashboard']];

const billing: readonly Ability[] = [
  ['manage', 'Invoice'],
  ['manage', 'balance_auto_reload'],
];

const epp: readonly Ability[] = [
  ['manage', 'poll'],
  ['manage', 'ApiUser'],
  ['manage', 'WhiteIp'],
  ...['info', 'check', 'create', 'update', 'renew', 'transfer', 'delete'].map(
    (action): Ability => [action, 'Epp::Domain'],
  ),
  ...['info', 'check', 'create', 'update', 'delete'].map((action): Ability => [action, 'Epp::Contact']),
  ['create', 'Epp::Server'],
];

const byRole: Readonly<Record<UserRole, readonly Ability[]>> = { super: [...epp, ...billing], epp, billing };

export function abilitiesOf(roles: readonly UserRole[]): Abilities {
  const abilities: Record<string, Record<string, readonly never[]>> = {};
  for (const [action, subject] of [...everyone, ...roles.flatMap((role) => byRole[role])])
    abilities[action] = { ...abilities[action], [subject]: [] };
  return abilities;
}
