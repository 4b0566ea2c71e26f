import type { UserRole } from '../../../base/actor.ts';
import type { Money } from '../../../base/money.ts';
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
import { measure } from '../measures.ts';
import { permitted } from '../node-visibility.ts';
import { rowNode } from '../row-node.ts';

/** A registrar; if a command has just written it, with the balance that is on its account by then. */
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
      extensions: { ...permitted(['operator']), ...measure('LEVEL', 'EUR') },
      description:
        'The balance of its account in euros; null for everybody but operators. Its own users read account.',
      resolve: ({ id, balance }, _, context) => balance ?? balanceOf(context).load(id),
    }),
    currency: t.string({
      nullable: true,
      extensions: permitted(['operator']),
      description: 'The currency of its balance: always EUR; null for everybody but operators.',
      resolve: () => 'EUR',
    }),
  }),
});

export const registrars = listOf(RegistrarRef, registrar, {
  many: 'registrars',
  example: '{balance: {lt: "50.00"}} are those with a low balance.',
  where: { balance: [DecimalFilter, 'By the balance of the account: {lt: "50.00"}.'] },
  amounts: 'what is on their accounts',
  sums: 'LEVEL',
  keys: {
    COUNTRY_CODE: key('CountryCode', 'The country they are in.'),
    SUSPENDED: key('Boolean', 'Whether they are suspended.'),
  },
});

export const UserRoleEnum = enumOf<UserRole>('UserRole', "The roles that a registrar's user can have.", {
  super: 'May do everything, including what EPP and BILLING may do.',
  epp: 'May do everything about domains, contacts and poll messages.',
  billing: 'May use the account only: read it, top it up and change its settings.',
});
