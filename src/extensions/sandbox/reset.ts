import type { MovableTime } from '../../base/job-control.ts';
import { isDeadlock } from '../../registry/store/driver/connections/trouble.ts';
import { SandboxClock, type SandboxClockParts } from './clock.ts';
import { emptyEverything, keepHistoryCounting } from './store/empty.ts';
import { targetOfMove } from './store/sandbox-clock.ts';
import { fillWorld, inNewWorld, type SeedingParts, type World } from './world.ts';

/** The sandbox's clock and reset, for the job service. */
export async function movableTime(parts: SeedingParts & SandboxClockParts): Promise<MovableTime> {
  const clock = await SandboxClock.open(parts);
  return {
    clock,
    targetOf: (id, target) => targetOfMove(parts.database.db, id, target),
    reset: (world) => resetSandbox(parts, clock, world),
  };
}

/**
 * Resets all rows, counters and the clock to the state of the first start (docs/rules/product.md#sandbox-fields), in
 * one transaction: a sandbox without users would refuse every password.
 */
async function resetSandbox(parts: SeedingParts, clock: SandboxClock, world: World): Promise<void> {
  await clock.backToRealTime();
  await withRetries(() =>
    inNewWorld(parts, world, async (db) => {
      await keepHistoryCounting(db);
      await emptyEverything(db);
      await clock.store(db);
      return fillWorld(db, parts, world);
    }),
  );
}

const attempts = 5;

/** Retries after a deadlock: a concurrent writer locks tables one by one, as this does. */
async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isDeadlock(error)) throw error;
    }
  }
}
