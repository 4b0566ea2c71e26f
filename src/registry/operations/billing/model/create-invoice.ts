import type { Initiator } from '../../../../base/actor.ts';
import { type Failure, failure, refuseWith } from '../../../../base/errors.ts';
import { type Money, zero } from '../../../../base/money.ts';
import type { Affiliation } from '../../../entities/invoice.ts';
import { type Deposit, reservationDescription } from '../../../rules/money/invoice-texts.ts';
import { amountInLinks } from '../../../rules/money/payment-request.ts';
import type { InvoiceKind } from '../../../rules/money/registrar-invoice.ts';
import { referenceNumber } from '../../../store/billing/invoice-numbers.ts';
import {
  type Invoice,
  insertInvoice,
  invoicesWithNumbers,
  lockNumber,
} from '../../../store/billing/invoices.ts';
import { registrarsById } from '../../../store/registry/registrars.ts';
import type { OperationContext } from '../../operation.ts';
import { registrySettings } from '../../settings.ts';
import { invoiceChange } from './invoice-document.ts';
import { skipNumbers } from './invoice-numbers.ts';
import { columnsOf, insertLines, prepaymentSheet, type Sheet } from './invoice-sheet.ts';

type Context = Pick<OperationContext, 'db' | 'now' | 'calendar' | 'record' | 'request' | 'foresee'>;

export interface NewInvoice {
  readonly number: number;
  readonly initiator: Initiator;
  readonly amount: Money;
  /** The amount as the client wrote it, because links repeat it. */
  readonly amountText: string;
  /** Default: `reload balance`, or a text made from a reservation's names. */
  readonly description?: string | undefined;
  /** Identifies a reservation among those that share a number. */
  readonly userUniqueId?: string | undefined;
  readonly reservedNames?: readonly string[] | undefined;
  readonly affiliation?: Affiliation | undefined;
  readonly deposit?: Deposit | undefined;
  readonly bulk?: boolean;
  /** Custom fields of the payment link. */
  readonly customField1?: string | undefined;
  readonly customerName?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly referenceNumber?: string | undefined;
  /** The registrar whose prepayment it is; by default the owner of its reference number decides. */
  readonly registrarId?: number | undefined;
  /** The full content of a registrar's invoice; by default the requested amount, without tax. */
  readonly sheet?: Sheet | undefined;
}

/**
 * Creates an invoice under an unused number, or under one that other reservations share, each with its own
 * user unique id (docs/rules/billing.md#payment-links). An invoice of zero is paid from the start.
 */
export async function createInvoice(context: Context, invoice: NewInvoice): Promise<Invoice> {
  const { db, now } = context;
  await lockNumber(db, invoice.number);
  const sharers = await invoicesWithNumbers(db, [invoice.number]);
  if (!sharers.every((sharer) => mayShare(sharer, invoice))) refuseWith(numberTaken());
  await skipNumbers(context, [invoice.number]);
  const isPaid = invoice.amount === zero;
  const registrarId = await registrarOf(context, invoice);
  const sheet =
    invoice.sheet ?? (registrarId === null ? undefined : await untaxed(context, registrarId, invoice.amount));
  const created = await insertInvoice(db, {
    number: invoice.number,
    user_unique_id: invoice.userUniqueId ?? null,
    initiator: invoice.initiator,
    affiliation: invoice.affiliation ?? 'regular',
    status: isPaid ? 'paid' : 'unpaid',
    amount: invoice.amount,
    amount_text: amountInLinks(invoice.amountText, invoice.amount),
    description: descriptionOf(invoice),
    reference_number: invoice.referenceNumber ?? null,
    customer_name: invoice.customerName ?? null,
    customer_email: invoice.customerEmail ?? null,
    custom_field1: invoice.customField1 ?? null,
    reserved_names: [...(invoice.reservedNames ?? [])],
    deposit_domain: invoice.deposit?.domain ?? null,
    deposit_user_uuid: invoice.deposit?.userUuid ?? null,
    deposit_user_email: invoice.deposit?.userEmail ?? null,
    registrar_id: registrarId,
    bulk: invoice.bulk ?? false,
    payment_reference: null,
    provider_snapshot: null,
    transaction_time: null,
    paid_at: isPaid ? now : null,
    exported_to_accounting_at: null,
    accounting_data: null,
    sent_as_e_invoice_at: null,
    kind: kindOf(invoice),
    ...(sheet && columnsOf(sheet)),
    created_at: now,
    updated_at: now,
  });
  if (sheet) context.foresee('invoice', sheet);
  if (sheet) await insertLines(db, created.id, sheet);
  context.record(invoiceChange(undefined, created));
  return created;
}

/** Returns the kind of an invoice that is not a registrar's. */
export const kindOf = ({
  initiator,
  affiliation,
}: Pick<NewInvoice, 'initiator' | 'affiliation'>): InvoiceKind => {
  if (affiliation === 'auction_deposit') return 'deposit';
  return initiator === 'business_registry' ? 'reservation' : 'other';
};

/** A service that bills a registrar itself reports no tax, so the whole amount is credited. */
async function untaxed(context: Context, registrarId: number, amount: Money): Promise<Sheet> {
  const [registrar] = await registrarsById(context.db, [registrarId]);
  if (!registrar) throw new Error(`registrar ${registrarId} is gone`);
  const settings = await registrySettings(context.db);
  const sums = { net: amount, vat: zero, total: amount };
  return { ...prepaymentSheet(context, settings, registrar, sums, 0), issuedHere: false };
}

const mayShare = (sharer: Invoice, { initiator, userUniqueId }: NewInvoice): boolean =>
  sharer.initiator === 'business_registry' &&
  initiator === 'business_registry' &&
  sharer.user_unique_id !== null &&
  userUniqueId !== undefined &&
  sharer.user_unique_id !== userUniqueId;

export const numberTaken = (): Failure =>
  failure('OBJECT_EXISTS', 'is already taken', { path: ['invoiceNumber'] });

function descriptionOf({ description, reservedNames = [], userUniqueId }: NewInvoice): string {
  if (userUniqueId !== undefined && reservedNames.length > 0)
    return reservationDescription(reservedNames, userUniqueId);
  return description ?? 'reload balance';
}

/**
 * A registrar's prepayment is identified by its reference number: one that was issued or imported for the
 * registry with a registrar as its owner (docs/rules/billing.md#prepayments). Only the registry's own
 * invoices can be prepayments.
 */
async function registrarOf({ db }: Context, invoice: NewInvoice): Promise<number | null> {
  if (invoice.registrarId !== undefined) return invoice.registrarId;
  const mayBePrepayment = invoice.initiator === 'registry' && !invoice.bulk && !invoice.deposit;
  if (!mayBePrepayment || invoice.referenceNumber === undefined) return null;
  return (await referenceNumber(db, invoice.referenceNumber))?.registrar_id ?? null;
}
