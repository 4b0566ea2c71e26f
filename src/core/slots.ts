/**
 * At most so many pieces of work at once. Those who wait are taken in turn by whose work it is, so that one caller's
 * hundred do not stand before another's one; urgent work goes before all other.
 */
export class Slots {
  readonly #size: number;
  #running = 0;
  #waiting = 0;
  readonly #urgent = new Line();
  readonly #others = new Line();

  constructor(size: number) {
    this.#size = size;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting;
  }

  async run<T>(work: () => Promise<T>, { whose = '', urgent = false } = {}): Promise<T> {
    if (this.#running >= this.#size) {
      this.#waiting += 1;
      await new Promise<void>((go) => (urgent ? this.#urgent : this.#others).join(whose, go));
      this.#waiting -= 1;
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes this one's place.
      const next = this.#urgent.next() ?? this.#others.next();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** A queue for each owner; each takes its turn. */
class Line {
  readonly #queues = new Map<string, (() => void)[]>();

  join(whose: string, go: () => void): void {
    const queue = this.#queues.get(whose);
    if (queue) queue.push(go);
    else this.#queues.set(whose, [go]);
  }

  next(): (() => void) | undefined {
    for (const [whose, queue] of this.#queues) {
      const go = queue.shift();
      this.#queues.delete(whose);
      if (queue.length > 0) this.#queues.set(whose, queue);
      return go;
    }
    return undefined;
  }
}
