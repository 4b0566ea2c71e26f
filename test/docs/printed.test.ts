import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorsDocument } from '#src/docs/errors-document.ts';
import { twinsDocument } from '#src/docs/twins-document.ts';
import { buildSchema } from '#src/graphql/schema.ts';
import { describedDoors } from '#src/rest/doors.ts';
import { openapiDocument } from '#src/rest/openapi.ts';

// Both doors are loaded, and with them every operation; other test files may have defined some of their own.
buildSchema();
const withoutTests = (text: string): string => text.replaceAll(/^\| `test\..*\n/gm, '');

test.each([
  ['docs/errors.md', errorsDocument],
  ['docs/twins.md', twinsDocument],
  ['schema/openapi.json', () => `${JSON.stringify(openapiDocument(describedDoors), null, 2)}\n`],
])('%s is what npm run generate would print', (path, print) => {
  expect(withoutTests(print())).toBe(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
});
