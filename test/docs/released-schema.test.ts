import { readFileSync } from 'node:fs';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const schema = buildSchema(textOf('schema/schema.graphql'));
const released = buildSchema(textOf('schema/released.graphql'));
const breaking = async (before: typeof schema, after: typeof schema): Promise<string[]> =>
  (await diff(before, after))
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path, message }) => `${path ?? ''}: ${message}`);

/** What the changelog says of the version that is not out yet. */
const unreleased = /^## Unreleased\n([\s\S]*?)(?=^## )/m.exec(`${textOf('CHANGELOG.md')}\n## `)?.[1] ?? '';
const announced = /^### Breaking\n([\s\S]*?)(?=^### |$(?![\s\S]))/m.exec(unreleased)?.[1] ?? '';

describe('the changelog', () => {
  const sections = textOf('CHANGELOG.md')
    .split(/^(?=## )/m)
    .slice(1);

  it.each(sections.map((section) => [section.split('\n')[0], section]))(
    'says what users of a version must know on one page: %s',
    (_, section) => {
      expect(section?.length).toBeLessThan(8_000);
    },
  );
});

describe('the schema, beside that of the last release (schema/released.graphql)', () => {
  it('breaks nothing that the changelog does not announce under "Breaking" by its path', async () => {
    const changes = await breaking(released, schema);
    expect(changes.filter((change) => !announced.includes(`\`${change.split(': ')[0]}\``))).toEqual([]);
  });

  it('is compared by something that knows what breaks a client', async () => {
    const changed = buildSchema(
      textOf('schema/released.graphql').replace('  punycode: String!', '  punycode: Int!'),
    );
    expect(await breaking(released, changed)).toEqual([expect.stringContaining('.punycode')]);
  });
});
