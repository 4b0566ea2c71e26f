import type { UserRole } from '../../core/actor.ts';
import { builder } from '../builder.ts';

export const UserRoleEnum = builder.enumType('UserRole', {
  description: "The roles that a registrar's user can have.",
  values: {
    SUPER: { value: 'super', description: 'May do everything, also read the account.' },
    EPP: { value: 'epp', description: 'May do everything about domains, contacts and poll messages.' },
    BILLING: { value: 'billing', description: 'May only read the account and its transactions.' },
  } as const satisfies Record<string, { value: UserRole; description: string }>,
});
