import type { Initiator } from '../../../base/actor.ts';
import { add, type Money, money, shortest } from '../../../base/money.ts';
import {
  bulkChildDescription,
  bulkDescription,
  depositDescription,
  reservationDescription,
} from '../../../registry/rules/money/invoice-texts.ts';
import type { InvoiceStatus } from '../../../registry/rules/money/payment-state.ts';
import { withVat } from '../../../registry/rules/money/vat.ts';
import type { Prepayment } from './accounts.ts';
import { type Demo, daysFrom } from './world.ts';

/** An invoice of the demo world. */
export interface DemoInvoice {
  readonly number: number;
  readonly initiator: Initiator;
  readonly status: InvoiceStatus;
  readonly amount: Money;
  readonly description: string;
  readonly at: Date;
  /** How it was paid, or the failed attempt. */
  readonly method?: 'card' | 'lhv_ob_ee' | 'swedbank_ob_ee';
  readonly customer?: { readonly name: string; readonly email: string };
  readonly prepayment?: Prepayment;
  readonly deposit?: { readonly domain: string; readonly userUuid: string; readonly userEmail: string };
  readonly reservation?: { readonly userUniqueId: string; readonly names: readonly string[] };
  /** The numbers of the invoices that it combines. */
  readonly pays?: readonly number[];
  /** The number of the combined invoice that paid it. */
  readonly paidBy?: number;
  readonly exported?: boolean;
}

export interface PaidReservationPlan {
  readonly userUniqueId: string;
  readonly names: readonly string[];
  readonly at: Date;
  readonly paid: boolean;
}

const customers = {
  liina: { name: 'Liina Laas', email: 'liina.laas@mail.example' },
  oskar: { name: 'Oskar Oja', email: 'oskar.oja@mail.example' },
};
const bidder = '6f1d2c3b-8a41-4e5f-9b7c-0d1e2f3a4b5c';

/** An invoice of each status for each service that bills, and the registrars' prepayments. */
export function plannedInvoices(
  world: Demo,
  prepaid: readonly Prepayment[],
  reservations: readonly PaidReservationPlan[],
): readonly DemoInvoice[] {
  const at = (days: number): Date => daysFrom(world, -days);
  const ordinary: Omit<DemoInvoice, 'number'>[] = [
    ...prepaid.map((prepayment) => ({
      initiator: 'registry' as const,
      status: 'paid' as const,
      // Credits are net.
      amount: withVat(prepayment.amount, world.settings.vatRate).total,
      description: 'reload balance',
      at: prepayment.at,
      method: 'swedbank_ob_ee' as const,
      prepayment,
      exported: prepayment.at < at(30),
    })),
    ...reservations.map(({ userUniqueId, names, at: made, paid }) => ({
      initiator: 'business_registry' as const,
      status: paid ? ('paid' as const) : ('unpaid' as const),
      amount: money(`${names.length * 10}.00`),
      description: reservationDescription(names, userUniqueId),
      at: made,
      ...(paid && { method: 'card' as const }),
      reservation: { userUniqueId, names },
    })),
    ...[
      { initiator: 'registry', status: 'unpaid', amount: '100.00', description: 'reload balance', days: 3 },
      { initiator: 'registry', status: 'overdue', amount: '50.00', description: 'reload balance', days: 48 },
      { initiator: 'auction', status: 'paid', amount: '120.00', description: 'Auction kivi.ee', days: 35 },
      { initiator: 'auction', status: 'unpaid', amount: '85.50', description: 'Auction meri.ee', days: 2 },
      { initiator: 'auction', status: 'failed', amount: '60.00', description: 'Auction lumi.ee', days: 5 },
      { initiator: 'auction', status: 'cancelled', amount: '45.00', description: 'Auction udu.ee', days: 20 },
      { initiator: 'auction', status: 'paid', amount: '40.00', description: 'Auction tuul.ee', days: 15 },
      { initiator: 'auction', status: 'paid', amount: '35.00', description: 'Auction torm.ee', days: 15 },
      {
        initiator: 'eeid',
        status: 'paid',
        amount: '24.80',
        description: 'Identification, first half',
        days: 60,
      },
      {
        initiator: 'eeid',
        status: 'refunded',
        amount: '12.40',
        description: 'Identification, second half',
        days: 30,
      },
    ].map(({ days, ...invoice }) => ({
      ...(invoice as Pick<DemoInvoice, 'initiator' | 'status' | 'description'>),
      amount: money(invoice.amount),
      at: at(days),
      customer: invoice.initiator === 'eeid' ? customers.oskar : customers.liina,
      ...(['paid', 'failed', 'refunded'].includes(invoice.status) && { method: 'card' as const }),
      exported: invoice.status === 'paid' && days >= 30,
    })),
  ];
  ordinary.sort((one, other) => one.at.getTime() - other.at.getTime());
  const bulkNumber = world.settings.depositNumberMin + deposits.length;
  const numbered = ordinary.map((invoice, index): DemoInvoice => {
    const number = world.settings.invoiceNumberMin + index;
    if (!/^Auction (tuul|torm)/.test(invoice.description)) return { ...invoice, number };
    const { method: _, ...child } = invoice;
    return { ...child, number, description: bulkChildDescription(bulkNumber), paidBy: bulkNumber };
  });
  const children = numbered.filter(({ paidBy }) => paidBy !== undefined);
  return [...numbered, ...plannedDeposits(world), bulkPayment(bulkNumber, children, world)];
}

const deposits = [
  { status: 'refunded', domain: 'udu.ee', days: 22 },
  { status: 'paid', domain: 'lumi.ee', days: 6 },
  { status: 'unpaid', domain: 'jää.ee', days: 1 },
] as const;

function plannedDeposits(world: Demo): DemoInvoice[] {
  return deposits.map(({ status, domain, days }, index) => {
    const deposit = { domain, userUuid: bidder, userEmail: customers.liina.email };
    return {
      number: world.settings.depositNumberMin + index,
      initiator: 'auction',
      status,
      amount: money('50.00'),
      description: depositDescription(deposit),
      at: daysFrom(world, -days),
      ...(status !== 'unpaid' && { method: 'lhv_ob_ee' as const }),
      deposit,
    };
  });
}

function bulkPayment(number: number, children: readonly DemoInvoice[], world: Demo): DemoInvoice {
  const pays = children.map((child) => child.number);
  return {
    number,
    initiator: 'auction',
    status: 'paid',
    amount: add(...children.map(({ amount }) => amount)),
    description: bulkDescription(pays),
    at: daysFrom(world, -14),
    method: 'card',
    customer: customers.liina,
    pays,
  };
}

export const amountText = ({ amount, reservation }: DemoInvoice): string =>
  reservation ? shortest(amount) : amount;
