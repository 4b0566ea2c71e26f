import { z } from 'zod';
import { defineCommand } from '../operation.ts';
import { giveNumbers, issueInvoiceNumber as issue } from './model/invoice-numbers.ts';

/**
 * Issues the next free invoice number to a service and remembers which service has it. No number is issued twice, and
 * only that service may use it (docs/rules/billing.md#invoice-numbers).
 */
export const issueInvoiceNumber = defineCommand({
  name: 'invoice.issue-number',
  summary: 'Issues the next free invoice number; no number is ever issued twice.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({}),
  errors: ['PARAMETER_VALUE_RANGE'],
  rest: 'POST /api/v1/invoice_generator/invoice_number_generator',
  graphql: 'Mutation.invoiceNumberIssue',
  run: async (context) => {
    const invoiceNumber = await issue(context);
    await giveNumbers(context, [invoiceNumber]);
    return { invoiceNumber };
  },
});
