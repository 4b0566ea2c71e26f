import type { LocalDate } from '../../../../base/calendar.ts';
import { add, times, zero } from '../../../../base/money.ts';
import { type KeptLine, productText, summaryTitle } from '../../../rules/money/registrar-invoice.ts';
import { vatRateFor } from '../../../rules/money/vat.ts';
import { productsSoldTo } from '../../../store/billing/prepayments.ts';
import type { Registrar } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';
import { createInvoice } from './create-invoice.ts';
import { type Issuing, issueNumber, refuseWithoutSeller } from './invoice-numbers.ts';
import { billingEmailOf, buyerOf, sellerOf } from './invoice-sheet.ts';
import { exportInvoice, sendNewInvoice } from './registrar-invoices.ts';

type Context = Pick<
  OperationContext,
  'db' | 'now' | 'calendar' | 'record' | 'request' | 'foresee' | 'enqueue'
> &
  Issuing;

/** A registrar's purchases in a month (docs/rules/self-service.md#monthly-summaries); undefined if there were none. */
export async function summariseMonth(
  context: Context,
  registrar: Registrar,
  { first, lastDay }: { readonly first: LocalDate; readonly lastDay: LocalDate },
): Promise<number | undefined> {
  const { db, calendar } = context;
  const until = calendar.startOf(calendar.plusDays(lastDay, 1));
  const sold = await productsSoldTo(db, registrar.id, calendar.startOf(first), until, calendar.zone);
  if (sold.length === 0) return undefined;
  const settings = await registrySettings(db);
  const prepaid = add(...sold.map(({ price, quantity }) => times(price, quantity)));
  const lines: KeptLine[] = sold.map(({ origin, activity, months, price, quantity }) => ({
    description: productText(origin, activity, months),
    unit: 'pc',
    quantity,
    price,
    product_id: origin.toUpperCase(),
    years: months !== null && months % 12 === 0 ? months / 12 : null,
  }));
  const takenOff: KeptLine = {
    description: 'Domains prepayment',
    unit: 'pc',
    quantity: -1,
    price: prepaid,
    product_id: settings.accountingPrepaymentProduct,
    years: null,
  };
  refuseWithoutSeller(context, settings);
  const invoice = await createInvoice(context, {
    number: await issueNumber(context, 'monthly'),
    initiator: 'registry',
    amount: zero,
    amountText: '0.0',
    description: summaryTitle(lastDay),
    customerName: registrar.name,
    customerEmail: billingEmailOf(registrar) ?? undefined,
    referenceNumber: registrar.reference_no ?? undefined,
    registrarId: registrar.id,
    sheet: {
      kind: 'monthly_summary',
      issuedOn: lastDay,
      dueOn: lastDay,
      sums: { net: zero, vat: zero, total: zero },
      rate: vatRateFor(registrar, settings),
      seller: sellerOf(settings),
      buyer: buyerOf(registrar),
      lines: [...lines, takenOff],
      issuedHere: true,
    },
  });
  await sendNewInvoice(context, invoice, registrar);
  await exportInvoice(context, invoice, registrar);
  return invoice.number;
}
