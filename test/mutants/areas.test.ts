import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';

type Area = Readonly<Record<'mutate' | 'tests', readonly string[]>> & {
  readonly printed?: readonly string[];
};
const { areas }: { areas: Readonly<Record<string, Area>> } = await import(
  new URL('areas.mjs', import.meta.url).href
);

it('mutates files that are there, and judges them by tests that are: a pattern that matches nothing is silent', () => {
  const named = Object.values(areas).flatMap(({ mutate, tests, printed = [] }) => [
    ...mutate,
    ...tests,
    ...printed,
  ]);
  const places = named.map((path) => path.replace(/\/\*\*.*$/, ''));
  // The beginning of names is a pattern of vitest's, too.
  const isThere = (path: string): boolean =>
    existsSync(path) || readdirSync(dirname(path)).some((name) => name.startsWith(basename(path)));
  expect(places.filter((path) => !isThere(path))).toEqual([]);
});
