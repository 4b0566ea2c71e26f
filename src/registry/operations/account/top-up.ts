import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { Problems, refuseWith } from '../../../base/errors.ts';
import { readTopUp, topUpDescriptionFailure } from '../../rules/money/top-up.ts';
import { withVat } from '../../rules/money/vat.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { issuePrepayment } from '../billing/model/issue-prepayment.ts';
import { paymentLinkOf } from '../billing/model/payment-link.ts';
import { sendNewInvoice } from '../billing/model/registrar-invoices.ts';
import { text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';

/**
 * Issues a prepayment invoice for the registrar and returns the link to pay it: checks the amount against the
 * smallest deposit, adds VAT, and sends the invoice as the registrar wants it. The account is credited with the
 * amount without VAT when the payment arrives (docs/rules/self-service.md#top-up).
 */
export const topUpAccount = defineCommand({
  name: 'account.top-up',
  summary: "Issues an invoice with which the registrar's account is topped up, and the link to pay it.",
  permits: ['registrar:billing'],
  scope: 'BILLING',
  input: z.object({
    amount: text('The amount to credit, in euros; VAT is added to it.', 'Decimal')
      .optional()
      .meta({ required: true }),
    description: text('Your note, printed on the invoice.').optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_RANGE', 'PARAMETER_VALUE_POLICY'],
  rest: 'POST /registry/v1/invoices/add_credit',
  graphql: 'Mutation.accountTopUp',
  run: async (context, { amount, description }) => {
    const { db, actor } = context;
    const { minimumDeposit } = await registrySettings(db);
    const net = readTopUp(amount, minimumDeposit);
    new Problems()
      .direct(net.ok ? undefined : net.failure, topUpDescriptionFailure(description))
      .refuseIfAny();
    const registrar = await lockRegistrar(db, registrarOf(actor).registrarId);
    const invoice = await issuePrepayment(context, registrar, {
      description: description?.trim() ?? '',
      sumsAt: (rate) => withVat(net.ok ? net.value : refuseWith(net.failure), rate),
    });
    await sendNewInvoice(context, invoice, registrar);
    return { invoiceId: invoice.id, paymentUrl: paymentLinkOf(context, invoice) };
  },
});
