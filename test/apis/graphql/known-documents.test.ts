import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { knownDocuments, maxBytes } from '#src/apis/graphql/safety/known-documents.ts';

const large = (index: number): string => `{ a${index} ${'name '.repeat(1900)} }`;

it('parsed documents take no more memory than they may, however many there are', () => {
  const { documentCache } = knownDocuments();
  for (let index = 0; index < 150; index += 1) {
    documentCache.set(large(index), parse(large(index)));
    expect(documentCache.calculatedSize).toBeLessThanOrEqual(maxBytes);
  }
  expect(documentCache.calculatedSize).toBeGreaterThan(maxBytes / 2);
});

it('the least recently used document is evicted first', () => {
  const { documentCache } = knownDocuments();
  for (let index = 0; index < 150; index += 1) {
    documentCache.set(large(index), parse(large(index)));
    documentCache.get(large(0));
  }
  expect([documentCache.has(large(0)), documentCache.has(large(1)), documentCache.has(large(149))]).toEqual([
    true,
    false,
    true,
  ]);
});
