import { writeFileSync } from 'node:fs';
import suite from '../../vitest.config.ts';
import { area } from './areas.mjs';
import { instrument } from './instrumented.mjs';

const { mutants, texts } = await instrument(...area.pure);
writeFileSync(process.env.MUTANT_LIST, JSON.stringify(mutants));

export default {
  ...suite,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: (id) => (texts.has(id) ? { code: texts.get(id), map: null } : undefined),
    },
  ],
  // No database is needed here, and one worker remembers who is dead.
  test: {
    include: area.tests,
    runner: 'test/mutants/rules-runner.mjs',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 600_000,
  },
};
