import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { type Account, accountOf } from '../../store/registry/accounts.ts';
import { defineQuery } from '../operation.ts';

/**
 * Shows the balance of the caller's registrar. It reads the account row and adds nothing up
 * (docs/rules/registrar.md#account).
 */
export const showAccount = defineQuery({
  name: 'account.show',
  summary: "Shows the registrar's balance.",
  permits: ['registrar'],
  scope: 'BILLING',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/accounts/balance',
  graphql: 'Query.account',
  run: ({ db, actor }): Promise<Account> => accountOf(db, registrarOf(actor).registrarId),
});
