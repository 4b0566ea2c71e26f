import { z } from 'zod';
import { type Failure, failure, plainMessage, refuseWith } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { normaliseLookup, parseDomainName } from '../../rules/domain/domain-name.ts';
import { type NameState, nameStates } from '../../store/registry/name-states.ts';
import { allZones } from '../../store/registry/zones.ts';
import { defineQuery, type OperationContext } from '../operation.ts';

const mostNames = limit('names that are checked at once', 100, 'A shop shows fewer.');

export interface NameCheck {
  /** The name as it would be registered. */
  readonly name: string;
  readonly available: boolean;
  /** Why it is not available, or what its registration would need. */
  readonly reason: string | null;
  /** The id of the zone, for price lookups. */
  readonly zoneId: number | null;
}

/**
 * Tells a registrar or the reservation portal which of up to `mostNames` names can be registered: parses each name,
 * then looks for a domain, a block, a dispute, a reservation or a closed zone. A name that needs a code is available
 * to a registrar, whose customer may have the code, but not to the portal, which wants to reserve it
 * (docs/rules/registrar.md#checking-names).
 */
export const checkDomainNames = defineQuery({
  name: 'domain.check-names',
  summary: 'Checks which names can be registered.',
  permits: ['registrar:epp', 'portal'],
  scope: 'READ',
  input: z.object({ names: z.array(z.string()) }),
  errors: ['PARAMETER_VALUE_RANGE'],
  graphql: 'Query.domainCheck',
  run: async ({ db, now, calendar, actor }, { names }): Promise<NameCheck[]> => {
    refuseTooMany(names);
    const zones = await allZones(db);
    const origins = zones.map(({ origin }) => origin);
    const wanted = names.map(normaliseLookup);
    const states = await nameStates(db, wanted, { now, today: calendar.dateOf(now) });
    return wanted.map((name, index) => {
      const parsed = parseDomainName(name, origins);
      const zone = parsed.ok ? zones.find(({ origin }) => origin === parsed.zone) : undefined;
      const zoneId = zone?.id ?? null;
      if (!parsed.ok) return notAvailable(name, parsed.failure, zoneId);
      if (zone?.closed_at && !states[index]?.registered)
        return { name, available: false, reason: 'Zone is closed', zoneId };
      return { name, ...verdict(states[index], actor.kind), zoneId };
    });
  },
});

export function refuseTooMany(names: readonly string[]): void {
  if (names.length > mostNames)
    refuseWith(failure('PARAMETER_VALUE_RANGE', `At most ${mostNames} names at once`, { path: ['names'] }));
}

export const notAvailable = (
  name: string,
  refusal: Pick<Failure, 'message'>,
  zoneId: number | null = null,
): NameCheck => ({
  name,
  available: false,
  reason: plainMessage(refusal),
  zoneId,
});

export const inUse = 'In use';

function verdict(
  state: NameState | undefined,
  caller: OperationContext['actor']['kind'],
): Pick<NameCheck, 'available' | 'reason'> {
  if (state?.registered) return { available: false, reason: inUse };
  if (state?.blocked) return { available: false, reason: 'Blocked' };
  const held = state?.disputeCode != null ? 'Disputed' : state?.reservationCode != null ? 'Reserved' : null;
  if (held === null) return { available: true, reason: null };
  return caller === 'portal'
    ? { available: false, reason: held }
    : { available: true, reason: `${held}; registration needs its code` };
}
