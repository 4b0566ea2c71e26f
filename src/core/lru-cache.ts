interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Returns the value of the key; creates and stores it when there is none. */
export function getOrCreate<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

/**
 * A cache for keys that come from callers, of which there is no end: when it is full, the least recently used
 * entries are evicted. Its size is counted in entries, or by `sizeOf`, for example in bytes.
 */
export class LruCache<K, V> implements Memory<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly size: number }>();
  readonly #capacity: number;
  readonly #sizeOf: (key: K, value: V) => number;
  #size = 0;

  constructor(capacity: number, sizeOf: (key: K, value: V) => number = () => 1) {
    this.#capacity = capacity;
    this.#sizeOf = sizeOf;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps insertion order: the oldest keys come first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    this.#evict(key);
    const size = this.#sizeOf(key, value);
    if (size > this.#capacity) return;
    for (const oldest of this.#entries.keys()) {
      if (this.#size + size <= this.#capacity) break;
      this.#evict(oldest);
    }
    this.#entries.set(key, { value, size });
    this.#size += size;
  }

  #evict(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}
