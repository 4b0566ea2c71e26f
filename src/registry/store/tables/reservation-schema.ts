import type { Generated } from 'kysely';
import type { reservation } from '../../entities/reservation.ts';
import type { TableOf } from './entity-table.ts';

export interface ReservationTables {
  reservations: ReservationTable;
  reservation_entries: ReservationEntryTable;
}

export interface ReservationTable extends TableOf<typeof reservation> {}

export interface ReservationEntryTable {
  reservation_id: number;
  position: number;
  name: string;
  expires_at: Generated<Date | null>;
  registered_at: Generated<Date | null>;
  registered_domain_id: Generated<number | null>;
  lost_at: Generated<Date | null>;
}
