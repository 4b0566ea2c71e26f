import { expect, it } from 'vitest';
import { leftOut, quickAnyway, sameOnAnyDatabase, slow, testFiles } from './support/slow.ts';

it('every beginning of a path that is listed as slow, or as quick nevertheless, is one of a test', () => {
  const listed = Object.values(slow).flat();
  const isOfUse = (start: string) => testFiles.some((name) => name.startsWith(start));
  expect([...listed, ...quickAnyway, ...sameOnAnyDatabase].filter((start) => !isOfUse(start))).toEqual([]);
  expect(quickAnyway.filter((start) => !listed.some((folder) => start.startsWith(folder)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  // Most of the suite is what `npm test` runs.
  expect(leftOut.quick.length).toBeLessThan(testFiles.length / 3);
});

it('what CI leaves out on PostgreSQL is what npm test runs, and never what only the whole suite has', () => {
  expect(leftOut['after-quick'].length).toBeGreaterThan(20);
  expect(leftOut['after-quick'].filter((name) => leftOut.quick.includes(name))).toEqual([]);
});
