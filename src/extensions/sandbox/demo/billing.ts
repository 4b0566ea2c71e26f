import type { Config } from '../../../base/config.ts';
import {
  invoiceChange,
  invoiceDocument,
} from '../../../registry/operations/billing/model/invoice-document.ts';
import { referenceNumberOf } from '../../../registry/rules/money/reference-number.ts';
import type { Invoice } from '../../../registry/store/billing/invoices.ts';
import { writeJournal } from '../../../registry/store/runner/journal.ts';
import { paymentView } from '../payment-provider/payment-view.ts';
import { paymentAfter } from '../payment-provider/states.ts';
import {
  insertBulkPaymentItems,
  insertInvoices,
  insertPaymentEvents,
  insertPayments,
  insertReferenceNumbers,
  insertSandboxPayments,
} from '../store/bulk-inserts.ts';
import type { SandboxPayment } from '../store/sandbox-payments.ts';
import { requestId } from './backdated-runner.ts';
import { deterministicHex } from './deterministic-hex.ts';
import { amountText, type DemoInvoice } from './invoices.ts';
import type { RegistrarCode } from './people.ts';
import { type Demo, daysFrom } from './world.ts';

const minute = 60 * 1000;
const after = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * minute);

const registrarReference: Readonly<Record<RegistrarCode, string>> = {
  ALPHA: referenceNumberOf('100001'),
  BETA: referenceNumberOf('100002'),
};

/** Seeds invoices with their payments, both ours and the provider's. Returns the rows by number. */
export async function seedBilling(
  world: Demo,
  config: Config,
  planned: readonly DemoInvoice[],
): Promise<ReadonlyMap<number, Invoice>> {
  const { db, registrars, began } = world;
  await insertReferenceNumbers(
    db,
    (['ALPHA', 'BETA'] as const).map((code) => ({
      reference_number: registrarReference[code],
      initiator: 'registry',
      owner: code,
      email: `billing@${code.toLowerCase()}.example`,
      registrar_id: registrars[code].registrarId,
      created_at: began,
    })),
  );
  const payments = new Map(
    planned.flatMap((plan) => (plan.method ? [[plan.number, paymentFor(plan, config)]] : [])),
  );
  const rows = await insertInvoices(
    db,
    planned.map((plan) => invoiceRow(plan, payments.get(plan.paidBy ?? plan.number), world, config)),
  );
  const invoices = new Map(rows.map((row) => [row.number, row]));
  await insertBulkPaymentItems(
    db,
    planned.flatMap(({ number, pays = [] }) =>
      pays.map((child) => ({
        parent_id: idOf(invoices, number),
        child_id: idOf(invoices, child),
        settled: true,
      })),
    ),
  );
  await seedPayments(world, config, [...payments], invoices);
  await writeHistories(world, planned, invoices);
  return invoices;
}

const idOf = (invoices: ReadonlyMap<number, Invoice>, number: number): number =>
  invoices.get(number)?.id ?? 0;

function paymentFor(plan: DemoInvoice, { PAYMENT_ACCOUNT_NAME }: Config): Omit<SandboxPayment, 'id'> {
  const opened: Omit<SandboxPayment, 'id'> = {
    payment_reference: deterministicHex(`payment ${plan.number}`, 64),
    source: plan.deposit || plan.pays ? 'oneoff' : 'linkpay',
    account_name: PAYMENT_ACCOUNT_NAME,
    order_reference: String(plan.number),
    structured_reference: plan.prepayment ? registrarReference[plan.prepayment.registrar] : null,
    initial_amount: plan.amount,
    standing_amount: plan.amount,
    payment_state: 'initial',
    payment_method: plan.method ?? null,
    customer_url: null,
    customer_ip: null,
    customer_name: plan.customer?.name ?? null,
    customer_email: plan.customer?.email ?? null,
    custom_field_1: plan.reservation?.userUniqueId ?? null,
    custom_field_2: plan.initiator,
    succeeded: false,
    created_at: after(plan.at, 4),
    transaction_time: null,
  };
  const move = (
    payment: Omit<SandboxPayment, 'id'>,
    outcome: 'settled' | 'failed' | 'refunded',
    minutes: number,
  ) => ({
    ...payment,
    ...paymentAfter({ ...payment, id: 0 }, outcome, after(plan.at, minutes)),
  });
  if (plan.status === 'failed') return move(opened, 'failed', 5);
  const settled = move(opened, 'settled', 5);
  return plan.status === 'refunded' ? move(settled, 'refunded', 60 * 24 * 2) : settled;
}

function invoiceRow(
  plan: DemoInvoice,
  payment: Omit<SandboxPayment, 'id'> | undefined,
  world: Demo,
  config: Config,
) {
  const wasPaid = payment?.succeeded ?? false;
  const changedAt = payment?.transaction_time ?? plan.at;
  return {
    number: plan.number,
    user_unique_id: plan.reservation?.userUniqueId ?? null,
    initiator: plan.initiator,
    affiliation: plan.deposit ? ('auction_deposit' as const) : ('regular' as const),
    status: plan.status,
    amount: plan.amount,
    amount_text: amountText(plan),
    description: plan.description,
    reference_number: plan.prepayment ? registrarReference[plan.prepayment.registrar] : null,
    customer_name: plan.customer?.name ?? null,
    customer_email: plan.customer?.email ?? null,
    custom_field1: plan.reservation?.userUniqueId ?? null,
    reserved_names: [...(plan.reservation?.names ?? [])],
    deposit_domain: plan.deposit?.domain ?? null,
    deposit_user_uuid: plan.deposit?.userUuid ?? null,
    deposit_user_email: plan.deposit?.userEmail ?? null,
    registrar_id: plan.prepayment ? world.registrars[plan.prepayment.registrar].registrarId : null,
    credited: plan.prepayment !== undefined,
    bulk: plan.pays !== undefined,
    payment_reference: payment?.payment_reference ?? null,
    provider_snapshot: payment ? JSON.stringify(reported(payment, world, config)) : null,
    transaction_time: payment?.transaction_time ?? null,
    paid_at: wasPaid && payment ? after(payment.created_at, 1) : null,
    exported_to_accounting_at: plan.exported ? daysFrom({ ...world, now: plan.at }, 1) : null,
    accounting_data: null,
    sent_as_e_invoice_at:
      plan.exported && plan.initiator === 'eeid' ? daysFrom({ ...world, now: plan.at }, 1) : null,
    created_at: plan.at,
    updated_at: changedAt,
  };
}

const reported = (payment: Omit<SandboxPayment, 'id'>, { publicUrl }: Demo, config: Config) =>
  paymentView({ ...payment, id: 0 }, { publicUrl, apiUsername: config.PAYMENT_API_USERNAME });

async function seedPayments(
  world: Demo,
  config: Config,
  payments: readonly (readonly [number, Omit<SandboxPayment, 'id'>])[],
  invoices: ReadonlyMap<number, Invoice>,
): Promise<void> {
  const { db } = world;
  await insertSandboxPayments(
    db,
    payments.map(([, payment]) => payment),
  );
  await insertPayments(
    db,
    payments.map(([number, payment]) => ({
      reference: payment.payment_reference,
      invoice_id: idOf(invoices, number),
      order_reference: payment.order_reference,
      state: payment.payment_state,
      initial_amount: payment.initial_amount,
      standing_amount: payment.standing_amount,
      payment_link: `${world.publicUrl}/pay/${payment.payment_reference}`,
      snapshot: JSON.stringify(reported(payment, world, config)),
      occurred_at: payment.transaction_time ?? payment.created_at,
      acquiring_completed_at: null,
      created_at: payment.created_at,
      updated_at: payment.transaction_time ?? payment.created_at,
    })),
  );
  await insertPaymentEvents(
    db,
    payments.map(([number, payment]) => ({
      payment_reference: payment.payment_reference,
      invoice_id: idOf(invoices, number),
      name: payment.payment_state === 'refunded' ? 'refunded' : 'status_updated',
      received_at: after(payment.transaction_time ?? payment.created_at, 0),
      outcome: { settled: 'paid', refunded: 'refunded' }[payment.payment_state] ?? 'failed',
    })),
  );
}

/** Writes the history: each invoice was created, and each that is no longer unpaid was changed once. */
async function writeHistories(
  { db }: Demo,
  planned: readonly DemoInvoice[],
  invoices: ReadonlyMap<number, Invoice>,
): Promise<void> {
  const rows = planned.flatMap(({ number }) => invoices.get(number) ?? []);
  const asMade = (invoice: Invoice) => ({
    ...invoiceDocument(invoice),
    status: 'unpaid',
    paymentReference: null,
    transactionTime: null,
    paidAt: null,
    exportedToAccountingAt: null,
    sentAsEInvoiceAt: null,
  });
  const journal = { requestId, messages: [], charges: [], outbox: [], announcements: [] };
  for (const initiator of new Set(rows.map((row) => row.initiator)))
    await writeJournal(db, {
      ...journal,
      at: rows[0]?.created_at ?? after(new Date(0), 0),
      actor: { kind: 'billing', initiator },
      operation: 'invoice.create-payment-link',
      changes: rows
        .filter((row) => row.initiator === initiator)
        .map((row) => ({
          ...invoiceChange(undefined, row),
          after: asMade(row),
          at: row.created_at,
        })),
    });
  await writeJournal(db, {
    ...journal,
    at: rows[0]?.created_at ?? after(new Date(0), 0),
    actor: { kind: 'anonymous' },
    operation: 'payment.receive-notification',
    changes: rows
      .filter((row) => row.status !== 'unpaid')
      .map((row) => ({
        ...invoiceChange(undefined, row),
        before: asMade(row),
        at: row.updated_at,
      })),
  });
}
