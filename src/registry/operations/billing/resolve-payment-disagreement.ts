import { z } from 'zod';
import { nameOf } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { resolveDisagreement } from '../../store/billing/payments.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Marks a payment disagreement as resolved, with the operator's name and a note. It changes nothing else: the
 * operator has dealt with the case by other operations or at the provider.
 */
export const resolvePaymentDisagreement = defineCommand({
  name: 'payment.resolve-disagreement',
  summary: 'Marks a payment disagreement as resolved.',
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    id: rowId('PaymentDisagreement', 'The id of the case.'),
    note: z
      .string()
      .max(2000)
      .meta({ description: 'What was done about it, for those who ask later.' })
      .optional(),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.paymentDisagreementResolve',
  run: async ({ db, now, actor, foresee }, { id, note }) => {
    const { payment_reference, kind, details } =
      (await resolveDisagreement(db, id, {
        resolved_at: now,
        resolved_by: nameOf(actor),
        note: note ?? null,
      })) ?? refuseWith(objectDoesNotExist());
    foresee('disagreement', [payment_reference, kind, details]);
    return { id };
  },
});
