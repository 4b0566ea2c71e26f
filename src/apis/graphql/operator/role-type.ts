import type { OperatorRole } from '../../../base/actor.ts';
import { enumOf } from '../enum-of.ts';

export const OperatorRoleEnum = enumOf<OperatorRole>(
  'OperatorRole',
  'What someone who runs the registry may do. Each role reads what VIEWER reads, and ADMIN does everything.',
  {
    VIEWER:
      'Reads what operators read, except that it sees only the hosts of webhook addresses; changes nothing.',
    SUPPORT:
      "Helps: domains, contacts, registrars' users, names, disputes, certificates, reservations, messages.",
    FINANCE: 'Handles money: prices, accounts, invoices, refunds, payments.',
    ADMIN: 'Does everything, including operators and settings.',
  },
);
