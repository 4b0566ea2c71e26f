import { countApiUsers, listApiUsers as readApiUsers } from '../../store/registry/api-users.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';
import { registrarFor } from './own-user.ts';

/** docs/rules/self-service.md#users. */
export const listApiUsers = defineQuery({
  name: 'api-user.list',
  summary: "Lists API users: the registrar's own, everybody's for the operator.",
  permits: ['registrar:super', 'operator'],
  input: listInput,
  errors: [],
  rest: 'GET /registry/v1/api_users',
  graphql: 'Query.apiUsers',
  run: ({ db, actor }, input) =>
    listed(
      input,
      (query) => readApiUsers(db, registrarFor(actor), query),
      () => countApiUsers(db, registrarFor(actor)),
    ),
});
