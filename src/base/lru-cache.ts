import { LRUCache } from 'lru-cache';

/**
 * A cache that drops its least recently used entry. It grows as it fills: with `max` the library would allocate
 * everything at once.
 */
export const lruCache = <K extends {}, V extends {}>(most: number): LRUCache<K, V> =>
  new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
