import { z } from 'zod';
import { portalStatuses } from '../../rules/money/payment-state.ts';
import { lockReservation, materialise, type Reservation } from '../../store/registry/reservations.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { entryViews } from './entry-views.ts';
import { paidReservationOf } from './paid-reservation.ts';
import { reservationDocument } from './reservation-document.ts';

/** A calendar year: 29 February becomes the 28th (docs/rules/reservation.md#life-of-a-reserved-name). */
const period = { years: 1 };

/**
 * Shows a portal whether a paid reservation is paid for, given its invoice number and id together. It is a command
 * because the first call after the payment issues the codes and starts their year, once; from then on a name that is
 * no longer held is either registered or expired (docs/rules/reservation.md#paid-status).
 */
export const showPaidReservation = defineCommand({
  name: 'paid-reservation.show',
  summary: 'Shows whether a paid reservation is paid for, and the status of its names.',
  permits: ['portal'],
  scope: 'READ',
  input: z.object({ invoiceNumber: z.string(), userUniqueId: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /api/v1/business_registry/long_reserve_domains_status',
  graphql: 'Query.paidReservation',
  run: async (context, input) => {
    const { reservation, invoice } = await paidReservationOf(context.db, input);
    const reported = portalStatuses[invoice.status];
    if (reported.status === 'paid' && reservation.materialised_at === null)
      await issueCodes(context, reservation);
    return { id: reservation.id, ...reported };
  },
});

async function issueCodes(context: OperationContext, { id }: Reservation): Promise<void> {
  const { db, now, calendar, record } = context;
  const before = await lockReservation(db, id);
  if (before.held_at === null || before.materialised_at !== null) return;
  const expiresAt = calendar.plus(now, period);
  await materialise(db, id, { expiresAt, now });
  const names = (await entryViews(db, id, now)).map(({ name }) => name);
  record({
    type: 'reservation',
    id,
    key: before.user_unique_id,
    before: reservationDocument(before, names, null),
    after: reservationDocument({ ...before, materialised_at: now }, names, expiresAt),
  });
}
