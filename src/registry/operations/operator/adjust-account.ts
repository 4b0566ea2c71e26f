import { z } from 'zod';
import { failure, Problems } from '../../../base/errors.ts';
import { isBlank, isUnprintable } from '../../rules/text.ts';
import { overdraft, post } from '../../store/registry/accounts.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { amountOf } from './amounts.ts';
import { namedRegistrar } from './named-registrar.ts';

const unfitDescription = () =>
  failure('PARAMETER_VALUE_SYNTAX', "Invalid parameter 'description': Must be plain text", {
    path: ['description'],
  });

/**
 * Corrects a registrar's balance for an operator: checks the amount and the description, and posts a row of activity
 * `update_credit` to the ledger, with history. A balance never falls below zero (docs/rules/registrar.md#charges).
 */
export const adjustAccount = defineCommand({
  name: 'account.adjust',
  summary: "Adds to or takes from a registrar's balance by hand.",
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    registrar: text('The code of the registrar whose account it is, such as ALPHA.'),
    amount: text(
      'The amount to credit, in euros; a negative amount ("-50.00") debits the account.',
      'Decimal',
    ),
    description: text('What it is for, as the registrar will read it among its transactions.').optional(),
  }),
  errors: ['PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_SYNTAX', 'BILLING_FAILURE', 'OBJECT_DOES_NOT_EXIST'],
  conflicts: {
    [overdraft]: failure('BILLING_FAILURE', 'Billing failure - credit balance low', { path: ['amount'] }),
  },
  graphql: 'Mutation.accountAdjust',
  run: async ({ db, now, request, record, publish }, input) => {
    const amount = amountOf('amount', input.amount, { negative: true });
    const given = input.description ?? '';
    const description = isBlank(given) ? 'Correction' : given.trim();
    const problems = new Problems()
      .validation(amount.failure)
      .validation(isUnprintable(description) || description.length > 255 ? unfitDescription() : undefined)
      .further();
    const registrar = await problems.attempt(() => namedRegistrar(db, input.registrar));
    problems.refuseIfAny();
    if (!registrar) throw new Error('a missing registrar went unnoticed');
    const { id: registrarId, code } = registrar;
    const [row] = await post(db, [
      {
        registrarId,
        activity: 'update_credit',
        description,
        sum: amount.value,
        requestId: request.id,
        at: now,
      },
    ]);
    if (!row) throw new Error('the ledger took nothing');
    publish('account', String(registrarId));
    record({
      type: 'account',
      id: registrarId,
      key: code,
      before: { transaction: null },
      after: { transaction: row.id, sum: amount.value, description, balance: row.balance },
    });
    return { id: row.id };
  },
});
