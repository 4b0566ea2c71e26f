import { LRUCache } from 'lru-cache';

/** A cache that forgets its least recently used entry. It grows as it fills: with `max`, the library would allocate all places at once. */
export const lruCache = <K extends {}, V extends {}>(most: number): LRUCache<K, V> =>
  new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1 });
