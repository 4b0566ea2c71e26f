import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { defineCommand } from '../operation.ts';
import { changeAutoReload } from './change-auto-reload.ts';

/**
 * Switches the registrar's automatic top-up off: locks the registrar and clears its amount and threshold. It succeeds
 * even if it was off, and an invoice that is still open stays open.
 */
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
