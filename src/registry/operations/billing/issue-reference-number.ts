import { z } from 'zod';
import { refuseWith } from '../../../base/errors.ts';
import { registrarsNamed } from '../../store/billing/invoice-numbers.ts';
import { defineCommand } from '../operation.ts';
import { initiatorField, textUpTo } from './model/fields.ts';
import { foreignInitiator, initiatorFor } from './model/ownership.ts';
import { takeReferenceNumber } from './model/reference-numbers.ts';

/**
 * Issues a reference number for bank payments to a service; each call issues a new one, even for the same owner
 * (docs/rules/billing.md#reference-numbers). A number that the registry issues for a registrar (`owner` is its code
 * or name) marks that registrar's prepayments.
 */
export const issueReferenceNumber = defineCommand({
  name: 'invoice.issue-reference-number',
  summary: 'Issues a new reference number for bank payments.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    initiator: initiatorField,
    owner: textUpTo(255, 'The owner of the new reference number, in your own words.').optional(),
    email: textUpTo(255, 'The e-mail address of the owner.').optional(),
  }),
  errors: ['PARAMETER_VALUE_POLICY', 'PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_RANGE'],
  rest: 'POST /api/v1/invoice_generator/reference_number_generator',
  graphql: 'Mutation.referenceNumberIssue',
  run: async ({ db, actor, now }, { owner, email, ...input }) => {
    const initiator = initiatorFor(actor, input.initiator) ?? refuseWith(foreignInitiator());
    const registrars = owner && initiator === 'registry' ? await registrarsNamed(db, [owner]) : undefined;
    return {
      referenceNumber: await takeReferenceNumber(db, {
        initiator,
        owner: owner ?? null,
        email: email ?? null,
        registrar_id: registrars?.get(owner ?? '') ?? null,
        created_at: now,
      }),
    };
  },
});
