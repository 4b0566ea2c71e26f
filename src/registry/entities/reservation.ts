import { entity, identity, integer, moment, text } from './entity.ts';

export type ReservationKind = 'free' | 'paid';

/** Names that are held for somebody; reservation_entries has them. */
export const reservation = entity('reservations', {
  id: identity(),
  user_unique_id: text(),
  kind: text<ReservationKind>()
    .shown('Whether it is free or paid for.')
    .filter('By their kind: {eq: PAID}.')
    .groups('What they cost.'),
  invoice_id: integer().nullable(),
  held_at: moment().nullable(),
  materialised_at: moment().nullable(),
  /** The portal token that made it, by its fingerprint; null when nobody wrote it down. */
  made_by: text().nullable().listed(),
  created_at: moment()
    .shown('When the reservation was made.')
    .filter('By creation time: {lt: "-P1D"} is more than a day ago.')
    .order('By creation time.')
    .groups('When they were made.'),
});
