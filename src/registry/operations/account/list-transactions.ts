import { registrarOf } from '../../../base/actor.ts';
import { transactionList } from '../../store/registry/accounts.ts';
import { listedFrom, listInput, ofRegistrar } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists every debit and credit on the account of the caller's registrar, newest first. Accounts of other registrars
 * are never part of the list (docs/rules/registrar.md#account).
 */
export const listTransactions = defineQuery({
  name: 'account.list-transactions',
  summary: "Lists the charges and credits on the registrar's account.",
  permits: ['registrar'],
  scope: 'BILLING',
  input: listInput,
  errors: [],
  run: ({ db, actor }, input) =>
    listedFrom(db, transactionList, input, ofRegistrar(registrarOf(actor).registrarId)),
});
