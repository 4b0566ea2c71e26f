import { registrarList, registrarListWithoutBalances } from '../../store/registry/registrars.ts';
import { listedFrom, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists all registrars for an operator. A registrar gets a list of itself only, without balances
 * (docs/rules/graph.md#visibility).
 */
export const listRegistrars = defineQuery({
  name: 'registrar.list',
  summary: 'Lists registrars: all of them for the operator, itself for a registrar.',
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.registrars',
  run: ({ db, actor }, input) =>
    actor.kind === 'registrar'
      ? listedFrom(db, registrarListWithoutBalances, input, {
          field: 'id',
          is: 'eq',
          value: actor.registrarId,
        })
      : listedFrom(db, registrarList, input),
});
