import { z } from 'zod';
import { refuseAll, refuseWith } from '../../../base/errors.ts';
import { checkReservationNames, noAvailableNames } from '../../rules/reservation/reservation-names.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { holdNames, insertEntries } from '../../store/registry/reservations.ts';
import { defineCommand } from '../operation.ts';
import { availableNames } from './available-names.ts';
import { namesToHold, openReservation } from './open-reservation.ts';
import { reservationDocument } from './reservation-document.ts';

/** Local days: the hour of the day stays across daylight saving (docs/rules/reservation.md#life-of-a-reserved-name). */
const period = { days: 7 };

/**
 * Reserves names for a portal for seven days, free of charge: checks and locks the names, leaves out those that are
 * not available, and holds the rest with a code each. It refuses the request only when no name is left
 * (docs/rules/reservation.md#reserving-free).
 */
export const reserveNames = defineCommand({
  name: 'reservation.create',
  summary: 'Reserves names for seven days, free of charge.',
  permits: ['portal'],
  scope: 'WRITE',
  input: z.object({
    /** Any value of a client; the rules report its mistakes. */
    names: z.unknown().meta({
      description: '1 to 20 names to hold, with their zones; unavailable names are left out.',
      scalar: ['DomainName'],
    }),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'PARAMETER_VALUE_RANGE', 'OBJECT_EXISTS'],
  rest: 'POST /api/v1/business_registry/reserve_domains',
  graphql: 'Mutation.reservationCreate',
  run: async (context, { names }) => {
    const { db, now, calendar, record } = context;
    const checked = checkReservationNames(names);
    if (!checked.ok) return refuseAll(checked.failures);
    await lockNames(db, checked.names);
    const available = await availableNames(context, checked.names);
    if (available.length === 0) return refuseWith(noAvailableNames(checked.names));

    const reservation = await openReservation(context, 'free');
    const expiresAt = calendar.plus(now, period);
    const held = await holdNames(db, reservation.id, namesToHold(available, context), { expiresAt, now });
    // The operator may have reserved the last of them a moment ago.
    const reserved = available.filter((name) => held.includes(name));
    if (reserved.length === 0) return refuseWith(noAvailableNames(checked.names));
    await insertEntries(
      db,
      reserved.map((name, index) => ({
        reservation_id: reservation.id,
        position: index + 1,
        name,
        expires_at: expiresAt,
      })),
    );
    record({
      type: 'reservation',
      id: reservation.id,
      key: reservation.user_unique_id,
      after: reservationDocument(reservation, reserved, expiresAt),
    });
    return { id: reservation.id, userUniqueId: reservation.user_unique_id };
  },
});
