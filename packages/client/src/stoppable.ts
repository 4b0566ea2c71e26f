/**
 * A generator that ends at once when it is given up, also while it waits: by itself one would only look up at its next event,
 * and keep its stream open until then.
 */
export function stoppable<T>(
  run: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
  given: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const stop = new AbortController();
  const end = (): void => {
    given?.removeEventListener('abort', end);
    stop.abort(given?.reason);
  };
  if (given?.aborted) end();
  else given?.addEventListener('abort', end);
  const items = run(stop.signal);
  const ending = async (result: Promise<IteratorResult<T, void>>): Promise<IteratorResult<T, void>> => {
    const { done, ...rest } = await result.catch((error: unknown) => {
      end();
      throw error;
    });
    if (done) end();
    return { done, ...rest } as IteratorResult<T, void>;
  };
  return {
    next: () => ending(items.next()),
    return: () => {
      end();
      return items.return();
    },
    throw: (error) => {
      end();
      return items.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncGenerator<T, void, undefined>;
}
