import type { Config } from '../../../base/config.ts';
import { tokenName } from '../../../base/secrets.ts';
import type { ReservationKind } from '../../../registry/entities/reservation.ts';
import { reservationDocument } from '../../../registry/operations/reservations/reservation-document.ts';
import { toAscii } from '../../../registry/rules/domain/domain-name.ts';
import type { Invoice } from '../../../registry/store/billing/invoices.ts';
import { insertEntries } from '../../../registry/store/registry/reservations.ts';
import { writeJournal } from '../../../registry/store/runner/journal.ts';
import { insertReservations, insertReservedNames } from '../store/bulk-inserts.ts';
import { requestId } from './backdated-runner.ts';
import { deterministicHex } from './deterministic-hex.ts';
import type { RegisteredDomain } from './domains.ts';
import type { PaidReservationPlan } from './invoices.ts';
import { type Demo, daysFrom } from './world.ts';

interface DemoReservation {
  readonly userUniqueId: string;
  readonly kind: ReservationKind;
  readonly names: readonly string[];
  readonly days: number;
  /** A paid reservation begins with its payment; its codes are issued when the portal first requests them. */
  readonly stage?: 'unpaid' | 'held' | 'materialised';
  /** The names that were registered with their codes. */
  readonly registered?: readonly string[];
}

const plans: readonly DemoReservation[] = [
  { userUniqueId: '0c1d2e3f-4', kind: 'paid', names: ['kuldvara.ee'], days: 400, stage: 'materialised' },
  {
    userUniqueId: '1a2b3c4d-5',
    kind: 'paid',
    names: ['loodussõber.ee', 'loodusring.ee'],
    days: 40,
    stage: 'materialised',
    registered: ['loodussõber.ee'],
  },
  { userUniqueId: '2b3c4d5e-6', kind: 'free', names: ['möödunud.ee', 'aegus.ee'], days: 12 },
  { userUniqueId: '3c4d5e6f-7', kind: 'free', names: ['uuskohvik.ee', 'uuskohvik.com.ee'], days: 2 },
  { userUniqueId: '4d5e6f7a-8', kind: 'free', names: ['tallinnakell.ee'], days: 6 },
  {
    userUniqueId: '5e6f7a8b-9',
    kind: 'paid',
    names: ['päikesepark.ee', 'tuulepark.ee'],
    days: 1,
    stage: 'held',
  },
  {
    userUniqueId: '6f7a8b9c-a',
    kind: 'paid',
    names: ['hiiumaja.ee', 'saaremaja.ee'],
    days: 0,
    stage: 'unpaid',
  },
  { userUniqueId: '7a8b9c0d-b', kind: 'paid', names: ['muhumaja.ee'], days: 3, stage: 'unpaid' },
];

/** The reservations that need an invoice. */
export const paidReservations = (world: Demo): PaidReservationPlan[] =>
  plans
    .filter(({ kind }) => kind === 'paid')
    .map((plan) => ({ ...plan, at: madeAt(plan, world), paid: plan.stage !== 'unpaid' }));

const hour = 60 * 60 * 1000;
const madeAt = ({ days }: DemoReservation, world: Demo): Date =>
  new Date(daysFrom(world, -days).getTime() - 2 * hour);

export async function seedReservations(
  world: Demo,
  invoices: ReadonlyMap<number, Invoice>,
  domains: readonly RegisteredDomain[],
  { BUSINESS_REGISTRY_TOKENS: [portal = ''] }: Config,
): Promise<void> {
  const { db, calendar, now } = world;
  const invoiceOf = (userUniqueId: string): Invoice | undefined =>
    [...invoices.values()].find((invoice) => invoice.user_unique_id === userUniqueId);
  const made = plans.map((plan) => {
    const at = madeAt(plan, world);
    const begunAt = plan.kind === 'free' ? at : (invoiceOf(plan.userUniqueId)?.paid_at ?? null);
    const isMaterialised = plan.kind === 'free' || plan.stage === 'materialised';
    const materialisedAt = isMaterialised ? begunAt : null;
    const length = plan.kind === 'free' ? { days: 7 } : { years: 1 };
    return {
      plan,
      at,
      begunAt,
      materialisedAt,
      expiresAt: materialisedAt && calendar.plus(materialisedAt, length),
    };
  });
  const rows = await insertReservations(
    db,
    made.map(({ plan, at, begunAt, materialisedAt }) => ({
      user_unique_id: plan.userUniqueId,
      kind: plan.kind,
      invoice_id: invoiceOf(plan.userUniqueId)?.id ?? null,
      held_at: begunAt,
      materialised_at: materialisedAt,
      made_by: tokenName(portal),
      created_at: at,
    })),
  );
  const idOf = new Map(rows.map((row) => [row.user_unique_id, row.id]));
  const domainCalled = (name: string) => domains.find(({ demo }) => demo.name === name);
  await insertEntries(
    db,
    made.flatMap(({ plan, expiresAt }) =>
      plan.names.map((name, index) => {
        const domain = plan.registered?.includes(name) ? domainCalled(name) : undefined;
        return {
          reservation_id: idOf.get(plan.userUniqueId) ?? 0,
          position: index + 1,
          name,
          expires_at: expiresAt,
          registered_at: domain?.at ?? null,
          registered_domain_id: domain?.id ?? null,
        };
      }),
    ),
  );
  await insertReservedNames(
    db,
    made.flatMap(({ plan, begunAt, expiresAt }) =>
      begunAt === null || (expiresAt && expiresAt <= now)
        ? []
        : plan.names
            .filter((name) => !plan.registered?.includes(name))
            .map((name) => ({
              ...reservedName(name, deterministicHex(`reservation code ${name}`, 32), begunAt),
              reservation_id: idOf.get(plan.userUniqueId) ?? 0,
              expires_at: expiresAt,
            })),
    ),
  );
  await writeJournal(db, {
    at: now,
    actor: { kind: 'portal', token: 'sandbox' },
    operation: 'reservation.create',
    requestId,
    changes: rows.map((row, index) => ({
      type: 'reservation' as const,
      id: row.id,
      key: row.user_unique_id,
      after: reservationDocument(row, made[index]?.plan.names ?? [], made[index]?.expiresAt ?? null),
      at: row.created_at,
    })),
    messages: [],
    charges: [],
    outbox: [],
    announcements: [],
  });
}

const reservedName = (name: string, password: string, at: Date) => ({
  name,
  name_puny: toAscii(name),
  password,
  reservation_id: null,
  expires_at: null,
  created_at: at,
  updated_at: at,
});
