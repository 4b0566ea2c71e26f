import { apiUserList } from '../../store/registry/api-users.ts';
import { listedFrom, listInput, ofRegistrar } from '../lists.ts';
import { defineQuery } from '../operation.ts';
import { registrarFor } from './own-user.ts';

/**
 * Lists the API users of the caller's registrar, or all of them for an operator. Deleted users are left out
 * (docs/rules/self-service.md#users).
 */
export const listApiUsers = defineQuery({
  name: 'api-user.list',
  summary: "Lists API users: the registrar's own, or all of them for an operator.",
  permits: ['registrar:super', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/api_users',
  graphql: 'Query.apiUsers',
  run: ({ db, actor }, input) => listedFrom(db, apiUserList, input, ofRegistrar(registrarFor(actor))),
});
