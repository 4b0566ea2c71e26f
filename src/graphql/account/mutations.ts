import { disableAutoReload } from '../../operations/account/disable-auto-reload.ts';
import { setAutoReload } from '../../operations/account/set-auto-reload.ts';
import { switchUser } from '../../operations/account/switch-user.ts';
import { updateAccount } from '../../operations/account/update-account.ts';
import type { Db } from '../../operations/operation.ts';
import { accountOfRegistrar } from '../../operations/readers/of-registrars.ts';
import { registrarRows } from '../../operations/readers/rows.ts';
import { shownOnce } from '../../operations/shown-once.ts';
import type { Types } from '../builder.ts';
import { given } from '../invoice/inputs.ts';
import { defineMutationByHand, type Payload } from '../mutation.ts';
import { ViewerRef } from '../viewer/type.ts';
import { AccountRef, type ShownAccount } from './type.ts';

const shownAccount = async (db: Db, { id }: { readonly id: number }): Promise<ShownAccount> => ({
  ...(await accountOfRegistrar(db, id)),
  registrar: await registrarRows.one(db, { id }),
});

const accountField = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Payload<ShownAccount>>) => ({
  account: t.field({
    type: AccountRef,
    nullable: true,
    description: 'The account after the change; null when it was refused.',
    resolve: ({ shown }) => shown,
  }),
});

defineMutationByHand(updateAccount, {
  more: 'What is left out stays as it is; an empty text clears it.',
  input: (t) => ({
    billingEmail: t.string({ description: 'Where bills shall go.' }),
    iban: t.string({ description: 'The bank account, for e-invoices.' }),
    acceptPdfInvoices: t.boolean({ description: 'Whether new invoices shall also be mailed as PDF.' }),
  }),
  translate: given,
  show: shownAccount,
  payload: accountField,
});

defineMutationByHand(setAutoReload, {
  more: 'Nothing is charged by itself.',
  input: (t) => ({
    amount: t.field({
      type: 'Decimal',
      required: true,
      description: 'By how many euros each invoice shall top the account up, without VAT.',
    }),
    threshold: t.field({
      type: 'Decimal',
      required: true,
      description: 'At which balance in euros, or below it, an invoice is issued.',
    }),
  }),
  translate: given,
  show: shownAccount,
  payload: accountField,
});

defineMutationByHand(disableAutoReload, {
  more: 'An invoice that is open stays open.',
  translate: () => ({}),
  show: shownAccount,
  payload: accountField,
});

defineMutationByHand(switchUser, {
  more: 'Users are linked by the identity code that the registry has confirmed for both; viewer.linkedUsers tells who they are.',
  input: (t) => ({
    username: t.string({ required: true, description: 'The user to go on as.' }),
  }),
  fieldNames: { user: 'username' },
  translate: ({ username }) => ({ user: { username } }),
  show: async (_, value) => ({ token: shownOnce(value), actor: value.actor }),
  payload: (t) => ({
    token: t.field({
      type: 'Secret',
      nullable: true,
      description:
        'What to send from now on, as a Bearer token or in place of the password, for 18 hours; null when it was refused, or has been shown before.',
      resolve: ({ shown }) => shown?.token ?? null,
    }),
    viewer: t.field({
      type: ViewerRef,
      nullable: true,
      description: 'Who you are from now on; null when it was refused.',
      resolve: ({ shown }) => shown?.actor ?? null,
    }),
  }),
});
