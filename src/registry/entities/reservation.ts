import { entity, identity, moment, reference, text } from './entity.ts';

export type ReservationKind = 'free' | 'paid';

/** A reservation; its names are in reservation_entries. */
export const reservation = entity('reservations', {
  id: identity(),
  user_unique_id: text(),
  kind: text<ReservationKind>()
    .shown('Whether it is free or paid for.')
    .filter('By their kind: {eq: PAID}.')
    .groups('What they cost.'),
  invoice_id: reference().nullable(),
  held_at: moment().nullable(),
  materialised_at: moment().nullable(),
  /** The fingerprint of the portal token that made it; null for old rows, which did not record it. */
  made_by: text().nullable().listed(),
  created_at: moment()
    .shown('When the reservation was made.')
    .filter('By creation time: {lt: "-P1D"} is more than a day ago.')
    .order('By creation time.')
    .groups('When they were made.'),
});
