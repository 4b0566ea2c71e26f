import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isEmail, normaliseEmail } from '../../rules/contact/contact-fields.ts';
import { isUnsafeText } from '../../rules/text.ts';
import { spendBudget } from '../../store/runner/rate-budgets.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { invoiceDocument } from './model/invoice-document.ts';
import { invoiceRef, visibleInvoice } from './model/own-invoice.ts';
import { mailInvoice } from './model/registrar-invoices.ts';

const mostInAnHour = limit(
  'mails with invoices that one registrar sends in an hour',
  10,
  'It protects those who get them.',
);
const hourMs = 60 * 60 * 1000;

/**
 * Mails one of the registrar's invoices as a PDF to a single address: checks the address and a limit of ten an hour,
 * which protects the recipients, and puts the mail into the outbox. History keeps the address
 * (docs/rules/self-service.md#sending).
 */
export const sendInvoice = defineCommand({
  name: 'invoice.send',
  summary: "Mails one of the registrar's invoices as a PDF.",
  permits: ['registrar:billing'],
  scope: 'BILLING',
  input: z.object({ invoice: invoiceRef, recipient: text('The one e-mail address it is sent to.') }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST', 'RATE_LIMITED'],
  rest: 'POST /registry/v1/invoices/:id/send_to_recipient',
  graphql: 'Mutation.invoiceSend',
  run: async (context, input) => {
    const { db, now, actor, record } = context;
    const problems = new Problems();
    const invoice = await problems.attempt(
      () => visibleInvoice(context, input.invoice),
      'invoice',
      'invoiceNumber',
    );
    const recipient = normaliseEmail(input.recipient);
    const isWrong = !isEmail(recipient) || isUnsafeText(recipient);
    problems
      .further()
      .direct(recipient === '' ? noRecipient() : isWrong ? wrongRecipient() : undefined)
      .refuseIfAny();
    if (!invoice) throw new Error('a missing invoice went unnoticed');
    const sender = `invoice-send:${registrarOf(actor).registrarId}`;
    const { used, windowStart } = await spendBudget(db, sender, 1, now, hourMs);
    if (used > mostInAnHour) refuseWith(tooMany(windowStart.getTime() + hourMs - now.getTime()));
    mailInvoice(context, invoice, recipient, 'somebody else');
    const document = invoiceDocument(invoice);
    record({
      type: 'invoice',
      id: invoice.id,
      key: String(invoice.number),
      before: document,
      after: { ...document, sentTo: recipient },
    });
    return { invoiceId: invoice.id };
  },
});

const noRecipient = () =>
  failure('REQUIRED_PARAMETER_MISSING', 'Invoice recipient cannot be empty', { path: ['recipient'] });
const wrongRecipient = () =>
  failure('PARAMETER_VALUE_SYNTAX', 'Recipient is invalid', { path: ['recipient'] });
const tooMany = (waitMs: number) =>
  failure('RATE_LIMITED', `Session limit exceeded. Current limit is ${mostInAnHour} invoices in an hour`, {
    details: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  });
