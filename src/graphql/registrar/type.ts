import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { UserRole } from '../../core/actor.ts';
import type { Money } from '../../core/money.ts';
import { balances } from '../../operations/readers/of-registrars.ts';
import { registrarRows } from '../../operations/readers/rows.ts';
import type { Registrar } from '../../operations/readers/shown.ts';
import { seesRegistrar } from '../../rules/visibility.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import type { Context } from '../context.ts';
import { key, offerGroups } from '../groups.ts';
import { byId, rowId } from '../loading.ts';

/** As a command has left it, with what is on its account by then. */
type RegistrarNode = Registrar & { readonly balance?: Money | null };

export const RegistrarRef = builder.loadableNodeRef<RegistrarNode, number>('Registrar', {
  id: { resolve: (registrar) => registrar.id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await registrarRows.many(database.db, ids)),
});

const balanceOf = createContextCache(
  ({ database }: Context) => new DataLoader((ids: readonly number[]) => balances(database.db, ids)),
);

RegistrarRef.implement({
  description: 'A company through which people and organisations register their domains.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'The short name by which the registry knows it, and with which its contact codes begin: ALPHA.',
    }),
    name: t.exposeString('name', { description: 'The full name of the company.' }),
    website: t.exposeString('website', {
      nullable: true,
      description: 'The address of its public web site; null when it has none.',
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address at which the registry reaches it; null when it has given none.',
    }),
    phone: t.string({
      nullable: true,
      description: 'Its phone number, for itself and operators; null when it has given none.',
      resolve: (registrar, _, { actor }) => (seesRegistrar(registrar, actor) ? registrar.phone : null),
    }),
    regNo: t.string({
      nullable: true,
      description:
        'Its number in the business register, for itself and operators; null when it has given none.',
      resolve: (registrar, _, { actor }) => (seesRegistrar(registrar, actor) ? registrar.reg_no : null),
    }),
    billingEmail: t.string({
      nullable: true,
      description: 'Where its bills go, for itself and operators; null when it has given no address.',
      resolve: (registrar, _, { actor }) =>
        seesRegistrar(registrar, actor) ? registrar.billing_email : null,
    }),
    billingAddress: t.string({
      nullable: true,
      description: 'Its postal address, for itself and operators; null when it has given none.',
      resolve: (registrar, _, { actor }) =>
        seesRegistrar(registrar, actor) ? registrar.billing_address : null,
    }),
    countryCode: t.string({
      nullable: true,
      description: 'The country it is in, for itself and operators; null where nobody has said.',
      resolve: (registrar, _, { actor }) => (seesRegistrar(registrar, actor) ? registrar.country_code : null),
    }),
    balance: t.field({
      type: 'Decimal',
      nullable: true,
      description:
        'How many euros are on its account; null for everybody but operators: its own users read account.',
      resolve: ({ id, balance }, _, context) =>
        context.actor.kind === 'operator' ? (balance ?? balanceOf(context).load(id)) : null,
    }),
    suspendedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when its users are not let in, for itself and operators; null while they are.',
      resolve: (registrar, _, { actor, calendar }) =>
        registrar.suspended_at && seesRegistrar(registrar, actor)
          ? calendar.format(registrar.suspended_at)
          : null,
    }),
    suspensionReason: t.string({
      nullable: true,
      description: 'Why it is suspended, for itself and operators; null while it is not.',
      resolve: (registrar, _, { actor }) =>
        seesRegistrar(registrar, actor) ? registrar.suspension_reason : null,
    }),
  }),
});

export const RegistrarConnection = connectionOf(RegistrarRef, 'registrars');
offerGroups(RegistrarConnection, 'Registrar', {
  many: 'registrars',
  amounts: 'what is on their accounts',
  keys: {
    COUNTRY_CODE: key('CountryCode', 'The country they are in.'),
    SUSPENDED: key('Boolean', 'Whether they are suspended.'),
    CREATED_AT: key('moment', 'When they were let in.'),
  },
});

export const UserRoleEnum = builder.enumType('UserRole', {
  description: "The roles that a registrar's user can have.",
  values: {
    SUPER: { value: 'super', description: 'May do everything, also read the account.' },
    EPP: { value: 'epp', description: 'May do everything about domains, contacts and poll messages.' },
    BILLING: { value: 'billing', description: 'May only read the account and its transactions.' },
  } as const satisfies Record<string, { value: UserRole; description: string }>,
});
