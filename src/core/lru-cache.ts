interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** What is known under the key; made and kept when nothing is. */
export function getOrCreate<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

/**
 * A memory for keys that come from outside, of which there is no end: when it is full, what was not asked for longest
 * is forgotten. Full is counted in entries, or in whatever `sizeOf` counts, such as bytes.
 */
export class LruCache<K, V> implements Memory<K, V> {
  readonly #known = new Map<K, { readonly value: V; readonly size: number }>();
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
    const entry = this.#known.get(key);
    if (entry === undefined) return undefined;
    // A map keeps the order in which its keys came: the oldest stand first.
    this.#known.delete(key);
    this.#known.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    this.#forget(key);
    const size = this.#sizeOf(key, value);
    if (size > this.#capacity) return;
    for (const oldest of this.#known.keys()) {
      if (this.#size + size <= this.#capacity) break;
      this.#forget(oldest);
    }
    this.#known.set(key, { value, size });
    this.#size += size;
  }

  #forget(key: K): void {
    const entry = this.#known.get(key);
    if (entry === undefined) return;
    this.#known.delete(key);
    this.#size -= entry.size;
  }
}
