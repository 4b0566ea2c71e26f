import { readFileSync } from 'node:fs';
import { mergeConfig } from 'vitest/config';
import suite from '../../vitest.config.ts';

const { MUTANT_TEXTS, MUTANT_REACH, MUTANT_PLAN, MUTATED = '[]' } = process.env;
const texts = new Map(JSON.parse(readFileSync(MUTANT_TEXTS, 'utf8')));
const mutated = new Set(JSON.parse(MUTATED));

/** Gives the mutated files in place of the originals; all of them where it is only asked what is reached. */
const mutants = {
  name: 'mutants',
  enforce: 'pre',
  load: (id) =>
    texts.has(id) && (MUTANT_REACH || mutated.has(id)) ? { code: texts.get(id), map: null } : undefined,
};

export default mergeConfig(suite, {
  plugins: [mutants],
  test: {
    setupFiles: MUTANT_REACH ? ['test/mutants/reach.mjs'] : [],
    ...(MUTANT_PLAN && { runner: 'test/mutants/sampled-runner.mjs' }),
  },
});
