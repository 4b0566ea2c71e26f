import { readFileSync } from 'node:fs';
import { mergeConfig } from 'vitest/config';
import suite from '../../vitest.config.ts';

const { MUTANT_TEXTS, MUTANT_REACH, MUTANT_PLAN, MUTATED = '[]' } = process.env;
const texts = new Map(JSON.parse(readFileSync(MUTANT_TEXTS, 'utf8')));
const mutated = new Set(JSON.parse(MUTATED));

const isMutated = (id) => texts.has(id) && (MUTANT_REACH || mutated.has(id));

/** Replaces originals by their mutated texts: all of them when only the reach of the tests is asked for. */
const mutants = {
  name: 'mutants',
  enforce: 'pre',
  load: (id) => (isMutated(id) ? { code: texts.get(id), map: null } : undefined),
  // The cache of compiled modules knows files by what they hold on disk.
  configureVitest: ({ experimental_defineCacheKeyGenerator: defineCacheKey }) =>
    defineCacheKey(({ id }) => (isMutated(id) ? false : undefined)),
};

export default mergeConfig(suite, {
  plugins: [mutants],
  test: {
    setupFiles: MUTANT_REACH ? ['test/mutants/reach.mjs'] : [],
    ...(MUTANT_PLAN && { runner: 'test/mutants/sampled-runner.mjs' }),
  },
});
