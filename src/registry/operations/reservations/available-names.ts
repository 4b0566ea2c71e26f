import { type NameObstacle, nameObstacle } from '../../rules/domain/name-availability.ts';
import { nameStates } from '../../store/registry/name-states.ts';
import { removeExpired } from '../../store/registry/reservations.ts';
import { openZones } from '../../store/registry/zones.ts';
import type { OperationContext } from '../operation.ts';

type Context = Pick<OperationContext, 'db' | 'now' | 'calendar'>;

/**
 * The reasons against reserving each of these normalised names; available names are left out. Every reservation uses
 * this check (docs/rules/reservation.md#availability); it takes three statements however many names there are.
 */
export async function nameObstacles(
  { db, now, calendar }: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, NameObstacle>> {
  const zones = (await openZones(db)).map(({ origin }) => origin);
  await removeExpired(db, names, now);
  const states = await nameStates(db, names, { now, today: calendar.dateOf(now) });
  const obstacles = new Map<string, NameObstacle>();
  for (const state of states) {
    const obstacle = nameObstacle(state.name, zones, {
      ...state,
      disputed: state.disputeId !== null,
      reserved: state.reservationCode !== null,
    });
    if (obstacle) obstacles.set(state.name, obstacle);
  }
  return obstacles;
}

/** The available names, in the order given. */
export async function availableNames(context: Context, names: readonly string[]): Promise<string[]> {
  const obstacles = await nameObstacles(context, names);
  return names.filter((name) => !obstacles.has(name));
}
