import { add, cents, fromCents, type Money, money } from '../../../base/money.ts';
import { chargeFor } from '../../../registry/rules/money/charges.ts';
import { type LedgerEntry, post } from '../../../registry/store/registry/accounts.ts';
import { pricesOn } from '../../../registry/store/registry/zones.ts';
import { requestId } from './backdated-runner.ts';
import type { RegisteredDomain } from './domains.ts';
import type { RegistrarCode } from './people.ts';
import { type Demo, daysFrom } from './world.ts';

/** A registrar's payment to its account, for both the ledger and the invoice. */
export interface Prepayment {
  readonly registrar: RegistrarCode;
  readonly amount: Money;
  readonly at: Date;
}

/** Every registration and renewal of the demo world as it was charged, oldest first. */
export async function charges(world: Demo, domains: readonly RegisteredDomain[]): Promise<LedgerEntry[]> {
  const { db, calendar, now } = world;
  const charged = domains.flatMap(({ at, renewals, ...domain }) => [
    { ...domain, operation: 'create' as const, at },
    ...renewals.map((renewal) => ({ ...domain, operation: 'renew' as const, at: renewal.at })),
  ]);
  const prices = await pricesOn(
    db,
    charged.map(({ zoneId, operation, demo }) => ({ zoneId, operation, months: demo.months ?? 12 })),
    calendar.dateOf(now),
  );
  return charged
    .map(({ demo, id, by, at, operation }, index) => ({
      ...chargeFor(operation, demo.name, prices[index] ?? money('0')),
      registrarId: by.registrarId,
      domainId: id,
      requestId,
      at,
    }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** A registrar's payments: some half a year ago, the rest recent, so that the balance is the initial one. */
export function prepayments(world: Demo, spent: readonly LedgerEntry[]): Prepayment[] {
  return (['ALPHA', 'BETA'] as const).flatMap((registrar) => {
    const { registrarId } = world.registrars[registrar];
    const total = add(...spent.filter((entry) => entry.registrarId === registrarId).map(({ sum }) => sum));
    const earlier = money('200.00');
    return [
      { registrar, amount: earlier, at: daysFrom(world, -175) },
      { registrar, amount: fromCents(-cents(total) - cents(earlier)), at: daysFrom(world, -1) },
    ];
  });
}

/** Charges and payments in the order in which they happened: the ledger's balances are computed row by row. */
export async function seedLedger(
  { db, registrars }: Demo,
  spent: readonly LedgerEntry[],
  paidIn: readonly (Prepayment & { readonly invoiceId: number; readonly invoiceNumber: number })[],
): Promise<void> {
  const credits: LedgerEntry[] = paidIn.map(({ registrar, amount, at, invoiceId, invoiceNumber }) => ({
    registrarId: registrars[registrar].registrarId,
    activity: 'add_credit',
    description: `Invoice no. ${invoiceNumber}`,
    sum: amount,
    invoiceId,
    requestId,
    at,
  }));
  const entries = [...spent, ...credits].sort((one, other) => one.at.getTime() - other.at.getTime());
  await post(db, entries);
}
