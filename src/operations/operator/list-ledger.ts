import { countLedger, groupLedger, listLedger as readLedger } from '../../store/registry/ledger.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

export const listLedger = defineQuery({
  name: 'ledger.list',
  summary: 'Lists every movement of money on the accounts of registrars.',
  permits: ['operator'],
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.ledger',
  run: ({ db }, input) =>
    listed(
      input,
      (query) => readLedger(db, query),
      (filter) => countLedger(db, filter),
      (filter, grouping) => groupLedger(db, filter, grouping),
    ),
});
