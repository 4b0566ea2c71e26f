/** Waits for all, even if one fails, so that nothing is in flight when the error is thrown. */
export async function settleAll<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  try {
    return await Promise.all(work);
  } finally {
    await Promise.allSettled(work);
  }
}

/** Writes started by some work that does not wait for them. */
export class PendingWrites {
  readonly #parts: Promise<unknown>[] = [];

  // A property, not a method: it is passed as a function.
  readonly add = (part: Promise<unknown>): void => {
    // Reported when the work is done.
    part.catch(() => {});
    this.#parts.push(part);
  };

  /** Runs the work, then waits for everything it has started, also when it fails. */
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
