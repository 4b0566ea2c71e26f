import type { OperationContext } from '../../core/operation.ts';
import { formObstacle, type NameObstacle } from '../../rules/name-availability.ts';
import { storedObstacles } from '../../store/name-availability.ts';
import { allZones } from '../../store/zones.ts';

/**
 * What stands against each of these normalised names; names that can be had are left out. The one availability
 * check of the house (reference/reservation.md 5.5), in two statements whatever the number of names.
 */
export async function nameObstacles(
  { db, now, calendar }: Pick<OperationContext, 'db' | 'now' | 'calendar'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, NameObstacle>> {
  const zones = (await allZones(db)).map(({ origin }) => origin);
  const obstacles = new Map<string, NameObstacle>();
  for (const name of names) {
    const obstacle = formObstacle(name, zones);
    if (obstacle) obstacles.set(name, obstacle);
  }
  const wellFormed = names.filter((name) => !obstacles.has(name));
  const stored = await storedObstacles(db, wellFormed, { now, today: calendar.dateOf(now) });
  return new Map([...obstacles, ...stored]);
}

/** Those that can be had, in the order given. */
export async function availableNames(
  context: Pick<OperationContext, 'db' | 'now' | 'calendar'>,
  names: readonly string[],
): Promise<string[]> {
  const obstacles = await nameObstacles(context, names);
  return names.filter((name) => !obstacles.has(name));
}
