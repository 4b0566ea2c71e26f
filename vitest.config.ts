import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { Progress } from './test/support/progress.ts';
import { leftOut } from './test/support/slow.ts';

// Read here, because the configuration of mutants needs an object and not Vite's function of a mode.
const words = process.argv.slice(2);
const mode = words[words.indexOf('--mode') + 1];
// What somebody names is run however long it takes.
const isNamed = words.some((word) => word.startsWith('test/'));
const kind = (mode === 'quick' && !isNamed) || mode === 'after-quick' || mode === 'core' ? mode : undefined;
// Read by test/support/extensions.ts in every worker.
if (mode === 'core') process.env.TEST_CORE = 'alone';

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
    exclude: [...configDefaults.exclude, ...(kind ? leftOut[kind] : [])],
    reporters: [new Progress(kind)],
    globalSetup: ['test/support/global-setup.ts'],
    runner: 'test/support/runner.ts',
    setupFiles: ['test/support/after-each-file.ts'],
    pool: 'forks',
    // As src/server/launch/run.mjs has it: what tests run of the embedded PostgreSQL is not worth compiling twice.
    execArgv: ['--wasm-tiering-budget=40000000', '--max-semi-space-size=64'],
    // Loading the product takes longer than most files' tests: a worker loads it once.
    isolate: false,
    // Node 24 imports TypeScript as it is. For an older one Vite compiles it, and keeps what it compiled.
    experimental: Reflect.get(process.features, 'typescript')
      ? { viteModuleRunner: false, nodeLoader: false }
      : { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // A state is waited for as long as a busy machine may take to get there; where it is reached, nobody waits longer.
    expect: { poll: { timeout: 30_000 } },
  },
});
