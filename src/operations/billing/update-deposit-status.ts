import { z } from 'zod';
import { failure, refuseWith } from '../../core/errors.ts';
import { defineCommand, type OperationContext } from '../../core/operation.ts';
import { depositStatus } from '../../rules/payment-state.ts';
import { type Invoice, invoiceByNumber, latestDeposit, lockInvoice } from '../../store/invoices.ts';
import { moveInvoice } from './move-invoice.ts';
import { ownersFor } from './ownership.ts';

/** The latest deposit, found by exact words, then the status (reference/billing.md 4.3, 6.4). */
export const updateDepositStatus = defineCommand({
  name: 'invoice.update-deposit-status',
  summary: "Changes the status of an auction deposit's invoice.",
  permits: ['billing', 'operator'],
  input: z.object({
    domainName: z.string(),
    userUuid: z.string(),
    status: z.string(),
    /** Another way to name the deposit. */
    invoiceNumber: z.int().min(1).max(2_147_483_647).optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS', 'BILLING_FAILURE'],
  rest: 'POST /api/v1/invoice_generator/deposit_status',
  graphql: 'Mutation.depositStatusUpdate',
  run: async (context, input) => {
    const found = (await findDeposit(context, input)) ?? refuseWith(notFound(input));
    const wanted = depositStatus(input.status) ?? refuseWith(wrongStatus());
    const invoice = await lockInvoice(context.db, found.id);
    await moveInvoice(context, invoice, wanted.status, wanted.by);
    return { invoiceId: invoice.id };
  },
});

interface DepositKey {
  readonly domainName: string;
  readonly userUuid: string;
  readonly invoiceNumber?: number | undefined;
}

async function findDeposit(
  { db, actor }: OperationContext,
  { domainName, userUuid, invoiceNumber }: DepositKey,
): Promise<Invoice | undefined> {
  const owners = ownersFor(actor);
  const byWords = await latestDeposit(db, domainName, userUuid, owners);
  if (byWords || invoiceNumber === undefined) return byWords;
  const byNumber = await invoiceByNumber(db, invoiceNumber, undefined, owners);
  return byNumber?.affiliation === 'auction_deposit' ? byNumber : undefined;
}

const notFound = ({ domainName, userUuid }: DepositKey) =>
  failure(
    'OBJECT_DOES_NOT_EXIST',
    `Invoice with ${domainName} and ${userUuid} not found in Deposit Status Controller`,
    { httpStatus: 422 },
  );

// Two spaces: the mapped value of a word that is not known is empty (reference/billing.md 6.4).
const wrongStatus = () =>
  failure('PARAMETER_VALUE_SYNTAX', 'Wrong invoice status  in Deposit Status Controller', {
    httpStatus: 422,
  });
