import { writeFileSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { TestRunner } from 'vitest';
import { runAnew, switches, withMutant } from './run-anew.mjs';

globalThis.mutantVerdicts ??= { dead: new Set(), seen: new Set() };
const { dead, seen } = globalThis.mutantVerdicts;

async function judge(ids, isNoticed) {
  for (const id of ids) {
    seen.add(id);
    await breathe(); // vitest gives up on a worker that does not answer.
    if (!dead.has(id) && (await withMutant(id, isNoticed))) dead.add(id);
  }
}

/**
 * Judges the mutants of pure functions without leaving the process: each test is run again for each mutant that it
 * runs, and each test file for each mutant that runs while the file is loaded. Stryker's own runner starts vitest anew
 * for each, which takes hours instead of minutes.
 */
export default class extends TestRunner {
  async runTask(test) {
    const run = TestRunner.getTestFn(test);
    switches.currentTestId = test.id;
    await run();
    switches.currentTestId = undefined;
    const ids = Object.keys(switches.mutantCoverage?.perTest[test.id] ?? {});
    await judge(ids, () =>
      run().then(
        () => false,
        () => true,
      ),
    );
  }

  async onAfterRunFiles(files) {
    super.onAfterRunFiles();
    for (const { filepath } of files) await this.judgeLoading(filepath);
    writeFileSync(process.env.MUTANT_VERDICTS, JSON.stringify({ killed: [...dead], reached: [...seen] }));
  }

  async judgeLoading(filepath) {
    if (switches.mutantCoverage) switches.mutantCoverage.static = {};
    if (await runAnew(this, filepath, { reload: true }))
      throw new Error(`${filepath} fails when loaded again`);
    const ids = Object.keys(switches.mutantCoverage?.static ?? {});
    await judge(ids, () => runAnew(this, filepath, { reload: true }));
  }
}
