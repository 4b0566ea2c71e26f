import { listTransactions } from '../../../registry/operations/account/list-transactions.ts';
import type { Account, Registrar } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { listField } from '../list.ts';
import { newestFirst, placeOf, transactions } from '../transaction/type.ts';

/** In a command's answer it has the registrar as it is inside the transaction. */
export type ShownAccount = Account & { readonly registrar?: Registrar | null };

export const AccountRef = builder.objectRef<ShownAccount>('Account').implement({
  description: 'The prepaid account of a registrar, from which registrations and renewals are paid.',
  fields: (t) => ({
    balance: t.expose('balance', {
      type: 'Decimal',
      description: 'The balance in euros; never below zero.',
    }),
    currency: t.exposeString('currency', { description: 'The currency of all its amounts: always EUR.' }),
    transactions: listField(t, transactions, {
      operation: listTransactions,
      description: 'Every movement of money on the account, newest first by default.',
      where: 'Which transactions; all of them when left out.',
      orderBy: 'How to sort them; newest first when left out.',
      usual: newestFirst,
      cursorOf: placeOf,
    }),
  }),
});
