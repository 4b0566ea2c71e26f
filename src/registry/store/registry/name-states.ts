import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';

/** The reasons against registering a name. */
export interface NameState {
  readonly name: string;
  readonly registered: boolean;
  readonly blocked: boolean;
  /** The code of a reservation that has not expired; null if the name is not reserved. */
  readonly reservationCode: string | null;
  /** The name is paid for, but its code is issued only when the payer first requests it. */
  readonly awaitsCode: boolean;
  /** The dispute over the name that is active on the day. */
  readonly disputeId: number | null;
  readonly disputeCode: string | null;
}

const statesOf = (wanted: RawBuilder<unknown>) => sql`
    select wanted.name, domains.id is not null as registered, blocked_names.id is not null as blocked,
      reserved_names.password as "reservationCode",
      reserved_names.reservation_id is not null and reserved_names.expires_at is null
        and reserved_names.found_paid_at is null as "awaitsCode",
      disputes.id as "disputeId", disputes.password as "disputeCode"
    from ${wanted} as wanted (name, position)
    left join domains on domains.name = wanted.name
    left join blocked_names on blocked_names.name = wanted.name
    left join reserved_names on reserved_names.name = wanted.name
      and (reserved_names.expires_at is null or reserved_names.expires_at > ${new Slot('now')})
    left join disputes on disputes.name = wanted.name and disputes.closed_at is null
      and ${new Slot('today')}::date between disputes.starts_at and disputes.expires_at
    order by wanted.position`;

const ofMany = new Prepared<NameState>(statesOf(sql`unnest(${new Slot('names')}::text[]) with ordinality`));
// Separate, because PostgreSQL plans again for every short array (driver/among.ts).
export const stateOfOne = statesOf(sql`(values (${new Slot('name')}::text, 1))`);
const ofOne = new Prepared<NameState>(stateOfOne);

/**
 * Returns the states of normalised names, in one statement and in their order. Expired reservations are ignored.
 */
export const nameStates = (
  db: Db,
  names: readonly string[],
  { now, today }: { now: Date; today: string },
): Promise<NameState[]> =>
  names.length === 1 ? ofOne.run(db, { name: names[0], now, today }) : ofMany.run(db, { names, now, today });
