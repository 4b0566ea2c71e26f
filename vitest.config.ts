import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Our files and the packages they use must share one `graphql`: Node gives the packages this one, while Vite
  // alone would give our files the ES module beside it.
  resolve: {
    alias: [
      {
        find: /^graphql$/,
        replacement: fileURLToPath(new URL('node_modules/graphql/index.js', import.meta.url)),
      },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/after-each-file.ts'],
    pool: 'forks',
    // As src/run.mjs has it: what tests run of the embedded PostgreSQL is not worth compiling twice.
    execArgv: ['--wasm-tiering-budget=40000000'],
    // Loading the product takes longer than most files' tests: a worker loads it once.
    isolate: false,
    // A file that did not change since the last run is not compiled again: one test starts in seconds.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A state is waited for as long as a busy machine may take to get there; where it is reached, nobody waits longer.
    expect: { poll: { timeout: 30_000 } },
  },
});
