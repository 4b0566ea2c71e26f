import { defineConfig, mergeConfig } from 'vitest/config';
import suite from '../../vitest.config.ts';
import { area } from './areas.mjs';

// Stryker runs tests in threads, which take no options of V8.
const { include: _, execArgv: __, ...test } = suite.test ?? {};

/** The suite, of which only the area's tests are run. */
export default mergeConfig(
  { ...suite, test },
  defineConfig({ test: { include: area.tests, maxWorkers: 1 } }),
);
