import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { limit } from '#src/base/limits.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  // Scripts of pages and what they share with the server cannot import the core.
  (name) => name.endsWith('.ts') && !/(?:^|\/)(?:browser|charts)\//.test(name),
);

it('a number that limits something says what it limits, and why', () => {
  const named =
    /^(?:export )?const (?:most|longest|largest|usual|max|least|shortest)[A-Z]\w*(?:: \w+)? = (?:\d|money\(|'P)/gm;
  const silent = files.flatMap((name) =>
    (readFileSync(join(root, name), 'utf8').match(named) ?? []).map((found) => `${name}: ${found}`),
  );
  expect(silent).toEqual([]);
});

it('a limit is declared once', () => {
  limit('tests of limits', 1, 'There is one.');
  expect(() => limit('tests of limits', 2, 'There are two.')).toThrow(
    'there are two limits of tests of limits',
  );
});
