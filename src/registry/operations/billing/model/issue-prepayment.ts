import { shortest } from '../../../../base/money.ts';
import { outOfNumbers } from '../../../rules/money/issuing.ts';
import { type Taxed, type VatRate, vatRateFor } from '../../../rules/money/vat.ts';
import type { Invoice } from '../../../store/billing/invoices.ts';
import { type Registrar, updateRegistrar } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';
import { createInvoice } from './create-invoice.ts';
import { type Issuing, issueNumber, refuseWithoutSeller } from './invoice-numbers.ts';
import { billingEmailOf, prepaymentSheet } from './invoice-sheet.ts';
import { takeReferenceNumber } from './reference-numbers.ts';

type Context = Pick<OperationContext, 'db' | 'now' | 'calendar' | 'record' | 'request' | 'foresee'> & Issuing;

/**
 * A registrar's prepayment, issued by the registry: the same kind of invoice that services create, so that
 * payments settle it in the same way (docs/rules/self-service.md#top-up). The caller has locked the
 * registrar.
 */
export async function issuePrepayment(
  context: Context,
  registrar: Registrar,
  { description, sumsAt }: { readonly description: string; readonly sumsAt: (rate: VatRate) => Taxed },
): Promise<Invoice> {
  const settings = await registrySettings(context.db);
  refuseWithoutSeller(context, settings);
  const rate = vatRateFor(registrar, settings);
  const sums = sumsAt(rate);
  return createInvoice(context, {
    number: await issueNumber(context, 'invoice', outOfNumbers()),
    initiator: 'registry',
    amount: sums.total,
    amountText: shortest(sums.total),
    description,
    customField1: description || undefined,
    customerName: registrar.name,
    customerEmail: billingEmailOf(registrar) ?? undefined,
    referenceNumber: await referenceNumberFor(context, registrar),
    registrarId: registrar.id,
    sheet: { ...prepaymentSheet(context, settings, registrar, sums, rate), issuedHere: true },
  });
}

/** Every registrar has one reference number, which is issued with its first invoice. */
async function referenceNumberFor({ db, now }: Context, registrar: Registrar): Promise<string> {
  if (registrar.reference_no !== null) return registrar.reference_no;
  const reference_no = await takeReferenceNumber(db, {
    initiator: 'registry',
    owner: registrar.code,
    email: null,
    registrar_id: registrar.id,
    created_at: now,
  });
  await updateRegistrar(db, registrar.id, { reference_no });
  return reference_no;
}
