import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { LruCache } from '#src/core/lru-cache.ts';
import { knownDocuments, maxBytes } from '#src/graphql/safety/known-documents.ts';

describe('a bounded memory', () => {
  it('forgets what was not asked for longest', () => {
    const memory = new LruCache<string, number>(2);
    memory.set('a', 1);
    memory.set('b', 2);
    expect(memory.get('a')).toBe(1);
    memory.set('c', 3);
    expect([memory.get('a'), memory.get('b'), memory.get('c'), memory.size]).toEqual([1, undefined, 3, 2]);
  });

  it('counts in whatever it is told to, and keeps nothing that is larger than itself', () => {
    const memory = new LruCache<string, string>(10, (key, value) => key.length + value.length);
    memory.set('a', 'xxxx');
    memory.set('b', 'xxx');
    expect(memory.size).toBe(9);
    memory.set('a', 'x');
    expect(memory.size).toBe(6);
    memory.set('c', 'xxxxx');
    expect([memory.get('a'), memory.get('b'), memory.get('c'), memory.size]).toEqual([
      'x',
      undefined,
      'xxxxx',
      8,
    ]);
    memory.set('d', 'x'.repeat(10));
    expect([memory.get('d'), memory.size]).toEqual([undefined, 8]);
  });
});

describe('the documents that are cached', () => {
  it('take no more memory than they may, however many there are', () => {
    const { documentCache } = knownDocuments();
    for (let index = 0; index < 150; index += 1) {
      const text = `{ a${index} ${'name '.repeat(1900)} }`;
      documentCache.set(text, parse(text));
      expect(documentCache.size).toBeLessThanOrEqual(maxBytes);
    }
    expect(documentCache.size).toBeGreaterThan(maxBytes / 2);
  });
});
