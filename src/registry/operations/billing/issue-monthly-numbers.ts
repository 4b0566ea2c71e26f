import { z } from 'zod';
import { defineCommand } from '../operation.ts';
import { integerBetween } from './model/fields.ts';
import { giveNumbers, issueNumber } from './model/invoice-numbers.ts';

/**
 * Issues up to 1,000 numbers for a service's monthly summaries in the accounting system, all of them or none. Only
 * the service they were issued to may use them (docs/rules/billing.md#invoice-numbers).
 */
export const issueMonthlyNumbers = defineCommand({
  name: 'invoice.issue-monthly-numbers',
  summary: 'Issues numbers for monthly summary invoices.',
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    count: integerBetween(1, 1000, 'an integer from 1 to 1000').meta({
      description: 'How many numbers are needed, 1 to 1000.',
    }),
  }),
  errors: ['PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_SYNTAX'],
  rest: 'POST /api/v1/invoice_generator/monthly_invoice_numbers_generator',
  graphql: 'Mutation.monthlyInvoiceNumbersIssue',
  run: async (context, { count }) => {
    const invoiceNumbers: number[] = [];
    while (invoiceNumbers.length < count) invoiceNumbers.push(await issueNumber(context, 'monthly'));
    await giveNumbers(context, invoiceNumbers);
    return { invoiceNumbers };
  },
});
