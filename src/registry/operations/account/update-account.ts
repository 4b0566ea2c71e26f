import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { failure, Problems } from '../../../base/errors.ts';
import { isEmail, normaliseEmail } from '../../rules/contact/contact-fields.ts';
import { normaliseIban } from '../../rules/money/top-up.ts';
import { isUnsafeText } from '../../rules/text.ts';
import { lockRegistrar, type Registrar, updateRegistrar } from '../../store/registry/registrars.ts';
import { billingEmailOf } from '../billing/model/invoice-sheet.ts';
import { flag, text } from '../input.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { moneyChange } from './registrar-document.ts';

/**
 * Changes the billing address, the IBAN or the PDF wish of the caller's registrar: checks the values, locks the
 * registrar, and saves them with history. When the address or the IBAN changes, both the old and the new billing
 * address get a mail; fields that are left out stay, and a blank text clears a field
 * (docs/rules/self-service.md#account).
 */
export const updateAccount = defineCommand({
  name: 'account.update',
  summary: "Changes where the registrar's bills go, its IBAN and whether it wants invoices as PDF.",
  permits: ['registrar:billing'],
  scope: 'BILLING',
  afterSwitching: 'refused',
  input: z.object({
    billingEmail: text('The address that bills are sent to; unchanged when left out.').optional(),
    iban: text('The bank account, for e-invoices; unchanged when left out.').optional(),
    acceptPdfInvoices: flag(
      'Whether new invoices are also mailed as PDF; unchanged when left out.',
    ).optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX'],
  rest: 'PUT /registry/v1/accounts',
  graphql: 'Mutation.accountUpdate',
  run: async (context, input) => {
    const { db, now, actor, record } = context;
    const email = input.billingEmail === undefined ? undefined : normaliseEmail(input.billingEmail);
    const iban =
      input.iban === undefined || input.iban.trim() === '' ? input.iban?.trim() : normaliseIban(input.iban);
    const isWrongIban = input.iban !== undefined && iban === undefined;
    new Problems()
      .direct(
        email && (!isEmail(email) || isUnsafeText(email))
          ? wrong('Billing email', 'billingEmail')
          : undefined,
      )
      .direct(isWrongIban ? wrong('Iban', 'iban') : undefined)
      .refuseIfAny();
    const before = await lockRegistrar(db, registrarOf(actor).registrarId);
    const after = await updateRegistrar(db, before.id, {
      ...(email !== undefined && { billing_email: email || null }),
      ...(iban !== undefined && { iban: iban || null }),
      ...(input.acceptPdfInvoices !== undefined && { accept_pdf_invoices: input.acceptPdfInvoices }),
      updated_at: now,
    });
    record(moneyChange(before, after));
    tellBothAddresses(context, before, after);
    return { id: after.id };
  },
});

/** The previous billing address is notified when the billing address or the bank account changes. */
function tellBothAddresses({ enqueue }: OperationContext, before: Registrar, after: Registrar): void {
  const changed = [
    before.billing_email === after.billing_email ? undefined : 'the address for bills',
    before.iban === after.iban ? undefined : 'the IBAN',
  ].filter((what) => what !== undefined);
  const addresses = [billingEmailOf(before), billingEmailOf(after)].filter((address) => address !== null);
  if (changed.length === 0) return;
  for (const to of new Set(addresses))
    enqueue({
      kind: 'mail',
      subject: after.code,
      recipients: [{ registrarId: after.id }],
      payload: {
        to,
        subject: `${after.name}: billing details changed`,
        text: [
          `Hello ${after.name},`,
          `A user of yours has changed ${changed.join(' and ')} of your account. If this was not intended, tell us at once.`,
          'The domain registry',
        ].join('\n\n'),
      },
    });
}

const wrong = (what: string, field: string) =>
  failure('PARAMETER_VALUE_SYNTAX', `${what} is invalid`, { path: [field] });
