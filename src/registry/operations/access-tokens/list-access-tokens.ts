import { accessTokenList } from '../../store/runner/access-tokens.ts';
import { registrarFor } from '../api-users/own-user.ts';
import { listedFrom, listInput, ofRegistrar } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists the access tokens of the caller's registrar, or all of them for an operator, without the tokens themselves.
 * Sessions of sign-ins are not listed (docs/rules/access.md#access-tokens).
 */
export const listAccessTokens = defineQuery({
  name: 'access-token.list',
  summary: "Lists access tokens: the registrar's own, or all of them for an operator.",
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.accessTokens',
  run: ({ db, actor }, input) => listedFrom(db, accessTokenList, input, ofRegistrar(registrarFor(actor))),
});
