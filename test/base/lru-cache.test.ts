import { expect, it } from 'vitest';
import { lruCache } from '#src/base/lru-cache.ts';

it('a cache holds no more than its most, and forgets what was used longest ago', () => {
  const cache = lruCache<string, number>(3);
  for (const [index, name] of ['a', 'b', 'c'].entries()) cache.set(name, index);
  cache.get('a');
  cache.set('d', 3);
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
  for (let index = 0; index < 1000; index += 1) cache.set(`more ${index}`, index);
  expect(cache.size).toBe(3);
});
