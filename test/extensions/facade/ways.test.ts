import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ways } from '#src/extensions/facade/ways.ts';
import { operations } from '#src/registry/operations/operation.ts';

it('a facade says of every operation what it does with it, and of no other', async () => {
  const root = fileURLToPath(new URL('../../../src', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^|\/)operations\/.*\.ts$/.test(name),
  );
  for (const name of files) await import(/* @vite-ignore */ `${root}/${name}`);
  expect(Object.values(ways).flat().sort()).toEqual([...operations.keys()].sort());
});
