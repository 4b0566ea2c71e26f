import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { Problems, refuseWith } from '../../../base/errors.ts';
import { readReloadAmount, readThreshold } from '../../rules/money/top-up.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { changeAutoReload } from './change-auto-reload.ts';

/**
 * Switches the registrar's automatic top-up on, or changes it: checks the amount against the smallest deposit and the
 * threshold, then stores both with history. An hourly job issues the invoices, and none while an earlier one can
 * still be paid.
 */
export const setAutoReload = defineCommand({
  name: 'account.set-auto-reload',
  summary: 'Issues an invoice automatically whenever the balance falls to a threshold.',
  permits: ['registrar:billing'],
  scope: 'BILLING',
  afterSwitching: 'refused',
  input: z.object({
    amount: text('The amount of each top-up, in euros without VAT.', 'Decimal'),
    threshold: text('The balance, in euros, at or below which an invoice is issued.', 'Decimal'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_RANGE'],
  rest: 'POST /registry/v1/accounts/update_auto_reload_balance',
  graphql: 'Mutation.accountAutoReloadSet',
  run: async (context, input) => {
    const { minimumDeposit } = await registrySettings(context.db);
    const amount = readReloadAmount(input.amount, minimumDeposit);
    const threshold = readThreshold(input.threshold);
    new Problems()
      .direct(amount.ok ? undefined : amount.failure, threshold.ok ? undefined : threshold.failure)
      .refuseIfAny();
    return changeAutoReload(context, registrarOf(context.actor).registrarId, {
      amount: amount.ok ? amount.value : refuseWith(amount.failure),
      threshold: threshold.ok ? threshold.value : refuseWith(threshold.failure),
    });
  },
});
