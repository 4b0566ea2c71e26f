import { defineConfig, mergeConfig } from 'vitest/config';
import suite from '../../vitest.config.ts';
import { area } from './areas.mjs';

const { include: _, ...test } = suite.test ?? {};

/** The suite, of which only the area's tests are run. */
export default mergeConfig(
  { ...suite, test },
  defineConfig({ test: { include: area.tests, maxWorkers: 1 } }),
);
