import { readdirSync, readFileSync } from 'node:fs';
import { GraphQLError, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../support/schema.ts';

const root = new URL('../../', import.meta.url);
const pages = readdirSync(new URL('docs', root), { recursive: true })
  .map((file) => `docs/${String(file)}`)
  .filter((file) => file.endsWith('.md'))
  .concat('README.md', 'packages/client/README.md');

/** In the ways in which pages show them: as a block, in the body of a command, and in code. */
function documentsIn(page: string): string[] {
  const fenced = [...page.matchAll(/^ *```(\w+)[^\n]*\n([\s\S]*?)^ *```$/gm)];
  return fenced.flatMap(([, language = '', block = '']) => {
    if (language === 'graphql') return [block];
    const bodies = [...block.matchAll(/"query":\s*("(?:[^"\\]|\\.)*")/g)];
    const inCode = [
      ...block.matchAll(/\b(?:gql|graphql)\(?\s*`([^`]*)`|`\s*((?:query|mutation|subscription)\b[^`]*)`/g),
    ];
    return [
      ...bodies.map(([, body = '']) => JSON.parse(body) as string),
      ...inCode.map(([, tagged, bare]) => tagged ?? bare ?? ''),
    ];
  });
}

function mistakesIn(document: string): string[] {
  try {
    return validate(schema, parse(document)).map(({ message }) => message);
  } catch (error) {
    if (error instanceof GraphQLError) return [error.message];
    throw error;
  }
}

const schema = buildSchema();

describe('pages of the documentation', () => {
  it('show documents that the graph understands', () => {
    const shown = pages.flatMap((page) =>
      documentsIn(readFileSync(new URL(page, root), 'utf8')).map((document) => ({ page, document })),
    );
    const wrong = shown
      .map(({ page, document }) => ({ page, document, mistakes: mistakesIn(document) }))
      .filter(({ mistakes }) => mistakes.length > 0);
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(50);
  });
});
