import { expect, it } from 'vitest';
import { quickAnyway, slow, slowFiles, testFiles } from './support/slow.ts';

it('every beginning of a path that is listed as slow, or as quick nevertheless, is one of a test', () => {
  const listed = Object.values(slow).flat();
  const isOfUse = (start: string) => testFiles.some((name) => name.startsWith(start));
  expect([...listed, ...quickAnyway].filter((start) => !isOfUse(start))).toEqual([]);
  expect(quickAnyway.filter((start) => !listed.some((folder) => start.startsWith(folder)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  // Most of the suite is what `npm test` runs.
  expect(slowFiles.length).toBeLessThan(testFiles.length / 3);
});
