import { z } from 'zod';
import { shortest } from '../../../base/money.ts';
import { transaction } from '../../../registry/entities/transaction.ts';
import type { Transaction } from '../../../registry/operations/readers/shown.ts';
import { movementType } from '../../../registry/rules/money/charges.ts';
import { amount, moment, orNull, text } from '../shapes.ts';
import { fieldsOf, viewOf } from './view.ts';

const { made } = fieldsOf<Transaction>();

/** A movement on the registrar's account (docs/rules/registrar.md#account). */
export const movement = viewOf('Transaction', transaction, {
  created_at: made(moment('When it happened'), ({ created_at }, { calendar }) => calendar.format(created_at)),
  description: made(
    orNull(text('What it was for; null where the registry does not report it', 'Create tamm.ee')),
    ({ description }) => description || null,
  ),
  type: made(
    z.enum(['debit', 'credit']).meta({
      description: 'credit for a top-up, debit for everything else, whether the sum is positive or negative',
    }),
    ({ activity }) => movementType(activity),
  ),
  sum: made(amount('The amount; negative for a charge', '-10.0'), ({ sum }) => shortest(sum)),
  balance: made(amount('The balance after it', '990.0'), ({ balance }) => shortest(balance)),
  currency: made(text('Always EUR', 'EUR'), () => 'EUR'),
  updator: made(orNull(text('Your user who caused it', 'alpha')), ({ actor_name }) => actor_name),
});
