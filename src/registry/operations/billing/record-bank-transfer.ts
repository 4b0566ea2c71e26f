import { z } from 'zod';
import { type Failure, failure, Problems, referenceNotFound } from '../../../base/errors.ts';
import { type Money, zero } from '../../../base/money.ts';
import { readInstant } from '../../rules/instant.ts';
import { mustBe } from '../../rules/money/payment-request.ts';
import { referenceNumbersIn } from '../../rules/money/reference-number.ts';
import { ofWhichVat } from '../../rules/money/vat.ts';
import { asTyped } from '../../rules/text.ts';
import type { Invoice } from '../../store/billing/invoices.ts';
import {
  insertBankTransfer,
  lockPrepaymentFor,
  registrarsByReference,
} from '../../store/billing/prepayments.ts';
import { lockRegistrar, type Registrar } from '../../store/registry/registrars.ts';
import { text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { amountOf } from '../operator/amounts.ts';
import { filledTextUpTo, textUpTo } from './model/fields.ts';
import { billingEmailOf } from './model/invoice-sheet.ts';
import { issuePrepayment } from './model/issue-prepayment.ts';
import { moveInvoice } from './model/move-invoice.ts';
import { mailInvoice } from './model/registrar-invoices.ts';

const day = 24 * 60 * 60 * 1000;
/** How long ago an operator may have marked an invoice as paid by hand because of this transfer. */
const markedByHandMs = 2 * day;

/**
 * Credits a bank transfer for an operator: finds the registrar by the reference number, locks it, and marks the
 * oldest open prepayment of that sum as paid, or issues a new one that is paid at once and mails it. The account is
 * credited in the same transaction, once for each reference of the bank (docs/rules/self-service.md#bank-transfers).
 */
export const recordBankTransfer = defineCommand({
  name: 'bank-transfer.record',
  summary: "Credits a registrar's bank transfer, once for each reference of the bank.",
  permits: ['operator'],
  operators: 'FINANCE',
  scope: 'WRITE',
  input: z.object({
    referenceNumber: textUpTo(
      255,
      'The reference number of the transfer; when left out, the first one in its description.',
    ).optional(),
    amount: text('The amount received, in euros.', 'Decimal'),
    description: textUpTo(2000, 'What the payer wrote.'),
    receivedAt: text('When the bank received it.', 'DateTime'),
    bankReference: filledTextUpTo(
      255,
      "The bank's own reference of the transfer; each reference is credited once.",
    ),
  }),
  errors: [
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_EXISTS',
    'COMMAND_FAILED',
  ],
  conflicts: {
    bank_transfers_once: recorded(),
    bank_transfers_once_as_read: recorded(),
  },
  graphql: 'Mutation.bankTransferRecord',
  run: async (context, { referenceNumber, amount: text, description, receivedAt, bankReference }) => {
    const { db, now } = context;
    const { value: sum, failure: wrongSum } = amountOf('amount', text, { negative: false });
    const received = readInstant(receivedAt);
    const key = asTyped(bankReference);
    const number = asTyped(referenceNumber ?? '');
    const [found] = await registrarsByReference(db, referenceNumbersIn(number, description));
    new Problems()
      .direct(wrongSum, sum === zero && !wrongSum ? nothing() : undefined)
      .direct(
        received instanceof Date ? tooEarlyOrLate(received, now) : mustBe('receivedAt', 'a moment'),
        key === undefined ? hasUnseen('bankReference') : undefined,
        number === undefined ? hasUnseen('referenceNumber') : undefined,
      )
      .further()
      .direct(found ? undefined : noSuchReference())
      .refuseIfAny();
    if (!found) throw new Error('a missing reference went unnoticed');
    const registrar = await lockRegistrar(db, found.registrar_id);
    const invoice = await paidWith(context, registrar, sum);
    await insertBankTransfer(db, {
      bank_reference: bankReference.trim(),
      reference_key: key ?? null,
      reference_number: found.reference_number,
      registrar_id: registrar.id,
      invoice_id: invoice.id,
      sum,
      description,
      received_at: received instanceof Date ? received : now,
      created_at: now,
    });
    return { invoiceId: invoice.id };
  },
});

async function paidWith(context: OperationContext, registrar: Registrar, sum: Money): Promise<Invoice> {
  const markedSince = new Date(context.now.getTime() - markedByHandMs);
  const asked = await lockPrepaymentFor(context.db, registrar.id, sum, markedSince);
  if (asked) return moveInvoice(context, asked, 'paid', 'operator');
  const issued = await issuePrepayment(context, registrar, {
    description: 'Direct top-up via bank transfer',
    sumsAt: (rate) => ofWhichVat(sum, rate),
  });
  const paid = await moveInvoice(context, issued, 'paid', 'operator');
  const to = billingEmailOf(registrar);
  if (to !== null) mailInvoice(context, paid, to, { registrarId: registrar.id });
  return paid;
}

/** A function, because the declaration above needs it. */
function recorded(): Failure {
  return failure('OBJECT_EXISTS', 'Bank transfer has already been recorded', { path: ['bankReference'] });
}

const hasUnseen = (field: string): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${field}': Has characters that nobody sees`, {
    path: [field],
  });

/** Ten years are longer than books are kept; the clock of a bank may be in another time zone. */
const tooEarlyOrLate = (received: Date, now: Date): Failure | undefined =>
  received.getTime() > now.getTime() + day || received.getTime() < now.getTime() - 10 * 365 * day
    ? failure('PARAMETER_VALUE_RANGE', 'Received at must be within the last ten years', {
        path: ['receivedAt'],
      })
    : undefined;

const nothing = () => failure('PARAMETER_VALUE_RANGE', 'Amount must be more than 0', { path: ['amount'] });

const noSuchReference = () =>
  referenceNotFound('Reference number belongs to no registrar', ['referenceNumber']);
