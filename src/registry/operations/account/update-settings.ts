import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { refuseWith } from '../../../base/errors.ts';
import { lockRegistrar, updateRegistrar } from '../../store/registry/registrars.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { amountOf } from '../operator/amounts.ts';
import { writeToRegistrar } from '../registrar/letters.ts';
import { moneyChange } from './registrar-document.ts';

/**
 * Sets the price above which a write that an access token has prepared needs a second person: checks the amount,
 * locks the registrar, and saves it with history. The registrar gets a mail, because one person could otherwise
 * remove the second unnoticed (docs/rules/access.md#approvals).
 */
export const updateAccountSettings = defineCommand({
  name: 'account.update-settings',
  summary: "Sets the price above which a registrar's approvals need a second person.",
  permits: ['registrar:super'],
  scope: 'SIGN_IN',
  input: z.object({
    approvalsSecondAbove: text(
      'The price in euros above which two people must approve; null: never.',
      'Decimal',
    ).nullable(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_RANGE'],
  graphql: 'Mutation.accountSettingsUpdate',
  run: async (context, { approvalsSecondAbove: given }) => {
    const { db, now, actor, record } = context;
    const above = given === null ? undefined : amountOf('approvalsSecondAbove', given, { negative: false });
    if (above?.failure) refuseWith(above.failure);
    const before = await lockRegistrar(db, registrarOf(actor).registrarId);
    const after = await updateRegistrar(db, before.id, {
      approvals_second_above: above?.value ?? null,
      updated_at: now,
    });
    record(moneyChange(before, after));
    if (before.approvals_second_above !== after.approvals_second_above)
      writeToRegistrar(context, after, {
        subject: `${after.name}: rule for approvals changed`,
        paragraphs: [
          after.approvals_second_above === null
            ? `${registrarOf(actor).username} has changed a rule: one person is enough to approve what access tokens have prepared.`
            : `${registrarOf(actor).username} has changed a rule: above ${after.approvals_second_above} EUR, two people must approve what access tokens have prepared.`,
          'If this was not intended, tell us at once.',
        ],
      });
    return { id: after.id };
  },
});
