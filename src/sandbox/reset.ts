import { emptyEverything } from '../store/empty.ts';
import type { SandboxClock } from './clock.ts';
import { seedWorld, type World } from './world.ts';

/** As if the sandbox had just been opened: all rows, counters and the clock (design/rulings.md). */
export async function resetSandbox(
  house: Parameters<typeof seedWorld>[0],
  clock: SandboxClock,
  world: World,
): Promise<void> {
  await house.database.transaction((db) => emptyEverything(db));
  await clock.backToRealTime();
  await seedWorld(house, world);
}
