import { z } from 'zod';
import { registrarOf } from '../../../core/actor.ts';
import { defineCommand } from '../operation.ts';
import { changeAutoReload } from './change-auto-reload.ts';

/** Succeeds also when it was off; an open invoice stays open. */
export const disableAutoReload = defineCommand({
  name: 'account.disable-auto-reload',
  summary: 'Stops issuing invoices automatically when the balance is low.',
  permits: ['registrar:billing'],
  scope: 'BILLING',
  afterSwitching: 'refused',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/accounts/disable_auto_reload_balance',
  graphql: 'Mutation.accountAutoReloadDisable',
  run: (context) => changeAutoReload(context, registrarOf(context.actor).registrarId, null),
});
