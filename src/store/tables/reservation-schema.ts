import type { Generated, GeneratedAlways } from 'kysely';

/** The tables of 0004_reservations.sql and 0009_reservation_makers.sql. */
export interface ReservationTables {
  reservations: ReservationTable;
  reservation_entries: ReservationEntryTable;
}

export type ReservationKind = 'free' | 'paid';

export interface ReservationTable {
  id: GeneratedAlways<number>;
  user_unique_id: string;
  kind: ReservationKind;
  invoice_id: number | null;
  held_at: Date | null;
  materialised_at: Date | null;
  /** The portal token that made it, by its fingerprint; null when nobody wrote it down. */
  made_by: string | null;
  created_at: Date;
}

export interface ReservationEntryTable {
  reservation_id: number;
  position: number;
  name: string;
  expires_at: Generated<Date | null>;
  registered_at: Generated<Date | null>;
  registered_domain_id: Generated<number | null>;
  lost_at: Generated<Date | null>;
}
