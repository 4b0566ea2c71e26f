import type { UserRole } from '../../../core/actor.ts';
import type { Money } from '../../../core/money.ts';
import { registrar } from '../../../registry/entities/registrar.ts';
import { balances } from '../../../registry/operations/readers/of-registrars.ts';
import { registrarRows } from '../../../registry/operations/readers/rows.ts';
import type { Registrar } from '../../../registry/operations/readers/shown.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { DecimalFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { batched } from '../loading.ts';
import { permitted } from '../node-visibility.ts';
import { rowNode } from '../row-node.ts';

/** As a command has left it, with what is on its account by then. */
type RegistrarNode = Registrar & { readonly balance?: Money | null };

export const RegistrarRef = rowNode<RegistrarNode>('Registrar', registrarRows.many);

const balanceOf = batched(balances);

RegistrarRef.implement({
  description: 'A company through which people and organisations register their domains.',
  fields: (t) => ({
    ...plainFields(t, registrar),
    balance: t.field({
      type: 'Decimal',
      nullable: true,
      extensions: permitted(['operator']),
      description:
        'How many euros are on its account; null for everybody but operators: its own users read account.',
      resolve: ({ id, balance }, _, context) => balance ?? balanceOf(context).load(id),
    }),
  }),
});

export const registrars = listOf(RegistrarRef, registrar, {
  many: 'registrars',
  example: '{balance: {lt: "50.00"}} are those that are running short.',
  where: { balance: [DecimalFilter, 'By how many euros are on the account: {lt: "50.00"}.'] },
  amounts: 'what is on their accounts',
  keys: {
    COUNTRY_CODE: key('CountryCode', 'The country they are in.'),
    SUSPENDED: key('Boolean', 'Whether they are suspended.'),
  },
});

export const UserRoleEnum = enumOf<UserRole>('UserRole', "The roles that a registrar's user can have.", {
  super: 'May do everything, also read the account.',
  epp: 'May do everything about domains, contacts and poll messages.',
  billing: 'May use the account only: read it, top it up and change its settings.',
});
