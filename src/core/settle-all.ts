/** Waits for all of them, also when one fails: nothing of it is under way any more when the failure is told. */
export async function settleAll<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  try {
    return await Promise.all(work);
  } finally {
    await Promise.allSettled(work);
  }
}

/** What is begun by some work and need not be waited for while it goes on. */
export class PendingWrites {
  readonly #parts: Promise<unknown>[] = [];

  // A property, not a method: it is handed on.
  readonly add = (part: Promise<unknown>): void => {
    // Told when the work is done.
    part.catch(() => {});
    this.#parts.push(part);
  };

  /** The work, and then all that it has begun, also when it fails. */
  async with<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      await Promise.all(this.#parts);
      return value;
    } finally {
      await Promise.allSettled(this.#parts);
    }
  }
}
