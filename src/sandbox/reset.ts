import type { MovableTime } from '../core/job-control.ts';
import { isDeadlock } from '../registry/store/driver/trouble.ts';
import { emptyEverything, keepHistoryCounting } from '../registry/store/sandbox/empty.ts';
import { SandboxClock, type SandboxClockParts } from './clock.ts';
import { fillWorld, type World, type WorldParts } from './world.ts';

/** The sandbox's clock, and its start, for the part that keeps the time. */
export async function movableTime(parts: WorldParts & SandboxClockParts): Promise<MovableTime> {
  const clock = await SandboxClock.open(parts);
  return { clock, reset: (world) => resetSandbox(parts, clock, world) };
}

/**
 * As if the sandbox had just been opened: all rows, counters and the clock (docs/rules/product.md#sandbox-fields). At once:
 * nobody meets a sandbox without users, which would refuse their passwords.
 */
async function resetSandbox(parts: WorldParts, clock: SandboxClock, world: World): Promise<void> {
  await clock.backToRealTime();
  await withRetries(() =>
    parts.database.background.transaction(async (db) => {
      await keepHistoryCounting(db);
      await emptyEverything(db);
      await clock.store(db);
      await fillWorld(db, parts, world);
    }),
  );
}

const attempts = 5;

/** A concurrent writer holds locks on some tables and waits for others, as we do. */
async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isDeadlock(error)) throw error;
    }
  }
}
