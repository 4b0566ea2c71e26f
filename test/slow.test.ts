import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { notOfCore, ofCore } from './support/core.ts';
import { leftOut, notTheSame, quickAnyway, sameOnAnyDatabase, slow, testFiles } from './support/slow.ts';

const listed = Object.values(slow).flat();

it('every beginning of a path that is listed, or excepted nevertheless, is one of a test', () => {
  const isOfUse = (start: string) => testFiles.some((name) => name.startsWith(start));
  const all = [
    ...listed,
    ...quickAnyway,
    ...sameOnAnyDatabase,
    ...notTheSame,
    ...ofCore,
    ...Object.values(notOfCore).flat(),
  ];
  expect(all.filter((start) => !isOfUse(start))).toEqual([]);
  const isWithin = (start: string, folders: readonly string[]) =>
    folders.some((name) => start.startsWith(name));
  expect(quickAnyway.filter((start) => !isWithin(start, listed))).toEqual([]);
  expect(notTheSame.filter((start) => !isWithin(start, sameOnAnyDatabase))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('every file runs in CI: what is left out on PostgreSQL is what npm test runs', () => {
  expect(leftOut['after-quick'].length).toBeGreaterThan(20);
  expect(leftOut['after-quick'].filter((name) => leftOut.quick.includes(name))).toEqual([]);
});

it('npm test plays both APIs, and what writes rows runs on both databases', () => {
  const runsTwice = (name: string) => !leftOut.quick.includes(name) && !leftOut['after-quick'].includes(name);
  for (const name of testFiles.filter((one) => /^test\/(apis\/parity|integrations|sandbox)\//.test(one)))
    expect([name, runsTwice(name)]).toEqual([name, true]);
  expect(
    testFiles.filter((name) => name.startsWith('test/registry/store/')).filter(runsTwice).length,
  ).toBeGreaterThan(15);
});

it('npm run test:core uses no extension', () => {
  const uses = (file: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type)[^;']*?'([.#][^']+)'/gm)].map(
      ([, path = '']) => (path.startsWith('#') ? path : join(dirname(file), path)),
    );
  const reached = new Set(testFiles.filter((name) => !leftOut.core.includes(name)));
  expect(reached.size).toBeGreaterThan(100);
  for (const file of reached)
    for (const used of uses(file)) if (/^test\/.*\.ts$/.test(used)) reached.add(used);
  const wrong = [...reached].flatMap((file) =>
    uses(file)
      .filter((used) => used.startsWith('#src/extensions/') || used.startsWith('test/extensions/'))
      .map((used) => `${file} uses ${used}`),
  );
  expect(wrong).toEqual([]);
});

it('what only one kind of database can show runs where CI has it', () => {
  const saying = (words: RegExp) =>
    testFiles.filter((name) => name !== 'test/slow.test.ts' && words.test(readFileSync(name, 'utf8')));
  const onServer = saying(
    /kind === 'postgres'|(?:runIf\(|= )process\.env\.TEST_DATABASE_URL|secondConnection\(/,
  );
  expect(onServer.length).toBeGreaterThan(30);
  expect(onServer.filter((name) => leftOut['after-quick'].includes(name))).toEqual([]);
  const embedded = saying(/runIf\(.*'embedded'|skipIf\(process\.env\.TEST_DATABASE_URL/);
  expect(embedded.length).toBeGreaterThan(5);
  expect(embedded.filter((name) => leftOut.quick.includes(name))).toEqual([]);
});
