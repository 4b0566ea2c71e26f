import { registrarOf } from '../../core/actor.ts';
import {
  countTransactions,
  groupTransactions,
  listTransactions as readTransactions,
} from '../../store/registry/accounts.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** Every debit and credit of the caller's registrar, newest first (docs/rules/registrar.md#account). */
export const listTransactions = defineQuery({
  name: 'account.list-transactions',
  summary: "Lists what was charged to and credited on the registrar's account.",
  permits: ['registrar'],
  facade: 'mirror',
  scope: 'BILLING',
  input: listInput,
  errors: [],
  run: ({ db, actor }, input) => {
    const { registrarId } = registrarOf(actor);
    return listed(
      input,
      (query) => readTransactions(db, registrarId, query),
      (filter) => countTransactions(db, registrarId, filter),
      (filter, grouping) => groupTransactions(db, registrarId, filter, grouping),
    );
  },
});
