import { startTests } from '@vitest/runner';
import { vi } from 'vitest';

globalThis.__stryker__ ??= {};
/** What Stryker's switches look at and count with. */
export const switches = globalThis.__stryker__;
/** Who passes a switch more often than this is in an endless loop: the switch throws. */
const mostHits = 1_000_000;

/** Runs something while one mutant is on. */
export async function withMutant(id, run) {
  Object.assign(switches, { activeMutant: id, hitCount: 0, hitLimit: mostHits });
  try {
    return await run();
  } finally {
    Object.assign(switches, { activeMutant: '', hitCount: undefined });
  }
}

/**
 * Runs the tests of a file that was run before, up to the first failure, which it answers with. With `reload`
 * everything that the file imports is loaded as if for the first time.
 */
export async function runAnew(runner, filepath, { reload }) {
  const loaded = runner.workerState.evaluatedModules;
  const known = loaded.getModuleById(filepath);
  if (reload) vi.resetModules();
  else if (known) loaded.invalidateModule(known);
  let failure;
  const silent = Object.assign(Object.create(runner), {
    cancelRun: false,
    runTask: undefined,
    onAfterRunFiles: undefined,
    onTaskUpdate: undefined,
    onCollected: undefined,
    onAfterRunTask({ fullName, result }) {
      if (result?.state !== 'fail') return;
      failure ??= { by: fullName, why: result.errors?.[0]?.message };
      silent.cancelRun = true;
    },
  });
  const files = await startTests([{ filepath }], silent);
  const failed = files.find(({ result }) => result?.state === 'fail');
  return failure ?? (failed && { by: failed.name, why: failed.result.errors?.[0]?.message });
}
