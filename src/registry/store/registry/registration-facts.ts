import { sql } from 'kysely';
import type { Money } from '../../../base/money.ts';
import type { Db } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';
import { type NameState, stateOfOne } from './name-states.ts';
import { validOn } from './zones.ts';

/** The facts that decide about a registration, besides its contacts. */
export interface RegistrationFacts {
  readonly state: NameState;
  /** The zones that the name ends with. */
  readonly zones: readonly PricedZone[];
  /** The settings of the registry. */
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  /** True if a webhook of the registrar may be concerned. */
  readonly hasListener: boolean;
}

interface PricedZone {
  readonly id: number;
  readonly origin: string;
  readonly isClosed: boolean;
  /** The price of the registration for the requested period on the day; null if there is none. */
  readonly price: Money | null;
}

interface FactsQuery {
  readonly name: string;
  readonly registrarId: number;
  readonly zones: readonly [string, string];
  readonly months: number | null;
  readonly now: Date;
  readonly today: string;
}

/** Reads the facts in one statement, because five would cost more than the lookups themselves. */
export async function registrationFacts(
  db: Db,
  { zones: [one, other], ...wanted }: FactsQuery,
): Promise<RegistrationFacts> {
  const [found] = await facts.run(db, { one, other, ...wanted });
  if (!found) throw new Error('a name that is asked about has no state');
  const { zones, settings, hasListener, ...state } = found;
  return { state, zones, settings, hasListener };
}

const facts = new Prepared<NameState & Omit<RegistrationFacts, 'state'>>(sql`
  select state.*, (
    select coalesce(json_agg(json_build_object('id', id, 'origin', origin, 'isClosed', closed_at is not null, 'price', (
      select price::text from prices
      where zone_id = zones.id and operation = 'create' and months = ${new Slot('months')}
        and ${validOn('prices', new Slot('today'))}
      order by valid_from desc, prices.id desc limit 1))), '[]')
    from zones where origin in (${new Slot('one')}, ${new Slot('other')})) as zones,
    (select coalesce(json_agg(json_build_object('name', name, 'value', value)), '[]') from settings) as settings,
    exists (select from webhooks where enabled and registrar_id = ${new Slot('registrarId')}) as "hasListener"
  from (${stateOfOne}) state`);
