import { sql } from 'kysely';
import type { LocalDate } from '../../../base/calendar.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { Earliest } from '../driver/lists/earliest.ts';
import type { Registrar } from '../registry/registrars.ts';

/** The last day that was summarised; a new registrar begins with the month in which it was created. */
const summarisedUntil = (zone: string) => sql<LocalDate>`coalesce(registrars.summarised_until,
  (date_trunc('month', registrars.created_at at time zone ${zone}) - interval '1 day')::date)`;

export const earliestSummary = (zone: string): Earliest =>
  sql`select min(${summarisedUntil(zone)}) from registrars`;

export interface Unsummarised {
  readonly registrar: Registrar;
  readonly summarisedUntil: LocalDate;
}

/** Registrars with a month up to this day that is not summarised; skips locked rows. */
export async function lockUnsummarised(
  db: Db,
  zone: string,
  until: LocalDate,
  limit: number,
): Promise<Unsummarised[]> {
  const { rows } = await sql<Registrar & { summarised: LocalDate }>`
    select registrars.*, ${summarisedUntil(zone)} as summarised from registrars
    where ${summarisedUntil(zone)} < ${until}::date
    order by summarised, id limit ${limit} for no key update skip locked`.execute(db);
  return rows.map(({ summarised, ...registrar }) => ({ registrar, summarisedUntil: summarised }));
}
