interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** What is known under the key; made and kept when nothing is. */
export function remembered<K, V>(memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}

/** A memory that forgets everything when it is full: for keys that come from outside, of which there is no end. */
export class BoundedMemory<K, V> implements Memory<K, V> {
  readonly #known = new Map<K, V>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: K): V | undefined {
    return this.#known.get(key);
  }

  set(key: K, value: V): void {
    if (this.#known.size >= this.#size) this.#known.clear();
    this.#known.set(key, value);
  }
}
