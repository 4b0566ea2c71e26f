import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { switches } from './run-anew.mjs';

/** Stryker's switches count whom they let pass: at start, or on behalf of the test file that is running. */
beforeAll(() => {
  switches.currentTestId = expect.getState().testPath;
});

afterAll(() => {
  const test = switches.currentTestId;
  switches.currentTestId = undefined;
  const { perTest = {}, static: atStart = {} } = switches.mutantCoverage ?? {};
  tell({ test: relative('.', test), ids: Object.keys(perTest[test] ?? {}), atStart: Object.keys(atStart) });
  if (switches.mutantCoverage) switches.mutantCoverage.static = {};
});

const tell = (line) => appendFileSync(process.env.MUTANT_REACH, `${JSON.stringify(line)}\n`);
