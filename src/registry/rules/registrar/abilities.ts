import type { UserRole } from '../../../base/actor.ts';

/**
 * The permissions that a portal reads for its user before it shows a page: action, then subject
 * (docs/rules/registrar.md#existing-clients).
 */
export type Abilities = Readonly<Record<string, Readonly<Record<string, readonly never[]>>>>;

type Ability = readonly [action: string, subject: string];

const everyone: readonly Ability[] = [['show', 'dashboard']];

const each = (subject: string, ...actions: readonly string[]): Ability[] =>
  actions.map((action) => [action, subject]);

const confirmations = each('registrant_domain_update_confirm', 'create', 'new');

const billing: readonly Ability[] = [
  ...each('Invoice', 'manage'),
  ...each('Account', 'manage'),
  ...each('deposit', 'manage'),
  ...each('balance_auto_reload', 'manage'),
  ...each('AccountActivity', 'read', 'index', 'show'),
  ...confirmations,
];

/** Nothing of an EPP server (`Epp::Server`, `epp_login`) or of identity verification: there is neither. */
const epp: readonly Ability[] = [
  ...each('Account', 'manage'),
  ...each('poll', 'manage'),
  ...each('repp', 'manage'),
  ...each(
    'Epp::Domain',
    ...['info', 'check', 'create', 'new', 'update', 'edit', 'renew', 'transfer', 'delete', 'remove_hold'],
  ),
  ...each(
    'Epp::Contact',
    ...['info', 'check', 'create', 'new', 'update', 'edit', 'delete', 'view_full_info', 'view_password'],
  ),
  ...confirmations,
];

const superOnly: readonly Ability[] = [
  ...each('ApiUser', 'manage'),
  ...each('WhiteIp', 'manage'),
  ...each('Certificate', 'manage'),
];

const byRole: Readonly<Record<UserRole, readonly Ability[]>> = {
  super: [...epp, ...billing, ...superOnly],
  epp,
  billing,
};

export function abilitiesOf(roles: readonly UserRole[]): Abilities {
  const abilities: Record<string, Record<string, readonly never[]>> = {};
  for (const [action, subject] of [...everyone, ...roles.flatMap((role) => byRole[role])])
    abilities[action] = { ...abilities[action], [subject]: [] };
  return abilities;
}
