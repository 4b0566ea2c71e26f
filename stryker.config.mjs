import { area, chosen, leastNoticed } from './test/mutants/areas.mjs';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: area.mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // A busy machine is no endless loop.
  timeoutMS: 60_000,
  concurrency: Number(process.env.CONCURRENCY ?? 1),
  // It would rewrite tsconfig.json with an API that TypeScript 7 no longer has; vitest does not read it.
  tsconfigFile: 'none.json',
  // What was judged before and has not changed since, nor its tests, is not judged again.
  incremental: true,
  incrementalFile: `reports/mutants/${chosen}.json`,
  reporters: ['clear-text', 'html', 'progress-append-only'],
  htmlReporter: { fileName: `reports/mutants/${chosen}.html` },
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 95, low: leastNoticed, break: leastNoticed },
  ignorePatterns: ['reports'],
  tempDirName: '.stryker-tmp',
};
