import { z } from 'zod';
import { shortest } from '../../core/money.ts';
import type { Transaction } from '../../operations/readers/shown.ts';
import { movementType } from '../../rules/money/charges.ts';
import type { RestCall } from '../router.ts';
import { amount, moment, named, orNull, text } from '../shapes.ts';

/** A movement on the registrar's account (docs/rules/registrar.md#account). */
export const movementShape = named(
  'Transaction',
  z.object({
    created_at: moment('When it happened'),
    description: orNull(
      text('What it was for; null where the registry does not report it', 'Create tamm.ee'),
    ),
    type: z.enum(['debit', 'credit']).meta({
      description: 'credit for a top-up, debit for everything else, whether the sum is positive or negative',
    }),
    sum: amount('How much; negative when it was taken', '-10.0'),
    balance: amount('The balance after it', '990.0'),
    currency: text('Always EUR', 'EUR'),
    updator: orNull(text('Which of your users it was', 'alpha')),
  }),
);

export const movementOf = (
  row: Transaction,
  { calendar }: Pick<RestCall, 'calendar'>,
): z.infer<typeof movementShape> => ({
  created_at: calendar.format(row.created_at),
  description: row.description || null,
  type: movementType(row.activity),
  sum: shortest(row.sum),
  balance: shortest(row.balance),
  currency: 'EUR',
  updator: row.actor_name,
});
