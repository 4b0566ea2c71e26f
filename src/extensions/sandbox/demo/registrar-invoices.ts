import { money } from '../../../base/money.ts';
import {
  columnsOf,
  insertLines,
  prepaymentSheet,
} from '../../../registry/operations/billing/model/invoice-sheet.ts';
import { issuePrepayment } from '../../../registry/operations/billing/model/issue-prepayment.ts';
import { summariseMonth } from '../../../registry/operations/billing/model/monthly-summary.ts';
import { ofWhichVat, withVat } from '../../../registry/rules/money/vat.ts';
import { type Invoice, updateInvoice } from '../../../registry/store/billing/invoices.ts';
import {
  type Registrar,
  registrarsById,
  updateRegistrar,
} from '../../../registry/store/registry/registrars.ts';
import { requestId } from './backdated-runner.ts';
import { type Demo, daysFrom } from './world.ts';

const contextAt = ({ db, calendar }: Demo, now: Date) => ({
  config: { ZONEGRAPH_MODE: 'sandbox' as const },
  db,
  now,
  calendar,
  request: { id: requestId, via: 'job' as const },
  record: () => {},
  foresee: () => {},
  enqueue: () => {},
});

/** Registrars' invoices: paid and open prepayments, a cancelled one, and last month's summary. */
export async function seedRegistrarInvoices(world: Demo, prepaid: readonly Invoice[]): Promise<void> {
  const { db, registrars } = world;
  const ids = Object.values(registrars).map(({ registrarId }) => registrarId);
  for (const { id } of await registrarsById(db, ids)) {
    const own = prepaid.filter(({ registrar_id }) => registrar_id === id);
    const registrar = await updateRegistrar(db, id, { reference_no: own[0]?.reference_number ?? null });
    for (const invoice of own) await makeWhole(world, registrar, invoice);
    await issue(world, registrar, '250.00', -5);
    const cancelled = await issue(world, registrar, '75.00', -20);
    await updateInvoice(db, cancelled.id, { status: 'cancelled', cancelled_at: daysFrom(world, -18) });
    await summariseLastMonth(world, registrar);
  }
}

async function makeWhole(world: Demo, registrar: Registrar, invoice: Invoice): Promise<void> {
  const { db, settings } = world;
  const sums = ofWhichVat(invoice.amount, settings.vatRate);
  const context = contextAt(world, invoice.created_at);
  const sheet = {
    ...prepaymentSheet(context, settings, registrar, sums, settings.vatRate),
    issuedHere: true,
  };
  await updateInvoice(db, invoice.id, columnsOf(sheet));
  await insertLines(db, invoice.id, sheet);
}

const issue = (world: Demo, registrar: Registrar, net: string, days: number): Promise<Invoice> =>
  issuePrepayment(contextAt(world, daysFrom(world, days)), registrar, {
    description: 'Top-up',
    sumsAt: (rate) => withVat(money(net), rate),
  });

async function summariseLastMonth(world: Demo, registrar: Registrar): Promise<void> {
  const { db, calendar, now } = world;
  const monthBegan = `${calendar.dateOf(now).slice(0, 7)}-01`;
  const lastDay = calendar.plusDays(monthBegan, -1);
  await summariseMonth(contextAt(world, calendar.startOf(monthBegan)), registrar, {
    first: `${lastDay.slice(0, 7)}-01`,
    lastDay,
  });
  await updateRegistrar(db, registrar.id, { summarised_until: lastDay });
}
