import { z } from 'zod';
import { type Failure, failure, Problems, referenceNotFound, refuseWith } from '../../../base/errors.ts';
import { isMissing } from '../../rules/money/payment-request.ts';
import { depositStatus } from '../../rules/money/payment-state.ts';
import { ownersFor } from '../../rules/visibility.ts';
import { type Invoice, invoiceByNumber, latestDeposit, lockInvoice } from '../../store/billing/invoices.ts';
import { domainName, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { invoiceNumberField } from './model/fields.ts';
import { moveInvoice } from './model/move-invoice.ts';

/**
 * Changes the status of an auction deposit for the service that owns it: finds the latest deposit by the exact domain
 * name and bidder, or by its invoice number, and locks it. The change follows the rules for invoice statuses
 * (docs/rules/billing.md#deposits).
 */
export const updateDepositStatus = defineCommand({
  name: 'invoice.update-deposit-status',
  summary: "Changes the status of an auction deposit's invoice.",
  permits: ['billing', 'operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    domainName: domainName(
      'The name of the domain at auction; with userUuid it identifies the deposit.',
    ).optional(),
    userUuid: text('The id of the bidder, a UUID; with domainName it identifies the deposit.').optional(),
    status: text('The new status of the deposit.', 'DepositStatus'),
    invoiceNumber: invoiceNumberField
      .meta({
        description: "The number of the deposit's invoice, instead of domain and bidder.",
        named: 'number',
      })
      .optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'BILLING_FAILURE',
  ],
  rest: 'POST /api/v1/invoice_generator/deposit_status',
  graphql: 'Mutation.depositStatusUpdate',
  run: async (context, input) => {
    if (input.invoiceNumber === undefined)
      new Problems()
        .direct(input.domainName === undefined ? isMissing('domainName') : undefined)
        .direct(input.userUuid === undefined ? isMissing('userUuid') : undefined)
        .refuseIfAny();
    const found = (await findDeposit(context, input)) ?? refuseWith(notFound(input));
    const wanted = depositStatus(input.status) ?? refuseWith(wrongStatus());
    const invoice = await lockInvoice(context.db, found.id);
    await moveInvoice(context, invoice, wanted.status, wanted.by);
    return { invoiceId: invoice.id };
  },
});

interface DepositKey {
  readonly domainName?: string | undefined;
  readonly userUuid?: string | undefined;
  readonly invoiceNumber?: number | undefined;
}

async function findDeposit(
  { db, actor }: OperationContext,
  { domainName, userUuid, invoiceNumber }: DepositKey,
): Promise<Invoice | undefined> {
  const owners = ownersFor(actor);
  if (domainName !== undefined && userUuid !== undefined) {
    const byWords = await latestDeposit(db, domainName, userUuid, owners);
    if (byWords) return byWords;
  }
  if (invoiceNumber === undefined) return undefined;
  const byNumber = await invoiceByNumber(db, invoiceNumber, undefined, owners);
  return byNumber?.affiliation === 'auction_deposit' ? byNumber : undefined;
}

function notFound({ domainName, userUuid, invoiceNumber }: DepositKey): Failure {
  const words = [domainName, userUuid].filter((word) => word !== undefined);
  const key = words.length > 0 ? words.join(' and ') : invoiceNumber;
  return referenceNotFound(`Invoice with ${key} not found in Deposit Status Controller`);
}

// Two spaces: the mapped value of an unknown status is empty (docs/rules/billing.md#deposits).
const wrongStatus = () =>
  failure('PARAMETER_VALUE_SYNTAX', 'Wrong invoice status  in Deposit Status Controller');
