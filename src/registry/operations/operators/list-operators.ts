import { operatorList } from '../../store/runner/operators.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** Lists the people who run the registry or ran it before (docs/rules/access.md#operators). */
export const listOperators = defineQuery({
  name: 'operator.list',
  summary: 'Lists the people who run the registry.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.operators',
  run: ({ db }, input) => listedFrom(db, operatorList, input),
});
